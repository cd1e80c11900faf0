//! Files, ranks and squares.
//!
//! A square is a 64-variant enum, not an integer: an array of 64 indexed by it needs no bounds check.
//! Squares are numbered a1 = 0, b1 = 1 … h8 = 63, as in every bitboard engine:
//!
//! ```text
//!   8 | 56 57 58 59 60 61 62 63
//!   7 | 48 49 50 51 52 53 54 55
//!   …
//!   2 |  8  9 10 11 12 13 14 15
//!   1 |  0  1  2  3  4  5  6  7
//!       a  b  c  d  e  f  g  h
//! ```

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, Color};

enumeration! {
    /// A column of the board, from White's left to right.
    File: A B C D E F G H
}

impl File {
    /// The file with this index, whose bits beyond the lowest three are ignored.
    #[inline]
    pub(crate) const fn wrapping(index: u8) -> File {
        match index & 7 {
            0 => File::A,
            1 => File::B,
            2 => File::C,
            3 => File::D,
            4 => File::E,
            5 => File::F,
            6 => File::G,
            _ => File::H,
        }
    }

    /// The file seen in a mirror: a for h.
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> File {
        Self::wrapping(7 - self as u8)
    }

    /// The lower-case letter.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a letter of either case.
    pub const fn from_letter(letter: char) -> Option<File> {
        let letter = letter.to_ascii_lowercase();
        if letter >= 'a' && letter <= 'h' { Some(Self::wrapping(letter as u8 - b'a')) } else { None }
    }

    /// The eight squares of this file.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self as u8)
    }
}

enumeration! {
    /// A row of the board, counted from White's side.
    Rank: First Second Third Fourth Fifth Sixth Seventh Eighth
}

impl Rank {
    /// The rank with this index, whose bits beyond the lowest three are ignored.
    #[inline]
    pub(crate) const fn wrapping(index: u8) -> Rank {
        match index & 7 {
            0 => Rank::First,
            1 => Rank::Second,
            2 => Rank::Third,
            3 => Rank::Fourth,
            4 => Rank::Fifth,
            5 => Rank::Sixth,
            6 => Rank::Seventh,
            _ => Rank::Eighth,
        }
    }

    /// This rank as `color` counts it: Black's first rank is the eighth.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Self::wrapping(7 - self as u8),
        }
    }

    /// The digit.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank of a digit from 1 to 8.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        if digit >= '1' && digit <= '8' { Some(Self::wrapping(digit as u8 - b'1')) } else { None }
    }

    /// The eight squares of this rank.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xff << (8 * self as u8))
    }
}

macro_rules! squares {
    ($($name:ident = $index:literal,)*) => {
        /// One of the 64 squares.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Square {
            $($name = $index,)*
        }

        impl Square {
            /// The number of squares.
            pub const COUNT: usize = 64;
            /// All squares, from a1 along the ranks to h8.
            pub const ALL: [Square; Self::COUNT] = [$(Square::$name,)*];

            /// The square with this index, whose bits beyond the lowest six are ignored.
            ///
            /// An exhaustive match costs no more than a transmute would: the compiler sees the identity.
            #[inline]
            pub const fn wrapping(index: u8) -> Square {
                match index & 63 {
                    $($index => Square::$name,)*
                    _ => unreachable!(),
                }
            }
        }
    };
}

#[rustfmt::skip]
squares! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

const _: () = assert!(size_of::<Option<Square>>() == 1);

impl Square {
    /// The square where a file and a rank cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Self::wrapping((rank as u8) << 3 | file as u8)
    }

    /// 0 for a1 to 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The column.
    #[inline]
    pub const fn file(self) -> File {
        File::wrapping(self as u8)
    }

    /// The row.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::wrapping(self as u8 >> 3)
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }

    /// The same square with the board turned upside down: a1 for a8.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Square {
        Self::wrapping(self as u8 ^ 56)
    }

    /// The same square in a mirror: a1 for h1.
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Square {
        Self::wrapping(self as u8 ^ 7)
    }

    /// This square as `color` sees it from its own side: the view of Black is flipped.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }

    /// The square `files` to the right and `ranks` up, if that is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        // What does not fit wraps around to a negative number, which is off the board as well.
        let file = (self.file() as i8).wrapping_add(files);
        let rank = (self.rank() as i8).wrapping_add(ranks);
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Self::wrapping((rank << 3 | file) as u8))
        } else {
            None
        }
    }

    /// The number of king moves between two squares on an empty board.
    #[inline]
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self.file() as u8).abs_diff(other.file() as u8);
        let ranks = (self.rank() as u8).abs_diff(other.rank() as u8);
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text names no square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseSquareError {
    /// The text that was read.
    pub found: String,
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no square: expected a file a-h and a rank 1-8, as in e4", self.found)
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let mut chars = text.chars();
        let parsed = match (chars.next(), chars.next(), chars.next()) {
            (Some(file @ 'a'..='h'), Some(rank), None) => File::from_letter(file).zip(Rank::from_digit(rank)),
            _ => None,
        };
        match parsed {
            Some((file, rank)) => Ok(Square::new(file, rank)),
            None => Err(ParseSquareError { found: text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn index_file_and_rank_agree() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn offsets_stay_on_the_board() {
        for square in Square::ALL {
            let neighbours = (-1..=1)
                .flat_map(|df| (-1..=1).map(move |dr| (df, dr)))
                .filter_map(|(df, dr)| square.offset(df, dr));
            assert!(neighbours.clone().all(|n| n.distance(square) <= 1));
            let edges = [square.file().mirror() as u8, square.file() as u8].contains(&0) as u8
                + [square.rank() as u8, 7 - square.rank() as u8].contains(&0) as u8;
            assert_eq!(neighbours.count(), [9, 6, 4][edges as usize]);
            for far in [i8::MIN, -8, 8, i8::MAX] {
                assert_eq!([square.offset(far, 0), square.offset(0, far)], [None; 2]);
            }
        }
    }

    #[test]
    fn text_that_is_no_square_is_named() {
        for text in ["", "e", "e9", "i1", "E4", "e44", "é4", "4e"] {
            let error = text.parse::<Square>().unwrap_err();
            assert_eq!(error.found, text);
        }
    }
}
