//! Threads that play, and one that writes.
//!
//! ```text
//!   next number ──▶ thread ─┐
//!               ──▶ thread ─┼─▶ channel ──▶ games that wait for one before them ──▶ file
//!               ──▶ thread ─┘
//! ```
//!
//! Each thread takes the next number and plays that game. Games end out of order and are written in order, so
//! duplicates do not depend on the speed of threads. A stop drops unfinished games; their numbers are the first to be
//! played when the run continues.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use positions::{Record, RecordWriter};
use search::engine::STACK_SIZE;

use crate::duplicates::Duplicates;
use crate::openings::Openings;
use crate::self_player::{PlayedGame, SelfPlayer};
use crate::settings::RunSettings;
use crate::tally::RunCounts;

/// Interval between progress reports while no game ends.
const TICK: Duration = Duration::from_millis(200);

/// Number of games in a row without a new position after which a run fails, because more would not help.
const MAX_GAMES_WITHOUT_NEW: u64 = 300;

/// Goal at which a run ends by itself. Both parts count what is in the file from earlier runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunGoal {
    /// Number of positions in the file.
    pub positions: Option<u64>,
    /// Number of games in the file.
    pub games: Option<u64>,
}

/// State that continues from run to run.
pub struct Collection {
    /// The file.
    pub writer: RecordWriter,
    /// Positions of the file.
    pub seen: Duplicates,
    /// The number of the next game.
    pub next_game: u64,
    /// Number of positions in the file.
    pub positions: u64,
    /// Number of games in a row that brought no new position.
    games_without_new: u64,
}

impl RunGoal {
    /// Returns `true` if there is a goal. Otherwise the run continues until it is interrupted.
    pub fn is_set(&self) -> bool {
        self.positions.is_some() || self.games.is_some()
    }
}

impl Collection {
    /// Begins with an empty file.
    pub fn new(writer: RecordWriter) -> Collection {
        Collection::resumed(writer, Duplicates::default(), 0, 0)
    }

    /// Continues a file with these contents.
    pub fn resumed(writer: RecordWriter, seen: Duplicates, next_game: u64, positions: u64) -> Collection {
        Collection { writer, seen, next_game, positions, games_without_new: 0 }
    }

    /// Returns `true` if the goal is reached.
    pub fn has_reached(&self, goal: &RunGoal) -> bool {
        goal.positions.is_some_and(|positions| self.positions >= positions)
            || goal.games.is_some_and(|games| self.next_game >= games)
    }

    /// Writes the next game, without positions that are already in the file. Returns the number of positions written.
    fn add(&mut self, game: &PlayedGame) -> Result<usize> {
        let mut fresh: Vec<Record> = Vec::with_capacity(game.positions());
        for record in game.records.iter().chain(&game.leaves) {
            if self.seen.insert(record.position()?.key()) {
                fresh.push(*record);
            }
        }
        self.writer.write_game(&fresh).context("the file cannot be written")?;
        self.next_game += 1;
        self.positions += fresh.len() as u64;
        self.games_without_new = if fresh.is_empty() { self.games_without_new + 1 } else { 0 };
        Ok(fresh.len())
    }
}

/// Plays until the goal is reached or `stop` is set, and calls `watch` at intervals with the counts. Finished games
/// are written even after an error, if the file can be written.
///
/// # Errors
/// If a game cannot be played, the file cannot be written, or games bring no new positions any more.
pub fn run(
    settings: &RunSettings,
    openings: &Openings,
    threads: NonZeroUsize,
    goal: &RunGoal,
    collection: &mut Collection,
    stop: &AtomicBool,
    mut watch: impl FnMut(&RunCounts),
) -> Result<()> {
    let next = AtomicU64::new(collection.next_game);
    // Set when the goal is reached or an error occurs; separate from the user's `stop`.
    let done = AtomicBool::new(false);
    let is_over = || stop.load(Ordering::Relaxed) || done.load(Ordering::Relaxed);
    let (sender, receiver) = mpsc::channel();
    let mut waiting: BTreeMap<u64, PlayedGame> = BTreeMap::new();
    let mut tally = RunCounts::default();
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let (sender, next) = (sender.clone(), &next);
            let play = move || {
                if let Err(error) = play_games(settings, openings, next, is_over, &sender) {
                    let _ = sender.send(Err(error));
                }
            };
            let thread = thread::Builder::new().stack_size(STACK_SIZE);
            if let Err(error) = thread.spawn_scoped(scope, play) {
                done.store(true, Ordering::Relaxed);
                return Err(anyhow!(error).context("the system refuses a thread"));
            }
        }
        drop(sender);
        let mut outcome = Ok(());
        while !collection.has_reached(goal) && outcome.is_ok() {
            match receiver.recv_timeout(TICK) {
                Ok(Ok((number, game))) => {
                    waiting.insert(number, game);
                    outcome = write_in_order(&mut waiting, collection, goal, &mut tally);
                }
                Ok(Err(error)) => outcome = Err(error),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            watch(&tally);
        }
        done.store(true, Ordering::Relaxed);
        let flushed = collection.writer.flush().context("the file cannot be written");
        outcome.and(flushed)
    })
}

/// The work of a thread. A closed channel means that the run is over.
fn play_games(
    settings: &RunSettings,
    openings: &Openings,
    next: &AtomicU64,
    is_over: impl Fn() -> bool,
    sender: &mpsc::Sender<Result<(u64, PlayedGame)>>,
) -> Result<()> {
    let mut player = SelfPlayer::new(settings, openings)?;
    while !is_over() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(game) = player.play(number, &is_over)? else { break };
        if sender.send(Ok((number, game))).is_err() {
            break;
        }
    }
    Ok(())
}

fn write_in_order(
    waiting: &mut BTreeMap<u64, PlayedGame>,
    collection: &mut Collection,
    goal: &RunGoal,
    tally: &mut RunCounts,
) -> Result<()> {
    while !collection.has_reached(goal)
        && let Some(game) = waiting.remove(&collection.next_game)
    {
        let written = collection.add(&game)?;
        tally.add(&game, written);
        ensure!(
            collection.games_without_new < MAX_GAMES_WITHOUT_NEW || collection.has_reached(goal),
            "{MAX_GAMES_WITHOUT_NEW} games in a row brought no new position: the openings are too few for more games, \
             expected a book with more lines, or more random plies"
        );
    }
    Ok(())
}
