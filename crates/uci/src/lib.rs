//! The UCI conversation, without threads and without standard input.
//!
//! ```text
//!   a line ──▶ command ──▶ session ──▶ job ──▶ search
//!              (parse)     (state)             │
//!   output ◀───────────────────────────────  report
//! ```
//!
//! [`Request::parse`] makes a typed request of a line. [`Session::run`] carries it out, or returns a [`Job`] for an engine if
//! it takes long. A host decides on which thread a job runs: the program `coppice` (in `src/bin`) has one thread for input
//! and one for the engine, so that it answers while the engine thinks; a [`scheduler`] keeps its commands in order. A host
//! without threads runs each job at once:
//!
//! ```
//! use search::Control;
//! use uci::{Request, Session};
//!
//! let mut session = Session::default();
//! let mut engine = session.new_engine()?;
//! for line in ["position startpos moves e4 e5", "go depth 3"] {
//!     let Some(request) = Request::parse(line)? else { continue };
//!     if let Some(job) = session.run(request, None) {
//!         job.run(&mut engine, &Control::new());
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything printed goes through [`output`], to standard output or to a function of the host.
//!
//! | module | idea |
//! |---|---|
//! | `command` | a line of text becomes a typed request or an error in words; one table lists all commands |
//! | `session` | game, options and style of reports; what each command does |
//! | [`scheduler`] | jobs for the engine; the order of commands while it works; the end of the program |
//! | `options` | the options and their values; the parameters of the search in a build for tuners |
//! | `report` | progress and result of a search, for people and for programs |
//! | [`output`] | lines of output, one flush each |
//! | `game` | the game on the board; whether it is over |
//! | `show` | board, evaluation, help and version, for people |
//! | `endgames` | endgame tables, opened once and shared by searches; in WebAssembly there are none |
//! | `strength` | limited strength |
//! | `counts`, `genfens` | bench and perft; openings |

#![forbid(unsafe_code)]
#![allow(missing_docs)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod command;
mod counts;
mod endgames;
mod game;
mod genfens;
#[cfg(test)]
mod manual_tests;
mod options;
pub mod output;
mod report;
pub mod scheduler;
mod session;
mod show;
mod strength;

pub use command::{CommandError, Request, Signal, Timing, completions};
pub use game::{ending_of_game, parse_move, parse_position};
pub use scheduler::{Job, JobKind};
pub use session::{Session, Style};
pub use show::NAME;
