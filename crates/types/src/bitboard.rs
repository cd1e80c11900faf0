//! A set of squares in 64 bits: bit 0 is a1, bit 63 is h8.
//!
//! Set algebra is the language of the move generator: `|` union, `&` intersection, `!` complement,
//! `^` symmetric difference, `-` difference. Iterating yields the squares from a1 to h8.
//!
//! ```
//! use coppice_types::{Bitboard, File, Rank, Square};
//!
//! let corner = File::A.bitboard() & Rank::First.bitboard();
//! assert_eq!(corner, Square::A1.bitboard());
//! assert_eq!((corner | Square::H8.bitboard()).into_iter().collect::<Vec<_>>(), [Square::A1, Square::H8]);
//! ```

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::{Color, File, Rank, Square};

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The 32 dark squares, a1 among them.
    pub const DARK_SQUARES: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
    /// The 32 light squares, h1 among them.
    pub const LIGHT_SQUARES: Bitboard = Bitboard(!Self::DARK_SQUARES.0);

    /// True if no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if some square is in the set.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// True if at least two squares are in the set.
    #[inline]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// True if `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bitboard().0 != 0
    }

    /// True if the sets share a square.
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// True if every square of this set is in `other`.
    #[inline]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// The lowest square of the set.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::wrapping(self.0.trailing_zeros() as u8)) }
    }

    /// The highest square of the set.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::wrapping(63 - self.0.leading_zeros() as u8)) }
    }

    /// The set one square towards the other side, as `color` moves: pawn pushes.
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// The set one file towards the h-file. Squares of the h-file fall off the board.
    #[inline]
    #[must_use]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & !File::H.bitboard().0) << 1)
    }

    /// The set one file towards the a-file. Squares of the a-file fall off the board.
    #[inline]
    #[must_use]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & !File::A.bitboard().0) >> 1)
    }

    /// The set with the board turned upside down.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The set in a mirror: the a-file and the h-file exchanged.
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Bitboard {
        Bitboard(self.0.swap_bytes().reverse_bits())
    }

    /// The set as `color` sees it from its own side: the view of Black is flipped.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Bitboard {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

macro_rules! set_operator {
    ($($op:ident::$method:ident, $assign:ident::$assign_method:ident: |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl $op for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($result)
            }
        }

        impl $op<Square> for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Square) -> Bitboard {
                $op::$method(self, other.bitboard())
            }
        }

        impl<T> $assign<T> for Bitboard
        where
            Bitboard: $op<T, Output = Bitboard>,
        {
            #[inline]
            fn $assign_method(&mut self, other: T) {
                *self = $op::$method(*self, other);
            }
        }
    )*};
}

set_operator! {
    BitAnd::bitand, BitAndAssign::bitand_assign: |a, b| a & b;
    BitOr::bitor, BitOrAssign::bitor_assign: |a, b| a | b;
    BitXor::bitxor, BitXorAssign::bitxor_assign: |a, b| a ^ b;
    Sub::sub, SubAssign::sub_assign: |a, b| a & !b;
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        square.bitboard()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

/// A board of eight lines, the eighth rank first, `x` for a square in the set.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                f.write_str(if self.contains(Square::new(file, rank)) { "x" } else { "." })?;
                f.write_str(if file == File::H { "\n" } else { " " })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn a_mirror_exchanges_the_files() {
        for square in Square::ALL {
            assert_eq!(square.bitboard().mirror(), square.mirror().bitboard());
        }
        assert_eq!(File::A.bitboard().mirror(), File::H.bitboard());
    }

    #[test]
    fn steps_do_not_wrap_around_the_board() {
        for square in Square::ALL {
            let set = square.bitboard();
            let expect = |files, ranks| square.offset(files, ranks).map_or(Bitboard::EMPTY, Bitboard::from);
            assert_eq!(set.east(), expect(1, 0));
            assert_eq!(set.west(), expect(-1, 0));
            assert_eq!(set.forward(Color::White), expect(0, 1));
            assert_eq!(set.forward(Color::Black), expect(0, -1));
            assert_eq!(set.flip(), square.flip().bitboard());
        }
    }

    #[test]
    fn iteration_yields_the_members_in_order() {
        let squares = [Square::A1, Square::H1, Square::E4, Square::A8, Square::H8];
        let set: Bitboard = squares.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!((set.count(), set.first(), set.last()), (5, Some(Square::A1), Some(Square::H8)));
        assert_eq!((Bitboard::EMPTY.first(), Bitboard::EMPTY.last()), (None, None));
    }

    #[test]
    fn a1_is_dark_and_colours_alternate() {
        assert!(Bitboard::DARK_SQUARES.contains(Square::A1));
        for square in Square::ALL {
            if let Some(neighbour) = square.offset(1, 0) {
                assert_ne!(
                    Bitboard::DARK_SQUARES.contains(square),
                    Bitboard::DARK_SQUARES.contains(neighbour)
                );
            }
        }
    }

    #[test]
    fn many_means_at_least_two() {
        assert!(!Bitboard::EMPTY.has_many());
        assert!(!Square::D5.bitboard().has_many());
        assert!((Square::D5.bitboard() | Square::H8).has_many());
    }
}
