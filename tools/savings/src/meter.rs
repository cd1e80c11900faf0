//! Counts what a search visits, and ends it when it has spent what it may.
//!
//! Nodes are moves made. Leaves are nodes from which the search went no further, be it that their depth was
//! spent, that they were quiet, or that something decided them without a move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use search::observer::{Entered, SearchObserver};
use search::{Control, Game, Outcome};
use textbook::Counts;
use textbook::visits::Visitor;
use types::{Ply, Score};

/// What one search may cost.
#[derive(Clone, Copy, Debug)]
pub struct Caps {
    /// Moves made.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

/// What is to be searched.
pub struct Task<'a> {
    /// The position.
    pub game: &'a Game,
    /// How deep.
    pub depth: u32,
    /// At which cost.
    pub caps: Caps,
    /// Raised when the user wants no more.
    pub interrupted: &'a AtomicBool,
    /// Shows how far the search is.
    pub bar: &'a ProgressBar,
}

/// What a search cost and returned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measurement {
    /// Nodes and leaves.
    pub counts: Counts,
    /// The time it took.
    pub time: Duration,
    /// The value for the side to move; `None` if the search was ended before it had one.
    pub score: Option<Score>,
}

/// Watches a textbook search.
pub struct Meter<'a> {
    /// What was visited so far.
    pub counts: Counts,
    task: &'a Task<'a>,
    started: Instant,
    is_spent: bool,
}

/// So many nodes lie between two looks at the clock.
const LOOK_INTERVAL: u64 = 1 << 12;

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn new(task: &'a Task<'a>) -> Meter<'a> {
        Meter { counts: Counts::default(), task, started: Instant::now(), is_spent: false }
    }

    /// What it cost, with the value that the search returned, unless that means nothing.
    pub fn finish(self, score: Score) -> Measurement {
        let score = (!self.is_spent).then_some(score);
        Measurement { counts: self.counts, time: self.started.elapsed(), score }
    }

    fn is_out_of_time(&self) -> bool {
        self.task.bar.set_position(self.counts.nodes);
        self.task.interrupted.load(Ordering::Relaxed) || self.started.elapsed() >= self.task.caps.time
    }
}

impl<M> Visitor<M> for Meter<'_> {
    fn enter(&mut self, _: &[M]) {
        // What still comes is only the way back to the root.
        if self.is_spent {
            return;
        }
        if self.counts.nodes >= self.task.caps.nodes {
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

/// Watches the playing search.
pub struct EngineMeter<'a> {
    leaves: u64,
    /// Nodes entered: a little more than moves made, as a node may be searched again.
    entered: u64,
    /// Whether the last thing seen was a node entered, not left.
    came_down: bool,
    /// Whether a node was left without a score, as all are that a stop finds open.
    is_stopped: bool,
    control: &'a Control,
    task: &'a Task<'a>,
    started: Instant,
}

impl<'a> EngineMeter<'a> {
    /// Starts the clock. The control is that of the search.
    pub fn new(task: &'a Task<'a>, control: &'a Control) -> EngineMeter<'a> {
        let started = Instant::now();
        EngineMeter { leaves: 0, entered: 0, came_down: false, is_stopped: false, control, task, started }
    }

    /// What it cost, with the value that the search returned, unless it was stopped: what it has then is the best of
    /// the moves that it had come to.
    pub fn finish(self, outcome: &Outcome) -> Measurement {
        let counts = Counts { nodes: outcome.nodes, leaves: self.leaves };
        let score = (!self.is_stopped).then_some(outcome.score);
        Measurement { counts, time: self.started.elapsed(), score }
    }

    fn look(&self) {
        self.task.bar.set_position(self.entered);
        let is_out_of_time = self.started.elapsed() >= self.task.caps.time;
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
