//! Programs run as child processes and talked to line by line: engines, match runners.
//!
//! | module | idea |
//! |---|---|
//! | [`piped`] | requests to a program and its answers, with a time limit |
//! | [`mod@lines`] | the output of a program, read line by line on its own thread |
//! | [`uci`] | a UCI engine: its options and its searches |
//! | [`group`] | a process group: separate from Ctrl-C, and killed as a whole |

#![forbid(unsafe_code)]

pub mod group;
pub mod lines;
pub mod piped;
pub mod uci;

pub use group::ProcessGroup;
pub use piped::{KillHandle, PipedProcess, ProcessError};
pub use uci::UciEngine;
