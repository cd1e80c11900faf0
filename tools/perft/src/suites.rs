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
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use clap::{Args, ValueEnum};
use indicatif::{HumanCount, ProgressBar};
use movegen::Position;
use rayon::prelude::*;
use toolkit::input::without_mark;
use toolkit::{EXIT_INTERRUPTED, say};

use crate::modes::Mode;

/// The folder of the repository's own suites.
const FOLDER: &str = "perft-suites";

/// More than processors have cores, and no more than systems allow.
const MAX_THREADS: i64 = 1024;

const NO_PANIC: &str = "no thread panics while it adds";

#[derive(Args)]
pub(crate) struct RunArgs {
    /// Suites (lines `FEN ;D1 20 ;D2 400`, `#` comments) or folders of *.epd; without any, perft-suites/.
    paths: Vec<PathBuf>,
    /// The path of the move generator that is tested.
    #[arg(long, value_enum, default_value_t = Mode::Bulk)]
    mode: Mode,
    /// Skips depths beyond this one.
    #[arg(long, value_name = "PLIES")]
    max_depth: Option<NonZeroU32>,
    /// Skips depths with more leaves than this; the default depends on the mode.
    #[arg(long, value_name = "LEAVES")]
    max_nodes: Option<u64>,
    /// The number of positions counted at a time; the default is one a processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
}

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
    let lines = (1..).zip(without_mark(text).lines().map(str::trim));
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

/// Counts suites and prints each wrong position and a summary. Returns `true` if all are right.
///
/// The trees of a suite are many and small, so a thread takes one position after the other, the largest first, and no
/// tree is divided.
pub(crate) fn run(args: &RunArgs) -> Result<bool> {
    let max_depth = args.max_depth.map_or(u32::MAX, NonZeroU32::get);
    let max_leaves = args.max_nodes.unwrap_or(args.mode.default_max_leaves());
    let mut entries = Vec::new();
    for file in suite_files(&args.paths)? {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(&file).with_context(|| format!("{name}: unreadable suite"))?;
        entries.extend(parse(&name, &text)?);
    }
    let depths = |entries: &[SuiteEntry]| entries.iter().map(|entry| entry.counts.len() as u64).sum::<u64>();
    let (all_positions, all_depths) = (entries.len() as u64, depths(&entries));
    for entry in &mut entries {
        entry.counts.retain(|&(depth, leaves)| depth <= max_depth && leaves <= max_leaves);
    }
    entries.retain(|entry| !entry.counts.is_empty());
    // Without counts nothing would be wrong.
    ensure!(
        !entries.is_empty(),
        "nothing is left to count: all {all_depths} depths are above the caps, expected a greater --max-depth or \
         --max-nodes"
    );
    let skipped = (all_depths - depths(&entries), all_positions - entries.len() as u64);
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.leaves()));

    let bar = toolkit::progress("{bar:40} {percent}% of {human_len} nodes, {elapsed} ({eta} left)");
    bar.set_length(entries.iter().map(SuiteEntry::leaves).fold(0, u64::saturating_add));
    bar.tick();
    let started = Instant::now();
    let mode = args.mode.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
    let summary = move |[positions, depths, leaves, failures]: [u64; 4]| {
        let seconds = started.elapsed().as_secs_f64();
        format!(
            "{} positions, {} depths, {} nodes in {seconds:.2} s: {} nodes/s (mode {mode})\n{}",
            HumanCount(positions),
            HumanCount(depths),
            HumanCount(leaves),
            HumanCount((leaves as f64 / seconds) as u64),
            if failures == 0 { String::new() } else { format!("{} positions WRONG\n", HumanCount(failures)) },
        )
    };
    let done = Arc::new(Mutex::new([0; 4]));
    toolkit::on_interruption({
        let (done, summary) = (Arc::clone(&done), summary.clone());
        move || {
            let _ =
                say(format!("interrupted; this much was done:\n{}", summary(*done.lock().expect(NO_PANIC))));
            std::process::exit(EXIT_INTERRUPTED.into());
        }
    })?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0).into());
    let pool = pool.build().context("no threads to count on")?;
    // A bridge deals the entries out one by one, in their order.
    pool.install(|| entries.iter().par_bridge().for_each(|entry| entry.count(args.mode, &bar, &done)));
    bar.finish_and_clear();

    let done = *done.lock().expect(NO_PANIC);
    let failures = done[3];
    let mut summary = summary(done);
    summary += &match skipped {
        (0, _) => String::new(),
        (depths, 0) => format!("{} depths skipped above the caps\n", HumanCount(depths)),
        (depths, positions) => format!(
            "{} depths skipped above the caps, and so {} positions altogether\n",
            HumanCount(depths),
            HumanCount(positions)
        ),
    };
    if failures == 0 {
        summary += "all counts right\n";
    }
    let _ = say(summary);
    Ok(failures == 0)
}

impl SuiteEntry {
    /// All leaves that will be counted.
    fn leaves(&self) -> u64 {
        self.counts.iter().map(|count| count.1).fold(0, u64::saturating_add)
    }

    /// Counts the depths from the shallowest on, up to the first that is wrong, and prints a line if one is: what is
    /// wrong there is wrong below, and harder to find. Adds a position and its depths, leaves and failures to what is done.
    fn count(&self, mode: Mode, bar: &ProgressBar, done: &Mutex<[u64; 4]>) {
        let (mut depths, mut leaves) = (0, 0);
        let failure = self.counts.iter().find_map(|&(depth, expected)| {
            let wrong = match mode.leaves(&self.position, depth) {
                Ok(counted) => {
                    (depths, leaves) = (depths + 1, leaves + counted);
                    (counted != expected).then(|| format!("expected {expected}, got {counted}"))
                }
                Err(defect) => Some(defect),
            };
            wrong.map(|wrong| format!("FAIL {}: '{}' depth {depth}: {wrong}\n", self.place, self.fen))
        });
        bar.inc(self.leaves());
        // Before the failure is printed, so that a summary after it counts it.
        let own = [1, depths, leaves, u64::from(failure.is_some())];
        done.lock().expect(NO_PANIC).iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        if let Some(failure) = &failure {
            let _ = bar.suspend(|| say(failure));
        }
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
