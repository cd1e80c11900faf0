//! How a run ended, and its exit code.

use std::process::ExitCode;

use anyhow::Result;

/// The exit code of an interrupted program, as shells report it.
pub const EXIT_INTERRUPTED: u8 = 130;

/// The end of a run, other than by an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The work is done.
    Complete,
    /// It was interrupted; the work so far is saved.
    Interrupted,
}

impl End {
    /// Exit code for `main`. An error is printed to standard error with its causes.
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
