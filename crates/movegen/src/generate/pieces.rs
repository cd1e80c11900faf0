//! Knights, bishops, rooks and queens.
//!
//! A queen is generated as a bishop and again as a rook. A pinned piece moves along its pin line only: a
//! pinned knight never can, a bishop's move on a diagonal pin stays on the line if it ends on any diagonal
//! pin line (the lines meet only in the king), and likewise for rooks.

use types::{Bitboard, Role, Square};

use super::side::Side;
use super::{GenerationType, Generator, MoveSink};
use crate::attacks;

impl<S: Side, G: GenerationType, M: MoveSink, const IN_CHECK: bool> Generator<'_, S, G, M, IN_CHECK> {
    #[inline(always)]
    pub(super) fn pieces(&mut self) {
        let pins = self.masks.pins();
        for from in self.position.pieces(S::COLOR, Role::Knight) - pins {
            self.sink.piece(from, attacks::knight(from) & self.targets);
        }
        let diagonal = self.position.diagonal_sliders(S::COLOR);
        let straight = self.position.straight_sliders(S::COLOR);
        self.sliders(diagonal - pins, self.targets, attacks::bishop);
        self.sliders(straight - pins, self.targets, attacks::rook);
        // A pinned piece cannot end a check: its line leads to another enemy than the one that checks.
        if !IN_CHECK {
            let (diagonal_pins, straight_pins) = (self.masks.diagonal_pins, self.masks.straight_pins);
            self.sliders(diagonal & diagonal_pins, self.targets & diagonal_pins, attacks::bishop);
            self.sliders(straight & straight_pins, self.targets & straight_pins, attacks::rook);
        }
    }

    #[inline(always)]
    fn sliders(
        &mut self,
        sliders: Bitboard,
        targets: Bitboard,
        attacks: impl Fn(Square, Bitboard) -> Bitboard,
    ) {
        for from in sliders {
            self.sink.piece(from, attacks(from, self.occupied) & targets);
        }
    }
}
