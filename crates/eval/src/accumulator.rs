//! Sums over the pieces that a move changes only a little: material, piece-square values and the phase.
//!
//! An [`Accumulator`] observes the moves of a position ([`BoardObserver`]) and adds or subtracts the value of each piece
//! that moves, so that the evaluation need not visit every piece for it.
//!
//! The value of a piece depends on the wings of the kings ([`piece_squares`](crate::piece_squares)). The sums for all four
//! cases are kept at once, in one vector register, and the evaluation picks the one that applies: so a king that
//! changes wings costs no more than any other move.

use movegen::Position;
use movegen::position::BoardObserver;
use types::{Piece, Square};

use crate::piece_squares::{KingWings, Worth, worth};
use crate::tapered::{Phase, Tapered};

/// Material, piece-square values and phase of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accumulator {
    /// White's minus Black's, for each of the four cases of the kings' wings.
    scores: Worth,
    /// The sum of the phase weights, which promotions may carry beyond the middlegame's.
    phase: i32,
}

impl Accumulator {
    /// Nothing is on the board.
    const EMPTY: Accumulator = Accumulator { scores: [Tapered::ZERO; KingWings::COUNT], phase: 0 };

    /// The sums of a position, from scratch.
    pub fn of(position: &Position) -> Accumulator {
        let mut sums = Accumulator::EMPTY;
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                sums.put(piece, square);
            }
        }
        sums
    }

    /// Material and piece-square values of the position that these are the sums of, White's minus Black's.
    #[inline]
    pub fn score(&self, position: &Position) -> Tapered {
        self.scores[KingWings::of(position).index()]
    }

    /// The distance of the game from its endgame.
    #[inline]
    pub fn phase(&self) -> Phase {
        Phase(self.phase.min(Phase::MIDDLEGAME.0))
    }

    #[inline]
    fn add(&mut self, worth: Worth) {
        for (score, worth) in self.scores.iter_mut().zip(worth) {
            *score += worth;
        }
    }

    #[inline]
    fn subtract(&mut self, worth: Worth) {
        for (score, worth) in self.scores.iter_mut().zip(worth) {
            *score -= worth;
        }
    }
}

impl BoardObserver for Accumulator {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.add(worth(piece, square));
        self.phase += Phase::weight(piece.role());
    }

    #[inline]
    fn lift(&mut self, piece: Piece, square: Square) {
        self.subtract(worth(piece, square));
        self.phase -= Phase::weight(piece.role());
    }

    #[inline]
    fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        self.subtract(worth(piece, from));
        self.add(worth(piece, to));
    }
}
