//! A line with its score.

use std::time::Duration;

use tt::{Bound, Permill};
use types::{Depth, Move, Ply, Score};

use crate::report::Line;
use crate::root::RootMove;
use crate::variation::Variation;

/// The result of a search: a line with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PvLine {
    pub(crate) depth: Depth,
    pub(crate) seldepth: Ply,
    /// The score that the search found.
    pub(crate) score: Score,
    /// The kind of that score.
    pub(crate) bound: Bound,
    /// The score that the tablebases prove.
    pub(crate) proven: Option<Score>,
    pub(crate) line: Variation,
}

impl PvLine {
    pub(crate) fn of(root_move: &RootMove, depth: Depth) -> PvLine {
        let RootMove { seldepth, score, rank, ref line, .. } = *root_move;
        let proven = rank.and_then(|rank| rank.proven);
        PvLine { depth, seldepth, score, bound: Bound::Exact, proven, line: line.clone() }
    }

    /// The score to report: that of the tablebases, or the mate that the search found for the side that wins by them.
    pub(crate) fn reported_score(&self) -> Score {
        match self.proven {
            Some(proven) if !(self.score.is_mate() && self.score.0.signum() == proven.0.signum()) => proven,
            _ => self.score,
        }
    }

    /// The line, continued by the moves of an earlier line with the same score if that begins with this one.
    pub(crate) fn completed_from(self, before: &[PvLine]) -> PvLine {
        let goes_on = |old: &&PvLine| old.score == self.score && old.line.starts_with(&self.line);
        match before.iter().find(goes_on) {
            Some(old) => PvLine { line: old.line.clone(), ..self },
            None => self,
        }
    }

    /// The line in the form for the reporter.
    pub(crate) fn to_report(&self, multipv: usize, progress: SearchProgress) -> Line<'_> {
        let PvLine { depth, seldepth, bound, ref line, .. } = *self;
        let SearchProgress { nodes, time, hashfull, tbhits } = progress;
        let score = self.reported_score();
        Line { depth, seldepth, multipv, score, bound, nodes, time, hashfull, tbhits, pv: line }
    }

    pub(crate) fn best_move(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// Returns true if this line is a mate and better than a score. Mates are proven.
    pub(crate) fn is_better_mate_than(&self, score: Score) -> bool {
        self.score.is_mate() && self.score > Score::DRAW.max(score)
    }
}

/// The counts of a search so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchProgress {
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    pub(crate) hashfull: Permill,
    pub(crate) tbhits: u64,
}
