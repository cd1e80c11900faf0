//! What a search tells while it runs, and what it returns.

use std::time::Duration;

use tt::{Bound, Permill};
use types::{Depth, Move, Ply, Score};

/// One line of thought, reported when an iteration has finished it or when its window failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The iteration.
    pub depth: Depth,
    /// The furthest ply of a node with an open window, including those of quiescence; zero windows may reach further.
    pub seldepth: Ply,
    /// The rank of the line among those searched: 1 is the best.
    pub multipv: usize,
    /// Its score for the side to move at the root.
    pub score: Score,
    /// What the score means: a bound, if the window failed, or if a lesser line is told again because the iteration was
    /// stopped in which better ones were found.
    pub bound: Bound,
    /// Moves made so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the transposition table is.
    pub hashfull: Permill,
    /// Positions looked up in the endgame tablebases.
    pub tbhits: u64,
    /// The moves. Never empty unless the root has none.
    pub pv: &'a [Move],
}

impl Line<'static> {
    /// Nothing to play: the game is over.
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

/// The root move that is being searched, reported once a search has run for a few seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurrentMove {
    /// The iteration.
    pub depth: Depth,
    /// The move.
    pub mv: Move,
    /// Which move of the iteration it is, counted from 1.
    pub number: u32,
}

/// Listens to a search. It is called on the thread that searches, so it should be quick.
pub trait Reporter {
    /// A line of thought. The last exact one with `multipv` 1 is what the [`SearchOutcome`] says.
    fn line(&mut self, line: &Line<'_>);

    /// The root move that is being searched.
    fn current_move(&mut self, current: CurrentMove) {
        let _ = current;
    }
}

/// Hears nothing.
impl Reporter for () {
    fn line(&mut self, _: &Line<'_>) {}
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOutcome {
    /// The best move; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The answer to expect: the second move of the line that was reported last.
    pub ponder: Option<Move>,
    /// The score of the best move for the side to move.
    pub score: Score,
    /// The iteration that the line is of: the last that finished, or the one that was stopped if that left something
    /// better.
    pub depth: Depth,
    /// Moves made, by all threads.
    pub nodes: u64,
}
