//! Move pruning: moves that are not worth a search, with little depth left and something found already, or with a mate
//! found that they come too late to beat.

use types::{Depth, Ply, Score};

use crate::SearchObserver;
use crate::board::Board;
use crate::candidate::{Best, Candidate};
use crate::node::{Node, NodeKind};
use crate::params;
use crate::reduce;
use crate::sight::Sight;
use crate::techniques::{Technique, Techniques};
use crate::worker::Worker;

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// Whether to skip a move, and why. What a move is worth at most that cannot beat alpha goes into the best score.
    #[inline]
    pub(crate) fn skips<N: NodeKind>(
        &self,
        board: &Board,
        node: &Node,
        sight: &Sight,
        candidate: &Candidate,
        best: &mut Best,
    ) -> Option<Technique> {
        if Self::uses(Technique::MateDistance) && mates_too_late(node, candidate, best.alpha) {
            best.score = best.score.max(best.alpha);
            return Some(Technique::MateDistance);
        }
        if best.score.is_loss() {
            return None;
        }
        self.bets_against::<N>(board, node, sight, candidate, best.alpha)
    }

    /// Whether a move will hardly beat alpha, and why.
    #[inline]
    fn bets_against<N: NodeKind>(
        &self,
        board: &Board,
        node: &Node,
        sight: &Sight,
        candidate: &Candidate,
        alpha: Score,
    ) -> Option<Technique> {
        // Without pieces, a quiet move may be the one that does not lose by zugzwang. And what is looked for when
        // a mate is in hand is a quicker one, of which neither order nor exchanges tell.
        if !board.has_pieces(board.position.side_to_move()) || alpha.is_mate() {
            return None;
        }
        let reduced = reduce::likely_depth(node.depth, candidate);
        if candidate.is_quiet && !candidate.gives_check {
            if Self::uses(Technique::LateMovePruning)
                && candidate.number > late_move_limit(node.depth, sight.improving)
            {
                return Some(Technique::LateMovePruning);
            }
            if Self::uses(Technique::Futility) && is_futile(sight, reduced, alpha) {
                return Some(Technique::Futility);
            }
            if Self::uses(Technique::HistoryPruning) && has_bad_history(candidate, reduced) {
                return Some(Technique::HistoryPruning);
            }
        }
        if Self::uses(Technique::ExchangePruning)
            && let Some(threshold) = exchange_threshold(candidate, node.depth, reduced)
            && loses_more(board, candidate, threshold)
        {
            return Some(Technique::ExchangePruning);
        }
        None
    }
}

/// Whether a move cannot beat alpha, since only mate at once does and the move gives no check. This is no bet.
#[inline]
fn mates_too_late(node: &Node, candidate: &Candidate, alpha: Score) -> bool {
    let with_the_next_move = Score::mate_in(Ply(node.ply.0 + 3));
    alpha >= with_the_next_move && !candidate.gives_check
}

/// Whether a move comes out below a threshold, which is not positive, by static exchange.
#[inline]
fn loses_more(board: &Board, candidate: &Candidate, threshold: Score) -> bool {
    let wins = || board.position.see(candidate.mv, threshold);
    // Where nothing can be taken nothing is lost.
    debug_assert!(threshold <= Score::DRAW && (!candidate.is_unopposed || wins()));
    !candidate.is_unopposed && !wins()
}

/// Late-move pruning: the quiet moves come in the order of their histories, so the latest are the worst. Captures count
/// among the moves before them.
fn late_move_limit(depth: Depth, improving: bool) -> u32 {
    let plies = depth.plies();
    if plies > params::late_move_depth() {
        return u32::MAX;
    }
    let limit = params::late_move_base() + plies * plies;
    (if improving { limit } else { limit / 2 }) as u32
}

/// Futility pruning: what a quiet move improves is not enough to reach alpha.
fn is_futile(sight: &Sight, depth: Depth, alpha: Score) -> bool {
    let margin = params::futility_base() + params::futility_margin() * depth.plies();
    !sight.in_check()
        && !alpha.is_decisive()
        && depth.plies() <= params::futility_depth()
        && sight.eval + Score(margin) <= alpha
}

/// Pruning by history: moves like this have failed again and again.
fn has_bad_history(candidate: &Candidate, depth: Depth) -> bool {
    let limit = -params::history_pruning_slope() * depth.plies().max(1);
    depth.plies() <= params::history_pruning_depth() && candidate.history < limit
}

/// Pruning by static exchange: how much a move may lose; `None` where too much is left to search.
fn exchange_threshold(candidate: &Candidate, depth: Depth, reduced: Depth) -> Option<Score> {
    if depth.plies() > params::exchange_depth() {
        return None;
    }
    let loss = if candidate.is_quiet {
        params::exchange_quiet() * reduced.plies() * reduced.plies()
    } else {
        params::exchange_capture() * depth.plies()
    };
    Some(Score(-loss))
}
