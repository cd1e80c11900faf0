//! A position and the evaluation sums that follow it.

use eval::{Accumulator, Evaluator};
use movegen::Position;
use types::{Color, Move, Piece, Role, Score};

/// What a node searches. Children are copies, so nothing is ever taken back.
pub(crate) struct Board {
    pub(crate) position: Position,
    sums: Accumulator,
}

impl Board {
    pub(crate) fn of(position: &Position) -> Board {
        Board { position: position.clone(), sums: Accumulator::of(position) }
    }

    /// The board after a legal move.
    #[inline]
    pub(crate) fn after(&self, mv: Move) -> Board {
        let mut next = Board { position: self.position.clone(), sums: self.sums.clone() };
        next.position.play_observed(mv, &mut next.sums);
        next
    }

    /// The board after passing. Only while not in check.
    #[inline]
    pub(crate) fn after_null(&self) -> Board {
        let mut next = Board { position: self.position.clone(), sums: self.sums.clone() };
        next.position.play_null();
        next
    }

    #[inline]
    pub(crate) fn evaluate(&self, evaluator: &mut Evaluator) -> Score {
        evaluator.evaluate(&self.position, &self.sums)
    }

    /// Whether a side has more than king and pawns.
    #[inline]
    pub(crate) fn has_pieces(&self, color: Color) -> bool {
        let rest = self.position.role(Role::Pawn) | self.position.role(Role::King);
        (self.position.color(color) - rest).any()
    }

    /// The piece that a legal move carries.
    #[inline]
    pub(crate) fn mover(&self, mv: Move) -> Piece {
        let pawn = Piece::new(self.position.side_to_move(), Role::Pawn);
        // A legal move starts on a piece, so the default is never seen.
        self.position.piece_at(mv.from()).unwrap_or(pawn)
    }

    /// Whether a legal move leaves the material as it is: no capture and no promotion.
    #[inline]
    pub(crate) fn is_quiet(&self, mv: Move) -> bool {
        mv.promoted_to().is_none() && !self.position.is_capture(mv)
    }
}
