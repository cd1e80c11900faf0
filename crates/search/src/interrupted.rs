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

use movegen::Position;
use movegen::see::PIECE_VALUES;
use tt::Bound;
use types::{Depth, Move, Ply, Score};

use crate::SearchObserver;
use crate::position::SearchPosition;
use crate::report::PvLine;
use crate::worker::Worker;

impl<O: SearchObserver> Worker<'_, O> {
    /// The lines of the last iteration, changed by the results of an interrupted one. `wanted` is their number.
    pub(crate) fn interrupted_lines(
        &mut self,
        root: &SearchPosition,
        lines: Vec<PvLine>,
        wanted: usize,
    ) -> Vec<PvLine> {
        if !self.root.accepted().is_empty() {
            return self.merged_lines(&lines, wanted);
        }
        if wanted > 1 && !lines.is_empty() {
            return lines;
        }
        let best = self.root.best_exact().map(|best| PvLine::of(best, self.iteration));
        let best = best.map(|best| best.completed_from(&lines));
        if let Some(old) = lines.first() {
            return match best {
                Some(best) if self.is_better(&best, old) => vec![best],
                _ => lines,
            };
        }
        // A loss is not proven while other moves are not searched.
        let all_searched = self.root.candidates().iter().all(|candidate| candidate.is_searched);
        match best {
            Some(best) if all_searched || !best.searched_score.is_loss() => vec![best],
            _ => vec![self.unsearched(root)],
        }
    }

    /// The finished lines, and the lines of other moves from the iteration before.
    fn merged_lines(&self, old_lines: &[PvLine], wanted: usize) -> Vec<PvLine> {
        let accepted = self.root.accepted();
        // The lowest score of the finished lines with the same tablebase rank as a line. A line of another move is worth no
        // more, since it would be one of those otherwise, unless it is a mate.
        let limit = |line: &PvLine| {
            let order = self.root.order_of(line.best_move());
            let rivals = accepted.iter().filter(|new| Some(new.order()) == order);
            rivals.map(|new| new.score).min().filter(|&score| !line.is_better_mate_than(score))
        };
        let finished = accepted.iter().map(|new| {
            let new = PvLine::of(new, self.iteration);
            let old = old_lines.iter().find(|old| old.best_move() == new.best_move());
            old.filter(|old| old.is_better_mate_than(new.searched_score)).cloned().unwrap_or(new)
        });
        let is_other = |old: &&PvLine| accepted.iter().all(|new| old.best_move() != Some(new.mv));
        let others = old_lines.iter().filter(is_other).map(|old| match limit(old) {
            // Scores that tablebases prove are not limited.
            Some(score) if old.proven.is_none() && old.score > score => {
                PvLine { bound: Bound::Upper, ..old.clone().with_searched_score(score) }
            }
            _ => old.clone(),
        });
        let mut lines: Vec<PvLine> = finished.chain(others).collect();
        // Tablebases prove the same for all lines of a rank, so the searched scores order these.
        lines.sort_by_key(|line| {
            let is_old = line.depth < self.iteration;
            let score = limit(line)
                .filter(|_| is_old)
                .map_or(line.searched_score, |score| line.searched_score.min(score));
            Reverse((self.root.order_of(line.best_move()), score))
        });
        lines.truncate(wanted);
        lines
    }

    /// Returns true if a line of an interrupted search is better than that of the last iteration. A mate is. A line
    /// of the same move is not, whatever its score is now, nor is a loss: moves that are not searched may be better.
    fn is_better(&self, new: &PvLine, old: &PvLine) -> bool {
        if old.is_better_mate_than(new.searched_score) {
            return false;
        }
        if new.best_move() == old.best_move() {
            return new.is_better_mate_than(old.searched_score);
        }
        let is_refuted = old.best_move().is_some_and(|mv| self.root.is_searched(mv));
        new.searched_score > old.searched_score || is_refuted && !new.searched_score.is_loss()
    }

    /// The line of the first move that is not searched, or of the first move. Its score is the result if the move ends the
    /// game, otherwise the evaluation after the exchanges that follow it.
    fn unsearched(&mut self, root: &SearchPosition) -> PvLine {
        let candidates = self.root.candidates();
        let open = candidates.iter().find(|candidate| !candidate.is_searched).or(candidates.first());
        let root_move = open.unwrap_or(&self.root.all()[0]);
        let (mv, line) = (root_move.mv, PvLine::of(root_move, Depth::ONE));
        let mut next = root.clone();
        next.play(mv);
        self.keys.push(root.key());
        let is_draw = self.is_draw(&next, Ply(1));
        self.keys.pop();
        let score = if next.position.in_check() && next.position.count_legal_moves() == 0 {
            Score::mate_in(Ply(1))
        } else if is_draw {
            Score::DRAW
        } else {
            // Each side in turn takes what it wins by an exchange.
            let mut side = -1;
            while let Some(reply) = winning_exchange(&next.position) {
                next.play(reply);
                side = -side;
            }
            Score(side * next.evaluate(self.evaluator).0)
        };
        PvLine { seldepth: Ply(1), pv: vec![mv], ..line }.with_searched_score(score)
    }
}

/// The capture or promotion that wins most by SEE; `None` if none wins anything.
fn winning_exchange(position: &Position) -> Option<Move> {
    let value = |role| PIECE_VALUES[role].0;
    let gain = |mv: Move| {
        let taken = position.captured(mv).map_or(0, |piece| value(piece.role()));
        let most = taken + mv.promoted_to().map_or(0, value);
        // The exchange wins `won`, and does not win `too_much`.
        let (mut won, mut too_much) = (0, most + 1);
        while too_much - won > 1 {
            let middle = (won + too_much) / 2;
            if position.see(mv, Score(middle)) {
                won = middle;
            } else {
                too_much = middle;
            }
        }
        won
    };
    let gains = position.legal_moves().into_iter().map(|mv| (gain(mv), mv));
    gains.max_by_key(|&(gain, _)| gain).filter(|&(gain, _)| gain > 0).map(|(_, mv)| mv)
}
