//! The ranks and steps of pawns for the side to move, which is a type: each side gets its own generator without a test of
//! colour in it.

use types::{Bitboard, Color, Rank};
pub(crate) use types::{Black, Side, White};

/// The pawn moves of a side.
pub(crate) trait PawnMoves: Side {
    /// The difference in square numbers of a pawn's single push.
    const PUSH: i8 = match Self::COLOR {
        Color::White => 8,
        Color::Black => -8,
    };
    /// The rank before promotion.
    const SEVENTH: Bitboard = Rank::Seventh.relative_to(Self::COLOR).bitboard();
    /// The rank that a single push from the start leads to.
    const THIRD: Bitboard = Rank::Third.relative_to(Self::COLOR).bitboard();
}

impl<S: Side> PawnMoves for S {}
