//! What an iteration leaves that was stopped before its end.
//!
//! Of a search for one line, a better move than before if it has one. Of a search for several, the lines that it had
//! finished: they are the newest word on their moves, and on all others, which were found no better. So what the
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
use crate::board::Board;
use crate::draw::DRAW;
use crate::iterate::PvLine;
use crate::techniques::Techniques;
use crate::variation::Variation;
use crate::worker::Worker;

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// Puts what a stopped iteration leaves into the lines of the one before, of which so many are wanted.
    pub(crate) fn salvage(&mut self, root: &Board, found: &mut Vec<PvLine>, lines: usize) {
        if !self.root.accepted().is_empty() {
            *found = self.filled_up(found, lines);
            self.report_lines(found);
        } else if lines == 1 || found.is_empty() {
            self.salvage_best(root, found);
        }
    }

    /// The finished lines, and what is known of other moves from the iteration before.
    fn filled_up(&self, before: &[PvLine], lines: usize) -> Vec<PvLine> {
        let accepted = self.root.accepted();
        let is_accepted = |old: &&PvLine| accepted.iter().any(|new| old.best_move() == Some(new.mv));
        let rest = before.iter().filter(|old| !is_accepted(old)).map(|old| self.limited(old));
        let finished = accepted.iter().map(|new| {
            let new = PvLine::of(new, self.iteration);
            let old = before.iter().find(|old| old.best_move() == new.best_move());
            old.filter(|old| old.is_mate_beyond(new.score)).cloned().unwrap_or(new)
        });
        let mut newest: Vec<PvLine> = finished.chain(rest).collect();
        newest.sort_by_key(|line| Reverse((self.root.order_of(line.best_move()), self.merit(line))));
        newest.truncate(lines);
        newest
    }

    /// An earlier line in the light of those that are finished: it is no better than they are, or would be one of them.
    /// But a mate is proven, and so is what tablebases know.
    fn limited(&self, old: &PvLine) -> PvLine {
        match self.worst_finished(old) {
            Some(score) if old.proven.is_none() && old.score > score && !old.is_mate_beyond(score) => {
                PvLine { score, bound: Bound::Upper, ..old.clone() }
            }
            _ => old.clone(),
        }
    }

    /// What a line counts for among others that rank alike. What tablebases prove they prove of all of these, and so it
    /// does not say which is the better one: an earlier line is not, unless it mates.
    fn merit(&self, line: &PvLine) -> Score {
        match self.worst_finished(line) {
            Some(score) if line.depth < self.iteration && !line.is_mate_beyond(score) => {
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

    /// The best move, if it is better than the one before, or if there is none.
    fn salvage_best(&mut self, root: &Board, found: &mut Vec<PvLine>) {
        let has_better = self.root.salvage()
            && !found.first().is_some_and(|before| before.is_mate_beyond(self.root.all()[0].score));
        if has_better {
            *found = vec![PvLine::of(&self.root.all()[0], self.iteration)];
        } else if found.is_empty() {
            let first = PvLine::of(&self.root.all()[0], Depth::ONE);
            let mv = self.root.all()[0].mv;
            let (score, line) = (self.first_sight(root, mv), Variation::from_iter([mv]));
            *found = vec![PvLine { seldepth: Ply(1), score, line, ..first }];
        }
    }

    /// What a move of the root is worth before any search: the end of the game that it brings about, or else the
    /// evaluation after it.
    fn first_sight(&mut self, root: &Board, mv: Move) -> Score {
        self.go_back_to_root();
        let mut next = root.clone();
        next.play(mv);
        self.keys.push(root.key());
        if next.position.count_legal_moves() == 0 {
            return if next.position.in_check() { Score::mate_in(Ply(1)) } else { DRAW };
        }
        if self.is_draw(&next, Ply(1)) { DRAW } else { -next.evaluate(self.evaluator) }
    }
}
