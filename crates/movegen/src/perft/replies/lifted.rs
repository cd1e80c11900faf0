//! Replies to one move, from the counts of the position before it.

use types::{Bitboard, Square};

use super::ReplyCounter;
use super::sliders::Sliders;
use crate::attacks;
use crate::generate::Masks;
use crate::generate::side::{PawnMoves as _, Side};

/// The board without the piece that is about to move.
pub(super) struct Lifted<'a> {
    pub(super) occupied: Bitboard,
    /// Our sliders without that piece, looking through their king.
    pub(super) our_sliders: &'a Sliders,
    /// Attacks of our other pieces.
    pub(super) our_leapers: Bitboard,
    pub(super) their_sliders: &'a Sliders,
    pub(super) slider_moves: u32,
}

impl Lifted<'_> {
    /// The number of replies once the piece stands on `to`.
    #[inline(always)]
    pub(super) fn replies<S: Side>(
        &self,
        counter: &ReplyCounter<'_, S>,
        from: Square,
        to: Square,
        reach: impl Fn(Square, Bitboard) -> Bitboard,
    ) -> u32 {
        let is_capture = counter.theirs.contains(to);
        let occupied = self.occupied | to;
        let through_king = occupied ^ counter.king;
        let mut replies = self.slider_moves + counter.knight_moves;
        let mut our_attacks = self.our_leapers | reach(to, through_king);
        if is_capture {
            our_attacks |= self.our_sliders.union;
            replies = self.after_capture(counter, to, replies);
        } else {
            our_attacks |= self.our_sliders.union_after_block(to, through_king);
            if self.their_sliders.union.contains(to) {
                replies = self.after_block(counter, to, occupied, replies);
            }
        }
        replies += if (counter.pawn_zone | counter.pawns).intersects(from.bitboard() | to) {
            let victims = counter.ours ^ from | to;
            pawn_moves::<S::Other>(counter.pawns - to.bitboard(), occupied, victims, &counter.masks)
        } else {
            counter.pawn_moves
        };
        let king_targets = attacks::king(counter.king) - (counter.theirs - to.bitboard()) - our_attacks;
        replies += king_targets.count();
        replies + counter.castling_moves(occupied, our_attacks)
    }

    /// Corrects the number of slider and knight moves after a capture on `to`: the captured piece moves no
    /// more, and those that protected it may take back.
    #[inline(always)]
    fn after_capture<S: Side>(&self, counter: &ReplyCounter<'_, S>, to: Square, mut moves: u32) -> u32 {
        for index in self.their_sliders.indices() {
            let attacks = self.their_sliders.attacks[index];
            if self.their_sliders.squares[index] == to {
                moves -= (attacks & counter.slider_targets[index]).count();
            } else {
                moves += u32::from((attacks & counter.slider_lines[index]).contains(to));
            }
        }
        if counter.knights.contains(to) {
            moves -= (attacks::knight(to) - counter.theirs).count();
        }
        moves + (attacks::knight(to) & counter.knights).count()
    }

    /// Corrects the number of slider moves after `to` has become occupied.
    #[inline(always)]
    fn after_block<S: Side>(
        &self,
        counter: &ReplyCounter<'_, S>,
        to: Square,
        occupied: Bitboard,
        mut moves: u32,
    ) -> u32 {
        for index in self.their_sliders.indices() {
            let before = self.their_sliders.attacks[index];
            if before.contains(to) {
                let after = self.their_sliders.look_up(index, occupied);
                moves -= ((before - after) & counter.slider_targets[index]).count();
            }
        }
        moves
    }
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
