//! Threads that play, and one that writes.
//!
//! ```text
//!   next number ──▶ thread ─┐
//!               ──▶ thread ─┼─▶ channel ──▶ games that wait for one before them ──▶ file
//!               ──▶ thread ─┘
//! ```
//!
//! Each thread takes the next number and plays that game. Games end out of order and are written in order, so duplicates
//! do not depend on the speed of threads. A stop drops unfinished games; their numbers are the first to be played when the
//! run continues.
//!
//! A position that occurs a thousand times would have a thousand times the weight, so only its first occurrence is written,
//! besides the first position of each game, by which games are counted.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};
use clap::Args;
use indicatif::{HumanCount, HumanDuration, ProgressBar};
use pgn::GameResult;
use search::engine::STACK_SIZE;
use toolkit::progress;
use types::Key;

use super::game::{PlayedGame, SelfPlayer};
use super::openings::Openings;
use super::referee::GameEnding;
use super::settings::Settings;
use crate::{Record, RecordWriter};

/// Interval between progress reports while no game ends.
const TICK: Duration = Duration::from_millis(200);
/// Interval between lines of progress where there is no terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(300);
/// Number of games in a row without a new position after which a run fails, because more would not help.
const MAX_GAMES_WITHOUT_NEW: u64 = 300;

/// Goal at which a run ends by itself. Both parts count what is in the file from earlier runs.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Goal {
    /// Ends when the file holds this many positions. Without a goal the run continues until Ctrl-C
    #[arg(long, value_name = "N")]
    pub positions: Option<u64>,
    /// Ends when the file holds this many games
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
}

impl Goal {
    pub(super) fn is_set(&self) -> bool {
        self.positions.is_some() || self.games.is_some()
    }
}

/// A file of self-play, what continues from run to run, and the counts of this run.
pub struct Collection {
    writer: RecordWriter,
    /// The positions of the file.
    seen: HashSet<Key>,
    /// Number of games in the file, which is that of the next game.
    pub games: u64,
    pub positions: u64,
    games_without_new: u64,
    pub counts: Counts,
}

impl Collection {
    /// Begins a file, or continues one with the same note.
    pub fn open(path: &Path, note: &str) -> Result<Collection> {
        let mut seen = HashSet::new();
        let (mut games, mut positions) = (0, 0);
        let writer = RecordWriter::resume(path, note, |game| {
            games += 1;
            positions += game.len() as u64;
            for position in game.iter().filter_map(|record| record.position().ok()) {
                seen.insert(position.key());
            }
        })?;
        Ok(Collection { writer, seen, games, positions, games_without_new: 0, counts: Counts::default() })
    }

    pub fn has_reached(&self, goal: &Goal) -> bool {
        goal.positions.is_some_and(|positions| self.positions >= positions)
            || goal.games.is_some_and(|games| self.games >= games)
    }

    /// Writes the next game, without positions that are already in the file.
    fn add(&mut self, game: &PlayedGame) -> Result<()> {
        let (mut fresh, mut new): (Vec<Record>, _) = (Vec::with_capacity(game.positions()), 0);
        for record in game.records.iter().chain(&game.leaves) {
            let is_new = self.seen.insert(record.position()?.key());
            new += u64::from(is_new);
            if is_new || fresh.is_empty() {
                fresh.push(*record);
            }
        }
        self.writer.write_game(&fresh)?;
        self.games += 1;
        self.positions += fresh.len() as u64;
        self.games_without_new = if new == 0 { self.games_without_new + 1 } else { 0 };
        self.counts.games += 1;
        self.counts.searched += game.positions() as u64;
        self.counts.written += fresh.len() as u64;
        self.counts.nodes += game.nodes;
        self.counts.results[game.result as usize] += 1;
        self.counts.endings[game.ending as usize] += 1;
        Ok(())
    }
}

/// Counts of a run.
#[derive(Debug, Default)]
pub struct Counts {
    pub games: u64,
    pub searched: u64,
    pub written: u64,
    nodes: u64,
    results: [u64; GameResult::ALL.len()],
    endings: [u64; GameEnding::NAMES.len()],
}

/// Plays until the goal is reached or `stop` is set, and calls `watch` at intervals.
pub fn run(
    settings: &Settings,
    openings: &Openings,
    threads: NonZeroUsize,
    goal: &Goal,
    collection: &mut Collection,
    stop: &AtomicBool,
    mut watch: impl FnMut(&Collection),
) -> Result<()> {
    let next = AtomicU64::new(collection.games);
    // Set when the goal is reached or an error occurs; separate from the user's `stop`.
    let done = AtomicBool::new(false);
    let is_over = || stop.load(Ordering::Relaxed) || done.load(Ordering::Relaxed);
    let (sender, receiver) = mpsc::channel();
    let mut waiting: BTreeMap<u64, PlayedGame> = BTreeMap::new();
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (sender, errors, next) = (sender.clone(), sender.clone(), &next);
            // A closed channel means that the run is over.
            let play = move || -> Result<()> {
                let mut player = SelfPlayer::new(settings, openings)?;
                while !is_over() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = player.play(number, is_over)? else { break };
                    if sender.send(Ok((number, game))).is_err() {
                        break;
                    }
                }
                Ok(())
            };
            let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, move || {
                if let Err(error) = play() {
                    let _ = errors.send(Err(error));
                }
            });
            if let Err(error) = thread {
                done.store(true, Ordering::Relaxed);
                return Err(anyhow!(error).context("the system refuses a thread"));
            }
        }
        drop(sender);
        let mut write = || -> Result<()> {
            while !collection.has_reached(goal) {
                match receiver.recv_timeout(TICK) {
                    Ok(played) => {
                        let (number, game) = played?;
                        waiting.insert(number, game);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                while !collection.has_reached(goal)
                    && let Some(game) = waiting.remove(&collection.games)
                {
                    collection.add(&game)?;
                    ensure!(
                        collection.games_without_new < MAX_GAMES_WITHOUT_NEW || collection.has_reached(goal),
                        "{MAX_GAMES_WITHOUT_NEW} games in a row brought no new position: the openings are too few for \
                         more games, expected a book with more lines, or more random plies"
                    );
                }
                watch(collection);
            }
            collection.writer.sync()
        };
        let written = write();
        done.store(true, Ordering::Relaxed);
        written
    })
}

/// Shows the progress of a run on standard error: a bar on a terminal, lines in a log.
pub(super) struct Progress {
    bar: ProgressBar,
    is_by_games: bool,
    started: Instant,
    logged: Instant,
}

impl Progress {
    pub(super) fn new(goal: &Goal, before: &Collection) -> Progress {
        let is_by_games = goal.positions.is_none() && goal.games.is_some();
        let bar = match goal.positions.or(goal.games) {
            Some(length) => {
                let bar = progress("{bar:30} {percent}% {msg}, {elapsed} ({eta} left)");
                bar.set_length(length);
                bar
            }
            None => progress("{spinner} {msg}, {elapsed}"),
        };
        // The speed is measured without earlier runs.
        bar.set_position(if is_by_games { before.games } else { before.positions });
        bar.reset_eta();
        let started = Instant::now();
        Progress { bar, is_by_games, started, logged: started }
    }

    pub(super) fn show(&mut self, Collection { games, positions, counts, .. }: &Collection) {
        self.bar.set_position(if self.is_by_games { *games } else { *positions });
        let [black, draws, white] = counts.results;
        let line = format!(
            "{} positions ({:.0}/s), {} games (+{white} ={draws} -{black})",
            HumanCount(*positions),
            counts.written as f64 / self.started.elapsed().as_secs_f64().max(1e-3),
            HumanCount(*games),
        );
        if self.bar.is_hidden() && self.logged.elapsed() >= LOG_INTERVAL {
            self.logged = Instant::now();
            eprintln!("{line}, {}", HumanDuration(self.started.elapsed()));
        }
        self.bar.set_message(line);
    }

    /// Removes the bar and returns the summary of this run.
    pub(super) fn summary(&self, threads: NonZeroUsize, collection: &Collection) -> String {
        self.bar.finish_and_clear();
        let Counts { games, searched, written, nodes, results, endings } = collection.counts;
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = written as f64 / seconds.max(1e-3);
        let left_out = searched - written;
        let mut text = format!(
            "{} positions of {} games in {seconds:.0} s: {rate:.0} positions/s, {:.0} a thread\n\
             {} duplicates left out ({:.1} %); {:.0} positions a game, {:.0} nodes each\n",
            HumanCount(written),
            HumanCount(games),
            rate / threads.get() as f64,
            HumanCount(left_out),
            100.0 * left_out as f64 / searched.max(1) as f64,
            searched as f64 / games.max(1) as f64,
            nodes as f64 / searched.max(1) as f64,
        );
        let results = GameResult::ALL.iter().rev().map(|&result| (result.pgn(), results[result as usize]));
        for (name, count) in results.chain(GameEnding::NAMES.into_iter().zip(endings)) {
            let share = 100.0 * count as f64 / games.max(1) as f64;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {name:<22}{count:>8} {share:>6.1} %");
        }
        text + &format!("The file holds {} positions.\n", HumanCount(collection.positions))
    }
}
