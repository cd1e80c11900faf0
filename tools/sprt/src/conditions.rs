//! The conditions of a match: the runner, the limit, the book and the common options.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use toolkit::Book;

use crate::cli::ConditionArgs;
use crate::folder::absolute;
use crate::runner::Runner;

/// Limit of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Limit {
    /// Seconds and increment, as runners write them: `8+0.08`.
    Clock(String),
    Nodes(u64),
}

/// Conditions of the games, the same for all engines.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Conditions {
    pub(crate) runner: Runner,
    pub(crate) limit: Limit,
    pub(crate) book: PathBuf,
    pub(crate) chess960: bool,
    /// Adjudicate decided games.
    pub(crate) adjudicate: bool,
    /// Transposition table of each engine in MiB.
    pub(crate) hash: u32,
    /// Search threads of each engine.
    pub(crate) threads: u32,
    /// Games at a time.
    pub(crate) concurrency: usize,
    pub(crate) seed: u64,
}

impl Conditions {
    /// Conditions that the command line asks for.
    ///
    /// # Errors
    /// If the runner or the book cannot be found, or a line of the book is not a valid opening.
    pub(crate) fn chosen(args: &ConditionArgs) -> Result<Conditions> {
        let runner = Runner::find(args.runner.as_deref())?;
        Ok(Conditions {
            runner: Runner { path: absolute(&runner.path)?, ..runner },
            limit: args.limit(),
            book: checked_book(args)?,
            chess960: args.chess960,
            adjudicate: !args.no_adjudication,
            hash: args.hash,
            threads: args.threads,
            concurrency: concurrency(args),
            seed: args.seed,
        })
    }
}

impl Conditions {
    /// Number of pairs of a match: the requested number, or else at most `default`.
    ///
    /// # Errors
    /// If more pairs are requested than the book has openings at fixed nodes, where an opening always gives the same
    /// games.
    pub(crate) fn max_pairs(&self, requested: Option<u64>, default: u64) -> Result<u64> {
        let repeats = matches!(self.limit, Limit::Nodes(_)) && self.threads == 1;
        let openings = Book::open(&self.book)?.distinct_lines().len() as u64;
        let most = if repeats { openings } else { u64::MAX };
        let pairs = requested.unwrap_or(default.min(most));
        ensure!(
            pairs <= most,
            "{pairs} pairs, expected at most {most}: {} has so many openings, and at fixed nodes an opening gives the \
             same games again",
            self.book.display()
        );
        Ok(pairs)
    }
}

/// The path of the book, after every line has been checked.
fn checked_book(args: &ConditionArgs) -> Result<PathBuf> {
    let (path, name) = (&args.book, args.book.display());
    let book = Book::open(path)?;
    if let Some(line) = book.chess960() {
        let number = line.number;
        ensure!(args.chess960, "{name}:{number}: castling of Chess960, expected --chess960 with such a book");
    }
    absolute(path).with_context(|| format!("{name}: unreadable book"))
}

/// Number of games at a time. In each game only one engine thinks at a time.
fn concurrency(args: &ConditionArgs) -> usize {
    let fitting = (processors() / args.threads as usize).max(1);
    args.concurrency.map_or(fitting, NonZeroUsize::get)
}

/// Number of processors.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// `8+0.08, Hash 16, 1 thread, uho.epd`.
impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.limit {
            Limit::Clock(clock) => f.write_str(clock)?,
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes a move")?,
        }
        let threads = if self.threads == 1 { "thread" } else { "threads" };
        let book = self.book.file_name().unwrap_or_default().to_string_lossy();
        write!(f, ", Hash {}, {} {threads}, {book}", self.hash, self.threads)?;
        f.write_str(if self.chess960 { ", Chess960" } else { "" })
    }
}
