//! Replies to one move: the counts of the position before it, corrected for what the move changes.

use types::{Bitboard, Square};

use super::ReplyCounter;
use super::lifted::{Lifted, pawn_moves};
use crate::attacks;
use crate::generate::side::Side;

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
