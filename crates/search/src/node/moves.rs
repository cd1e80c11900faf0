//! The moves of a node: move pruning, late-move reductions and re-searches.
//!
//! *Move pruning* skips moves that will hardly raise alpha when little depth is left, and moves that come too late to
//! beat a mate that was found.
//!
//! *Late-move reductions.* Good moves come first, so a late move is unlikely to be the best. It is searched with a
//! reduction that grows with its number and with the depth (both by their logarithms), and again at full depth if it
//! turns out better than expected.

use types::{Depth, Move, Ply, Score, Window};

use super::info::NodeInfo;
use super::{Node, NodeKind, NonPv};
use crate::SearchObserver;
use crate::history::MoveContext;
use crate::movepick::MovePicker;
use crate::params;
use crate::search_position::SearchPosition;
use crate::search_thread::{NodeResult, SearchThread};
use crate::techniques::Technique;

/// A move that is about to be searched.
pub(super) struct MoveInfo {
    pub(super) mv: Move,
    /// Its number among the moves of the node, from 1 on.
    pub(super) number: u32,
    pub(super) is_quiet: bool,
    gives_check: bool,
    /// Its history score.
    history: i32,
    /// True for a killer or counter move, which has cut a similar node lately.
    is_refutation: bool,
    /// True for a quiet move to a square where the enemy cannot capture it.
    is_unopposed: bool,
    /// The depth of the position after it, without reductions.
    depth: Depth,
}

/// The best score of a node so far, and its move.
pub(super) struct BestSoFar {
    pub(super) score: Score,
    /// The best move that was searched, whether or not it raised alpha.
    pub(super) mv: Option<Move>,
    /// The score that the next move has to beat.
    pub(super) alpha: Score,
}

impl BestSoFar {
    pub(super) fn new(alpha: Score) -> BestSoFar {
        BestSoFar { score: -Score::INFINITE, mv: None, alpha }
    }
}

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Prefetches the table entries of the positions after a move, unless it was `prefetched` already, and after the
    /// move that will probably come next. The latter is loaded while this move is searched.
    #[inline]
    pub(super) fn prefetch_children(
        &self,
        info: &NodeInfo<'_>,
        picker: &MovePicker,
        mv: Move,
        prefetched: &mut Option<Move>,
    ) {
        if *prefetched != Some(mv) {
            self.prefetch_child(info.board, mv);
        }
        *prefetched = picker.likely_next();
        if let Some(next) = *prefetched {
            self.prefetch_child(info.board, next);
        }
    }

    /// Collects the facts about a move before it is searched.
    #[inline]
    pub(super) fn move_info(
        &self,
        context: MoveContext<'_>,
        ply: Ply,
        mv: Move,
        number: u32,
        depth: Depth,
    ) -> MoveInfo {
        let MoveContext { board, prior, checks, threats, .. } = context;
        let is_quiet = board.is_quiet(mv);
        let history =
            if is_quiet { self.histories.quiet(context, mv) } else { self.histories.capture(board, mv) };
        let is_refutation =
            self.stack[ply].killers.contains(&Some(mv)) || self.histories.counter(prior) == Some(mv);
        let gives_check = checks.is_some_and(|checks| board.position.gives_check(checks, mv));
        // The origin counts as well, because a slider behind it may attack the target after the move.
        let is_unopposed = is_quiet && !threats.intersects(mv.from().bitboard() | mv.to());
        MoveInfo { mv, number, is_quiet, gives_check, history, is_refutation, is_unopposed, depth }
    }

    /// The reason to skip a move, if there is one. If the move certainly cannot beat alpha, the best score becomes at
    /// least alpha.
    #[inline(always)] // Otherwise it is not inlined.
    pub(super) fn prune_move(
        &self,
        info: &NodeInfo<'_>,
        mv: &MoveInfo,
        best: &mut BestSoFar,
    ) -> Option<Technique> {
        if mates_too_late(info.node.ply, mv, best.alpha) && self.uses(Technique::MateDistance) {
            best.score = best.score.max(best.alpha);
            return Some(Technique::MateDistance);
        }
        if best.score.is_loss() {
            return None;
        }
        self.prune_unsound(info, mv, best.alpha)
    }

    /// The unsound reason to skip a move, if there is one: it will hardly beat alpha.
    #[inline(always)] // Otherwise it is not inlined.
    fn prune_unsound(&self, info: &NodeInfo<'_>, mv: &MoveInfo, alpha: Score) -> Option<Technique> {
        let board = info.board;
        // Without pieces, a quiet move may be the only one that avoids zugzwang.
        if !board.has_pieces(board.position.side_to_move()) {
            return None;
        }
        let depth = info.node.depth;
        let reduced = likely_depth(depth, mv);
        if mv.is_quiet && !mv.gives_check {
            if mv.number > late_move_limit(depth, info.improving) && self.uses(Technique::LateMovePruning) {
                return Some(Technique::LateMovePruning);
            }
            if is_futile(info, reduced, alpha) && self.uses(Technique::Futility) {
                return Some(Technique::Futility);
            }
            if has_bad_history(mv, reduced) && self.uses(Technique::HistoryPruning) {
                return Some(Technique::HistoryPruning);
            }
        }
        if let Some(threshold) = exchange_threshold(mv, depth, reduced)
            && loses_more(board, mv, threshold)
            && self.uses(Technique::ExchangePruning)
        {
            return Some(Technique::ExchangePruning);
        }
        None
    }

    /// Searches the position after a move and returns its score for us. All moves but the first are searched with a
    /// zero window and less deep at first.
    #[inline]
    pub(super) fn search_child<N: NodeKind>(
        &mut self,
        next: &SearchPosition,
        info: &NodeInfo<'_>,
        mv: &MoveInfo,
        best: &BestSoFar,
    ) -> NodeResult {
        let (node, depth, alpha) = (&info.node, mv.depth, best.alpha);
        let ply = node.ply.next();
        let is_first = mv.number == 1;
        let mut score = -Score::INFINITE;
        if !N::PV || !is_first && self.uses(Technique::ZeroWindows) {
            let window = Window::zero(alpha).flipped();
            let reduction = self.reduction::<N>(info, mv);
            if reduction > Depth::ZERO {
                self.observer.reduce(node.ply, mv.mv, reduction);
                let reduced = Node { ply, depth: depth - reduction, window, cut: true };
                self.stack[node.ply].reduction = reduction;
                score = -self.search::<NonPv>(next, reduced)?;
                self.stack[node.ply].reduction = Depth::ZERO;
            }
            let again = if reduction > Depth::ZERO { depth + re_search_depth(score, best) } else { depth };
            if reduction == Depth::ZERO || score > alpha && again > depth - reduction {
                let full = Node { ply, depth: again, window, cut: !node.cut };
                score = -self.search::<NonPv>(next, full)?;
            }
        }
        if N::PV && (is_first || !self.uses(Technique::ZeroWindows) || score > alpha) {
            let window = Window { alpha, beta: node.window.beta }.flipped();
            score = -self.search::<N::Next>(next, Node { ply, depth, window, cut: false })?;
        }
        Ok(score)
    }

    /// The late-move reduction of the first search of a move.
    #[inline]
    fn reduction<N: NodeKind>(&self, info: &NodeInfo<'_>, mv: &MoveInfo) -> Depth {
        let node = &info.node;
        if node.depth <= Depth::ONE
            || mv.number < 2 + u32::from(N::PV)
            || !self.uses(Technique::LateMoveReductions)
        {
            return Depth::ZERO;
        }
        // If many children of this node have cut, this move will probably fail too.
        let many_cuts = self.stack[node.ply.next()].cutoffs > params::reduction_cutoffs_limit() as u32;
        let by_cuts = if many_cuts { params::reduction_cutoffs() } else { 0 };
        let reduction = base_reduction(node.depth, mv) + adjustment::<N>(info, mv) + by_cuts;
        // At least one ply is left, so that a reply is searched.
        Depth((reduction / PLY).clamp(0, (mv.depth.plies() - 1).max(0)))
    }

    /// The reduction of all moves after one that raised alpha, as they are less likely to raise it further.
    #[inline]
    pub(super) fn reduction_after_raise(&self, depth: Depth, score: Score) -> Depth {
        let applies = self.uses(Technique::LateMoveReductions)
            && (params::raise_least_depth()..=params::raise_greatest_depth()).contains(&depth.plies())
            && !score.is_decisive();
        if applies { Depth::ONE } else { Depth::ZERO }
    }
}

/// Returns true if a move cannot beat alpha, because only an immediate mate does and the move gives no check. This is
/// sound.
#[inline]
fn mates_too_late(ply: Ply, mv: &MoveInfo, alpha: Score) -> bool {
    let with_the_next_move = Score::mate_in(Ply(ply.0 + 3));
    alpha >= with_the_next_move && !mv.gives_check
}

/// Returns true if the static exchange value of a move is below a threshold, which is not positive.
#[inline]
fn loses_more(board: &SearchPosition, mv: &MoveInfo, threshold: Score) -> bool {
    let wins = || board.position.see(mv.mv, threshold);
    // Nothing is lost on a square where the enemy cannot capture.
    debug_assert!(threshold <= Score::DRAW && (!mv.is_unopposed || wins()));
    !mv.is_unopposed && !wins()
}

/// Late-move pruning: the number of moves, captures included, after which quiet moves are skipped. They are ordered
/// by history, so the last are the worst.
fn late_move_limit(depth: Depth, improving: bool) -> u32 {
    let plies = depth.plies();
    if plies > params::late_move_depth() {
        return u32::MAX;
    }
    let limit = params::late_move_base() + plies * plies;
    (if improving { limit } else { limit / 2 }) as u32
}

/// Futility pruning: returns true if a quiet move will hardly improve the evaluation enough to reach alpha.
fn is_futile(info: &NodeInfo<'_>, depth: Depth, alpha: Score) -> bool {
    let margin = params::futility_base() + params::futility_margin() * depth.plies();
    !info.in_check() && depth.plies() <= params::futility_depth() && info.eval + Score(margin) <= alpha
}

/// History pruning: returns true if the history score of a move is very low.
fn has_bad_history(mv: &MoveInfo, depth: Depth) -> bool {
    let limit = -params::history_pruning_slope() * depth.plies().max(1);
    depth.plies() <= params::history_pruning_depth() && mv.history < limit
}

/// Pruning by static exchange: the threshold below which a move is skipped; `None` with too much depth left.
fn exchange_threshold(mv: &MoveInfo, depth: Depth, reduced: Depth) -> Option<Score> {
    if depth.plies() > params::exchange_depth() {
        return None;
    }
    let loss = if mv.is_quiet {
        params::exchange_quiet() * reduced.plies() * reduced.plies()
    } else {
        params::exchange_capture() * depth.plies()
    };
    Some(Score(-loss))
}

/// The unit of reductions: one ply is 1024.
const PLY: i32 = 1024;

/// The change of depth for a re-search after a reduced search that beat alpha: deeper if the move is better than the
/// best by far, shallower if only by little.
#[inline]
fn re_search_depth(score: Score, best: &BestSoFar) -> Depth {
    let gain = (score - best.score).0;
    let deeper = gain > params::re_search_deeper();
    let shallower = gain < params::re_search_shallower();
    Depth(i32::from(deeper) - i32::from(shallower))
}

/// The depth at which a move will probably be searched, for pruning rules.
#[inline]
fn likely_depth(depth: Depth, mv: &MoveInfo) -> Depth {
    Depth((depth.plies() - base_reduction(depth, mv) / PLY).max(0))
}

/// The part of a reduction that depends on depth and move number.
#[inline]
fn base_reduction(depth: Depth, mv: &MoveInfo) -> i32 {
    let (base, divisor) = if mv.is_quiet {
        (params::reduction_quiet_base(), params::reduction_quiet_divisor())
    } else {
        (params::reduction_capture_base(), params::reduction_capture_divisor())
    };
    base + ln(depth.plies() as u32) * ln(mv.number) / divisor
}

/// The part of a reduction that depends on other facts.
#[inline]
fn adjustment<N: NodeKind>(info: &NodeInfo<'_>, mv: &MoveInfo) -> i32 {
    let terms = [
        // If the evaluation gets worse, a late move will hardly change that.
        (!info.improving, params::reduction_not_improving()),
        // In a cut node the moves that were expected to cut came first.
        (info.node.cut, params::reduction_cut()),
        // On a principal variation an error changes the line that is played.
        (info.was_pv, -params::reduction_pv()),
        // More so in PV nodes, where a wrong fail-low is not searched again.
        (N::PV, -params::reduction_pv() / 2),
        // A check forces the reply, so it is cheap to search.
        (mv.gives_check, -params::reduction_check()),
        // A killer or counter move has just cut a similar node.
        (mv.is_refutation, -params::reduction_refutation()),
        // If the table move is a capture, a quiet move will hardly be better.
        (info.is_table_capture && mv.is_quiet, params::reduction_table_capture()),
    ];
    let sum: i32 = terms.into_iter().filter(|&(holds, _)| holds).map(|(_, by)| by).sum();
    // Moves with a good history are reduced less. So are moves in positions whose evaluation has a large correction,
    // since it is unreliable there.
    sum - mv.history * PLY / params::reduction_history() - info.correction() * params::reduction_correction()
}

/// The natural logarithm of a number from 1 on, in 1024ths.
#[inline]
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
