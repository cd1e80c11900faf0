//! Whole-node pruning: bets on how a zero-window node ends, before any of its moves is searched.

use types::{Depth, Ply, Score, Window};

use crate::SearchObserver;
use crate::board::Board;
use crate::node::{Node, NonPv};
use crate::observer::Cut;
use crate::params;
use crate::sight::Sight;
use crate::techniques::{Technique, Techniques};
use crate::worker::{Searched, Stopped, Worker};

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// The score of a node that a bet decides. The side to move is not in check.
    #[inline]
    pub(crate) fn prune_node(
        &mut self,
        board: &Board,
        node: &Node,
        sight: &Sight,
    ) -> Result<Option<Score>, Stopped> {
        if let Some(score) = self.reverse_futility(node, sight) {
            self.observer.cut(node.ply, Cut::By(Technique::ReverseFutility));
            return Ok(Some(score));
        }
        if let Some(score) = self.razor(board, node, sight)? {
            self.observer.cut(node.ply, Cut::By(Technique::Razoring));
            return Ok(Some(score));
        }
        if let Some(score) = self.pass(board, node, sight)? {
            self.observer.cut(node.ply, Cut::By(Technique::NullMove));
            return Ok(Some(score));
        }
        Ok(None)
    }

    /// Reverse futility (static null-move) pruning: so far above beta that the opponent would need several good
    /// moves. Returns a value between the two, since neither is the truth. What is or was on a principal variation
    /// deserves more than a bet.
    #[inline]
    fn reverse_futility(&self, node: &Node, sight: &Sight) -> Option<Score> {
        if !Self::uses(Technique::ReverseFutility) || sight.was_pv || sight.eval.is_decisive() {
            return None;
        }
        let Window { beta, .. } = node.window;
        let margin = reverse_futility_margin(node.depth, sight)?;
        let holds = sight.eval - margin >= beta && !beta.is_loss();
        holds.then(|| Score((sight.eval.0 + beta.0) / 2))
    }

    /// Razoring: so far below alpha that only a capture could help. Quiescence finds out.
    #[inline]
    fn razor(&mut self, board: &Board, node: &Node, sight: &Sight) -> Result<Option<Score>, Stopped> {
        if !Self::uses(Technique::Razoring) {
            return Ok(None);
        }
        let Window { alpha, .. } = node.window;
        let Some(margin) = razoring_margin(node.depth) else { return Ok(None) };
        if sight.eval + margin >= alpha || alpha.is_decisive() {
            return Ok(None);
        }
        let captures = Node { depth: Depth::ZERO, window: Window::zero(alpha), ..*node };
        let score = self.search::<NonPv>(board, captures)?;
        Ok((score <= alpha).then_some(score))
    }

    /// Null-move pruning: let the opponent move twice. If that does not bring us below beta, some move would
    /// have held it, unless having to move is what hurts: zugzwang, which wants a bare board.
    ///
    /// Source: C. Donninger, *Null move and deep search*, 1993.
    #[inline]
    fn pass(&mut self, board: &Board, node: &Node, sight: &Sight) -> Result<Option<Score>, Stopped> {
        let Window { beta, .. } = node.window;
        let may_pass = Self::uses(Technique::NullMove)
            && node.depth.plies() >= params::null_move_depth()
            && node.ply >= self.no_pass_before
            && self.stack.before(node.ply, 1).mv.is_some()
            && sight.eval >= beta
            && sight.static_eval.is_some_and(|eval| eval + null_move_margin(node.depth) >= beta)
            && !beta.is_loss()
            && board.has_pieces(board.position.side_to_move());
        if !may_pass {
            return Ok(None);
        }
        let reduction = null_move_reduction(node.depth, sight.eval - beta);
        let score = self.search_passed(board, node, reduction)?;
        // A mate found by passing may rest on the pass.
        let score = if score.is_decisive() { score.min(beta) } else { score };
        if score < beta || node.depth.plies() < params::null_move_verify_depth() {
            return Ok((score >= beta).then_some(score));
        }
        let verified = self.verify(board, node, reduction)?;
        Ok((verified >= beta).then_some(score))
    }

    /// With much depth left, a cut is worth making sure of: a search without passing on this line, as much less
    /// deep, tells zugzwang.
    fn verify(&mut self, board: &Board, node: &Node, reduction: Depth) -> Searched {
        let depth = node.depth - reduction;
        // Further down passing is allowed again: it spares more than zugzwang costs.
        let plies = (depth.plies() * 3 / 4).max(0) as u16;
        let before = std::mem::replace(&mut self.no_pass_before, Ply(node.ply.0 + plies));
        let window = Window::zero(node.window.beta - Score(1));
        let score = self.search::<NonPv>(board, Node { depth, window, ..*node });
        self.no_pass_before = before;
        score
    }

    fn search_passed(&mut self, board: &Board, node: &Node, reduction: Depth) -> Searched {
        let mut next = board.clone();
        self.play_null(&mut next, node.ply)?;
        let window = Window::zero(node.window.beta - Score(1)).flipped();
        let below = Node { ply: node.ply.next(), depth: node.depth - reduction, window, cut: !node.cut };
        let score = -self.search::<NonPv>(&next, below)?;
        self.take_back();
        Ok(score)
    }
}

/// How far above beta the evaluation must be; `None` where too much is left to search.
fn reverse_futility_margin(depth: Depth, sight: &Sight) -> Option<Score> {
    let relief = i32::from(sight.improving) * params::reverse_futility_improving()
        + i32::from(sight.opponent_worsening) * params::reverse_futility_worsening();
    let margin = params::reverse_futility_margin() * depth.plies() - relief;
    (depth.plies() <= params::reverse_futility_depth()).then_some(Score(margin.max(0)))
}

/// How far below alpha the evaluation must be; `None` where too much is left to search.
fn razoring_margin(depth: Depth) -> Option<Score> {
    let margin = params::razoring_base() + params::razoring_margin() * depth.plies();
    (depth.plies() <= params::razoring_depth()).then_some(Score(margin))
}

/// What the static evaluation is given to reach beta: the more, the more depth is left; with little left it must lie above.
fn null_move_margin(depth: Depth) -> Score {
    Score(params::null_move_margin_slope() * depth.plies() - params::null_move_margin_base())
}

/// How much less deep the position after passing is searched, its own ply included.
fn null_move_reduction(depth: Depth, surplus: Score) -> Depth {
    let by_eval = (surplus.0 / params::null_move_eval_divisor()).min(params::null_move_eval_max());
    Depth(params::null_move_base() + depth.plies() / params::null_move_depth_divisor() + by_eval)
}
