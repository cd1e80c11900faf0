//! The measurements: every method on every position at every depth.

use std::time::Duration;

use textbook::VisitCounts;

use crate::meter::Measurement;
use crate::methods::{Family, LineStyle, Method};

/// One search.
#[derive(Clone, Debug)]
pub struct Run {
    /// The index of the position, from 0.
    pub position: usize,
    /// The depth in plies.
    pub depth: u32,
    /// The cost and the result.
    pub measured: Measurement,
}

/// All measurements of a method.
#[derive(Clone, Debug)]
pub struct MethodResult {
    /// Its name.
    pub name: String,
    /// The methods whose value it must return.
    pub family: Family,
    /// The style of its line in the plot; `None` if it has none.
    pub line: Option<LineStyle>,
    /// Position by position, each from depth 1 on, up to the first search that was capped.
    pub runs: Vec<Run>,
}

/// A row at one depth, over all positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Total {
    /// Nodes and leaves, including those of capped searches.
    pub counts: VisitCounts,
    /// The processor time.
    pub cpu_time: Duration,
    /// The number of positions searched to the end.
    pub finished: usize,
}

impl MethodResult {
    /// A row without any search so far.
    pub fn of(method: &Method) -> MethodResult {
        let Method { name, family, line, .. } = method.clone();
        MethodResult { name, family, line, runs: Vec::new() }
    }

    /// The cost of a depth; `None` if no position was searched that deep. A position that was capped at a lesser depth
    /// counts with its cost up to then.
    pub fn total(&self, depth: u32) -> Option<Total> {
        let is_last = |run: &&Run| run.depth == depth || run.depth < depth && run.measured.score.is_none();
        let mut runs = self.runs.iter().filter(is_last).peekable();
        runs.peek()?;
        let mut total = Total { counts: VisitCounts::default(), cpu_time: Duration::ZERO, finished: 0 };
        for Run { measured, .. } in runs {
            total.counts.nodes += measured.counts.nodes;
            total.counts.leaves += measured.counts.leaves;
            total.cpu_time += measured.cpu_time;
            total.finished += usize::from(measured.score.is_some());
        }
        Some(total)
    }

    /// The measurement of a position at a depth.
    pub fn run(&self, position: usize, depth: u32) -> Option<&Measurement> {
        let found = self.runs.iter().find(|run| (run.position, run.depth) == (position, depth));
        found.map(|run| &run.measured)
    }
}
