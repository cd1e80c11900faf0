//! The side to move as a type, so that each side gets its own generator without a test of colour in it.

use types::{Bitboard, Color, Rank};

/// A colour known at compile time.
pub(crate) trait Side {
    /// The opponent.
    type Other: Side;
    /// The colour.
    const COLOR: Color;
    /// The difference in square numbers of a pawn's single push.
    const PUSH: i8;
    /// Where a pawn stands before it promotes.
    const SEVENTH: Bitboard = Rank::Seventh.relative_to(Self::COLOR).bitboard();
    /// Where a pawn arrives by a single push from its start.
    const THIRD: Bitboard = Rank::Third.relative_to(Self::COLOR).bitboard();
}

/// White to move.
pub(crate) struct White;
/// Black to move.
pub(crate) struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
    const PUSH: i8 = 8;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
    const PUSH: i8 = -8;
}
