//! Threats: what one side attacks of the other's pieces, and what it could attack next.
//!
//! A piece is *weak* here if it is attacked and not well protected, where a pawn protects well, and so do two
//! pieces against one.

use types::{Bitboard, Rank, Role};

use crate::facts::Facts;
use crate::side::{Side, Weigher};
use crate::tapered::Tapered;
use crate::term::Term;
use crate::terms;
use crate::trace::Trace;

/// The threats of a side. All attacks are known.
#[inline]
pub(crate) fn threats<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::new(trace);
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let men = facts.position.color(S::Other::COLOR);
    let protected = enemy.attacks[Role::Pawn] | (enemy.attacked_twice - own.attacked_twice);
    let weak = (men & own.attacked) - protected;
    let minor = own.attacks[Role::Knight] | own.attacks[Role::Bishop];
    let majors = facts.pieces::<S::Other>(Role::Rook) | facts.pieces::<S::Other>(Role::Queen);
    let queens = facts.pieces::<S::Other>(Role::Queen);

    let mut sum = on_roles(facts, &mut side, terms::PAWN_THREAT, own.attacks[Role::Pawn]);
    sum += on_roles(facts, &mut side, terms::MINOR_THREAT, minor & (weak | majors));
    sum += on_roles(facts, &mut side, terms::ROOK_THREAT, own.attacks[Role::Rook] & (weak | queens));
    sum += side.weigh(terms::KING_THREAT, (own.attacks[Role::King] & weak).count());
    let hanging = weak & (own.attacked_twice | !enemy.attacked);
    sum += side.weigh(terms::HANGING, hanging.count());
    sum += pushes(facts, &mut side);
    // Squares that both sides attack, and where the enemy cannot simply go.
    let contested = (enemy.attacked & own.attacked) - protected - men;
    sum + side.weigh(terms::CONTESTED, contested.count())
}

/// Weighs a set of attacked squares by what stands on them, from pawn to queen.
#[inline]
fn on_roles<S: Side, T: Trace>(
    facts: &Facts<'_>,
    side: &mut Weigher<'_, S, T>,
    term: Term<5>,
    attacked: Bitboard,
) -> Tapered {
    let victims = attacked & facts.position.color(S::Other::COLOR);
    let mut sum = Tapered::ZERO;
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        sum += side.weigh(term.at(role.index()), (victims & facts.position.role(role)).count());
    }
    sum
}

/// Enemy pieces that a pawn would attack after a safe push.
#[inline]
fn pushes<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let empty = !facts.occupied;
    let single = S::forward(own.pawns) & empty;
    let double = S::forward(single & S::rank_set(Rank::Third)) & empty;
    let lost = enemy.attacks[Role::Pawn] | (enemy.attacked - own.attacked);
    let victims = facts.position.color(S::Other::COLOR) - enemy.pawns - own.attacks[Role::Pawn];
    let attacked = S::pawn_attacks((single | double) - lost);
    side.weigh(terms::PUSH_THREAT, (attacked & victims).count())
}
