//! Positions and moves as text.
//!
//! Reading has two phases: syntax first, rules second. Each has typed errors that carry the offending text
//! and say what was expected. Nothing is guessed and nothing is repaired.
//!
//! | module | text |
//! |---|---|
//! | [`fen`] | positions: FEN, X-FEN and Shredder-FEN |
//! | [`uci`] | moves as UCI writes them, in both castling notations |

pub mod fen;
pub mod uci;

pub use fen::FenError;
pub use uci::{CastlingNotation, UciMove, UciMoveError};
