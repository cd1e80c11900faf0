//! Castling rights: the rooks that may still castle.
//!
//! A right belongs to a rook, wherever on the back rank it started, which covers standard chess, Chess960
//! and double Chess960 alike. A right is lost when its rook leaves or is taken, and both when the king
//! leaves: so each move removes the rights of the squares it touches.

use types::{Bitboard, Rank};

/// The rooks that may still castle, of both colours.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct CastlingRights(Bitboard);

impl CastlingRights {
    /// The rights of these rooks, all of them on the first or the eighth rank.
    pub(super) fn new(rooks: Bitboard) -> CastlingRights {
        debug_assert!(rooks.is_subset(Rank::First.bitboard() | Rank::Eighth.bitboard()));
        CastlingRights(rooks)
    }

    /// The rooks.
    #[inline]
    pub(super) fn rooks(self) -> Bitboard {
        self.0
    }

    /// Takes the rights of these squares away.
    #[inline]
    pub(super) fn remove(&mut self, squares: Bitboard) {
        self.0 -= squares;
    }
}
