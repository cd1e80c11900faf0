//! Evaluations to learn from: material alone, and five terms that fade from the middlegame to the endgame.
//!
//! An evaluation is a sum. Each term looks at one thing and adds what it is worth, once for White and once, with the other
//! sign, for Black. What a thing is worth depends on how much is left on the board: a king hides while there are queens, and
//! walks when they are gone. So each term has two values, and the *phase* blends them:
//!
//! ```text
//!   score = (middlegame · phase + endgame · (24 − phase)) / 24      24: all pieces are there, 0: none
//! ```
//!
//! The engine's evaluation (`crates/eval`) is the same with some hundred terms, whose weights are fitted to games.

use movegen::{Position, attacks};
use types::{Color, Role, Score, Square};

/// The names of the terms, in their order.
pub const TERMS: [&str; 5] = ["material", "squares", "mobility", "pawns", "king"];

/// The phase with all pieces on the board.
pub const FULL_PHASE: i32 = 24;

/// The terms of a position from White's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Each term in the middlegame and in the endgame, in centipawns.
    pub values: [[i32; 2]; TERMS.len()],
    /// From [`FULL_PHASE`] down to 0, when there are only kings and pawns.
    pub phase: i32,
}

impl Terms {
    /// The terms of a position.
    pub fn of(position: &Position) -> Terms {
        let mut terms = Terms::default();
        for color in Color::ALL {
            for square in position.color(color) {
                terms.add(position, square, color);
            }
        }
        terms.phase = terms.phase.min(FULL_PHASE);
        terms
    }

    /// The sum, with each term multiplied by a weight in percent.
    pub fn score(&self, weights: &[i32; TERMS.len()]) -> i32 {
        let sum = |stage: usize| -> i32 {
            (0..TERMS.len()).map(|term| self.values[term][stage] * weights[term]).sum()
        };
        (sum(0) * self.phase + sum(1) * (FULL_PHASE - self.phase)) / (FULL_PHASE * 100)
    }

    /// Adds what a piece is worth where it stands.
    fn add(&mut self, position: &Position, square: Square, color: Color) {
        let Some(role) = position.piece_at(square).map(|piece| piece.role()) else { return };
        let sign = if color == Color::White { 1 } else { -1 };
        let mut term = |index: usize, middlegame: i32, endgame: i32| {
            self.values[index][0] += sign * middlegame;
            self.values[index][1] += sign * endgame;
        };
        let rank = square.relative_to(color).rank() as i32;
        // 0 in the four central squares, 3 on the edge.
        let (file, row) = (square.file() as i32, square.rank() as i32);
        let edge = (2 * file - 7).abs().max((2 * row - 7).abs()) / 2;
        let (own, enemy) = (position.pieces(color, Role::Pawn), position.pieces(!color, Role::Pawn));
        let beside = |at: i32| (at - file).abs() <= 1;
        match role {
            Role::Pawn => {
                term(0, 90, 110);
                term(1, 4 * rank - 6 * edge, 5 * rank);
                let is_doubled = own.into_iter().any(|pawn| pawn.file() == square.file() && pawn != square);
                let has_neighbour = own.into_iter().any(|pawn| (pawn.file() as i32 - file).abs() == 1);
                let ahead = |pawn: Square| pawn.relative_to(color).rank() as i32 > rank;
                let is_passed = !enemy.into_iter().any(|pawn| beside(pawn.file() as i32) && ahead(pawn));
                term(3, -10 * i32::from(is_doubled), -20 * i32::from(is_doubled));
                term(3, -12 * i32::from(!has_neighbour), -8 * i32::from(!has_neighbour));
                term(3, i32::from(is_passed) * 2 * rank * rank, i32::from(is_passed) * 5 * rank * rank);
            }
            Role::King => {
                term(1, 0, -8 * edge);
                let zone = attacks::king(square);
                let shelter = own.into_iter().filter(|&pawn| zone.contains(pawn)).count() as i32;
                term(4, 14 * shelter - 12 * (3 - edge) - 10 * i32::from(rank > 1), 0);
            }
            _ => {
                let (middlegame, endgame, phase) = match role {
                    Role::Knight => (310, 290, 1),
                    Role::Bishop => (320, 310, 1),
                    Role::Rook => (480, 520, 2),
                    _ => (950, 980, 4),
                };
                term(0, middlegame, endgame);
                term(1, -6 * edge, -4 * edge);
                let targets = attacks::piece(role, square, position.occupied()) & !position.color(color);
                let reach = targets.count() as i32;
                term(2, 4 * reach, 5 * reach);
                self.phase += phase;
                let their_king = position.king(!color);
                let attackers = (targets & attacks::king(their_king)).count() as i32;
                self.values[4][0] += sign * 9 * attackers;
            }
        }
    }
}

/// The five terms with weights in percent, from the view of the side to move.
pub fn weighted(position: &Position, weights: &[i32; TERMS.len()]) -> Score {
    let score = Terms::of(position).score(weights);
    Score(if position.side_to_move() == Color::White { score } else { -score })
}

/// Material alone, in whole pawns: a pawn 1, a knight or bishop 3, a rook 5, a queen 9. From the view of the side to move.
pub fn material(position: &Position) -> Score {
    let value = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let us = position.side_to_move();
    let count = |color, role| position.pieces(color, role).count() as i32;
    Score(value.iter().map(|&(role, worth)| worth * (count(us, role) - count(!us, role))).sum())
}
