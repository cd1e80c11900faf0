//! The board without the piece that is about to move, and pawn moves on any board.

use types::Bitboard;

use super::sliders::SliderAttacks;
use crate::generate::Masks;
use crate::generate::side::{PawnMoves as _, Side};

/// The board without the piece that is about to move.
pub(super) struct Lifted<'a> {
    pub(super) occupied: Bitboard,
    /// Our sliders without that piece, looking through their king.
    pub(super) our_sliders: &'a SliderAttacks,
    /// Attacks of our other pieces.
    pub(super) our_leapers: Bitboard,
    pub(super) their_sliders: &'a SliderAttacks,
    pub(super) slider_moves: u32,
}

/// The number of pawn moves of a side that is not in check, en passant apart.
#[inline(always)]
pub(super) fn pawn_moves<S: Side>(
    pawns: Bitboard,
    occupied: Bitboard,
    victims: Bitboard,
    masks: &Masks,
) -> u32 {
    let arrivals = |pawns: Bitboard| {
        let ahead = pawns.forward(S::COLOR);
        (ahead.east() & victims, ahead.west() & victims, ahead - occupied)
    };
    let (mut east, mut west, mut push) = arrivals(pawns - masks.pins());
    if pawns.intersects(masks.pins()) {
        let (pinned_east, pinned_west, _) = arrivals(pawns & masks.diagonal_pins);
        let (.., pinned_push) = arrivals(pawns & masks.straight_pins);
        east |= pinned_east & masks.diagonal_pins;
        west |= pinned_west & masks.diagonal_pins;
        push |= pinned_push & masks.straight_pins;
    }
    let double = (push & S::THIRD).forward(S::COLOR) - occupied;
    let mut count = east.count() + west.count() + push.count() + double.count();
    if pawns.intersects(S::SEVENTH) {
        let last_rank = S::SEVENTH.forward(S::COLOR);
        count += 3 * ((east & last_rank).count() + (west & last_rank).count() + (push & last_rank).count());
    }
    count
}
