//! The reports of a running search, and its result.

use std::time::Duration;

use tt::{Bound, Permill};
use types::{Depth, Move, Ply, Score};

/// A searched line, reported when an iteration has finished it or when its window failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The depth of the iteration.
    pub depth: Depth,
    /// The greatest ply of a PV node, including those of quiescence. Zero-window nodes may be deeper.
    pub seldepth: Ply,
    /// The number of the line among those searched: 1 is the best.
    pub multipv: usize,
    /// The score for the side to move at the root.
    pub score: Score,
    /// The kind of the score. It is a bound if the window failed, or for a line of an earlier iteration when the last
    /// was stopped after it had found better ones.
    pub bound: Bound,
    /// The number of moves made so far by all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The part of the transposition table that is in use.
    pub hashfull: Permill,
    /// The number of positions found in the endgame tablebases.
    pub tbhits: u64,
    /// The moves. Empty only if the root has no legal move.
    pub pv: &'a [Move],
}

impl Line<'static> {
    /// The line of a root without moves.
    pub(crate) fn without_moves(score: Score) -> Line<'static> {
        Line {
            depth: Depth::ZERO,
            seldepth: Ply::ROOT,
            multipv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: Permill(0),
            tbhits: 0,
            pv: &[],
        }
    }
}

/// The root move that is being searched. It is reported once a search has run for a few seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurrentMove {
    /// The depth of the iteration.
    pub depth: Depth,
    /// The move.
    pub mv: Move,
    /// The number of the move in the iteration, from 1 on.
    pub number: u32,
}

/// Receives the reports of a search. It is called on the thread that searches, so it should be quick.
pub trait Reporter {
    /// Receives a line. The last exact one with `multipv` 1 agrees with the [`SearchOutcome`].
    fn line(&mut self, line: &Line<'_>);

    /// Receives the root move that is being searched.
    fn current_move(&mut self, current: CurrentMove) {
        let _ = current;
    }
}

/// Ignores all reports.
impl Reporter for () {
    fn line(&mut self, _: &Line<'_>) {}
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOutcome {
    /// The best move; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply: the second move of the line that was reported last.
    pub ponder: Option<Move>,
    /// The score of the best move for the side to move.
    pub score: Score,
    /// The depth of the iteration that found the line: the last finished one, or the interrupted one if it found a
    /// better line.
    pub depth: Depth,
    /// The number of moves made by all threads.
    pub nodes: u64,
}
