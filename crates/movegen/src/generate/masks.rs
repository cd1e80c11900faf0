//! Checks and pins: the pieces that give check, the squares that end it and the lines of pins, computed once a node.
//!
//! With these, only legal moves are ever generated, and most need no test of their own:
//!
//! ```text
//!   . . . q . . . .      The check mask is d8 d7 d6 d5 d4: capturing the queen or stepping between
//!   . . . * . . . .      ends the check. Without a check it is every square; with two checks nothing
//!   . . . * . . b .      but a king move helps.
//!   . . . * . x . .
//!   . . . * N . . .      The knight on e4 stands alone on the line between its king and the bishop: it
//!   . . . K . . . .      is pinned, and may only move along the pin line (e4 f5 g6), so a knight never.
//! ```
//!
//! One walk over the enemy sliders that are aligned with the king finds both.

use types::{Bitboard, Role};

use super::side::Side;
use crate::{Position, attacks};

/// Checks and pins against the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Masks {
    /// The enemy pieces that give check.
    pub checkers: Bitboard,
    /// The squares to which a piece other than the king must go to end all checks; every square if there is none.
    /// With two checkers nothing but a king move helps, whatever this says.
    pub check_mask: Bitboard,
    /// The lines from the king along ranks and files up to an enemy rook or queen, that slider included,
    /// on which at most one piece stands in between. Our piece on such a line is pinned to it.
    pub straight_pins: Bitboard,
    /// The same along diagonals, with bishops and queens.
    pub diagonal_pins: Bitboard,
}

impl Masks {
    /// The checks and pins of a position.
    #[inline]
    pub fn of(position: &Position) -> Masks {
        match position.side_to_move() {
            types::Color::White => Self::for_side::<super::side::White>(position),
            types::Color::Black => Self::for_side::<super::side::Black>(position),
        }
    }

    /// The same, when the side to move is known at compile time.
    #[inline]
    pub(crate) fn for_side<S: Side>(position: &Position) -> Masks {
        let (us, them) = (S::COLOR, S::Other::COLOR);
        let king = position.king(us);
        let occupied = position.occupied();
        let mut checkers = attacks::knight(king) & position.pieces(them, Role::Knight)
            | attacks::pawn(us, king) & position.pieces(them, Role::Pawn);
        let mut check_mask = checkers;
        let mut pins = Bitboard::EMPTY;
        let (ranks_and_files, diagonals) = (attacks::rook_rays(king), attacks::bishop_rays(king));
        let aligned =
            ranks_and_files & position.straight_sliders(them) | diagonals & position.diagonal_sliders(them);
        for slider in aligned {
            let line = attacks::between(king, slider) | slider;
            let blockers = (line & occupied) - slider;
            if blockers.is_empty() {
                checkers |= slider;
                check_mask |= line;
            } else if !blockers.has_many() {
                pins |= line;
            }
        }
        let (straight_pins, diagonal_pins) = (pins & ranks_and_files, pins & diagonals);
        if checkers.is_empty() {
            check_mask = Bitboard::ALL;
        }
        Masks { checkers, check_mask, straight_pins, diagonal_pins }
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// All pin lines. Our pieces on them are pinned.
    #[inline]
    pub fn pins(&self) -> Bitboard {
        self.straight_pins | self.diagonal_pins
    }
}
