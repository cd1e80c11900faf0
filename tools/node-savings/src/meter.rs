//! Counting the nodes of a search, measuring its time, and ending it at its limits.
//!
//! Nodes are moves made. Leaves are nodes from which the search made no move: their depth was spent, they were quiet,
//! or something decided them without a move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use indicatif::ProgressBar;
use search::observer::{Entered, SearchObserver};
use search::{Control, Game, PvLine};
use textbook::VisitCounts;
use textbook::visits::Visitor;
use types::{Ply, Score};

/// The limits of one search.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// The greatest number of moves made.
    pub nodes: u64,
    /// The greatest time, by the clock on the wall.
    pub time: Duration,
}

/// A search to be measured.
pub struct SearchTask<'a> {
    /// The position.
    pub game: &'a Game,
    /// The depth in plies.
    pub depth: u32,
    /// The limits.
    pub limits: SearchLimits,
    /// Set when the user interrupts the program.
    pub interrupted: &'a AtomicBool,
    /// Shows the progress.
    pub bar: &'a ProgressBar,
}

/// The cost and the result of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measurement {
    /// Nodes and leaves.
    pub counts: VisitCounts,
    /// The processor time, which other programs on the machine hardly change.
    pub cpu_time: Duration,
    /// The value for the side to move; `None` if the search was ended before it had one.
    pub score: Option<Score>,
}

/// Measures a textbook search.
pub struct Meter<'a> {
    /// The nodes and leaves so far.
    pub counts: VisitCounts,
    task: &'a SearchTask<'a>,
    stopwatch: Stopwatch,
    is_spent: bool,
}

/// Both times since the start of a search.
struct Stopwatch {
    wall: Instant,
    cpu: ProcessTime,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch { wall: Instant::now(), cpu: ProcessTime::now() }
    }
}

/// The number of nodes between two looks at the clock.
const LOOK_INTERVAL: u64 = 1 << 12;

impl<'a> Meter<'a> {
    /// Starts the stopwatch.
    pub fn new(task: &'a SearchTask<'a>) -> Meter<'a> {
        Meter { counts: VisitCounts::default(), task, stopwatch: Stopwatch::start(), is_spent: false }
    }

    /// Ends the measurement. A search that reached a limit has no value.
    pub fn finish(self, score: Score) -> Measurement {
        let score = (!self.is_spent).then_some(score);
        Measurement { counts: self.counts, cpu_time: self.stopwatch.cpu.elapsed(), score }
    }

    fn is_out_of_time(&self) -> bool {
        self.task.bar.set_position(self.counts.nodes);
        self.task.interrupted.load(Ordering::Relaxed)
            || self.stopwatch.wall.elapsed() >= self.task.limits.time
    }
}

impl<M> Visitor<M> for Meter<'_> {
    fn enter(&mut self, _: &[M]) {
        // The search is only returning to the root.
        if self.is_spent {
            return;
        }
        if self.counts.nodes >= self.task.limits.nodes {
            self.is_spent = true;
            return;
        }
        self.counts.nodes += 1;
        if self.counts.nodes.is_multiple_of(LOOK_INTERVAL) {
            self.is_spent = self.is_out_of_time();
        }
    }

    fn leave(&mut self, _: &[M], is_leaf: bool) {
        self.counts.leaves += u64::from(is_leaf && !self.is_spent);
    }

    fn should_stop(&self) -> bool {
        self.is_spent
    }
}

/// Measures a search of the engine.
pub struct EngineMeter<'a> {
    leaves: u64,
    /// Nodes entered: a little more than moves made, because some are searched again.
    entered: u64,
    /// True if the last event was a node entered, not left.
    came_down: bool,
    /// True if a node was left without a score, which happens to all open nodes when a search is stopped.
    is_stopped: bool,
    control: &'a Control,
    task: &'a SearchTask<'a>,
    stopwatch: Stopwatch,
}

impl<'a> EngineMeter<'a> {
    /// Starts the stopwatch. `control` is that of the search.
    pub fn new(task: &'a SearchTask<'a>, control: &'a Control) -> EngineMeter<'a> {
        EngineMeter {
            leaves: 0,
            entered: 0,
            came_down: false,
            is_stopped: false,
            control,
            task,
            stopwatch: Stopwatch::start(),
        }
    }

    /// Ends the measurement. A stopped search has no value: its score is only that of the moves searched so far.
    pub fn finish(self, outcome: &PvLine) -> Measurement {
        let counts = VisitCounts { nodes: outcome.nodes, leaves: self.leaves };
        let score = (!self.is_stopped).then_some(outcome.score);
        Measurement { counts, cpu_time: self.stopwatch.cpu.elapsed(), score }
    }

    fn look(&self) {
        self.task.bar.set_position(self.entered);
        let is_out_of_time = self.stopwatch.wall.elapsed() >= self.task.limits.time;
        if is_out_of_time || self.task.interrupted.load(Ordering::Relaxed) {
            self.control.stop();
        }
    }
}

impl SearchObserver for EngineMeter<'_> {
    fn enter(&mut self, _: &Entered) {
        self.came_down = true;
        self.entered += 1;
        if self.entered.is_multiple_of(LOOK_INTERVAL) {
            self.look();
        }
    }

    fn leave(&mut self, _: Ply, score: Option<Score>) {
        self.is_stopped |= score.is_none();
        self.leaves += u64::from(self.came_down);
        self.came_down = false;
    }
}
