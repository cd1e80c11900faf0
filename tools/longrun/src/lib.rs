//! Support for long-running programs: signals, atomic files, locks, exit codes.
//!
//! | module | idea |
//! |---|---|
//! | [`interruption`] | signals to end set a flag, so that work is saved |
//! | [`file`](mod@file) | atomic replacement of files |
//! | `place` | the path of a file with all links resolved |
//! | [`outputs`] | checks that outputs differ from inputs and can be written |
//! | [`lock`] | lock files, so that two processes do not write the same file |
//! | [`end`] | how a run ended, and its exit code |
//! | [`output`] | printing, where a closed standard output is an error, not a panic |

#![forbid(unsafe_code)]

pub mod end;
pub mod file;
pub mod interruption;
pub mod lock;
pub mod output;
pub mod outputs;
mod place;

pub use end::{EXIT_INTERRUPTED, End};
pub use file::{AtomicFile, is_special, replace, replace_all};
#[cfg(unix)]
pub use interruption::is_hangup_ignored;
pub use interruption::{listen, on_interruption};
pub use lock::Lock;
pub use output::say;
pub use outputs::{expect_apart, expect_outputs};
