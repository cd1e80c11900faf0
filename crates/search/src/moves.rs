//! The moves of a node, steps 14 to 17: their order, move pruning, late-move reductions and re-searches.
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
//! Source: T. Marsland and M. Campbell, *Parallel search of strongly ordered game trees*, 1982 (principal variation
//! search).

use movegen::Checks;
use types::{Depth, Move, Ply, Score, Window};

use crate::SearchObserver;
use crate::facts::NodeInfo;
use crate::history::{MoveContext, TriedMoves};
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
    /// True for a killer or counter move, which has cut a similar node lately.
    is_refutation: bool,
    /// True for a quiet move to a square where the enemy cannot capture it.
    is_unopposed: bool,
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
        let Node { ply, mut depth, window: Window { mut alpha, beta }, .. } = *node;
        let board = info.board;
        let prior = self.stack.prior_moves(ply);
        let checks = Checks::of(&board.position);
        let context = MoveContext::new(board, &info.masks, &checks, &prior);
        let (killers, counter) = (self.stack[ply].killers, self.histories.counter(&prior));
        let mut best_score = -Score::INFINITE;
        let mut best_move = None;
        let mut tried = TriedMoves::default();
        let mut prefetched = info.table_move;
        let mut number = 0;

        // Step 14. Move order: table move, good captures, killers, counter move, quiet moves by history, bad captures. At
        // the root the order of the last iteration.
        let mut picker = if N::ROOT {
            MovePicker::listed(self.root.candidates().iter().map(|candidate| candidate.mv))
        } else {
            MovePicker::all(info.table_move, killers, counter)
        };
        while let Some(mv) = picker.next(context, self.histories) {
            if info.excluded == Some(mv) {
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
                is_refutation: killers.contains(&Some(mv)) || self.histories.counter(&prior) == Some(mv),
                // The origin counts as well, because a slider behind it may attack the target after the move.
                is_unopposed: is_quiet && !context.threats.intersects(mv.from().bitboard() | mv.to()),
                depth: depth + extension - Depth::ONE,
            };

            // Step 15. Move pruning.
            if !N::ROOT
                && let Some(why) = self.prune_move(node, info, &candidate, alpha, best_score)
            {
                self.observer.skip(ply, mv, why);
                match why {
                    // The move certainly does not beat alpha.
                    Technique::MateDistance => best_score = best_score.max(alpha),
                    // Nor will the quiet moves after it.
                    Technique::LateMovePruning | Technique::Futility => picker.skip_quiets(),
                    _ => {}
                }
                continue;
            }

            // Step 16. The search of the move, with late-move reductions and re-searches.
            let nodes_before = self.nodes;
            if N::ROOT {
                self.report_current_move(mv, self.root.accepted().len() as u32 + number);
            }
            let score = self.search_after(board, Some(mv), ply, |thread, next| {
                thread.search_move::<N>(next, node, info, &candidate, alpha, best_score)
            })?;
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

            // Step 17. A better move: if it cuts, the histories are updated. Otherwise the remaining moves get less depth, as
            // they are less likely to raise alpha further.
            if score > best_score {
                best_score = score;
                best_move = Some(mv);
            }
            if score > alpha {
                alpha = score;
                if score >= beta {
                    self.observer.cut(ply, Cut::Beta(mv));
                    self.update_after_cut(context, node, mv, &tried);
                    break;
                }
                let depths = params::raise_min_depth()..=params::raise_max_depth();
                if depths.contains(&depth.plies())
                    && !score.is_decisive()
                    && self.uses(Technique::LateMoveReductions)
                {
                    depth -= Depth::ONE;
                }
            }
            tried.record(mv, is_quiet);
        }
        Ok((number > 0).then_some((best_score, best_move)))
    }

    /// Step 15: the technique that skips a move, if there is one. All but the first are unsound.
    fn prune_move(
        &self,
        node: &Node,
        info: &NodeInfo<'_>,
        candidate: &MoveInfo,
        alpha: Score,
        best_score: Score,
    ) -> Option<Technique> {
        let position = &info.board.position;
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
        // The depth at which the move will probably be searched.
        let reduced = (depth - base_reduction(depth, candidate) / PLY).max(0);

        if candidate.is_quiet && !candidate.gives_check {
            // Late-move pruning: quiet moves are ordered by history, so the last are the worst.
            let limit = params::late_move_base() + depth * depth;
            let limit = if info.improving { limit } else { limit / 2 };
            if depth <= params::late_move_depth()
                && candidate.number > limit as u32
                && self.uses(Technique::LateMovePruning)
            {
                return Some(Technique::LateMovePruning);
            }
            // Futility pruning: a quiet move will hardly improve the evaluation enough to reach alpha.
            let margin = params::futility_base() + params::futility_margin() * reduced;
            if reduced <= params::futility_depth()
                && !info.in_check()
                && info.eval + Score(margin) <= alpha
                && self.uses(Technique::Futility)
            {
                return Some(Technique::Futility);
            }
            // History pruning: the move has hardly ever been good.
            if reduced <= params::history_pruning_depth()
                && candidate.history < -params::history_pruning_slope() * reduced.max(1)
                && self.uses(Technique::HistoryPruning)
            {
                return Some(Technique::HistoryPruning);
            }
        }

        // Pruning by static exchange: the move loses material. Nothing is lost where the enemy cannot capture.
        if depth <= params::exchange_depth() {
            let loss = if candidate.is_quiet {
                params::exchange_quiet() * reduced * reduced
            } else {
                params::exchange_capture() * depth
            };
            let loses_more = || !position.see(candidate.mv, Score(-loss));
            debug_assert!(!candidate.is_unopposed || !loses_more());
            if !candidate.is_unopposed && loses_more() && self.uses(Technique::ExchangePruning) {
                return Some(Technique::ExchangePruning);
            }
        }
        None
    }

    /// Step 16: searches the position after a move and returns its score for us. All moves but the first are searched with
    /// a zero window and less deep at first.
    fn search_move<N: NodeKind>(
        &mut self,
        next: &SearchPosition,
        node: &Node,
        info: &NodeInfo<'_>,
        candidate: &MoveInfo,
        alpha: Score,
        best_score: Score,
    ) -> NodeResult {
        let (ply, depth) = (node.ply.next(), candidate.depth);
        let with_zero_window = !N::PV || candidate.number > 1 && self.uses(Technique::ZeroWindows);
        let mut score = -Score::INFINITE;
        if with_zero_window {
            let window = Window::zero(alpha).flipped();
            let reduction = self.reduction::<N>(node, info, candidate);
            let mut depth = depth;
            if reduction > Depth::ZERO {
                self.observer.reduce(node.ply, candidate.mv, reduction);
                self.stack[node.ply].reduction = reduction;
                let reduced = Node { ply, depth: depth - reduction, window, is_cut: true };
                score = -self.search::<NonPv>(next, reduced)?;
                self.stack[node.ply].reduction = Depth::ZERO;
                // The re-search is deeper if the move is better than the best by far, shallower if only by little.
                let gain = (score - best_score).0;
                depth += Depth(i32::from(gain > params::re_search_deeper()));
                depth -= Depth(i32::from(gain < params::re_search_shallower()));
            }
            let is_re_search = reduction > Depth::ZERO;
            if !is_re_search || score > alpha && depth > candidate.depth - reduction {
                let full = Node { ply, depth, window, is_cut: !node.is_cut };
                score = -self.search::<NonPv>(next, full)?;
            }
        }
        if N::PV && (!with_zero_window || score > alpha) {
            let window = Window { alpha, beta: node.window.beta }.flipped();
            score = -self.search::<N::Next>(next, Node { ply, depth, window, is_cut: false })?;
        }
        Ok(score)
    }

    /// The late-move reduction of the first search of a move. At least one ply is left, so that a reply is searched.
    fn reduction<N: NodeKind>(&self, node: &Node, info: &NodeInfo<'_>, candidate: &MoveInfo) -> Depth {
        if node.depth <= Depth::ONE
            || candidate.number < 2 + u32::from(N::PV)
            || !self.uses(Technique::LateMoveReductions)
        {
            return Depth::ZERO;
        }
        let many_cuts = self.stack[node.ply.next()].cutoffs > params::reduction_cutoffs_limit() as u32;
        let terms = [
            // If the evaluation gets worse, a late move will hardly change that.
            (!info.improving, params::reduction_not_improving()),
            // In a cut node the moves that were expected to cut came first.
            (node.is_cut, params::reduction_cut()),
            // On a principal variation an error changes the line that is played.
            (info.was_pv, -params::reduction_pv()),
            // More so in PV nodes, where a wrong fail-low is not searched again.
            (N::PV, -params::reduction_pv() / 2),
            // A check forces the reply, so it is cheap to search.
            (candidate.gives_check, -params::reduction_check()),
            // A killer or counter move has just cut a similar node.
            (candidate.is_refutation, -params::reduction_refutation()),
            // If the table move is a capture, a quiet move will hardly be better.
            (info.is_table_capture && candidate.is_quiet, params::reduction_table_capture()),
            // If many children of this node have cut, this move will probably fail too.
            (many_cuts, params::reduction_cutoffs()),
        ];
        let by_terms: i32 = terms.into_iter().filter(|&(holds, _)| holds).map(|(_, by)| by).sum();
        // Moves with a good history are reduced less.
        let by_history = candidate.history * PLY / params::reduction_history();
        // So are moves in positions whose evaluation has a large correction, since it is unreliable there.
        let correction = info.raw_eval.zip(info.static_eval).map_or(0, |(raw, eval)| (eval - raw).0.abs());
        let by_correction = correction * params::reduction_correction();
        let reduction = base_reduction(node.depth.plies(), candidate) + by_terms - by_history - by_correction;
        Depth((reduction / PLY).clamp(0, (candidate.depth.plies() - 1).max(0)))
    }
}

/// The unit of reductions: one ply is 1024.
const PLY: i32 = 1024;

/// The part of a reduction that depends on depth and move number.
fn base_reduction(depth: i32, candidate: &MoveInfo) -> i32 {
    let (base, divisor) = if candidate.is_quiet {
        (params::reduction_quiet_base(), params::reduction_quiet_divisor())
    } else {
        (params::reduction_capture_base(), params::reduction_capture_divisor())
    };
    base + ln(depth as u32) * ln(candidate.number) / divisor
}

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
