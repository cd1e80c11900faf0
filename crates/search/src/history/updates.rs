//! All updates of the histories: what a node teaches about moves and about the evaluation.

use tt::{Bound, Entry};
use types::{Move, Score};

use super::{MoveContext, PieceTo, TriedMoves, bonus};
use crate::SearchObserver;
use crate::facts::NodeInfo;
use crate::node::Node;
use crate::search_position::SearchPosition;
use crate::search_thread::SearchThread;
use crate::techniques::Technique;

impl<O: SearchObserver> SearchThread<'_, O> {
    /// After a move has reached beta: it gets a bonus, those tried before it a malus. A quiet move becomes a killer.
    pub(crate) fn update_after_cut(
        &mut self,
        context: MoveContext<'_>,
        node: &Node,
        mv: Move,
        tried: &TriedMoves,
    ) {
        let frame = &mut self.stack[node.ply];
        frame.cutoffs += 1;
        if context.board.is_quiet(mv) && frame.killers[0] != Some(mv) {
            frame.killers = [Some(mv), frame.killers[0]];
        }
        self.histories.update(context, mv, tried, node.depth);
    }

    /// After a table entry with this score has cut: its move gets a bonus if it is quiet and reaches beta, so that it is
    /// tried earlier elsewhere. If the entry belongs to another position with the same key, the move may start from an
    /// empty square.
    #[inline]
    pub(crate) fn update_after_table_cut(
        &mut self,
        board: &SearchPosition,
        node: &Node,
        mv: Option<Move>,
        score: Score,
    ) {
        if let Some(mv) = mv
            && score >= node.window.beta
            && let Some(mover) = board.position.piece_at(mv.from())
            && board.is_quiet(mv)
        {
            let prior = self.stack.prior_moves(node.ply);
            self.histories.update_continuations(PieceTo::new(mover, mv.to()), &prior, bonus(node.depth));
        }
    }

    /// After no move has raised alpha: the opponent's last move gets a bonus if it is quiet, so that it is tried earlier
    /// elsewhere.
    #[inline]
    pub(crate) fn update_after_fail_low(&mut self, node: &Node) {
        let last = self.stack.before(node.ply, 1);
        if last.is_quiet {
            let prior = self.stack.prior_moves_of_parent(node.ply);
            self.histories.update_continuations(last.piece_to, &prior, bonus(node.depth));
        }
    }

    /// Adds the error of a node's evaluation to the correction history. Not if the best move is a capture, which
    /// explains the difference, nor if the bound does not show the sign of the error.
    #[inline]
    pub(crate) fn update_correction(&mut self, node: &Node, info: &NodeInfo<'_>, result: &Entry) {
        let Some(eval) = info.static_eval else { return };
        let error = result.score - eval;
        let is_known = match result.bound {
            Bound::Exact => true,
            Bound::Lower => error.0 > 0,
            Bound::Upper => error.0 < 0,
        };
        let is_capture = result.mv.is_some_and(|mv| !info.board.is_quiet(mv));
        if is_known
            && !is_capture
            && !result.score.is_decisive()
            && !eval::is_mop_up(&info.board.position)
            && self.uses(Technique::CorrectionHistory)
        {
            let prior = self.stack.prior_moves(node.ply);
            self.corrections.learn(info.board, &prior, node.depth, error);
        }
    }
}
