//! The vocabulary of Coppice.
//!
//! Every fact that crosses a function boundary in the engine has a type of its own here: a square is not
//! an integer, a score is not a depth, and "no move" is an `Option` that costs no space. The crate holds
//! no tables, no unsafe code and does no input or output; the rules of chess start one crate further, in
//! `movegen`.
//!
//! | file | types |
//! |---|---|
//! | `square` | [`File`], [`Rank`], [`Square`] |
//! | `bitboard` | [`Bitboard`], a set of squares |
//! | `piece` | [`Color`], [`Side`], [`Role`] (pawn … king), [`Piece`], and arrays by them such as [`ByColor`] |
//! | `moves` | [`Move`], 16 bits, and [`MoveKind`] |
//! | `score` | [`Score`], [`Depth`] left to search, [`Ply`] from the root, [`Window`] and [`Bound`] |
//! | `key` | [`Key`], a Zobrist hash |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

/// An enum without data whose values are its indices.
macro_rules! enumeration {
    ($(#[$meta:meta])* $name:ident: $($value:ident)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $name {
            $($value,)*
        }

        impl $name {
            /// The number of values.
            pub const COUNT: usize = Self::ALL.len();
            /// All values, in the order of their indices.
            pub const ALL: [$name; [$($name::$value),*].len()] = [$($name::$value),*];

            /// The place in `ALL`.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

mod bitboard;
mod key;
mod moves;
mod piece;
mod score;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use key::Key;
pub use moves::{Move, MoveKind};
pub use piece::{Black, ByColor, ByPiece, ByRole, BySquare, Color, Piece, Role, Side, White};
pub use score::{Bound, Depth, Ply, Score, Window};
pub use square::{File, ParseSquareError, Rank, Square};

/// The README's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
