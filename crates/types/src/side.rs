//! A colour as a type: code for one side is compiled for each colour, without a test of colour in it.
//!
//! ```
//! use coppice_types::{Bitboard, Black, Side, Square, White};
//!
//! /// The squares that the pawns of a side attack.
//! fn attacks<S: Side>(pawns: Bitboard) -> Bitboard {
//!     S::pawn_attacks(pawns)
//! }
//!
//! assert_eq!(attacks::<White>(Square::A2.bitboard()), Square::B3.bitboard());
//! assert_eq!(attacks::<Black>(Square::A7.bitboard()), Square::B6.bitboard());
//! ```

use crate::{Bitboard, Color, Rank, Square};

/// A colour known at compile time.
pub trait Side {
    /// The opponent.
    type Other: Side;
    /// The colour.
    const COLOR: Color;

    /// The set one rank ahead.
    #[inline]
    fn forward(set: Bitboard) -> Bitboard {
        set.forward(Self::COLOR)
    }

    /// All squares ahead of the set on its files, without the set itself.
    #[inline]
    fn ahead(set: Bitboard) -> Bitboard {
        let mut fill = Self::forward(set);
        fill |= Self::forward(fill);
        fill |= Self::forward(Self::forward(fill));
        fill | Self::forward(Self::forward(Self::forward(Self::forward(fill))))
    }

    /// The squares that a set of pawns attacks.
    #[inline]
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        let forward = Self::forward(pawns);
        forward.east() | forward.west()
    }

    /// The rank of a square, counted from this side.
    #[inline]
    fn rank(square: Square) -> Rank {
        square.rank().relative_to(Self::COLOR)
    }

    /// The squares of a rank that is counted from this side.
    #[inline]
    fn rank_set(rank: Rank) -> Bitboard {
        rank.relative_to(Self::COLOR).bitboard()
    }

    /// The square where a pawn of this side promotes if it captures nothing.
    #[inline]
    fn promotion_square(pawn: Square) -> Square {
        Square::new(pawn.file(), Self::Other::COLOR.back_rank())
    }

    /// The square of a set that is nearest to this side.
    #[inline]
    fn nearest(set: Bitboard) -> Option<Square> {
        match Self::COLOR {
            Color::White => set.first(),
            Color::Black => set.last(),
        }
    }
}

/// White as a type.
#[derive(Clone, Copy, Debug)]
pub struct White;

/// Black as a type.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ahead_is_every_square_further_up_the_file() {
        for square in Square::ALL {
            let on_file = |is_ahead: fn(Square, Square) -> bool| {
                let file = square.file().bitboard().into_iter();
                file.filter(|&other| is_ahead(other, square)).collect::<Bitboard>()
            };
            assert_eq!(White::ahead(square.bitboard()), on_file(|other, square| other > square));
            assert_eq!(Black::ahead(square.bitboard()), on_file(|other, square| other < square));
        }
    }
}
