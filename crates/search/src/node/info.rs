//! The facts about a node before its first move: checks, table entry, evaluation.

use movegen::Masks;
use tt::{Bound, Entry};
use types::{Move, Ply, Score};

use super::{Node, NodeKind};
use crate::SearchObserver;
use crate::params;
use crate::search_position::SearchPosition;
use crate::search_thread::SearchThread;
use crate::techniques::Technique;

/// The facts about a node, of the main search or of quiescence.
pub(crate) struct NodeInfo<'a> {
    pub(super) board: &'a SearchPosition,
    /// The node itself. Its depth may still be adjusted.
    pub(super) node: Node,
    /// The move left out in a singular search.
    pub(super) excluded: Option<Move>,
    pub(super) masks: Masks,
    pub(super) entry: Option<Entry>,
    /// The table move, if it is legal; in quiescence only if quiescence would try it.
    pub(super) table_move: Option<Move>,
    /// True if the table move is a capture or promotion.
    pub(super) is_table_capture: bool,
    /// The static evaluation without corrections; `None` in check, where it has no meaning.
    pub(super) raw_eval: Option<Score>,
    /// The static evaluation with its corrections.
    pub(super) static_eval: Option<Score>,
    /// The best estimate of the value: the static evaluation, or the score of the table where its bound is tighter.
    /// Minus infinity in check.
    pub(super) eval: Score,
    /// True if the evaluation is better than before our last move. Always false in quiescence, which does not use it.
    pub(super) improving: bool,
    /// True if the evaluation is worse for the opponent than before its last move. Always false in quiescence.
    pub(super) opponent_worsening: bool,
    /// True if the node is on a principal variation, or was on an earlier visit.
    pub(super) was_pv: bool,
}

impl NodeInfo<'_> {
    #[inline]
    pub(super) fn in_check(&self) -> bool {
        self.masks.in_check()
    }

    /// The size of the evaluation's correction. Where it is large the evaluation is unreliable.
    #[inline]
    pub(super) fn correction(&self) -> i32 {
        self.raw_eval.zip(self.static_eval).map_or(0, |(raw, corrected)| (corrected - raw).0.abs())
    }
}

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Collects the facts about a node of the main search, and writes its evaluation to the stack.
    #[inline]
    pub(super) fn node_info<'b, N: NodeKind>(
        &mut self,
        board: &'b SearchPosition,
        node: Node,
        entry: Option<Entry>,
    ) -> NodeInfo<'b> {
        let masks = Masks::of(&board.position);
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| board.position.is_legal(&masks, mv));
        self.prefetch_table_move(board, table_move);
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv);
        let raw_eval =
            if masks.in_check() { None } else { Some(self.raw_eval(board, node.ply, entry, was_pv)) };
        self.stack[node.ply].raw_eval = raw_eval;
        let static_eval = raw_eval.map(|eval| self.corrected(eval, board, node.ply));
        self.stack[node.ply].eval = static_eval;
        NodeInfo {
            board,
            node,
            excluded: self.stack[node.ply].excluded,
            masks,
            entry,
            table_move,
            is_table_capture: table_move.is_some_and(|mv| !board.is_quiet(mv)),
            raw_eval,
            static_eval,
            eval: static_eval.map_or(-Score::INFINITE, |eval| better_guess(eval, entry)),
            improving: self.is_improving(&node, static_eval),
            opponent_worsening: self.is_opponent_worsening(&node, static_eval),
            was_pv,
        }
    }

    /// Collects the facts about a node of quiescence.
    #[inline]
    pub(super) fn quiescence_info<'b, N: NodeKind>(
        &mut self,
        board: &'b SearchPosition,
        node: Node,
        entry: Option<Entry>,
    ) -> NodeInfo<'b> {
        let masks = Masks::of(&board.position);
        let is_tried = |mv: &Move| masks.in_check() || !board.is_quiet(*mv);
        let table_move = entry
            .and_then(|entry| entry.mv)
            .filter(is_tried)
            .filter(|&mv| board.position.is_legal(&masks, mv));
        self.prefetch_table_move(board, table_move);
        let known = entry.and_then(|entry| entry.eval);
        let raw_eval =
            if masks.in_check() { None } else { known.or_else(|| Some(board.evaluate(self.evaluator))) };
        let static_eval = raw_eval.map(|eval| self.corrected(eval, board, node.ply));
        let believed = entry.filter(|_| self.uses(Technique::QuiescencePruning));
        NodeInfo {
            board,
            node,
            excluded: None,
            masks,
            entry,
            table_move,
            is_table_capture: table_move.is_some_and(|mv| !board.is_quiet(mv)),
            raw_eval,
            static_eval,
            eval: static_eval.map_or(-Score::INFINITE, |eval| better_guess(eval, believed)),
            improving: false,
            opponent_worsening: false,
            was_pv: N::PV || entry.is_some_and(|entry| entry.was_pv),
        }
    }

    /// Prefetches the table entry of the position after the table move, while the node is evaluated.
    #[inline]
    fn prefetch_table_move(&self, board: &SearchPosition, table_move: Option<Move>) {
        if let Some(mv) = table_move {
            self.prefetch_child(board, mv);
        }
    }

    /// The static evaluation of a position without check. It is read from the table if possible, and stored there if
    /// there is no entry.
    #[inline]
    fn raw_eval(&mut self, board: &SearchPosition, ply: Ply, entry: Option<Entry>, was_pv: bool) -> Score {
        // A singular search visits a node that was evaluated already.
        let frame = &self.stack[ply];
        if let Some(eval) = frame.raw_eval.filter(|_| frame.excluded.is_some()) {
            return eval;
        }
        if let Some(eval) = entry.and_then(|entry| entry.eval) {
            return eval;
        }
        let eval = board.evaluate(self.evaluator);
        if entry.is_none() {
            self.store(board, ply, Entry::unsearched(Some(eval), was_pv));
        }
        eval
    }

    /// An evaluation with its corrections: the damping by the half-move clock and the correction history. Not in
    /// mop-up endgames, where these are larger than the differences of the evaluation.
    #[inline]
    fn corrected(&self, eval: Score, board: &SearchPosition, ply: Ply) -> Score {
        if eval::is_mop_up(&board.position) {
            return eval;
        }
        let mut eval = eval.0;
        if self.uses(Technique::FiftyMoveDamping) {
            let halfmoves = i32::from(board.position.halfmove_clock());
            eval -= eval * halfmoves / params::fifty_move_damping();
        }
        if self.uses(Technique::CorrectionHistory) {
            eval += self.corrections.of(board, &self.stack.prior_moves(ply)).0;
        }
        Score(eval).clamp_to_eval()
    }

    /// Adds the error of a node's evaluation to the correction history. Not if the best move is a capture, which
    /// explains the difference, nor if the bound does not show the sign of the error.
    #[inline]
    pub(super) fn learn_correction(&mut self, info: &NodeInfo<'_>, found: &Entry) {
        let Some(eval) = info.static_eval else { return };
        let board = info.board;
        let error = found.score - eval;
        let is_known = match found.bound {
            Bound::Exact => true,
            Bound::Lower => error.0 > 0,
            Bound::Upper => error.0 < 0,
        };
        let is_capture = found.mv.is_some_and(|mv| !board.is_quiet(mv));
        let counts =
            is_known && !is_capture && !found.score.is_decisive() && !eval::is_mop_up(&board.position);
        if counts && self.uses(Technique::CorrectionHistory) {
            let prior = self.stack.prior_moves(info.node.ply);
            self.corrections.learn(board, &prior, info.node.depth, error);
        }
    }

    /// Returns true if the evaluation is above that of our last turn, or of the turn before if we were in check then.
    #[inline]
    fn is_improving(&self, node: &Node, eval: Option<Score>) -> bool {
        let before = |plies| self.stack.before(node.ply, plies).eval;
        match (eval, before(2).or_else(|| before(4))) {
            (Some(now), Some(then)) => now > then,
            _ => false,
        }
    }

    /// Returns true if the evaluation is worse for the opponent than before its move.
    #[inline]
    fn is_opponent_worsening(&self, node: &Node, eval: Option<Score>) -> bool {
        let before = self.stack.before(node.ply, 1).eval;
        eval.zip(before).is_some_and(|(ours, theirs)| ours + theirs > Score(2))
    }
}

/// The score of the table instead of the evaluation, if its bound shows that it is closer to the value.
#[inline]
fn better_guess(eval: Score, entry: Option<Entry>) -> Score {
    match entry {
        Some(Entry { score, bound, .. }) if !score.is_decisive() => match bound {
            Bound::Exact => score,
            Bound::Lower => eval.max(score),
            Bound::Upper => eval.min(score),
        },
        _ => eval,
    }
}
