//! Positions and moves as text.
//!
//! Reading has two phases: syntax first, rules second. Each has typed errors that carry the offending text
//! and say what was expected. Nothing is guessed and nothing is repaired.
//!
//! | module | text |
//! |---|---|
//! | [`fen`] | positions: FEN, X-FEN and Shredder-FEN |
//! | [`epd`] | positions with operations, as in test suites |
//! | [`uci`] | moves as UCI writes them, in both castling notations |
//! | [`san`] | moves as people write them |

pub mod epd;
pub mod fen;
pub mod san;
pub mod uci;

pub use epd::{Epd, EpdError};
pub use fen::FenError;
pub use san::SanError;
pub use uci::{CastlingNotation, UciMove, UciMoveError};
