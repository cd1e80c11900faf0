//! The vocabulary of Coppice.
//!
//! Every fact that crosses a function boundary in the engine has a type of its own here: a square is not
//! an integer, a score is not a depth, and "no move" is an `Option` that costs no space. The crate holds
//! no tables, no unsafe code and does no input or output; the rules of chess start one crate further, in
//! `movegen`.
//!
//! | module | types |
//! |---|---|
//! | [`color`] | [`Color`] |
//! | [`side`] | [`Side`]: a colour as a type, [`White`] or [`Black`] |
//! | [`piece`] | [`Role`] (pawn … king) and [`Piece`] (a role of a colour) |
//! | [`square`] | [`File`], [`Rank`], [`Square`] |
//! | [`bitboard`] | [`Bitboard`], a set of squares |
//! | [`moves`] | [`Move`], 16 bits, and [`MoveKind`] |
//! | [`score`] | [`Score`], centipawn-like units with mate and tablebase ranges |
//! | [`depth`] | [`Depth`] left to search, and [`Ply`] from the root |
//! | [`key`] | [`Key`], a Zobrist hash |
//! | [`window`] | [`Window`] between alpha and beta, and the [`Bound`] that a score is |
//! | [`by`] | [`ByColor`], [`ByRole`], [`ByPiece`], [`BySquare`]: arrays with the right index |

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod bitboard;
pub mod by;
pub mod color;
pub mod depth;
pub mod key;
pub mod moves;
pub mod piece;
pub mod score;
pub mod side;
pub mod square;
pub mod window;

pub use bitboard::Bitboard;
pub use by::{ByColor, ByPiece, ByRole, BySquare};
pub use color::Color;
pub use depth::{Depth, Ply};
pub use key::Key;
pub use moves::{Move, MoveKind};
pub use piece::{Piece, Role};
pub use score::Score;
pub use side::{Black, Side, White};
pub use square::{File, Rank, Square};
pub use window::{Bound, Window};
