//! Perft suites: positions with the number of leaves at some depths.
//!
//! ```text
//! # a comment
//! r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;D1 26 ;D2 568 ;D3 13744
//! ```
//!
//! This is the form in which the field passes its suites on. Depths rise from left to right, not every one
//! needs to be there, and a `;` may end the line. Empty lines and lines that start with `#` are skipped.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use clap::ValueEnum;
use indicatif::{HumanCount, ProgressBar};
use movegen::Position;
use rayon::prelude::*;
use toolkit::{EXIT_INTERRUPTED, progress};

use crate::cli::RunArgs;
use crate::modes::Mode;
use crate::{Verdict, print};

/// The folder of the repository's own suites.
const FOLDER: &str = "perft-suites";

/// A position with counts of its tree.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SuiteEntry {
    /// The file and line, as compilers write it, so that editors find the place.
    place: String,
    /// The position as the file writes it.
    fen: String,
    position: Position,
    /// Depths from 1 on, rising, with their leaves. Never empty.
    counts: Vec<(u32, u64)>,
}

impl SuiteEntry {
    /// All leaves that will be counted.
    fn leaves(&self) -> u64 {
        self.counts.iter().map(|count| count.1).fold(0, u64::saturating_add)
    }
}

/// The numbers of depths and positions above the caps.
#[derive(Clone, Copy, Default)]
struct Skipped {
    /// Depths of positions, of which other depths may be counted.
    depths: u64,
    /// Positions of which no depth is left.
    positions: u64,
}

/// The suite files behind these paths, a folder's in the order of their names. Without any path the repository's own:
/// the folder `perft-suites` of the working directory or of the nearest folder above it, so that the program serves the
/// checkout one works in; failing that, of the checkout it was built from.
fn suite_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut paths = paths.to_vec();
    if paths.is_empty() {
        let working = std::env::current_dir().context("the working directory is unknown")?;
        let built_from = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut folders = working.ancestors().chain(built_from.ancestors()).map(|folder| folder.join(FOLDER));
        let own = folders.find(|folder| folder.is_dir());
        paths.push(own.with_context(|| {
            format!("no folder {FOLDER} in or above {}, expected one or paths of suites", working.display())
        })?);
    }
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        let unreadable = || format!("{}: unreadable folder", path.display());
        let before = files.len();
        for entry in path.read_dir().with_context(unreadable)? {
            let file = entry.with_context(unreadable)?.path();
            if file.extension().is_some_and(|extension| extension == "epd") {
                files.push(file);
            }
        }
        ensure!(files.len() > before, "{}: holds no suites, expected files *.epd", path.display());
        files[before..].sort();
    }
    Ok(files)
}

/// Reads a suite. The first bad line is the error. A byte-order mark before the first line is skipped.
fn parse(name: &str, text: &str) -> Result<Vec<SuiteEntry>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = (1..).zip(text.lines().map(str::trim));
    let entries: Vec<SuiteEntry> = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| parse_entry(format!("{name}:{number}"), line))
        .collect::<Result<_>>()?;
    ensure!(!entries.is_empty(), "{name}: holds no positions, expected lines such as 'FEN ;D1 20 ;D2 400'");
    Ok(entries)
}

fn parse_entry(place: String, text: &str) -> Result<SuiteEntry> {
    let (fen, fields) = text.split_once(';').with_context(|| {
        format!("{place}: '{text}' has no counts, expected them after the FEN, as in ';D1 20 ;D2 400'")
    })?;
    let fen = fen.trim().to_owned();
    let position = fen.parse().map_err(|why| anyhow!("{place}: '{fen}' is no position: {why}"))?;
    let mut counts: Vec<(u32, u64)> = Vec::new();
    for field in fields.strip_suffix(';').unwrap_or(fields).split(';').map(str::trim) {
        let count = parse_count(field).with_context(|| {
            format!("{place}: '{field}', expected a depth from 1 and its number of leaves, as in 'D2 400'")
        })?;
        let after = counts.last().map_or(0, |last| last.0);
        ensure!(count.0 > after, "{place}: '{field}' after D{after}, expected rising depths");
        counts.push(count);
    }
    Ok(SuiteEntry { place, fen, position, counts })
}

/// `D2 400`, with one or more spaces in between. Digits alone: `parse` would also take a plus sign.
fn parse_count(field: &str) -> Option<(u32, u64)> {
    let (depth, leaves) = field.strip_prefix('D')?.split_once(char::is_whitespace)?;
    let leaves = leaves.trim_start();
    if !depth.bytes().chain(leaves.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let depth = depth.parse().ok().filter(|&depth| depth >= 1)?;
    Some((depth, leaves.parse().ok()?))
}

/// Counts suites and prints each wrong position and a summary.
///
/// The trees of a suite are many and small, so a thread takes one position after the other, the largest first, and no
/// tree is divided. The depths of a position are counted from the shallowest on, up to the first that is wrong: what is
/// wrong there is wrong below, and harder to find.
pub(crate) fn run(args: &RunArgs) -> Result<Verdict> {
    let max_depth = args.max_depth.map_or(u32::MAX, NonZeroU32::get);
    let max_leaves = args.max_nodes.unwrap_or(args.mode.default_max_leaves());
    let (mut entries, mut skipped) = (Vec::new(), Skipped::default());
    for file in suite_files(&args.paths)? {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(&file).with_context(|| format!("{name}: unreadable suite"))?;
        for mut entry in parse(&name, &text)? {
            let before = entry.counts.len();
            entry.counts.retain(|&(depth, leaves)| depth <= max_depth && leaves <= max_leaves);
            skipped.depths += (before - entry.counts.len()) as u64;
            if entry.counts.is_empty() {
                skipped.positions += 1;
            } else {
                entries.push(entry);
            }
        }
    }
    // Without counts nothing would be wrong.
    ensure!(
        !entries.is_empty(),
        "nothing is left to count: all {} depths are above the caps, expected a greater --max-depth or --max-nodes",
        skipped.depths
    );
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.leaves()));
    let report = SuiteReport::new(args.mode, &entries, skipped);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0).into());
    let pool = pool.build().context("no threads to count on")?;
    // A bridge deals the entries out one by one, in their order.
    pool.install(|| entries.iter().par_bridge().for_each(|entry| report.count(entry)));
    report.finish();
    Ok(if report.failures.load(Relaxed) == 0 { Verdict::Right } else { Verdict::Wrong })
}

/// Collects the results of all threads. The handler of interruptions shares it.
struct SuiteReport {
    mode: Mode,
    bar: ProgressBar,
    started: Instant,
    skipped: Skipped,
    /// The number of positions to count.
    expected: u64,
    positions: AtomicU64,
    depths: AtomicU64,
    leaves: AtomicU64,
    failures: AtomicU64,
}

impl SuiteReport {
    /// Starts the clock and the bar. From now on an interruption prints the summary of what was done until then and ends
    /// the program.
    fn new(mode: Mode, entries: &[SuiteEntry], skipped: Skipped) -> Arc<SuiteReport> {
        let bar = progress("{bar:40} {percent}% of {human_len} nodes, {elapsed} ({eta} left)");
        bar.set_length(entries.iter().map(SuiteEntry::leaves).fold(0, u64::saturating_add));
        bar.tick();
        let (expected, started) = (entries.len() as u64, Instant::now());
        let [positions, depths, leaves, failures] = [0; 4].map(AtomicU64::new);
        let report = Arc::new(SuiteReport {
            mode,
            bar,
            started,
            skipped,
            expected,
            positions,
            depths,
            leaves,
            failures,
        });
        let shared = Arc::clone(&report);
        let handler = toolkit::on_interruption(move || {
            print("interrupted; this much was done:\n");
            shared.finish();
            std::process::exit(EXIT_INTERRUPTED.into());
        });
        if let Err(error) = handler {
            eprintln!("warning: an interruption will leave no summary: {error}");
        }
        report
    }

    /// Counts an entry, and prints a line if it is wrong.
    fn count(&self, entry: &SuiteEntry) {
        let failure = entry.counts.iter().find_map(|&(depth, expected)| {
            let wrong = match self.mode.leaves(&entry.position, depth) {
                Ok(leaves) => {
                    self.depths.fetch_add(1, Relaxed);
                    self.leaves.fetch_add(leaves, Relaxed);
                    (leaves != expected).then(|| format!("expected {expected}, got {leaves}"))
                }
                Err(defect) => Some(defect.to_string()),
            };
            wrong.map(|wrong| format!("FAIL {}: '{}' depth {depth}: {wrong}\n", entry.place, entry.fen))
        });
        // Before the failure is printed, so that an interruption after it finds the position in the summary.
        self.positions.fetch_add(1, Relaxed);
        self.bar.inc(entry.leaves());
        if let Some(failure) = failure {
            self.failures.fetch_add(1, Relaxed);
            self.bar.suspend(|| print(failure));
        }
    }

    /// Removes the bar and prints the summary of what was done so far.
    fn finish(&self) {
        self.bar.finish_and_clear();
        let seconds = self.started.elapsed().as_secs_f64();
        let [positions, depths, leaves, failures] =
            [&self.positions, &self.depths, &self.leaves, &self.failures]
                .map(|counter| counter.load(Relaxed));
        let mut summary = format!(
            "{} positions, {} depths, {} nodes in {seconds:.2} s: {} nodes/s (mode {})\n",
            HumanCount(positions),
            HumanCount(depths),
            HumanCount(leaves),
            HumanCount((leaves as f64 / seconds) as u64),
            self.mode.to_possible_value().as_ref().map_or("?", |value| value.get_name()),
        );
        if self.skipped.depths > 0 {
            summary += &format!("{} depths skipped above the caps", HumanCount(self.skipped.depths));
            if self.skipped.positions > 0 {
                summary += &format!(", and so {} positions altogether", HumanCount(self.skipped.positions));
            }
            summary.push('\n');
        }
        summary += &match failures {
            // Without counts nothing is wrong.
            0 if depths == 0 => "no depth was counted to its end\n".to_owned(),
            0 if positions < self.expected => "these counts are right, the others not known\n".to_owned(),
            0 => "all counts right\n".to_owned(),
            failures => format!("{} positions WRONG\n", HumanCount(failures)),
        };
        print(summary);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn entries_carry_their_place_position_and_counts() {
        let text =
            format!("\u{feff}# suite\r\n\r\n{START} ;D1 20 ;D2  400\r\n  # more\n{START};D5 4865609;\n");
        let entries = parse("a.epd", &text).unwrap();
        assert_eq!(
            entries.iter().map(|entry| entry.place.as_str()).collect::<Vec<_>>(),
            ["a.epd:3", "a.epd:5"]
        );
        assert!(entries.iter().all(|entry| entry.position == Position::startpos() && entry.fen == START));
        assert_eq!(entries[0].counts, [(1, 20), (2, 400)]);
        assert_eq!(entries[1].counts, [(5, 4_865_609)]);
    }

    #[test]
    fn an_error_names_the_line_its_text_and_what_was_expected() {
        let cases = [
            (START.to_owned(), "has no counts, expected"),
            (format!("{START} ;"), "'', expected a depth"),
            (format!("{START} ;D1 20 ;;"), "'', expected a depth"),
            (format!("{START} ;D1 20 D2 400"), "'D1 20 D2 400', expected"),
            (format!("{START} ;D0 1"), "'D0 1', expected"),
            (format!("{START} ;D1"), "'D1', expected"),
            (format!("{START} ;D1 +20"), "'D1 +20', expected"),
            (format!("{START} ;D1 -20"), "'D1 -20', expected"),
            (format!("{START} ;D 20"), "'D 20', expected"),
            (format!("{START} ;1 20"), "'1 20', expected"),
            (format!("{START} ;D1 18446744073709551616"), "expected"),
            (format!("{START} ;D2 400 ;D1 20"), "'D1 20' after D2, expected rising"),
            (format!("{START} ;D1 20 ;D1 20"), "'D1 20' after D1, expected rising"),
            ("8/8/8/8/8/8/8/8 w - - 0 1 ;D1 20".to_owned(), "expected exactly 1"),
            (";D1 20".to_owned(), "'' is no position"),
            (format!("\u{feff}{START} ;D1 20"), "is no position"),
        ];
        for (line, expected) in cases {
            let error = parse("a.epd", &format!("# first\n\n{line}\nworse\n")).expect_err(&line).to_string();
            assert!(error.starts_with("a.epd:3: ") && error.contains(expected), "{error}");
        }
    }
}
