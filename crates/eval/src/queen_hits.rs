//! Moves that would attack the enemy's only queen: a side gains time by them.

use movegen::attacks;
use types::{Bitboard, Role};

use crate::facts::Facts;
use crate::side::{Side, Weigher};
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// The squares from which knights and sliders of a side would safely attack the queen. All attacks are known.
#[inline]
pub(crate) fn queen_hits<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let queens = facts.pieces::<S::Other>(Role::Queen);
    let Some(queen) = queens.first().filter(|_| !queens.has_many()) else { return Tapered::ZERO };
    let mut side = Weigher::<S, T>::new(facts.position, trace);
    let own = facts.army::<S>();
    let safe = !(facts.well_guarded_from::<S>() | facts.position.color(S::COLOR));
    let has_queen = usize::from(facts.pieces::<S>(Role::Queen).any());

    let knights = own.attacks[Role::Knight] & attacks::knight(queen) & safe;
    let diagonal = own.attacks[Role::Bishop] & attacks::bishop(queen, facts.occupied);
    let straight = own.attacks[Role::Rook] & attacks::rook(queen, facts.occupied);
    let sliders: Bitboard = (diagonal | straight) & safe & own.attacked_twice;
    side.weigh_at(queen, terms::KNIGHT_ON_QUEEN.at(has_queen), knights.count())
        + side.weigh_at(queen, terms::SLIDER_ON_QUEEN.at(has_queen), sliders.count())
}
