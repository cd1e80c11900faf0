//! What a node sees before its first move: checks, the table's entry, the evaluation.

use movegen::Masks;
use tt::{Bound, Entry};
use types::{Move, Score};

use crate::SearchObserver;
use crate::board::Board;
use crate::node::{Node, NodeKind};
use crate::techniques::Techniques;
use crate::worker::Worker;

/// What a node sees before its first move.
pub(crate) struct Sight {
    pub(crate) masks: Masks,
    /// What the table knows.
    pub(crate) entry: Option<Entry>,
    /// The table's move, if it is legal.
    pub(crate) table_move: Option<Move>,
    /// Whether that is a capture or promotion.
    pub(crate) table_captures: bool,
    /// The static evaluation; `None` in check, where it means nothing.
    pub(crate) raw_eval: Option<Score>,
    /// The best guess of the value: the evaluation, or the table's score where that says more. In check it is
    /// of no use.
    pub(crate) eval: Score,
    /// Whether the evaluation is better than it was before our last move, so that things go our way.
    pub(crate) improving: bool,
    /// Whether the node is or was on a principal variation.
    pub(crate) was_pv: bool,
}

impl Sight {
    #[inline]
    pub(crate) fn in_check(&self) -> bool {
        self.masks.in_check()
    }
}

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// Looks at a node. `masks` are those of its position.
    #[inline]
    pub(crate) fn survey<N: NodeKind>(
        &mut self,
        board: &Board,
        node: &Node,
        masks: Masks,
        entry: Option<Entry>,
    ) -> Sight {
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| board.position.is_legal(&masks, mv));
        let table_captures = table_move.is_some_and(|mv| !board.is_quiet(mv));
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv);
        let raw_eval = self.static_eval::<N>(board, node, &masks, entry, was_pv);
        self.stack[node.ply].eval = raw_eval;
        let eval = raw_eval.map_or(-Score::INFINITE, |eval| better_guess(eval, entry));
        let improving = self.is_improving(node, raw_eval);
        Sight { masks, entry, table_move, table_captures, raw_eval, eval, improving, was_pv }
    }

    /// The static evaluation, from the table if it has it, and into the table if it has nothing.
    #[inline]
    fn static_eval<N: NodeKind>(
        &mut self,
        board: &Board,
        node: &Node,
        masks: &Masks,
        entry: Option<Entry>,
        was_pv: bool,
    ) -> Option<Score> {
        if masks.in_check() {
            return None;
        }
        // A test of singularity looks at a node that was looked at already.
        let frame = &self.stack[node.ply];
        if let Some(eval) = frame.eval.filter(|_| frame.excluded.is_some()) {
            return Some(eval);
        }
        if let Some(eval) = entry.and_then(|entry| entry.eval) {
            return Some(eval);
        }
        let eval = board.evaluate(self.evaluator);
        if entry.is_none() {
            self.remember(board, node.ply, Entry::unsearched(Some(eval), was_pv));
        }
        Some(eval)
    }

    /// Compares with our last turn, or with the one before if we were in check then.
    #[inline]
    fn is_improving(&self, node: &Node, eval: Option<Score>) -> bool {
        let before = |plies| self.stack.before(node.ply, plies).eval;
        match (eval, before(2).or_else(|| before(4))) {
            (Some(now), Some(then)) => now > then,
            _ => false,
        }
    }
}

/// The table's score instead of the evaluation, if it moves the guess in the direction of its bound.
#[inline]
pub(crate) fn better_guess(eval: Score, entry: Option<Entry>) -> Score {
    match entry {
        Some(Entry { score, bound, .. }) if !score.is_decisive() => match bound {
            Bound::Exact => score,
            Bound::Lower => eval.max(score),
            Bound::Upper => eval.min(score),
        },
        _ => eval,
    }
}
