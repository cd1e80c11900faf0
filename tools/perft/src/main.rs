//! Perft: counts trees of legal moves and compares the counts with known ones or with another engine's.
//!
//! | | |
//! |---|---|
//! | `perft [run] [PATHS]` | counts the positions of EPD suites, in any of six ways ([`suites`], [`modes`]) |
//! | `perft compare --engine CMD FEN DEPTH` | the smallest position where another engine counts otherwise ([`compare`]) |
//!
//! The program exits with 0 if all counts are right, with 1 if one is not, with 2 if the question could not
//! be answered (bad input, nothing to count, an engine that died), and with 130 if it was interrupted. A closed pipe
//! (`perft | head`) does not stop a count, since the exit code still reports the result.

mod compare;
mod modes;
mod suites;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use compare::CompareArgs;
use suites::RunArgs;
use toolkit::End;

/// Counts trees of legal moves and compares the counts with known ones or with another engine's.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
#[command(after_help = "Exit code: 0 all counts right, 1 some count wrong, 2 bad input or engine failure, \
                        130 interrupted.")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Counts the positions of perft suites (the default).
    Run(RunArgs),
    /// Finds the smallest position whose count differs from another engine's, and the moves that differ.
    Compare(Box<CompareArgs>),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let is_right = match cli.command {
        None => suites::run(&cli.run),
        Some(Command::Run(args)) => suites::run(&args),
        Some(Command::Compare(args)) => compare::run(&args),
    };
    match is_right {
        Ok(false) => ExitCode::from(1),
        other => End::exit_code(other.map(|_| End::Complete)),
    }
}
