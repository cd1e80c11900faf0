//! The root: iterative deepening, depth 1, depth 2, and so on until a limit is reached.
//!
//! A shallower search before a deeper one costs little, since it leaves the best moves in the table, to be tried
//! first. It also provides a move to play at any moment.
//!
//! *Aspiration windows.* A score seldom changes much from one iteration to the next. So the root is searched with a
//! narrow window around its last score, which cuts more. If the score falls outside, the window is widened on that side,
//! more with each failure, until the score lies inside.
//!
//! ```text
//!   last score            ────┤ · ├────
//!   failed low      ──┤       · ├──────       beta comes down to the middle, alpha goes further
//!   failed high     ────┤     ·          ├──
//! ```
//!
//! A move that fails high is nearly always the best one. Only its score is missing, and for that a search one ply
//! less deep is enough, as the next iteration searches the full depth. A fail-low ends this reduction, since then the
//! best move may be another.
//!
//! *An interrupted iteration.* With one line, it replaces the line of the last iteration only by a better move: one with an exact score, above
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
//! A search that is stopped within its first line returns the best move that it has finished, unless that loses, or else the
//! first that it has not searched, with a score computed without a search.
//!
//! *Reports.* The main thread reports the lines of every iteration, and at the end the lines of the result. In a long
//! search it also reports failed windows and the current root move. Other threads report nothing.
//!
//! Source: the windows and how they widen have the shape and the starting values of Stockfish 15.1's.

use std::cmp::Reverse;

use movegen::Position;
use movegen::see::PIECE_VALUES;
use tt::Bound;
use types::{Depth, Move, Ply, Score, Window};

use crate::position::SearchPosition;
use crate::report::PvLine;
use crate::techniques::Technique;
use crate::worker::{MainThread, Node, Root, Stopped, Worker};
use crate::{SearchObserver, params};

/// The first depth with a narrow window. Earlier iterations are quick, and their scores change much.
const FIRST_NARROW: Depth = Depth(4);
/// The first window is wider by the square of the score over this, since large scores change more.
const WIDTH_DIVISOR: i32 = 6_000;
/// Beyond this score a window is open to infinity, since scores change too much for a narrow one.
const MAX_NARROW: Score = Score(3_000);

impl<O: SearchObserver + ?Sized> Worker<'_, O> {
    /// Searches deeper and deeper, reports every iteration, and returns the best lines, the best first. There is at
    /// least one line, as the root has a move.
    pub(crate) fn iterate(&mut self, root: &SearchPosition) -> Vec<PvLine> {
        if let Some(main) = &mut self.main {
            main.time.begin();
        }
        let wanted = self.shared.limits.multi_pv.get().min(self.root.all().len());
        let last = self.shared.limits.depth.unwrap_or(Depth::MAX).clamp(Depth::ONE, Depth::MAX);
        let mut lines: Vec<PvLine> = Vec::new();
        while self.iteration < last {
            self.iteration += Depth::ONE;
            // The best line, then the best of the remaining moves, and so on.
            self.root.begin_iteration();
            let finished = (0..wanted).try_for_each(|index| {
                let expected = lines.get(index).map_or(Score::DRAW, |line| line.searched_score);
                // The later lines get no time that the best line would not get alone.
                let is_late = |main: &mut MainThread<'_>| main.time.is_past_scaled_limit();
                if index > 0 && self.main.as_mut().is_some_and(is_late) {
                    return Err(Stopped);
                }
                self.aspiration_search(root, expected)?;
                self.root.accept();
                Ok::<(), Stopped>(())
            });
            if finished.is_err() {
                lines = self.interrupted_lines(root, lines, wanted);
                break;
            }
            // A deeper iteration may miss a mate that an earlier one has found, as it may reduce its moves more.
            for mate in lines.iter().filter(|line| line.is_better_mate_than(Score::DRAW)) {
                self.root.restore(mate);
            }
            let newest = self.root.all()[..wanted].iter().map(|mv| mv.line(self.iteration));
            lines = newest.map(|line| line.completed_from(&lines)).collect();
            self.cut_lines(root, &mut lines);
            self.report_lines(&lines);
            if self.is_enough(&lines[0]) {
                break;
            }
        }
        self.publish_nodes();
        lines
    }

    /// Returns true if the search should not begin another iteration after one with this best line.
    fn is_enough(&mut self, line: &PvLine) -> bool {
        let Some(main) = &mut self.main else { return false };
        let nodes: u64 = self.root.all().iter().map(|root_move| root_move.nodes).sum();
        let node_share = self.root.all()[0].nodes as f64 / nodes.max(1) as f64;
        main.time.should_stop_deepening(line, self.shared.nodes(), node_share, self.root.is_forced())
    }

    /// Searches the root to the depth of the iteration until the best candidate has an exact score. `expected` is its
    /// score in the last iteration.
    fn aspiration_search(&mut self, root: &SearchPosition, expected: Score) -> Result<(), Stopped> {
        self.seldepth = Ply::ROOT;
        let mut width = params::aspiration_delta() + expected.0 * expected.0 / WIDTH_DIVISOR;
        let is_narrow = self.iteration >= FIRST_NARROW
            && !expected.is_decisive()
            && self.uses(Technique::AspirationWindows);
        let mut window = if is_narrow {
            Window { alpha: expected - Score(width), beta: expected + Score(width) }
        } else {
            Window::FULL
        };
        let mut reduction = Depth::ZERO;
        loop {
            self.root.begin_search();
            let depth = (self.iteration - reduction).max(Depth::ONE);
            let score = self.search::<Root>(root, Node { ply: Ply::ROOT, depth, window, is_cut: false })?;
            self.root.sort_candidates();
            let bound = if score <= window.alpha {
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                window.alpha = score - Score(width);
                reduction = Depth::ZERO;
                Bound::Upper
            } else if score >= window.beta {
                window.beta = score + Score(width);
                reduction += Depth(i32::from(self.uses(Technique::RootFailHighReduction)));
                Bound::Lower
            } else {
                return Ok(());
            };
            self.report_failed_window(score, bound);
            width += width * params::aspiration_growth() / 100 + 1;
            if window.alpha < -MAX_NARROW {
                window.alpha = Window::FULL.alpha;
            }
            if window.beta > MAX_NARROW {
                window.beta = Window::FULL.beta;
            }
        }
    }

    /// The lines of the last iteration, changed by the results of an interrupted one. `wanted` is their number.
    fn interrupted_lines(&mut self, root: &SearchPosition, lines: Vec<PvLine>, wanted: usize) -> Vec<PvLine> {
        if !self.root.accepted().is_empty() {
            return self.merged_lines(&lines, wanted);
        }
        if wanted > 1 && !lines.is_empty() {
            return lines;
        }
        let best = self.root.best_exact().map(|best| best.line(self.iteration));
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
            let new = new.line(self.iteration);
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
        let (mv, line) = (root_move.mv, root_move.line(Depth::ONE));
        let mut next = root.clone();
        next.play(mv);
        self.keys.push(root.key());
        let is_draw = self.is_draw(&next, Ply(1));
        self.keys.pop();
        let score = if next.position.is_checkmate() {
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

    /// Cuts lines with a tablebase result before the first move that changes it. The search knows the result at the root, but
    /// behind it no tablebases are probed, so that a line may give it away.
    fn cut_lines(&mut self, root: &SearchPosition, lines: &mut [PvLine]) {
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
    fn report_lines(&mut self, lines: &[PvLine]) {
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
    fn report_failed_window(&mut self, score: Score, bound: Bound) {
        if self.shared.limits.multi_pv.get() > 1 || !self.takes_long() {
            return;
        }
        let failed = self.root.all()[0].line(self.iteration).with_searched_score(score);
        // If tablebases prove the score, a bound adds nothing.
        if failed.proven.is_some() {
            return;
        }
        self.report(&PvLine { bound, ..failed }, 1);
    }
}

/// 1 for a win, 0 for a draw, -1 for a loss.
fn result_of(score: Score) -> i32 {
    if score.is_decisive() { score.0.signum() } else { 0 }
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
