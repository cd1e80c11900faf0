//! Room: the squares in the centre of its own half where a side can put its pieces behind its pawns.
//!
//! What room is worth depends on how many pieces want it, so there is a weight for each number of pieces.

use types::{Rank, Role};

use crate::facts::{Facts, MOST_PIECES};
use crate::files::CENTRAL_FILES;
use crate::side::{Side, Weigher};
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// The room of a side. All attacks are known.
#[inline]
pub(crate) fn space<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::new(facts.position, trace);
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let camp = S::rank_set(Rank::Second) | S::rank_set(Rank::Third) | S::rank_set(Rank::Fourth);
    let safe = (camp & CENTRAL_FILES) - own.pawns - enemy.attacks[Role::Pawn];
    // Squares behind a pawn count twice, unless the enemy has got there.
    let behind = (safe & S::Other::ahead(own.pawns)) - enemy.attacked;
    let pieces = facts.position.color(S::COLOR) - own.pawns - own.king;
    let room = terms::SPACE.at(pieces.count() as usize % MOST_PIECES);
    side.weigh(room, safe.count() + behind.count())
}
