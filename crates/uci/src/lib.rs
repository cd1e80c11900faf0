//! The UCI conversation, without standard input.
//!
//! ```text
//!   a line ──▶ command ──▶ session ──▶ the engine's thread ──▶ search
//!              (parse)     (state, queue)                        │
//!   output ◀───────────────────────────────────────────────── report
//! ```
//!
//! The program `coppice` (in `main.rs`) reads lines on one thread and handles them on another, so that a [`Session`] answers
//! while the engine thinks. Everything printed goes through [`output`].
//!
//! | module | idea |
//! |---|---|
//! | `command` | a line of text becomes a typed request or an error in words; one table lists all commands |
//! | [`session`] | the state of the conversation; what each command does, and when; the end of the program |
//! | `options` | the options and their values; the parameters of the search in a build for tuners |
//! | `report` | progress and result of a search, for people and for programs |
//! | [`output`] | lines of output, one flush each |
//! | `game` | the game on the board; whether it is over |
//! | `show` | board, evaluation, reasons for a move, help and version, for people |
//! | `endgames` | endgame tables, read once and shared by searches |
//! | `testers` | bench, perft and openings |
//! | `words` | the words of a line, and the error of a line that cannot be carried out |

#![forbid(unsafe_code)]
#![allow(missing_docs)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod command;
mod endgames;
mod game;
#[cfg(test)]
mod manual_tests;
mod options;
pub mod output;
mod report;
pub mod session;
mod show;
mod testers;
mod words;

pub use command::{begins_command, completions};
pub use game::{parse_move, parse_position};
pub use session::{Event, Session};
pub use show::NAME;
pub use words::CommandError;
