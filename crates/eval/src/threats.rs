//! Threats: what one side attacks of the other's pieces, and what a pawn could attack next.
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

/// Whoever can be taken.
const VICTIMS: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The threats of a side. All attacks are known.
#[inline]
pub(crate) fn threats<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::new(facts.position, trace);
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let men = facts.position.color(S::Other::COLOR);
    let protected = facts.well_guarded_from::<S>();
    let weak = (men & own.attacked) - protected;
    // Squares that both sides attack, and where the enemy cannot simply go.
    let contested = (enemy.attacked & own.attacked) - protected - men;
    by_pieces(facts, &mut side, weak)
        + by_pawns(facts, &mut side)
        + by_king(facts, &mut side, weak)
        + helpless(facts, &mut side, weak)
        + side.weigh(terms::CONTESTED, contested.count())
}

/// What knights, bishops, rooks and queens attack, well protected or weak.
#[inline]
fn by_pieces<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>, weak: Bitboard) -> Tapered {
    let own = facts.army::<S>();
    let mut sum = Tapered::ZERO;
    for (role, term) in [
        (Role::Knight, terms::KNIGHT_THREAT),
        (Role::Bishop, terms::BISHOP_THREAT),
        (Role::Rook, terms::ROOK_THREAT),
        (Role::Queen, terms::QUEEN_THREAT),
    ] {
        let victims = own.attacks[role] & facts.position.color(S::Other::COLOR);
        if victims.any() {
            sum += on_roles(facts, side, term, 0, victims - weak);
            sum += on_roles(facts, side, term, VICTIMS.len(), victims & weak);
        }
    }
    sum
}

/// Weighs a set of men by their roles, from pawn to queen, with the features of a term from `first` on.
#[inline]
fn on_roles<S: Side, T: Trace, const N: usize>(
    facts: &Facts<'_>,
    side: &mut Weigher<'_, S, T>,
    term: Term<N>,
    first: usize,
    men: Bitboard,
) -> Tapered {
    let mut sum = Tapered::ZERO;
    for role in VICTIMS {
        sum += side.weigh_men(men & facts.position.role(role), term.at(first + role.index()));
    }
    sum
}

/// What pawns attack, and what they would attack after a safe push.
#[inline]
fn by_pawns<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let men = facts.position.color(S::Other::COLOR);
    let pieces = men - enemy.pawns - enemy.king;
    let mut sum = on_roles(facts, side, terms::PAWN_THREAT, 0, own.attacks[Role::Pawn] & men);
    // A pawn is lost where the enemy attacks it, and nobody defends it.
    let safe = own.attacked | !enemy.attacked;
    sum += side.weigh_men(S::pawn_attacks(own.pawns & safe) & pieces, terms::SAFE_PAWN_THREAT);

    let empty = !facts.occupied;
    let single = S::forward(own.pawns) & empty;
    let double = S::forward(single & S::rank_set(Rank::Third)) & empty;
    let pushes = ((single | double) & safe) - enemy.attacks[Role::Pawn];
    let victims = (S::pawn_attacks(pushes) & men) - own.attacks[Role::Pawn];
    sum + on_roles(facts, side, terms::PUSH_THREAT, 0, victims)
}

/// What the king can take.
#[inline]
fn by_king<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>, weak: Bitboard) -> Tapered {
    let victims = facts.army::<S>().attacks[Role::King] & weak;
    let pawns = victims & facts.army::<S::Other>().pawns;
    side.weigh_men(pawns, terms::KING_THREAT.at(0))
        + side.weigh_men(victims - pawns, terms::KING_THREAT.at(1))
}

/// Weak men that nothing, or the wrong piece, defends; own men that nothing defends, or a pawn.
#[inline]
fn helpless<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>, weak: Bitboard) -> Tapered {
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let hanging = weak & (own.attacked_twice | !enemy.attacked);
    let by_queen = (weak & enemy.attacks[Role::Queen]) - enemy.attacked_twice;
    let loose = facts.position.color(S::COLOR) - own.attacked;
    on_roles(facts, side, terms::HANGING, 0, hanging)
        + side.weigh_men(by_queen, terms::ONLY_QUEEN_DEFENDS)
        + on_roles(facts, side, terms::LOOSE, 0, loose)
        + protected_pieces(facts, side)
}

/// Own pieces that pawns defend.
#[inline]
fn protected_pieces<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let protected = facts.army::<S>().attacks[Role::Pawn] & facts.position.color(S::COLOR);
    let mut sum = Tapered::ZERO;
    for (number, role) in VICTIMS[1..].iter().enumerate() {
        sum += side.weigh_men(protected & facts.position.role(*role), terms::PAWN_PROTECTS.at(number));
    }
    sum
}
