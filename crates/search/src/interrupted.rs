//! The result of an interrupted iteration.
//!
//! With one line, it replaces the line of the last iteration only by a better move: one with an exact score, above
//! that of the old move, which was searched again or scored less before. If the best move is the same, the line of
//! the last finished iteration stays, even if its score is lower now, since moves that are not searched yet may be
//! better.
//!
//! With several lines, the lines that it has finished come first. All other moves were found no better. So their
//! lines from the iteration before fill up the list, with scores limited by the worst of the finished lines:
//!
//! ```text
//!   iteration 19   Qxb7 +0.50    Rd1 +0.30    h3 +0.10
//!   iteration 20   Rd1  +0.20    (stopped: Qxb7 must be worse)
//!   reported       Rd1  +0.20    Qxb7 ≤ +0.20    h3 +0.10
//! ```
//!
//! A search that is stopped within its first line returns the first root move, with a score computed without a
//! search.

use std::cmp::Reverse;

use tt::Bound;
use types::{Depth, Move, Ply, Score};

use crate::SearchObserver;
use crate::position::SearchPosition;
use crate::report::PvLine;
use crate::thread::SearchThread;

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Updates the lines of the last iteration by the results of an interrupted one. `lines` is the wanted number.
    pub(crate) fn use_interrupted(&mut self, root: &SearchPosition, found: &mut Vec<PvLine>, lines: usize) {
        if !self.root.accepted().is_empty() {
            *found = self.merged_lines(found, lines);
        } else if lines == 1 || found.is_empty() {
            self.replace_best(root, found);
        }
    }

    /// The finished lines, and the lines of other moves from the iteration before.
    fn merged_lines(&self, before: &[PvLine], lines: usize) -> Vec<PvLine> {
        let accepted = self.root.accepted();
        let is_accepted = |old: &&PvLine| accepted.iter().any(|new| old.best_move() == Some(new.mv));
        let rest = before.iter().filter(|old| !is_accepted(old)).map(|old| self.with_upper_bound(old));
        let finished = accepted.iter().map(|new| {
            let new = PvLine::of(new, self.iteration);
            let old = before.iter().find(|old| old.best_move() == new.best_move());
            old.filter(|old| old.is_better_mate_than(new.score)).cloned().unwrap_or(new)
        });
        let mut newest: Vec<PvLine> = finished.chain(rest).collect();
        newest.sort_by_key(|line| Reverse((self.root.order_of(line.best_move()), self.sort_score(line))));
        newest.truncate(lines);
        newest
    }

    /// An earlier line with its score limited by the worst finished line, since it would be one of those otherwise.
    /// Mates and tablebase scores are proven, so they are not limited.
    fn with_upper_bound(&self, old: &PvLine) -> PvLine {
        match self.worst_finished(old) {
            Some(score) if old.proven.is_none() && old.score > score && !old.is_better_mate_than(score) => {
                PvLine { bound: Bound::Upper, ..old.clone().with_searched_score(score) }
            }
            _ => old.clone(),
        }
    }

    /// The sort key of a line among others of the same rank. Tablebases prove the same for all of these, so the
    /// searched scores order them, and an earlier line comes after the finished ones unless it is a mate.
    fn sort_score(&self, line: &PvLine) -> Score {
        match self.worst_finished(line) {
            Some(score) if line.depth < self.iteration && !line.is_better_mate_than(score) => {
                line.searched_score.min(score)
            }
            _ => line.searched_score,
        }
    }

    /// The lowest score of the finished lines with the same rank as this one.
    fn worst_finished(&self, line: &PvLine) -> Option<Score> {
        let order = self.root.order_of(line.best_move());
        let rivals = self.root.accepted().iter().filter(|new| Some(new.order()) == order);
        rivals.map(|new| new.score).min()
    }

    /// Replaces the best line by that of the interrupted search, if that is proven to be better or there was none.
    fn replace_best(&mut self, root: &SearchPosition, found: &mut Vec<PvLine>) {
        let newest =
            self.root.best_exact().map(|best| PvLine::of(best, self.iteration).completed_from(found));
        match (found.first(), newest) {
            (Some(before), Some(newest)) if !self.is_better(&newest, before) => {}
            (Some(_), None) => {}
            (_, Some(newest)) if !found.is_empty() || !self.is_unproven_loss(&newest) => {
                *found = vec![newest]
            }
            _ => *found = vec![self.unsearched(root)],
        }
    }

    /// Returns true if a line of an interrupted search is better than that of the last iteration. A mate is. A line
    /// of the same move is not, whatever its score is now, nor is a loss: moves that are not searched may be better.
    fn is_better(&self, newest: &PvLine, before: &PvLine) -> bool {
        if before.is_better_mate_than(newest.searched_score) {
            return false;
        }
        if newest.best_move() == before.best_move() {
            return newest.is_better_mate_than(before.searched_score);
        }
        let is_refuted = before.best_move().is_some_and(|mv| self.root.is_searched(mv));
        newest.searched_score > before.searched_score || is_refuted && !newest.searched_score.is_loss()
    }

    /// Returns true if a move loses while others are not searched.
    fn is_unproven_loss(&self, line: &PvLine) -> bool {
        line.searched_score.is_loss() && self.root.candidates().iter().any(|other| !other.is_searched)
    }

    /// The line of the first move that is not searched, or of the first move.
    fn unsearched(&mut self, root: &SearchPosition) -> PvLine {
        let candidates = self.root.candidates();
        let open = candidates.iter().find(|candidate| !candidate.is_searched).or(candidates.first());
        let first = PvLine::of(open.unwrap_or(&self.root.all()[0]), Depth::ONE);
        let Some(mv) = first.best_move() else { return first };
        let score = self.score_without_search(root, mv);
        PvLine { seldepth: Ply(1), pv: vec![mv], ..first }.with_searched_score(score)
    }

    /// The score of a root move without a search: the result if it ends the game, otherwise the evaluation after it.
    fn score_without_search(&mut self, root: &SearchPosition, mv: Move) -> Score {
        let mut next = root.clone();
        next.play(mv);
        if next.position.count_legal_moves() == 0 {
            return if next.position.in_check() { Score::mate_in(Ply(1)) } else { Score::DRAW };
        }
        self.keys.push(root.key());
        let is_draw = self.is_draw(&next, Ply(1));
        self.keys.pop();
        if is_draw { Score::DRAW } else { -next.evaluate(self.evaluator) }
    }
}
