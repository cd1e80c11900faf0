//! What a search reports: its lines, and the root move that it is at.

use std::time::Duration;

use tt::{Bound, Permill};
use types::{Depth, Move, Ply, Score};

/// A principal variation with its score: reported when an iteration has finished it or when its window failed, and the
/// result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PvLine {
    /// The depth of the iteration that found it.
    pub depth: Depth,
    /// The greatest ply of a PV node, including those of quiescence. Zero-window nodes may be deeper.
    pub seldepth: Ply,
    /// The number of the line among those searched: 1 is the best.
    pub multipv: usize,
    /// The score for the side to move at the root: that of the search, or the one that tablebases prove instead.
    pub score: Score,
    /// The score that the search found.
    pub searched_score: Score,
    /// The score that tablebases prove.
    pub proven: Option<Score>,
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
    pub pv: Vec<Move>,
}

impl PvLine {
    /// A line that is not searched: of these moves, at depth zero, with an exact score.
    pub fn new(score: Score, pv: Vec<Move>) -> PvLine {
        PvLine {
            depth: Depth::ZERO,
            seldepth: Ply::ROOT,
            multipv: 1,
            score,
            searched_score: score,
            proven: None,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: Permill(0),
            tbhits: 0,
            pv,
        }
    }

    /// The line with another score from the search. What tablebases prove replaces it, unless the search has found a
    /// mate for the side that wins by them.
    pub(crate) fn with_searched_score(self, searched_score: Score) -> PvLine {
        let score = match self.proven {
            Some(proven) if !searched_score.is_mate() || searched_score.0.signum() != proven.0.signum() => {
                proven
            }
            _ => searched_score,
        };
        PvLine { score, searched_score, ..self }
    }

    /// The line, continued by the moves of an earlier line with the same score if that begins with this one.
    pub(crate) fn completed_from(self, earlier: &[PvLine]) -> PvLine {
        let goes_on =
            |old: &&PvLine| old.searched_score == self.searched_score && old.pv.starts_with(&self.pv);
        match earlier.iter().find(goes_on) {
            Some(old) => PvLine { pv: old.pv.clone(), ..self },
            None => self,
        }
    }

    /// The first move; `None` only if the root has no legal move.
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// The expected reply to the first move.
    pub fn ponder_move(&self) -> Option<Move> {
        self.pv.get(1).copied()
    }

    /// Returns true if this line is a mate and better than a score. Mates are proven.
    pub(crate) fn is_better_mate_than(&self, score: Score) -> bool {
        self.searched_score.is_mate() && self.searched_score > Score::DRAW.max(score)
    }
}

/// The root move that is being searched. It is reported once a search has run for a few seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurrentMove {
    pub depth: Depth,
    pub mv: Move,
    /// The number of the move in the iteration, from 1 on.
    pub number: u32,
}

/// Receives the reports of a search. It is called on the thread that searches, so it should be quick.
pub trait Reporter {
    /// Receives a line. The last exact one with `multipv` 1 is the result of the search.
    fn line(&mut self, line: &PvLine);

    /// Receives the root move that is being searched.
    fn current_move(&mut self, current: CurrentMove) {
        let _ = current;
    }

    /// Receives the number of threads that were wanted, if the system refuses some, and the number that search instead.
    fn refused_threads(&mut self, wanted: usize, had: usize) {
        let _ = (wanted, had);
    }
}

impl Reporter for () {
    fn line(&mut self, _: &PvLine) {}
}
