//! What a node sees before its first move: checks, the table's entry, the evaluation.

use movegen::Masks;
use tt::{Bound, Entry};
use types::{Move, Ply, Score};

use crate::SearchObserver;
use crate::board::Board;
use crate::history::Past;
use crate::node::{Node, NodeKind};
use crate::params;
use crate::techniques::{Technique, Techniques};
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
    /// The static evaluation as the evaluator gives it; `None` in check, where it means nothing.
    pub(crate) raw_eval: Option<Score>,
    /// The same without its known mistakes.
    pub(crate) static_eval: Option<Score>,
    /// The best guess of the value: that evaluation, or the table's score where that says more. In check it is
    /// of no use.
    pub(crate) eval: Score,
    /// Whether the evaluation is better than it was before our last move, so that things go our way.
    pub(crate) improving: bool,
    /// Whether the evaluation is worse for the opponent than before its last move.
    pub(crate) opponent_worsening: bool,
    /// Whether the node is or was on a principal variation.
    pub(crate) was_pv: bool,
}

impl Sight {
    #[inline]
    pub(crate) fn in_check(&self) -> bool {
        self.masks.in_check()
    }

    /// How far the evaluation was corrected, either way: a sign that it is hard to judge.
    #[inline]
    pub(crate) fn correction(&self) -> i32 {
        self.raw_eval.zip(self.static_eval).map_or(0, |(raw, corrected)| (corrected - raw).0.abs())
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
        let raw_eval = self.raw_eval(board, node, &masks, entry, was_pv);
        self.stack[node.ply].raw_eval = raw_eval;
        let static_eval = raw_eval.map(|eval| self.corrected(eval, board, node.ply));
        self.stack[node.ply].eval = static_eval;
        let eval = static_eval.map_or(-Score::INFINITE, |eval| better_guess(eval, entry));
        let improving = self.is_improving(node, static_eval);
        let opponent_worsening = self.is_opponent_worsening(node, static_eval);
        Sight {
            masks,
            entry,
            table_move,
            table_captures,
            raw_eval,
            static_eval,
            eval,
            improving,
            opponent_worsening,
            was_pv,
        }
    }

    /// The static evaluation, from the table if it has it, and into the table if it has nothing.
    #[inline]
    fn raw_eval(
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
        if let Some(eval) = frame.raw_eval.filter(|_| frame.excluded.is_some()) {
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

    /// An evaluation, less the mistakes that it is known for in positions like this one. Where it is a slope to be walked
    /// down it is no mistake, and too gentle to be seen among corrections.
    #[inline]
    pub(crate) fn corrected(&self, eval: Score, board: &Board, ply: Ply) -> Score {
        if eval::is_mop_up(&board.position) {
            return eval;
        }
        let mut eval = eval.0;
        if Self::uses(Technique::FiftyMoveDamping) {
            let halfmoves = i32::from(board.position.halfmove_clock());
            eval -= eval * halfmoves / params::fifty_move_damping();
        }
        if Self::uses(Technique::CorrectionHistory) {
            eval += self.corrections.of(board, &Past::of(self.stack, ply)).0;
        }
        Score(eval).clamp_to_eval()
    }

    /// Learns from the score of a node how wrong its evaluation was. Scores that captures explain say nothing
    /// about it, nor do bounds on the side of the evaluation.
    #[inline]
    pub(crate) fn learn_error(&mut self, board: &Board, node: &Node, sight: &Sight, found: &Entry) {
        let Some(eval) = sight.static_eval else { return };
        let error = found.score - eval;
        let is_known = match found.bound {
            Bound::Exact => true,
            Bound::Lower => error.0 > 0,
            Bound::Upper => error.0 < 0,
        };
        let captures = found.mv.is_some_and(|mv| !board.is_quiet(mv));
        let counts = is_known && !captures && !found.score.is_decisive() && !eval::is_mop_up(&board.position);
        if Self::uses(Technique::CorrectionHistory) && counts {
            self.corrections.learn(board, &Past::of(self.stack, node.ply), node.depth, error);
        }
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

    /// Compares with what the opponent saw before its move.
    #[inline]
    fn is_opponent_worsening(&self, node: &Node, eval: Option<Score>) -> bool {
        let before = self.stack.before(node.ply, 1).eval;
        eval.zip(before).is_some_and(|(ours, theirs)| ours + theirs > Score(2))
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
