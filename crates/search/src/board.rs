//! A position and the evaluation sums that follow it.

use eval::{Accumulator, Evaluator};
use movegen::Position;
use types::{Color, Key, Move, MoveKind, Piece, Role, Score, Square};

/// What a node searches. Children are copies, so nothing is ever taken back.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) position: Position,
    sums: Accumulator,
    /// The position's, which would have to be summed whenever it is asked for.
    key: Key,
}

impl Board {
    pub(crate) fn of(position: &Position) -> Board {
        Board { position: position.clone(), sums: Accumulator::of(position), key: position.key() }
    }

    /// Plays a legal move.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) {
        self.position.play_observed(mv, &mut self.sums);
        self.key = self.position.key();
    }

    /// Passes. Only while not in check.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.position.play_null();
        self.key = self.position.key();
    }

    /// The key of the position.
    #[inline]
    pub(crate) fn key(&self) -> Key {
        self.key
    }

    /// Most often the key after a legal move, known before the move is made.
    #[inline]
    pub(crate) fn likely_key_after(&self, mv: Move) -> Key {
        self.key ^ self.position.likely_key_change(mv)
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
        self.piece_on(mv.from())
    }

    /// The piece on a square from which a legal move starts.
    #[inline]
    pub(crate) fn piece_on(&self, from: Square) -> Piece {
        // The default is never seen.
        let pawn = Piece::new(self.position.side_to_move(), Role::Pawn);
        self.position.piece_at(from).unwrap_or(pawn)
    }

    /// Whether a legal move leaves the material as it is: no capture and no promotion.
    #[inline]
    pub(crate) fn is_quiet(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Normal => self.position.piece_at(mv.to()).is_none(),
            MoveKind::Castle => true,
            MoveKind::EnPassant | MoveKind::Promotion(_) => false,
        }
    }
}
