//! Iterative deepening: depth 1, depth 2, and so on until a limit is reached.
//!
//! The first iteration cannot be stopped, so that there is always a move to play and an exact line that
//! says so.

use movegen::Position;
use types::{Depth, Move, Ply, Score};

use crate::pv::{self, Variation};
use crate::worker::{Stopped, Worker};
use crate::{Bound, Line, Outcome, Reporter, SearchObserver};

/// A move of the root with what is known of it.
struct RootMove {
    mv: Move,
    score: Score,
    line: Variation,
}

impl<O: SearchObserver> Worker<'_, O> {
    /// Searches deeper and deeper, and reports every iteration.
    pub(crate) fn iterate(&mut self, root: &Position, reporter: &mut dyn Reporter) -> Outcome {
        let mut moves = self.root_moves(root);
        if moves.is_empty() {
            return self.report_no_move(root, reporter);
        }
        let mut finished = Depth::ZERO;
        let last = self.limits.depth.unwrap_or(Depth::MAX).clamp(Depth::ONE, Depth::MAX);
        while finished < last {
            let depth = finished + Depth::ONE;
            let before = (moves[0].score, moves[0].line.clone());
            if self.iteration(root, depth, &mut moves).is_err() {
                (moves[0].score, moves[0].line) = before;
                break;
            }
            finished = depth;
            self.may_stop = true;
            self.report(depth, &moves, reporter);
            if self.is_enough(moves[0].score) {
                break;
            }
        }
        let best = &moves[0];
        let ponder = best.line.get(1).copied();
        Outcome { best: Some(best.mv), ponder, score: best.score, depth: finished, nodes: self.nodes }
    }

    fn root_moves(&self, root: &Position) -> Vec<RootMove> {
        let legal = root.legal_moves();
        let wanted = |mv: &Move| self.limits.search_moves.contains(mv);
        let some_wanted = legal.iter().any(wanted);
        let chosen = legal.iter().filter(|mv| !some_wanted || wanted(mv));
        let root_move = |&mv| RootMove { mv, score: -Score::INFINITE, line: Variation::from_iter([mv]) };
        chosen.map(root_move).collect()
    }

    /// One iteration. The best move comes first, the others keep their order.
    fn iteration(&mut self, root: &Position, depth: Depth, moves: &mut [RootMove]) -> Result<(), Stopped> {
        self.seldepth = Ply::ROOT;
        let lines = self.limits.multi_pv.get().min(moves.len());
        for first in 0..lines {
            let mut alpha = -Score::INFINITE;
            let mut best = first;
            for index in first..moves.len() {
                let mut rest = Variation::new();
                let below = depth - Depth::ONE;
                let mv = moves[index].mv;
                let score = -self.child(root, mv, Ply::ROOT, below, -Score::INFINITE, -alpha, &mut rest)?;
                if score > alpha {
                    alpha = score;
                    best = index;
                    moves[index].score = score;
                    pv::prepend(&mut moves[index].line, mv, &rest);
                }
            }
            moves[first..=best].rotate_right(1);
        }
        moves[..lines].sort_by_key(|root_move| -root_move.score.0);
        Ok(())
    }

    fn is_enough(&self, best: Score) -> bool {
        let mate_found = self.limits.mate.is_some_and(|moves| {
            best.mate_plies().is_some_and(|plies| plies > 0 && plies < 2 * i32::from(moves.get()))
        });
        let late = self.is_on_our_time() && self.budget.soft.is_some_and(|soft| self.elapsed() >= soft);
        mate_found || late || self.control.is_stopped()
    }

    fn report(&self, depth: Depth, moves: &[RootMove], reporter: &mut dyn Reporter) {
        let lines = self.limits.multi_pv.get().min(moves.len());
        for (index, root_move) in moves[..lines].iter().enumerate() {
            reporter.line(&self.line(depth, index + 1, root_move.score, &root_move.line));
        }
    }

    fn line<'l>(&self, depth: Depth, multipv: usize, score: Score, pv: &'l [Move]) -> Line<'l> {
        Line {
            depth,
            seldepth: self.seldepth,
            multipv,
            score,
            bound: Bound::Exact,
            nodes: self.nodes,
            time: self.elapsed(),
            hashfull: 0,
            tbhits: 0,
            pv,
        }
    }

    /// Mate or stalemate on the board.
    fn report_no_move(&self, root: &Position, reporter: &mut dyn Reporter) -> Outcome {
        let score = if root.in_check() { Score::mated_in(Ply::ROOT) } else { Score::DRAW };
        reporter.line(&self.line(Depth::ZERO, 1, score, &[]));
        Outcome { best: None, ponder: None, score, depth: Depth::ZERO, nodes: 0 }
    }
}
