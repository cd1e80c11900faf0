//! Whole-node pruning: zero-window nodes that are decided before any of their moves is searched.
//!
//! It does not apply in check, in PV nodes, or in a singular search.

use tt::{Bound, Entry};
use types::{Depth, Move, Ply, Score, Window};

use super::info::NodeInfo;
use super::{Node, NonPv};
use crate::SearchObserver;
use crate::history::MoveContext;
use crate::movepick::MovePicker;
use crate::observer::Cut;
use crate::params;
use crate::search_thread::{NodeResult, SearchThread, Stopped};
use crate::techniques::Technique;

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Reverse futility (static null-move) pruning: the evaluation is so far above beta that the opponent would need
    /// several good moves. Returns the mean of the evaluation and beta. It does not apply to nodes that are or were
    /// on a principal variation.
    #[inline(always)] // Otherwise it is not inlined.
    pub(super) fn reverse_futility(&mut self, info: &NodeInfo<'_>) -> Option<Score> {
        if info.was_pv || info.eval.is_decisive() {
            return None;
        }
        let Window { beta, .. } = info.node.window;
        let margin = reverse_futility_margin(info)?;
        if info.eval - margin < beta || beta.is_loss() || !self.uses(Technique::ReverseFutility) {
            return None;
        }
        self.observer.cut(info.node.ply, Cut::By(Technique::ReverseFutility));
        Some(Score((info.eval.0 + beta.0) / 2))
    }

    /// Razoring: the evaluation is so far below alpha that only a capture could help, so the node is searched by
    /// quiescence.
    #[inline(always)] // Otherwise it is not inlined.
    pub(super) fn razoring(&mut self, info: &NodeInfo<'_>) -> Result<Option<Score>, Stopped> {
        let Window { alpha, .. } = info.node.window;
        let Some(margin) = razoring_margin(info.node.depth) else { return Ok(None) };
        if info.eval + margin >= alpha || alpha.is_decisive() || !self.uses(Technique::Razoring) {
            return Ok(None);
        }
        let captures = Node { depth: Depth::ZERO, window: Window::zero(alpha), ..info.node };
        let score = self.search::<NonPv>(info.board, captures)?;
        if score > alpha {
            return Ok(None);
        }
        self.observer.cut(info.node.ply, Cut::By(Technique::Razoring));
        Ok(Some(score))
    }

    /// Null-move pruning: the side to move passes. If a reduced search still reaches beta, some move would reach it
    /// as well. Unsound in zugzwang, so it needs a piece besides pawns.
    ///
    /// Source: C. Donninger, *Null move and deep search*, 1993.
    #[inline]
    pub(super) fn null_move_pruning(&mut self, info: &NodeInfo<'_>) -> Result<Option<Score>, Stopped> {
        let NodeInfo { board, node, .. } = info;
        let Window { beta, .. } = node.window;
        let applies = node.depth.plies() >= params::null_move_depth()
            && node.ply >= self.nmp_min_ply
            && self.stack.before(node.ply, 1).mv.is_some()
            && info.eval >= beta
            && info.static_eval.is_some_and(|eval| eval + null_move_margin(node.depth) >= beta)
            && board.has_pieces(board.position.side_to_move())
            && self.uses(Technique::NullMove);
        if !applies {
            return Ok(None);
        }
        let reduction = null_move_reduction(node.depth, info.eval - beta);
        let score = self.search_null_move(info, reduction)?;
        // A mate found after a null move may depend on it.
        let score = if score.is_decisive() { score.min(beta) } else { score };
        let holds = score >= beta
            && (node.depth.plies() < params::null_move_verify_depth()
                || self.verify_null_move(info, reduction)? >= beta);
        if !holds {
            return Ok(None);
        }
        self.observer.cut(node.ply, Cut::By(Technique::NullMove));
        Ok(Some(score))
    }

    fn search_null_move(&mut self, info: &NodeInfo<'_>, reduction: Depth) -> NodeResult {
        let node = &info.node;
        let mut next = info.board.clone();
        self.play_null(&mut next, node.ply)?;
        let window = Window::zero(node.window.beta - Score(1)).flipped();
        let below = Node { ply: node.ply.next(), depth: node.depth - reduction, window, cut: !node.cut };
        let score = -self.search::<NonPv>(&next, below)?;
        self.pop_key();
        Ok(score)
    }

    /// Verifies a null-move cut by a search with the same reduction but without null moves. It detects zugzwang, and
    /// is worth its nodes where much depth is left.
    fn verify_null_move(&mut self, info: &NodeInfo<'_>, reduction: Depth) -> NodeResult {
        let node = &info.node;
        let depth = node.depth - reduction;
        // Further down null moves are allowed again, since they save more than zugzwang costs.
        let plies = (depth.plies() * 3 / 4).max(0) as u16;
        let before = std::mem::replace(&mut self.nmp_min_ply, Ply(node.ply.0 + plies));
        let window = Window::zero(node.window.beta - Score(1));
        let score = self.search::<NonPv>(info.board, Node { depth, window, ..*node });
        self.nmp_min_ply = before;
        score
    }

    /// ProbCut: a capture that a shallow search finds far above beta will hardly fall below it in a deep one.
    ///
    /// ```text
    ///   beta ───┬────────────────┬──── raised beta
    ///           └──── margin ────┘     a good capture, first by quiescence, then some plies less deep,
    ///                                  still lies above: cut
    /// ```
    ///
    /// Source: M. Buro, *ProbCut: an effective selective extension of the alpha-beta algorithm*, 1995.
    #[inline]
    pub(super) fn probcut(&mut self, info: &NodeInfo<'_>) -> Result<Option<Score>, Stopped> {
        let Window { beta, .. } = info.node.window;
        if info.node.depth.plies() < params::probcut_depth() || beta.is_decisive() {
            return Ok(None);
        }
        let raised = beta + probcut_margin(info.improving);
        let depth = info.node.depth - Depth(params::probcut_reduction());
        let is_hopeless = |entry: &Entry| entry.depth >= depth && entry.score < raised;
        if info.entry.as_ref().is_some_and(is_hopeless) || !self.uses(Technique::ProbCut) {
            return Ok(None);
        }
        self.probcut_captures(info, raised, depth)
    }

    /// Looks for a capture that holds the raised beta; `depth` is that of its reply.
    #[inline(never)] // Its list of moves must not grow the stack of every node.
    fn probcut_captures(
        &mut self,
        info: &NodeInfo<'_>,
        raised: Score,
        depth: Depth,
    ) -> Result<Option<Score>, Stopped> {
        let NodeInfo { board, node, .. } = info;
        // The capture must win enough to reach the raised beta.
        let threshold = raised - info.eval;
        let table_move =
            info.table_move.filter(|&mv| info.is_table_capture && board.position.see(mv, threshold));
        let prior = self.stack.prior_moves(node.ply);
        let context = MoveContext::of_captures(board, &info.masks, &prior);
        let mut picker = MovePicker::captures_that_win(table_move, threshold);
        while let Some(mv) = picker.next(context, self.histories) {
            let score = self.search_capture(info, mv, raised, depth)?;
            if score >= raised && !score.is_decisive() {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    eval: info.raw_eval,
                    depth: depth + Depth::ONE,
                    bound: Bound::Lower,
                    was_pv: info.was_pv,
                };
                self.store(board, node.ply, entry);
                self.observer.cut(node.ply, Cut::By(Technique::ProbCut));
                return Ok(Some(score - (raised - node.window.beta)));
            }
        }
        Ok(None)
    }

    /// Searches a capture: first by quiescence, which refutes most of them, then by the reduced search.
    fn search_capture(&mut self, info: &NodeInfo<'_>, mv: Move, raised: Score, depth: Depth) -> NodeResult {
        let NodeInfo { board, node, .. } = info;
        self.prefetch_child(board, mv);
        let mut next = Clone::clone(*board);
        self.play(&mut next, mv, node.ply)?;
        let window = Window::zero(raised - Score(1)).flipped();
        let quick = Node { ply: node.ply.next(), depth: Depth::ZERO, window, cut: !node.cut };
        let mut score = -self.search::<NonPv>(&next, quick)?;
        if score >= raised && depth > Depth::ZERO {
            score = -self.search::<NonPv>(&next, Node { depth, ..quick })?;
        }
        self.pop_key();
        Ok(score)
    }
}

/// The margin above beta that the evaluation needs; `None` with too much depth left.
fn reverse_futility_margin(info: &NodeInfo<'_>) -> Option<Score> {
    let depth = info.node.depth;
    let relief = i32::from(info.improving) * params::reverse_futility_improving()
        + i32::from(info.opponent_worsening) * params::reverse_futility_worsening();
    let margin = params::reverse_futility_margin() * depth.plies() - relief;
    (depth.plies() <= params::reverse_futility_depth()).then_some(Score(margin.max(0)))
}

/// The margin below alpha from which on the node is razored; `None` with too much depth left.
fn razoring_margin(depth: Depth) -> Option<Score> {
    let margin = params::razoring_base() + params::razoring_margin() * depth.plies();
    (depth.plies() <= params::razoring_depth()).then_some(Score(margin))
}

/// The margin by which the static evaluation may lie below beta: more with more depth, and negative with little.
fn null_move_margin(depth: Depth) -> Score {
    Score(params::null_move_margin_slope() * depth.plies() - params::null_move_margin_base())
}

/// The reduction of the search after a null move, its own ply included.
fn null_move_reduction(depth: Depth, surplus: Score) -> Depth {
    let by_eval = (surplus.0 / params::null_move_eval_divisor()).min(params::null_move_eval_max());
    Depth(params::null_move_base() + depth.plies() / params::null_move_depth_divisor() + by_eval)
}

/// The margin above beta that a capture needs.
fn probcut_margin(improving: bool) -> Score {
    let relief = if improving { params::probcut_improving() } else { 0 };
    Score(params::probcut_margin() - relief)
}
