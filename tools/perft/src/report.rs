//! Output of a run: a progress bar, a line for each position that fails, a summary.
//!
//! The bar goes to standard error and only to a terminal; failures and the summary go to standard output.
//! An interruption (Ctrl-C, SIGTERM, SIGHUP) prints the summary of what was done until then and ends the program.

use std::fmt;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use toolkit::EXIT_INTERRUPTED;

use crate::checks::Defect;
use crate::jobs::{Skipped, SuiteJob};
use crate::modes::Mode;

/// Writes to standard output. A closed pipe (`perft | head`) does not stop the count, since the exit code still
/// reports the result.
pub(crate) fn say(text: impl fmt::Display) {
    let mut out = std::io::stdout().lock();
    let _ = write!(out, "{text}").and_then(|()| out.flush());
}

/// A position of which a depth came out wrong.
pub(crate) struct Failure<'a> {
    pub(crate) job: &'a SuiteJob,
    pub(crate) depth: u32,
    pub(crate) wrong: Wrong,
}

/// The kind of a failure.
pub(crate) enum Wrong {
    Count { expected: u64, got: u64 },
    Defect(Defect),
}

impl fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (entry, depth) = (&self.job.entry, self.depth);
        let file = self.job.file.display();
        write!(f, "FAIL {file}:{}: '{}' depth {depth}: ", entry.line, entry.fen)?;
        match &self.wrong {
            Wrong::Count { expected, got } => write!(f, "expected {expected}, got {got}"),
            Wrong::Defect(defect) => defect.fmt(f),
        }
    }
}

/// Collects the results of all threads. The handler of interruptions shares it.
pub(crate) struct SuiteReport {
    mode: Mode,
    bar: ProgressBar,
    started: Instant,
    skipped: Skipped,
    /// The number of positions to count.
    positions: u64,
    tally: SuiteTally,
}

#[derive(Default)]
struct SuiteTally {
    positions: AtomicU64,
    depths: AtomicU64,
    leaves: AtomicU64,
    failures: AtomicU64,
}

impl SuiteReport {
    /// Starts the clock and the bar, and prepares for interruptions.
    pub(crate) fn new(mode: Mode, jobs: &[SuiteJob], skipped: Skipped) -> Arc<SuiteReport> {
        let bar = ProgressBar::new(jobs.iter().map(SuiteJob::leaves).fold(0, u64::saturating_add));
        // Should the template ever be refused, the default bar serves as well.
        let style =
            ProgressStyle::with_template("{bar:40} {percent}% of {human_len} nodes, {elapsed} ({eta} left)");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        let tally = SuiteTally::default();
        let positions = jobs.len() as u64;
        let report = Arc::new(SuiteReport { mode, bar, started: Instant::now(), skipped, positions, tally });
        let shared = Arc::clone(&report);
        let handler = toolkit::on_interruption(move || {
            say("interrupted; this much was done:\n");
            shared.finish();
            std::process::exit(EXIT_INTERRUPTED.into());
        });
        if let Err(error) = handler {
            eprintln!("warning: an interruption will leave no summary: {error}");
        }
        report
    }

    /// One depth of a position has been counted.
    pub(crate) fn counted(&self, leaves: u64) {
        self.tally.depths.fetch_add(1, Relaxed);
        self.tally.leaves.fetch_add(leaves, Relaxed);
    }

    /// Prints a line about a wrong position.
    pub(crate) fn failed(&self, failure: &Failure<'_>) {
        self.tally.failures.fetch_add(1, Relaxed);
        self.bar.suspend(|| say(format_args!("{failure}\n")));
    }

    /// A position has been counted, rightly or wrongly.
    pub(crate) fn position_done(&self, job: &SuiteJob) {
        self.tally.positions.fetch_add(1, Relaxed);
        self.bar.inc(job.leaves());
    }

    /// The number of positions that were wrong.
    pub(crate) fn failures(&self) -> u64 {
        self.tally.failures.load(Relaxed)
    }

    /// Removes the bar and prints the summary.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
        say(self);
    }
}

/// The summary, of what was done so far.
impl fmt::Display for SuiteReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.started.elapsed().as_secs_f64();
        let load = |counter: &AtomicU64| counter.load(Relaxed);
        let leaves = load(&self.tally.leaves);
        writeln!(
            f,
            "{} positions, {} depths, {} nodes in {seconds:.2} s: {} nodes/s (mode {})",
            HumanCount(load(&self.tally.positions)),
            HumanCount(load(&self.tally.depths)),
            HumanCount(leaves),
            HumanCount((leaves as f64 / seconds) as u64),
            self.mode.to_possible_value().as_ref().map_or("?", |value| value.get_name()),
        )?;
        let Skipped { depths, positions } = self.skipped;
        if depths > 0 {
            write!(f, "{} depths skipped above the caps", HumanCount(depths))?;
            if positions > 0 {
                write!(f, ", and so {} positions altogether", HumanCount(positions))?;
            }
            writeln!(f)?;
        }
        match self.failures() {
            // Without counts nothing is wrong.
            0 if load(&self.tally.depths) == 0 => writeln!(f, "no depth was counted to its end"),
            0 if load(&self.tally.positions) < self.positions => {
                writeln!(f, "these counts are right, the others not known")
            }
            0 => writeln!(f, "all counts right"),
            failures => writeln!(f, "{} positions WRONG", HumanCount(failures)),
        }
    }
}
