//! Code that the tools share.
//!
//! | module | contents |
//! |---|---|
//! | [`program`] | numbers of the command line, signals to end, exit codes, progress, printing |
//! | [`files`] | atomic replacement, checks of outputs, locks |
//! | [`process`] | other programs as child processes in groups of their own |
//! | [`uci_engine`] | a UCI engine: its answers, its options and its searches |
//! | [`input`], [`book`] | files that may be compressed; opening books |

#![forbid(unsafe_code)]

pub mod book;
pub mod files;
pub mod input;
pub mod process;
pub mod program;
pub mod uci_engine;

pub use files::{AtomicFile, expect_apart, expect_outputs, lock, write_file};
pub use process::{ProcessGroup, read_lines};
#[cfg(unix)]
pub use program::is_hangup_ignored;
pub use program::{
    EXIT_FAILURE, EXIT_INTERRUPTED, End, Interrupted, listen, number, on_interruption, progress, say,
};
pub use uci_engine::{EngineScore, UciEngine};
