//! How a run ended, and the exit code that says so.

use std::process::ExitCode;

use anyhow::Result;

/// The exit code of a program that an interruption ended, as shells report it.
pub const EXIT_INTERRUPTED: u8 = 130;

/// End of a run, other than by an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// All is done.
    Complete,
    /// The work so far is saved; the rest is left.
    Interrupted,
}

impl End {
    /// Exit code for `main`. An error goes to standard error, with all that led to it.
    pub fn exit_code(end: Result<End>) -> ExitCode {
        match end {
            Ok(End::Complete) => ExitCode::SUCCESS,
            Ok(End::Interrupted) => ExitCode::from(EXIT_INTERRUPTED),
            Err(error) => {
                eprintln!("error: {error:#}");
                ExitCode::FAILURE
            }
        }
    }
}
