//! One position, counted on several threads, with a table of subtrees if one is asked for.
//!
//! The counts go to standard output as other programs write them. If the run is long, its time goes to standard
//! error, and so does a progress bar where that is a terminal.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use movegen::perft::{Counter, PerftTable};

use crate::Verdict;
use crate::cli::DivideArgs;
use crate::notation;
use crate::report::say;

/// Shorter runs have no progress bar and report no time.
const LONG_RUN: Duration = Duration::from_secs(2);

/// Counts and prints.
pub(crate) fn run(args: &DivideArgs) -> Result<Verdict> {
    let table = args.hash.map(|mebibytes| PerftTable::new(mebibytes as usize)).transpose();
    let table = table.context("there is not enough memory for --hash")?;
    let counter = Counter { threads: args.threads(), table: table.as_ref() };
    let started = Instant::now();
    let bar = ProgressBar::hidden();
    let mut is_shown = false;
    let counts = counter.divide(&args.position, args.depth, |progress| {
        if !is_shown && started.elapsed() >= LONG_RUN && progress.finished < progress.tasks {
            show(&bar);
            is_shown = true;
        }
        bar.set_length(progress.tasks as u64);
        bar.set_position(progress.finished as u64);
        bar.set_message(HumanCount(progress.leaves).to_string());
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let elapsed = started.elapsed();
    let notation = notation::needed_by(&args.position, args.chess960);
    let mut lines: Vec<(String, u64)> = counts
        .unwrap_or_default()
        .into_iter()
        .map(|(mv, leaves)| (args.position.uci(mv, notation).to_string(), leaves))
        .collect();
    lines.sort();
    for (mv, leaves) in &lines {
        say(format_args!("{mv}: {leaves}\n"));
    }
    let total: u64 = lines.iter().map(|(_, leaves)| leaves).sum();
    say(format_args!("\nNodes searched: {total}\n"));
    if elapsed >= LONG_RUN {
        let seconds = elapsed.as_secs_f64();
        let speed = HumanCount((total as f64 / seconds) as u64);
        eprintln!("{} leaves in {seconds:.2} s: {speed} leaves/s", HumanCount(total));
    }
    Ok(Verdict::Right)
}

fn show(bar: &ProgressBar) {
    // Should the template ever be refused, the default bar serves as well.
    let style = ProgressStyle::with_template("{bar:40} {percent}%, {msg} leaves, {elapsed} ({eta} left)");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
}
