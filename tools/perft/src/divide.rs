//! One position, counted on several threads, with a table of subtrees if one is asked for.
//!
//! The counts go to standard output as other programs write them. If the run is long, its time goes to standard
//! error, and so does a progress bar where that is a terminal.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{HumanCount, ProgressDrawTarget};
use movegen::perft::{Counter, PerftTable};
use toolkit::progress;

use crate::cli::DivideArgs;
use crate::compare::castling_notation;
use crate::{Verdict, print};

/// Shorter runs have no progress bar and report no time.
const LONG_RUN: Duration = Duration::from_secs(2);

/// Counts and prints.
pub(crate) fn run(args: &DivideArgs) -> Result<Verdict> {
    let table = args.hash.map(|mebibytes| PerftTable::new(mebibytes as usize)).transpose();
    let table = table.context("there is not enough memory for --hash")?;
    let counter = Counter { threads: args.threads(), table: table.as_ref() };
    let started = Instant::now();
    let bar = progress("{bar:40} {percent}%, {msg} leaves, {elapsed} ({eta} left)");
    bar.set_draw_target(ProgressDrawTarget::hidden());
    let counts = counter.divide(&args.position, args.depth, |counted| {
        if bar.is_hidden() && started.elapsed() >= LONG_RUN && counted.finished < counted.tasks {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_length(counted.tasks as u64);
        bar.set_position(counted.finished as u64);
        bar.set_message(HumanCount(counted.leaves).to_string());
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let elapsed = started.elapsed();
    let notation = castling_notation(&args.position, args.chess960);
    let mut lines: Vec<(String, u64)> = counts
        .unwrap_or_default()
        .into_iter()
        .map(|(mv, leaves)| (args.position.uci(mv, notation).to_string(), leaves))
        .collect();
    lines.sort();
    for (mv, leaves) in &lines {
        print(format_args!("{mv}: {leaves}\n"));
    }
    let total: u64 = lines.iter().map(|(_, leaves)| leaves).sum();
    print(format_args!("\nNodes searched: {total}\n"));
    if elapsed >= LONG_RUN {
        let seconds = elapsed.as_secs_f64();
        let speed = HumanCount((total as f64 / seconds) as u64);
        eprintln!("{} leaves in {seconds:.2} s: {speed} leaves/s", HumanCount(total));
    }
    Ok(Verdict::Right)
}
