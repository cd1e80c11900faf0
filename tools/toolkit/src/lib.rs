//! What the tools share: safe ends of long runs, files that stay whole, other programs as child processes, opening
//! books and the end of games.
//!
//! | module | contents |
//! |---|---|
//! | [`signals`] | signals to end set a flag, so that work is saved |
//! | [`exit`] | how a run ended, and its exit code |
//! | [`atomic_file`] | atomic replacement of files |
//! | [`output_files`] | checks that outputs differ from inputs and can be written |
//! | [`lock`] | lock files, so that two processes do not write the same file |
//! | [`standard_output`] | printing, where a closed standard output is an error, not a panic |
//! | [`process_group`] | a process group: separate from Ctrl-C, and killed as a whole |
//! | [`piped_process`] | requests to a program and its answers, with a time limit |
//! | [`mod@lines`] | the output of a program, read line by line on its own thread |
//! | [`input`], [`book`] | files that may be compressed; opening books |
//! | [`referee`] | the end of a game, by the rules or by adjudication |
//! | [`uci_engine`] | a UCI engine: its options and its searches |

#![forbid(unsafe_code)]

pub mod atomic_file;
pub mod book;
pub mod exit;
pub mod input;
pub mod lines;
pub mod lock;
pub mod output_files;
pub mod piped_process;
pub mod process_group;
pub mod referee;
mod resolve;
pub mod signals;
pub mod standard_output;
pub mod uci_engine;

pub use atomic_file::{AtomicFile, is_special, write_file};
pub use book::Book;
pub use exit::{EXIT_INTERRUPTED, End};
pub use lock::Lock;
pub use output_files::{expect_apart, expect_outputs};
pub use piped_process::{KillHandle, PipedProcess, ProcessError};
pub use process_group::ProcessGroup;
#[cfg(unix)]
pub use signals::is_hangup_ignored;
pub use signals::{listen, on_interruption};
pub use standard_output::say;
pub use uci_engine::{EngineScore, Options, UciEngine, UciError};
