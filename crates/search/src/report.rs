//! The reports of a running search, and its result.
//!
//! The main thread reports the lines of every iteration, and at the end the lines of the result. In a long search it
//! also reports failed windows and the current root move. Other threads report nothing.

use std::time::Duration;

use tt::{Bound, Permill};
use types::{Depth, Move, Ply, Score};

use crate::SearchObserver;
use crate::position::SearchPosition;
use crate::root::RootMove;
use crate::worker::Worker;

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

    /// The line of a root move that an iteration has searched.
    pub(crate) fn of(root_move: &RootMove, depth: Depth) -> PvLine {
        let RootMove { seldepth, score, rank, ref pv, .. } = *root_move;
        let proven = rank.and_then(|rank| rank.proven);
        PvLine { depth, seldepth, proven, ..PvLine::new(score, pv.clone()) }.with_searched_score(score)
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

/// 1 for a win, 0 for a draw, -1 for a loss.
fn result_of(score: Score) -> i32 {
    if score.is_decisive() { score.0.signum() } else { 0 }
}

/// From this time on a search is long: it reports what happens within an iteration.
const LONG: Duration = Duration::from_secs(3);

impl<O: SearchObserver> Worker<'_, O> {
    /// Cuts lines with a tablebase result before the first move that changes it. The search knows the result at the root, but
    /// behind it no tablebases are probed, so that a line may give it away.
    pub(crate) fn cut_lines(&mut self, root: &SearchPosition, lines: &mut [PvLine]) {
        let Some(tablebases) = self.shared.tablebases else { return };
        let Some(main) = &mut self.main else { return };
        for line in lines {
            // Mates are proven by the search.
            let has_result = line.proven.is_some() || line.score.is_decisive();
            if !has_result || line.score.is_mate() {
                continue;
            }
            let side = root.position.side_to_move();
            let expected = result_of(line.score);
            let mut position = root.position.clone();
            let mut keeps_result = |mv: Move| {
                // Tables may lie on a slow disk, so late in a search the line ends here.
                if main.time.is_half_of_time_used() {
                    return false;
                }
                position.play(mv);
                match tablebases.result(&position).inspect(|_| self.shared.add_tablebase_hits(1)) {
                    Some(score) if position.side_to_move() == side => result_of(score) == expected,
                    Some(score) => result_of(-score) == expected,
                    None => true,
                }
            };
            let kept = line.pv.iter().take_while(|&&mv| keeps_result(mv)).count();
            line.pv.truncate(kept.max(1));
        }
    }

    /// Reports all lines, the best first.
    pub(crate) fn report_lines(&mut self, lines: &[PvLine]) {
        for (index, line) in lines.iter().enumerate() {
            self.report(line, index + 1);
        }
    }

    /// Reports a line, with the counts of the search so far.
    fn report(&mut self, line: &PvLine, multipv: usize) {
        self.publish_nodes();
        let Some(main) = &mut self.main else { return };
        let (nodes, tbhits) = (self.shared.nodes(), self.shared.tablebase_hits());
        let (time, hashfull) = (main.time.elapsed(), self.shared.table.hashfull());
        main.reporter.line(&PvLine { multipv, nodes, time, hashfull, tbhits, ..line.clone() });
        main.reported.truncate(multipv - 1);
        main.reported.push(line.clone());
        main.reported_nodes = nodes;
    }

    /// Reports the lines of the result with the final node count, unless the last report was the same.
    pub(crate) fn report_last(&mut self, root: &SearchPosition, lines: &mut [PvLine]) {
        self.publish_nodes();
        if self.main.as_ref().is_some_and(|main| main.reported != lines) {
            self.cut_lines(root, lines);
        }
        let nodes = self.shared.nodes();
        if self.main.as_ref().is_some_and(|main| main.reported != lines || main.reported_nodes != nodes) {
            self.report_lines(lines);
        }
    }

    /// Reports a failed window, in a long search.
    pub(crate) fn report_failed_window(&mut self, score: Score, bound: Bound) {
        if self.shared.limits.multi_pv.get() > 1 || !self.takes_long() {
            return;
        }
        let failed = PvLine::of(&self.root.all()[0], self.iteration).with_searched_score(score);
        // If tablebases prove the score, a bound adds nothing.
        if failed.proven.is_some() {
            return;
        }
        self.report(&PvLine { bound, ..failed }, 1);
    }

    /// Reports the current root move, in a long search.
    pub(crate) fn report_current_move(&mut self, mv: Move, number: u32) {
        if self.takes_long()
            && let Some(main) = &mut self.main
        {
            main.reporter.current_move(CurrentMove { depth: self.iteration, mv, number });
        }
    }

    /// Returns true if the search has run for a long time.
    fn takes_long(&self) -> bool {
        self.main.as_ref().is_some_and(|main| main.time.elapsed() >= LONG)
    }
}
