//! Perft: counts trees of legal moves and compares the counts with known ones or with another engine's.
//!
//! | | |
//! |---|---|
//! | `perft [run] [PATHS]` | counts the positions of EPD suites, in any of six ways ([`suites`], [`modes`]) |
//! | `perft compare --engine CMD FEN DEPTH` | the smallest position where another engine counts otherwise ([`compare`]) |
//!
//! The program exits with 0 if all counts are right, with 1 if one is not, with 2 if the question could not
//! be answered (bad input, nothing to count, an engine that died), and with 130 if it was interrupted.

mod cli;
mod compare;
mod modes;
mod suites;

use std::fmt::Display;
use std::process::ExitCode;

use clap::Parser;
use cli::{Cli, Command};
use toolkit::{EXIT_FAILURE, EXIT_INTERRUPTED, UciError, say};

/// The result of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Right,
    Wrong,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let verdict = match cli.command {
        None => suites::run(&cli.run),
        Some(Command::Run(args)) => suites::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
    };
    match verdict {
        Ok(Verdict::Right) => ExitCode::SUCCESS,
        Ok(Verdict::Wrong) => ExitCode::from(1),
        Err(error) if error.downcast_ref().is_some_and(UciError::is_interruption) => {
            ExitCode::from(EXIT_INTERRUPTED)
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(EXIT_FAILURE)
        }
    }
}

/// Writes to standard output. A closed pipe (`perft | head`) does not stop the count, since the exit code still
/// reports the result.
fn print(text: impl Display) {
    let _ = say(text);
}
