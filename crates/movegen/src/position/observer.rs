//! Observers of the changes that a move makes.

use types::{Piece, Square};

/// Receives the changes that a move makes to the board, for sums that follow the pieces (evaluation accumulators).
///
/// All methods do nothing unless implemented, and `()` is the observer that costs nothing.
pub trait BoardObserver {
    /// A piece appears on a square that was empty.
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        let _ = (piece, square);
    }

    /// A piece leaves the board.
    #[inline]
    fn lift(&mut self, piece: Piece, square: Square) {
        let _ = (piece, square);
    }

    /// A piece goes to a square that was empty.
    #[inline]
    fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        self.lift(piece, from);
        self.put(piece, to);
    }
}

impl BoardObserver for () {}
