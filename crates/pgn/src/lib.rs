//! Games in PGN, read and written.
//!
//! | module | idea |
//! |---|---|
//! | `read` | games from text, with the comment behind each move |
//! | `write` | a game as text; moves in SAN with their numbers |
//! | [`result`] | the result of a game |

#![forbid(unsafe_code)]
#![allow(missing_docs)]

pub mod result;

mod read;
mod write;

pub use read::{PgnError, PgnEvent, PgnGame, PgnMove, PgnReader, PgnScore, parse_move};
pub use result::GameResult;
pub use write::{game_text, movetext, numbered_moves};

/// The README's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
