//! The pawn skeleton: which pawns help each other, and which are a burden.
//!
//! Whole sets are shifted at once; only pawns whose rank matters are visited one by one.

use types::{Bitboard, Role};

use crate::facts::Facts;
use crate::side::{Side, Weigher};
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// The pawn structure of a side. Its passed pawns are noted for [`passed`](crate::passed).
#[inline]
pub(crate) fn pawns<S: Side, T: Trace>(facts: &mut Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::new(trace);
    let (own, enemy) = (facts.army::<S>().pawns, facts.army::<S::Other>().pawns);
    facts.army_mut::<S>().passed = passed::<S>(own, enemy);
    burdens(facts, &mut side) + connections(own, &mut side)
}

/// The pawns with no enemy pawn ahead of them on their own or a neighbouring file. Of two on a file, only
/// the front one counts.
#[inline]
fn passed<S: Side>(own: Bitboard, enemy: Bitboard) -> Bitboard {
    let guarded = S::Other::ahead(enemy | enemy.east() | enemy.west());
    own - guarded - S::Other::ahead(own)
}

/// Isolated, backward and doubled pawns. The first two suffer more if no enemy pawn hides them from rooks.
#[inline]
fn burdens<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let (own, enemy) = (facts.army::<S>().pawns, facts.army::<S::Other>().pawns);
    let beside = own.east() | own.west();
    let exposed = own - S::Other::ahead(enemy);
    let isolated = own - (S::ahead(beside) | S::Other::ahead(beside) | beside);
    let backward = backward::<S>(facts) - isolated;
    let doubled = own & S::Other::ahead(own);
    side.weigh(terms::ISOLATED.at(0), (isolated - exposed).count())
        + side.weigh(terms::ISOLATED.at(1), (isolated & exposed).count())
        + side.weigh(terms::BACKWARD.at(0), (backward - exposed).count())
        + side.weigh(terms::BACKWARD.at(1), (backward & exposed).count())
        + side.weigh(terms::DOUBLED, doubled.count())
        + side.weigh(terms::DOUBLED_ISOLATED, (doubled & isolated).count())
}

/// The pawns that would be taken by a pawn on the next square, where no pawn of their own can ever help.
#[inline]
fn backward<S: Side>(facts: &Facts<'_>) -> Bitboard {
    let own = facts.army::<S>();
    let supported = own.attacks[Role::Pawn];
    let supportable = supported | S::ahead(supported);
    let deadly = facts.army::<S::Other>().attacks[Role::Pawn] - supportable;
    own.pawns & S::Other::forward(deadly)
}

/// Pawns that defend each other or stand side by side, by rank.
#[inline]
fn connections<S: Side, T: Trace>(own: Bitboard, side: &mut Weigher<'_, S, T>) -> Tapered {
    let mut sum = Tapered::ZERO;
    for pawn in own & S::pawn_attacks(own) {
        sum += side.weigh_one(terms::SUPPORTED.at(S::rank(pawn).index()));
    }
    for pawn in own & (own.east() | own.west()) {
        sum += side.weigh_one(terms::PHALANX.at(S::rank(pawn).index()));
    }
    sum
}
