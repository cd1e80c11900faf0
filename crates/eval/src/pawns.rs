//! The pawn skeleton: which pawns help each other, and which are a burden.
//!
//! Whole sets are shifted at once; only pawns whose rank matters are visited one by one.
//!
//! Few moves of a search change a pawn or a king, so what depends on nothing else ([`Skeleton`]) is the one
//! part of the evaluation that [`pawn_cache`](crate::pawn_cache) remembers.

use types::{Bitboard, Role};

use crate::facts::Facts;
use crate::king_safety::shelter;
use crate::side::{Black, Side, Weigher, White};
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// All that the pawns and kings alone decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Skeleton {
    /// Pawn structure and shelter, White's minus Black's.
    pub(crate) sum: Tapered,
    /// The passed pawns of both sides.
    pub(crate) passed: Bitboard,
}

impl Skeleton {
    /// The skeleton of a position, and what a trace wants to know of it.
    #[inline]
    pub(crate) fn of<T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Skeleton {
        let structure = structure::<White, T>(facts, trace) - structure::<Black, T>(facts, trace);
        let shelter = shelter::<White, T>(facts, trace) - shelter::<Black, T>(facts, trace);
        let passed = passed::<White>(facts) | passed::<Black>(facts);
        Skeleton { sum: structure + shelter, passed }
    }
}

/// The pawn structure of a side.
fn structure<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::new(trace);
    burdens(facts, &mut side) + connections(facts.army::<S>().pawns, &mut side)
}

/// The pawns with no enemy pawn ahead of them on their own or a neighbouring file. Of two on a file, only
/// the front one counts.
fn passed<S: Side>(facts: &Facts<'_>) -> Bitboard {
    let (own, enemy) = (facts.army::<S>().pawns, facts.army::<S::Other>().pawns);
    let guarded = S::Other::ahead(enemy | enemy.east() | enemy.west());
    own - guarded - S::Other::ahead(own)
}

/// Isolated, backward and doubled pawns. The first two suffer more if no enemy pawn hides them from rooks.
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
fn backward<S: Side>(facts: &Facts<'_>) -> Bitboard {
    let own = facts.army::<S>();
    let supported = own.attacks[Role::Pawn];
    let supportable = supported | S::ahead(supported);
    let deadly = facts.army::<S::Other>().attacks[Role::Pawn] - supportable;
    own.pawns & S::Other::forward(deadly)
}

/// Pawns that defend each other or stand side by side, by rank.
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
