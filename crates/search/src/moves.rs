//! The moves of a node, steps 13 to 16: their order, move pruning, late-move reductions and re-searches.
//!
//! *Principal variation search*: the first move gets the full window. The others are searched with a zero window,
//! which shows with fewer nodes that they are not better. A move that turns out better is searched again.
//!
//! *Move pruning* skips moves that will hardly raise alpha when little depth is left, and moves that come too late to
//! beat a mate that was found.
//!
//! *Late-move reductions.* Good moves come first, so a late move is unlikely to be the best. It is searched with a
//! reduction that grows with its number and with the depth (both by their logarithms), and again at full depth if it
//! turns out better than expected.
//!
//! Sources: T. Marsland and M. Campbell, *Parallel search of strongly ordered game trees*, 1982 (principal variation
//! search). Which moves are pruned and how much they are reduced has the shape of Stockfish 15.1's rules
//! (`search.cpp`), and the numbers started from its (see `params`). Ours is the pruning next to a mate, and that the
//! best of the failed moves is stored.

use movegen::Checks;
use movegen::see::PIECE_VALUES;
use tt::Bound;
use types::{Depth, Move, Ply, Score, Window};

use crate::SearchObserver;
use crate::facts::NodeInfo;
use crate::history::{MoveContext, TriedMoves, bonus};
use crate::movepick::MovePicker;
use crate::node::{Node, NodeKind, NonPv};
use crate::observer::Cut;
use crate::params;
use crate::position::SearchPosition;
use crate::techniques::Technique;
use crate::thread::{NodeResult, SearchThread, Stopped};

/// A move that is about to be searched.
struct MoveInfo {
    mv: Move,
    /// Its number among the moves of the node, from 1 on.
    number: u32,
    is_quiet: bool,
    gives_check: bool,
    history: i32,
    /// True for a quiet move to a square where the enemy cannot capture it.
    is_unopposed: bool,
    /// True if the table move is quiet and singular.
    is_beside_singular: bool,
    /// The depth of the position after it, without reductions.
    depth: Depth,
}

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Searches the moves one by one, until one reaches beta. Returns the best score and the move that has it, whether or
    /// not it raised alpha; `None` if there is no move.
    pub(crate) fn search_moves<N: NodeKind>(
        &mut self,
        node: &Node,
        info: &NodeInfo<'_>,
        table_extension: Depth,
    ) -> Result<Option<(Score, Option<Move>)>, Stopped> {
        let mut node = *node;
        let (ply, beta) = (node.ply, node.window.beta);
        let board = info.board;
        let prior = self.stack.prior_moves(ply);
        let checks = Checks::of(&board.position);
        let context = MoveContext::new(board, &info.masks, &checks, &prior);
        let (killers, counter) = (self.stack[ply].killers, self.histories.counter(&prior));
        let mut best_score = -Score::INFINITE;
        let mut best_move = None;
        let mut raised = None;
        let mut tried = TriedMoves::default();
        let mut prefetched = info.table_move;
        let mut number = 0;

        // Step 13. Move order: table move, good captures, killers, counter move, quiet moves by history, bad captures. At
        // the root the best move of the last iteration is first.
        let first =
            if N::ROOT { self.root.candidates().first().map(|best| best.mv) } else { info.table_move };
        let mut picker = MovePicker::all(first, killers, counter);
        while let Some(mv) = picker.next(context, self.histories) {
            if info.excluded == Some(mv) || N::ROOT && !self.root.is_candidate(mv) {
                continue;
            }
            number += 1;
            self.prefetch_children(board, &picker, mv, &mut prefetched);
            let is_quiet = board.is_quiet(mv);
            let extension = if info.table_move == Some(mv) { table_extension } else { Depth::ZERO };
            let candidate = MoveInfo {
                mv,
                number,
                is_quiet,
                gives_check: board.position.gives_check(&checks, mv),
                history: if is_quiet {
                    self.histories.quiet(context, mv)
                } else {
                    self.histories.capture(board, mv)
                },
                // The origin counts as well, because a slider behind it may attack the target after the move.
                is_unopposed: is_quiet && !context.threats.intersects(mv.from().bitboard() | mv.to()),
                is_beside_singular: table_extension > Depth::ZERO && !info.is_table_capture,
                depth: node.depth + extension - Depth::ONE,
            };

            // Step 14. Move pruning.
            if !N::ROOT
                && let Some(why) = self.prune_move::<N>(&node, info, &candidate, best_score, &mut picker)
            {
                self.observer.skip(ply, mv, why);
                if why == Technique::MateDistance {
                    // The move certainly does not beat alpha.
                    best_score = best_score.max(node.window.alpha);
                }
                continue;
            }

            // Step 15. The search of the move, with late-move reductions and re-searches.
            let nodes_before = self.nodes;
            if N::ROOT {
                self.report_current_move(mv, self.root.accepted().len() as u32 + number);
            }
            let frame = &mut self.stack[ply];
            frame.is_singular = extension > Depth::ZERO;
            (frame.number, frame.history) =
                (number, if is_quiet && number > 1 { candidate.history } else { 0 });
            let score = self.search_after(board, Some(mv), ply, |thread, next| {
                thread.search_move::<N>(next, &node, info, &candidate)
            })?;
            let alpha = node.window.alpha;
            let has_line = N::PV && (score > alpha || N::ROOT && number == 1);
            if has_line {
                self.variations.set(ply, mv);
            }
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                let root_move = self.root.record(mv, nodes).filter(|_| has_line);
                if let Some(root_move) = root_move {
                    let is_exact = alpha < score && score < beta;
                    root_move.set_line(score, is_exact, self.seldepth, self.variations.line(ply));
                }
            }

            // Step 16. A better move. If it does not cut, the remaining moves get less depth, as they are less likely to raise
            // alpha further. In the end the histories are updated.
            if score > best_score {
                best_score = score;
                best_move = Some(mv);
            }
            if score <= alpha {
                tried.record(mv, is_quiet);
                continue;
            }
            node.window.alpha = score;
            raised = Some((mv, score));
            if score >= beta {
                self.observer.cut(ply, Cut::Beta(mv));
                self.stack[ply].cutoffs += 1;
                break;
            }
            let depths = params::raise_min_depth()..=params::raise_max_depth();
            if depths.contains(&node.depth.plies())
                && !score.is_decisive()
                && self.uses(Technique::LateMoveReductions)
            {
                node.depth -= Depth::ONE;
            }
        }
        if let Some(best) = raised {
            self.update_after_success(context, &node, best, &tried);
        }
        Ok((number > 0).then_some((best_score, best_move)))
    }

    /// Step 14: the technique that skips a move, if there is one. All but the first are unsound. Late-move pruning makes the
    /// picker skip the quiet moves after this one.
    fn prune_move<N: NodeKind>(
        &mut self,
        node: &Node,
        info: &NodeInfo<'_>,
        candidate: &MoveInfo,
        best_score: Score,
        picker: &mut MovePicker,
    ) -> Option<Technique> {
        let MoveInfo { mv, history, .. } = *candidate;
        let (position, alpha) = (&info.board.position, node.window.alpha);
        // Only an immediate mate beats alpha, and the move gives no check. Sound.
        let mate_with_the_next_move = Score::mate_in(Ply(node.ply.0 + 3));
        if alpha >= mate_with_the_next_move && !candidate.gives_check && self.uses(Technique::MateDistance) {
            return Some(Technique::MateDistance);
        }
        // Some move must not lose. Without pieces, a quiet move may be the only one that avoids zugzwang.
        if best_score.is_loss() || !info.board.has_pieces(position.side_to_move()) {
            return None;
        }
        let depth = node.depth.plies();
        // Late-move pruning: quiet moves are ordered by history, so the last are the worst. Not in check, where moves are few.
        let limit = (params::late_move_base() + params::late_move_slope() * depth * depth) / 100;
        let limit = if info.improving { limit } else { limit * params::late_move_not_improving() / 100 };
        if candidate.number >= limit as u32 && !info.in_check() && self.uses(Technique::LateMovePruning) {
            picker.skip_quiets();
            self.observer.skip_quiets(node.ply);
        }
        // The depth at which the move will probably be searched.
        let reduced = (depth - 1 - self.base_reduction(node, info, candidate) / PLY).max(0);
        let reaches_alpha = |gain: i32| info.static_eval.is_none_or(|eval| eval + Score(gain) > alpha);

        if candidate.is_quiet && !candidate.gives_check {
            // History pruning: the move has hardly ever been good. With one ply left it must have been good more often than bad.
            if reduced <= params::history_pruning_depth()
                && history <= -params::history_pruning_slope() * (depth - 1)
                && self.uses(Technique::HistoryPruning)
            {
                return Some(Technique::HistoryPruning);
            }
            // Futility pruning: a quiet move will hardly improve the evaluation enough to reach alpha.
            let gain = params::futility_base()
                + params::futility_margin() * reduced
                + history / params::futility_history();
            if reduced <= params::futility_depth() && !reaches_alpha(gain) && self.uses(Technique::Futility) {
                return Some(Technique::Futility);
            }
        } else if !candidate.gives_check
            && !N::PV
            && reduced <= params::futility_capture_depth()
            && mv.promoted_to().is_none()
            && let Some(captured) = position.captured(mv)
        {
            // The same for a capture, which gains the captured piece.
            let gain = PIECE_VALUES[captured.role()].0
                + params::futility_capture_base()
                + params::futility_capture_margin() * reduced
                + history / params::futility_capture_history();
            if !reaches_alpha(gain) && self.uses(Technique::Futility) {
                return Some(Technique::Futility);
            }
        }

        // Pruning by static exchange: the move loses material. Nothing is lost where the enemy cannot capture.
        let loss = if candidate.is_quiet && !candidate.gives_check {
            params::exchange_quiet() * reduced * (reduced + 1)
        } else {
            params::exchange_capture() * depth
        };
        let loses_more = || !position.see(mv, Score(-loss));
        debug_assert!(!candidate.is_unopposed || !loses_more());
        if !candidate.is_unopposed && loses_more() && self.uses(Technique::ExchangePruning) {
            return Some(Technique::ExchangePruning);
        }
        None
    }

    /// Step 15: searches the position after a move and returns its score for us. All moves but the first are searched with
    /// a zero window and less deep at first.
    fn search_move<N: NodeKind>(
        &mut self,
        next: &SearchPosition,
        node: &Node,
        info: &NodeInfo<'_>,
        candidate: &MoveInfo,
    ) -> NodeResult {
        let MoveInfo { mv, mut depth, .. } = *candidate;
        let (ply, alpha) = (node.ply.next(), node.window.alpha);
        let with_zero_window = !N::PV || candidate.number > 1 && self.uses(Technique::ZeroWindows);
        let mut score = -Score::INFINITE;
        if with_zero_window {
            let window = Window::zero(alpha).flipped();
            let reduced = self.reduced_depth::<N>(node, info, candidate);
            if let Some(reduced) = reduced {
                if reduced < depth {
                    self.observer.reduce(node.ply, mv, depth - reduced);
                }
                score = -self.search::<NonPv>(next, Node { ply, depth: reduced, window, is_cut: true })?;
            }
            let is_re_search = reduced.is_some_and(|reduced| score > alpha && reduced < depth);
            if is_re_search || reduced.is_none() {
                // Deeper if the move is better by far.
                let is_deeper = is_re_search && score > alpha + Score(params::re_search_deeper());
                depth += Depth(i32::from(is_deeper));
                score = -self.search::<NonPv>(next, Node { ply, depth, window, is_cut: !node.is_cut })?;
            }
            if is_re_search && candidate.is_quiet {
                let bonus = if score > alpha { bonus(depth) } else { -bonus(depth) };
                let prior = self.stack.prior_moves(node.ply);
                self.histories.update_continuations(info.board.mover(mv), mv.to(), &prior, bonus);
            }
        }
        if N::PV && (!with_zero_window || score > alpha && (N::ROOT || score < node.window.beta)) {
            let window = node.window.flipped();
            score = -self.search::<N::Next>(next, Node { ply, depth, window, is_cut: false })?;
        } else if N::PV {
            // Nodes of a zero window have no line.
            self.variations.clear(ply);
        }
        Ok(score)
    }

    /// The depth of the first search of a late move, between one ply and one more than without a reduction; `None` for a
    /// move that is not late.
    fn reduced_depth<N: NodeKind>(
        &self,
        node: &Node,
        info: &NodeInfo<'_>,
        candidate: &MoveInfo,
    ) -> Option<Depth> {
        let parent = self.stack.before(node.ply, 1);
        // In nodes of a principal variation a capture is not late, unless another move should have cut.
        let is_expected =
            info.was_pv && !candidate.is_quiet && !(node.is_cut && (parent.number > 1 || parent.is_singular));
        if node.depth <= Depth::ONE
            || candidate.number < 2 + u32::from(N::PV && node.ply <= Ply(1))
            || is_expected
            || !self.uses(Technique::LateMoveReductions)
        {
            return None;
        }
        // A PV node whose table entry is deep enough and fails low will do so again.
        let fails_low =
            N::PV && info.entry.is_some_and(|entry| entry.bound != Bound::Lower && entry.depth >= node.depth);
        let terms = [
            // In a cut node the moves that were expected to cut came first.
            (node.is_cut, params::reduction_cut()),
            // On a principal variation an error changes the line that is played.
            (info.was_pv && !fails_low, -params::reduction_pv()),
            // More so in PV nodes, where a wrong fail-low is not searched again, and with little depth.
            (N::PV, -params::reduction_pv_node()),
            (
                N::PV && node.depth.plies() <= params::reduction_pv_node_depth(),
                -params::reduction_pv_node_shallow(),
            ),
            // After a late move of the opponent many replies are good. After a singular one the line is forced.
            (parent.number > 7, -params::reduction_late_parent()),
            (
                parent.number <= 7
                    && parent.is_singular
                    && node.depth.plies() >= params::reduction_singular_parent_depth(),
                -params::reduction_singular_parent(),
            ),
            // If the table move is a capture, another move will hardly be better.
            (info.is_table_capture, params::reduction_table_capture()),
            // A singular quiet table move: its rivals are searched deeper.
            (candidate.is_beside_singular, -params::reduction_singular()),
            // If many children of this node have cut, this move will probably fail too.
            (self.stack[node.ply.next()].cutoffs > 3, params::reduction_cutoffs()),
        ];
        let by_terms: i32 = terms.into_iter().filter(|&(holds, _)| holds).map(|(_, by)| by).sum();
        // Moves with a good history are reduced less.
        let by_history = candidate.history / params::reduction_history();
        let reduction = self.base_reduction(node, info, candidate) + by_terms - by_history;
        let depth = candidate.depth.plies();
        Some(Depth((depth - reduction.div_euclid(PLY)).clamp(1, depth + 1)))
    }

    /// The part of a reduction that does not depend on the move itself: it grows with depth and move number, and with an
    /// evaluation that does not improve. It is smaller if the window is wide, measured by that of the root.
    fn base_reduction(&self, node: &Node, info: &NodeInfo<'_>, candidate: &MoveInfo) -> i32 {
        let by_number = ln(node.depth.plies() as u32) * ln(candidate.number) / params::reduction_divisor();
        let width = node.window.beta.0 - node.window.alpha.0;
        let by_width = params::reduction_window() * width / self.root_width;
        // Only if the reduction is nearly a ply without it.
        let is_worse = !info.improving && by_number > PLY - PLY / 8;
        params::reduction_base() + by_number - by_width
            + if is_worse { params::reduction_not_improving() } else { 0 }
    }
}

/// The unit of reductions: one ply is 1024.
pub(crate) const PLY: i32 = 1024;

/// The natural logarithm of a number from 1 on, in 1024ths.
fn ln(n: u32) -> i32 {
    LN[(n as usize).min(LN.len() - 1)]
}

/// The table of logarithms, computed with integers only, so that all machines round alike.
static LN: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < table.len() {
        table[n] = integer_ln(n as u64);
        n += 1;
    }
    table
};

/// The natural logarithm in 1024ths: the binary logarithm, computed bit by bit (the square of a number has twice its
/// logarithm), times ln 2.
const fn integer_ln(n: u64) -> i32 {
    const BITS: u32 = 20;
    /// ln 2 in units of 2⁻³⁰.
    const LN_2: u64 = 744_261_118;
    let mut log = n.ilog2() as u64;
    let mut mantissa = (n << 31) >> log;
    let mut bit = 0;
    while bit < BITS {
        mantissa = (mantissa * mantissa) >> 31;
        log <<= 1;
        if mantissa >= 2 << 31 {
            mantissa >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    let unit = BITS + 30 - 10;
    ((log * LN_2 + (1 << (unit - 1))) >> unit) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_that_of_floating_point() {
        for n in 1..256u32 {
            let wanted = f64::from(n).ln() * 1024.0;
            assert!((f64::from(ln(n)) - wanted).abs() <= 1.0, "ln {n}: {} for {wanted}", ln(n));
        }
        assert_eq!(ln(1000), ln(255));
    }
}
