//! Regenerates `perft-suites/`: `cargo run --release -p suitegen`, from the root of the repository.
//!
//! Draws up all positions, counts them on all cores with both libraries, and writes the files only if no
//! count is in doubt. Stopping it at any time (Ctrl-C, SIGTERM, SIGHUP) leaves all files as they were, or, if it was
//! writing them just then, all new.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use indicatif::{ParallelProgressIterator as _, ProgressBar, ProgressStyle};
use rayon::iter::{IndexedParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};

use longrun::{End, say};
use suitegen::counting::{self, Counted, Doubt};
use suitegen::dice::Seed;
use suitegen::suite::{Candidate, Suite};
use suitegen::{output, suites};

/// Regenerates the perft suites, counting every position with two independent rules libraries.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Where the files go.
    #[arg(long, default_value = "perft-suites")]
    out: PathBuf,
    /// What all random choices follow from.
    #[arg(long, default_value_t = Seed::COMMITTED.0)]
    seed: u64,
    /// How many positions to count at once (default: one per core).
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

fn main() -> ExitCode {
    End::exit_code(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<End> {
    rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build_global()?;
    // Not only after minutes of counting.
    let out = &arguments.out;
    std::fs::create_dir_all(out).with_context(|| format!("{}: cannot be made", out.display()))?;
    let (begun, seed) = (Instant::now(), Seed(arguments.seed));
    eprintln!("Looking for positions ...");
    let suites = suites::all(seed)?;
    let counted = count_all(&suites)?;
    write_all(&suites, &counted, seed, out)?;
    say(summary(&suites, &counted, begun))?;
    Ok(End::Complete)
}

fn write_all(suites: &[Suite], counted: &[Vec<Counted>], seed: Seed, out: &Path) -> Result<()> {
    // From here on a signal to end is heard and nothing more: it would strike between two files.
    let _unheeded = longrun::listen()?;
    let texts = suites.iter().zip(counted);
    let files = texts.map(|(suite, counted)| (out.join(suite.file), output::render(suite, counted, seed)));
    longrun::replace_all(&files.collect::<Vec<_>>())
}

/// Every suite's counts, or an error that lists all doubts.
fn count_all(suites: &[Suite]) -> Result<Vec<Vec<Counted>>> {
    let candidates: Vec<&Candidate> = suites.iter().flat_map(Suite::candidates).collect();
    let results: Vec<Result<Counted, Doubt>> = candidates
        .par_iter()
        .with_max_len(1)
        .progress_with(progress_bar(candidates.len()))
        .map(|candidate| counting::count(candidate))
        .collect();
    let (counted, doubts) = split(results);
    if !doubts.is_empty() {
        let list: Vec<String> = doubts.iter().map(|doubt| format!("  {doubt}")).collect();
        bail!("{} positions are in doubt; nothing was written.\n{}", doubts.len(), list.join("\n"));
    }
    let mut counted = counted.into_iter();
    Ok(suites.iter().map(|suite| counted.by_ref().take(suite.candidates().count()).collect()).collect())
}

fn split(results: Vec<Result<Counted, Doubt>>) -> (Vec<Counted>, Vec<Doubt>) {
    let (mut counted, mut doubts) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(position) => counted.push(position),
            Err(doubt) => doubts.push(doubt),
        }
    }
    (counted, doubts)
}

fn progress_bar(length: usize) -> ProgressBar {
    let style = "{wide_bar} {pos}/{len} positions, {elapsed} gone, {eta} to go";
    let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length as u64).with_style(style)
}

/// A table of what was written.
fn summary(suites: &[Suite], counted: &[Vec<Counted>], begun: Instant) -> String {
    let mut lines = vec![format!("{:<18}{:>10}{:>16}{:>12}", "file", "positions", "nodes", "remarked")];
    let (mut positions, mut nodes) = (0, 0);
    for (suite, counted) in suites.iter().zip(counted) {
        let deepest: u64 =
            counted.iter().filter_map(|position| position.counts.last()).map(|nodes| nodes.0).sum();
        let remarked = counted.iter().filter(|position| position.remark.is_some()).count();
        lines.push(format!("{:<18}{:>10}{deepest:>16}{remarked:>12}", suite.file, counted.len()));
        positions += counted.len();
        nodes += deepest;
    }
    lines.push(format!("{:<18}{positions:>10}{nodes:>16}  at the deepest depths, each counted twice", "all"));
    lines.push(format!("no disagreement; {:.0} s\n", begun.elapsed().as_secs_f64()));
    lines.join("\n")
}
