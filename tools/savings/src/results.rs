//! What was measured: every method on every position at every depth.

use std::time::Duration;

use textbook::Counts;

use crate::meter::Measurement;
use crate::methods::{Family, Method};

/// One search.
#[derive(Clone, Debug)]
pub struct Run {
    /// Which position, counted from 0.
    pub position: usize,
    /// How deep.
    pub depth: u32,
    /// What came out.
    pub measured: Measurement,
}

/// All searches of a method.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is called.
    pub name: String,
    /// Which value it must return.
    pub family: Family,
    /// Whether it is drawn.
    pub is_landmark: bool,
    /// Position by position, each from depth 1 on, up to the first search that was capped.
    pub runs: Vec<Run>,
}

/// A row at one depth, over all positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Total {
    /// Nodes and leaves, of the searches that were capped as well.
    pub counts: Counts,
    /// The time.
    pub time: Duration,
    /// How many positions were searched to the end.
    pub finished: usize,
}

impl Row {
    /// A row without any search so far.
    pub fn of(method: &Method) -> Row {
        let Method { name, family, is_landmark, .. } = method.clone();
        Row { name, family, is_landmark, runs: Vec::new() }
    }

    /// What a depth cost; `None` if nothing was searched that deep. A position that was capped at a lesser depth counts
    /// with what it had cost by then.
    pub fn total(&self, depth: u32) -> Option<Total> {
        let is_last = |run: &&Run| run.depth == depth || run.depth < depth && run.measured.score.is_none();
        let mut runs = self.runs.iter().filter(is_last).peekable();
        runs.peek()?;
        let mut total = Total { counts: Counts::default(), time: Duration::ZERO, finished: 0 };
        for Run { measured, .. } in runs {
            total.counts.nodes += measured.counts.nodes;
            total.counts.leaves += measured.counts.leaves;
            total.time += measured.time;
            total.finished += usize::from(measured.score.is_some());
        }
        Some(total)
    }

    /// What a position cost at a depth.
    pub fn run(&self, position: usize, depth: u32) -> Option<&Measurement> {
        let found = self.runs.iter().find(|run| (run.position, run.depth) == (position, depth));
        found.map(|run| &run.measured)
    }
}
