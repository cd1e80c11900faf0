//! What an iteration leaves that was stopped before its end.
//!
//! Of a search for one line, a better move than before if it has found one: with an exact score, and better than the last
//! iteration's move, which it has searched again or which was worth less. As long as the move is the same the last finished
//! iteration counts, even if the move is worth less by now: moves that are not searched yet may be better.
//!
//! Of a search for several, the lines that it had finished: they are the newest word on their moves, and on all others, which were found no better. So what the
//! iteration before told of those fills up the list, but counts no more than the worst of the finished lines:
//!
//! ```text
//!   iteration 19   Qxb7 +0.50    Rd1 +0.30    h3 +0.10
//!   iteration 20   Rd1  +0.20    (stopped: Qxb7 must be worse)
//!   told           Rd1  +0.20    Qxb7 ≤ +0.20    h3 +0.10
//! ```
//!
//! And anything rather than nothing: a search that is stopped within its first line answers with the first root move,
//! scored as well as is possible without a search.

use std::cmp::Reverse;

use tt::Bound;
use types::{Depth, Move, Ply, Score};

use crate::SearchObserver;
use crate::pv_line::PvLine;
use crate::search_position::SearchPosition;
use crate::search_thread::SearchThread;
use crate::variation::Variation;

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Puts what a stopped iteration leaves into the lines of the one before, of which so many are wanted.
    pub(crate) fn use_interrupted(&mut self, root: &SearchPosition, found: &mut Vec<PvLine>, lines: usize) {
        if !self.root.accepted().is_empty() {
            *found = self.merged_lines(found, lines);
        } else if lines == 1 || found.is_empty() {
            self.replace_best(root, found);
        }
    }

    /// The finished lines, and what is known of other moves from the iteration before.
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

    /// An earlier line in the light of those that are finished: it is no better than they are, or would be one of them.
    /// But a mate is proven, and so is what tablebases know.
    fn with_upper_bound(&self, old: &PvLine) -> PvLine {
        match self.worst_finished(old) {
            Some(score) if old.proven.is_none() && old.score > score && !old.is_better_mate_than(score) => {
                PvLine { score, bound: Bound::Upper, ..old.clone() }
            }
            _ => old.clone(),
        }
    }

    /// What a line counts for among others that rank alike. What tablebases prove they prove of all of these, and so it
    /// does not say which is the better one: an earlier line is not, unless it mates.
    fn sort_score(&self, line: &PvLine) -> Score {
        match self.worst_finished(line) {
            Some(score) if line.depth < self.iteration && !line.is_better_mate_than(score) => {
                line.score.min(score)
            }
            _ => line.score,
        }
    }

    /// The lowest score of the finished lines that rank like this one.
    fn worst_finished(&self, line: &PvLine) -> Option<Score> {
        let order = self.root.order_of(line.best_move());
        let rivals = self.root.accepted().iter().filter(|new| Some(new.order()) == order);
        rivals.map(|new| new.score).min()
    }

    /// Puts the best move that the interrupted search found into the place of the one before, if it is proven to be better
    /// or there was none.
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

    /// Whether a line of an interrupted search is better than that of the last iteration. The same move is not, whatever it
    /// is worth now, nor is a loss: other moves may be better, but they are not searched. A mate is, in any case.
    fn is_better(&self, newest: &PvLine, before: &PvLine) -> bool {
        if before.is_better_mate_than(newest.score) {
            return false;
        }
        if newest.best_move() == before.best_move() {
            return newest.is_better_mate_than(before.score);
        }
        let is_refuted = before.best_move().is_some_and(|mv| self.root.is_searched(mv));
        newest.score > before.score || is_refuted && !newest.score.is_loss()
    }

    /// Whether a move loses while others are not searched.
    fn is_unproven_loss(&self, line: &PvLine) -> bool {
        line.score.is_loss() && self.root.candidates().iter().any(|other| !other.is_searched)
    }

    /// The first move that is not searched, or the first of all.
    fn unsearched(&mut self, root: &SearchPosition) -> PvLine {
        let candidates = self.root.candidates();
        let open = candidates.iter().find(|candidate| !candidate.is_searched).or(candidates.first());
        let first = PvLine::of(open.unwrap_or(&self.root.all()[0]), Depth::ONE);
        let Some(mv) = first.best_move() else { return first };
        PvLine {
            seldepth: Ply(1),
            score: self.score_without_search(root, mv),
            line: Variation::from_iter([mv]),
            ..first
        }
    }

    /// What a move of the root is worth before any search: the end of the game that it brings about, or else the
    /// evaluation after it.
    fn score_without_search(&mut self, root: &SearchPosition, mv: Move) -> Score {
        self.go_back_to_root();
        let mut next = root.clone();
        next.play(mv);
        self.keys.push(root.key());
        if next.position.count_legal_moves() == 0 {
            return if next.position.in_check() { Score::mate_in(Ply(1)) } else { Score::DRAW };
        }
        if self.is_draw(&next, Ply(1)) { Score::DRAW } else { -next.evaluate(self.evaluator) }
    }
}
