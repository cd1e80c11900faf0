//! What programs that run for hours have in common.
//!
//! | module | idea |
//! |---|---|
//! | [`interruption`] | a signal to end raises a flag, so that what was done is kept |
//! | [`file`](mod@file) | a file on disk is the old one or the new one, never half of one |
//! | `place` | where a file is, or will be, by whatever name it is called |
//! | [`outputs`] | what a run writes is none of what it reads |
//! | [`lock`] | who writes a file holds a lock beside it |
//! | [`end`] | how a run ended, and the exit code that says so |
//! | [`output`] | a closed standard output is an error and no panic |

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
