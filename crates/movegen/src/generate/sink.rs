//! Receivers of generated moves: a list, or a count alone.
//!
//! The generator hands over sets of targets, not single moves. A list takes them apart; a counter asks for
//! their size, which is what makes counting the last ply of perft so much cheaper than listing it.

use arrayvec::ArrayVec;
use types::{Bitboard, Move, Role, Square};

/// The most moves any position can have: fifteen queens of 27 moves, a king's eight and two castlings.
///
/// The most found in a position reachable by play is 218, but setups with more promoted pieces than there
/// were pawns are accepted.
pub const MAX_MOVES: usize = 15 * 27 + 8 + 2;

/// A list of moves that lives on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Receives the moves of a position.
pub trait MoveSink {
    /// A piece other than a pawn moves to any of these squares.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Pawns arrive on these squares, each from the square whose number is smaller by `step`.
    fn pawns(&mut self, targets: Bitboard, step: i8);
    /// The same, on the last rank: each arrival is four moves.
    fn promotions(&mut self, targets: Bitboard, step: i8);
    /// A single move: en passant or castling.
    fn single(&mut self, mv: Move);
}

impl<M: MoveSink> MoveSink for &mut M {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        (**self).piece(from, targets);
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        (**self).pawns(targets, step);
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        (**self).promotions(targets, step);
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        (**self).single(mv);
    }
}

/// The square a pawn came from.
#[inline]
pub(crate) fn origin(target: Square, step: i8) -> Square {
    Square::wrapping((target as u8).wrapping_sub(step as u8))
}

impl MoveSink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        self.extend(targets.into_iter().map(|to| Move::normal(from, to)));
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        self.extend(targets.into_iter().map(|to| Move::normal_by_step(to, step)));
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            self.extend(Role::PROMOTIONS.map(|role| Move::promotion(origin(to, step), to, role)));
        }
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveCount(pub u32);

impl MoveSink for MoveCount {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.0 += targets.count();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8) {
        self.0 += 4 * targets.count();
    }

    #[inline]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}
