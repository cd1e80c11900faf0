//! Castling rights: the rooks that may still castle.
//!
//! A right belongs to a rook, wherever on the back rank it started, which covers standard chess, Chess960
//! and double Chess960 alike. A right is lost when its rook leaves or is taken, and both when the king
//! leaves: so each move removes the rights of the squares it touches.

use types::{Bitboard, Rank};

/// The rooks that may still castle: the files of White's in the low byte, of Black's in the high byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct CastlingRights(u16);

impl CastlingRights {
    /// The rights of these rooks, all of them on the first or the eighth rank.
    pub(super) fn new(rooks: Bitboard) -> CastlingRights {
        debug_assert!(rooks.is_subset(Rank::First.bitboard() | Rank::Eighth.bitboard()));
        CastlingRights(Self::pack(rooks))
    }

    #[inline]
    fn pack(squares: Bitboard) -> u16 {
        let (first, eighth) = (squares.0 as u8, (squares.0 >> 56) as u8);
        u16::from_le_bytes([first, eighth])
    }

    /// The rooks.
    #[inline]
    pub(super) fn rooks(self) -> Bitboard {
        let [first, eighth] = self.0.to_le_bytes();
        Bitboard(u64::from(first) | u64::from(eighth) << 56)
    }

    /// Takes the rights of these squares away.
    #[inline]
    pub(super) fn remove(&mut self, squares: Bitboard) {
        self.0 &= !Self::pack(squares);
    }
}
