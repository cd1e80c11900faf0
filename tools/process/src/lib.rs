//! Programs run as child processes and talked to line by line: engines, match runners.
//!
//! | module | idea |
//! |---|---|
//! | [`piped`] | a program that is asked, and answers with lines in good time |
//! | [`mod@lines`] | what a program writes, line by line, on a thread of its own |
//! | [`uci`] | a UCI engine: its options and its searches |
//! | [`group`] | keeping Ctrl-C from it, and ending it with all that it has started |

#![forbid(unsafe_code)]

pub mod group;
pub mod lines;
pub mod piped;
pub mod uci;

pub use group::ProcessGroup;
pub use piped::{KillHandle, PipedProcess, ProcessError};
pub use uci::UciEngine;
