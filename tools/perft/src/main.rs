//! Perft: counts trees of legal moves and compares the counts with known ones or with another engine's.
//!
//! | | |
//! |---|---|
//! | `perft [run] [PATHS]` | counts the positions of EPD suites, in any of six ways ([`modes`]) |
//! | `perft divide FEN DEPTH` | counts one position on all processors, by its moves ([`divide`]) |
//! | `perft compare --engine CMD FEN DEPTH` | the smallest position where another engine counts otherwise |
//!
//! The program exits with 0 if all counts are right, with 1 if one is not, with 2 if the question could not
//! be answered (bad input, nothing to count, an engine that died), and with 130 if it was interrupted.

mod checks;
mod cli;
mod divergence;
mod divide;
mod engine;
mod jobs;
mod locate;
mod modes;
mod notation;
mod report;
mod runner;
mod suite;

use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Parser;
use cli::{Cli, Command, CompareArgs, RunArgs};
use divergence::Outcome;
use engine::PeerEngine;
use report::{SuiteReport, say};

/// The result of a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Right,
    Wrong,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let verdict = match cli.command {
        None => run(&cli.run),
        Some(Command::Run(args)) => run(&args),
        Some(Command::Divide(args)) => divide::run(&args),
        Some(Command::Compare(args)) => compare(&args),
    };
    match verdict {
        Ok(Verdict::Right) => ExitCode::SUCCESS,
        Ok(Verdict::Wrong) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(cli::EXIT_UNANSWERED)
        }
    }
}

fn run(args: &RunArgs) -> Result<Verdict> {
    let files = locate::suite_files(&args.paths)?;
    let (jobs, skipped) = jobs::collect(&files, &args.caps())?;
    // Without counts nothing would be wrong.
    ensure!(
        !jobs.is_empty(),
        "nothing is left to count: all {} depths are above the caps, expected a greater --max-depth or --max-nodes",
        skipped.depths
    );
    let report = SuiteReport::new(args.mode, &jobs, skipped);
    runner::run(&jobs, args.mode, args.threads, &report)?;
    report.finish();
    Ok(if report.failures() == 0 { Verdict::Right } else { Verdict::Wrong })
}

fn compare(args: &CompareArgs) -> Result<Verdict> {
    let notation = notation::needed_by(&args.root.position, args.chess960);
    let mut engine = PeerEngine::start(&args.engine, notation, args.timeout())?;
    let agreed = |depth, leaves| say(format_args!("depth {depth}: {leaves} leaves, both agree\n"));
    match divergence::find(&args.root, args.depth, notation, &mut engine, agreed)? {
        Outcome::Agree => Ok(Verdict::Right),
        Outcome::Part(divergence) => {
            say(divergence);
            Ok(Verdict::Wrong)
        }
    }
}
