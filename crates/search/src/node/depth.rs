//! Depth adjustments of a node and of its table move.

use tt::Bound;
use types::{Depth, Ply, Score, Window};

use super::info::NodeInfo;
use super::{Node, NodeKind, NonPv};
use crate::SearchObserver;
use crate::observer::Cut;
use crate::params;
use crate::search_thread::{SearchThread, Stopped};
use crate::techniques::Technique;

/// The result of a singular search.
#[derive(Clone, Copy, Debug)]
pub(super) enum Singularity {
    /// The extension of the table move; negative for a reduction.
    Extend(Depth),
    /// Several moves reach beta: the node is cut with this score.
    MultiCut(Score),
}

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Internal iterative reduction: the reduction of a node without a table move. At least one ply is left. Without
    /// a table move the order of moves is poor, and a full search expensive. A shallower search stores a move for the
    /// next visit:
    ///
    /// ```text
    ///   PV node     much less deep: an iteration later the node is searched again, from a good move
    ///   cut node    less deep, if much depth is left: its cost depends on whether the first move cuts
    ///   all node    no reduction: all moves are searched, in whatever order
    /// ```
    #[inline]
    pub(super) fn internal_iterative_reduction<N: NodeKind>(&self, info: &NodeInfo<'_>) -> Depth {
        let node = &info.node;
        let applies = info.table_move.is_none()
            && info.excluded.is_none()
            // The root orders its moves itself, and has no entry while only some of its moves are searched.
            && node.ply > Ply::ROOT
            && self.uses(Technique::InternalIterativeReduction);
        if applies { iterative_reduction::<N>(node).min(node.depth - Depth::ONE) } else { Depth::ZERO }
    }

    /// Hindsight: the correction of a node's depth after a reduced move. If the move made the evaluation worse for
    /// the side to move now, it was better than its reduction assumed, so the node is searched deeper. If it made the
    /// evaluation much better, the move was bad, so the node is searched less deep.
    #[inline]
    pub(super) fn hindsight(&self, info: &NodeInfo<'_>) -> Depth {
        let before = self.stack.before(info.node.ply, 1);
        let (Some(ours), Some(theirs)) = (info.static_eval, before.eval) else { return Depth::ZERO };
        if before.reduction <= Depth::ZERO || info.excluded.is_some() || !self.uses(Technique::Hindsight) {
            return Depth::ZERO;
        }
        let gain = (ours + theirs).0;
        if before.reduction.plies() >= params::hindsight_deeper_reduction() && gain < 0 {
            Depth::ONE
        } else if before.reduction.plies() >= params::hindsight_shallower_reduction()
            && info.node.depth.plies() >= 2
            && gain > params::hindsight_shallower_gain()
        {
            Depth(-1)
        } else {
            Depth::ZERO
        }
    }

    /// Singular extensions: the table gives its move the score `s`. A search of all *other* moves, half as deep and
    /// with a window just below `s`, tests how good they are:
    ///
    /// ```text
    ///   all fail             the move is singular: extend it, by two or three plies if they fail by much
    ///   some reach beta      several moves cut, so this node will too (multi-cut): return that score
    ///   otherwise            the move is one of several: no extension; if it or another should cut anyway, less depth
    /// ```
    ///
    /// Source: T. Anantharaman, M. Campbell and F. Hsu, *Singular extensions: adding selectivity to brute-force
    /// searching*, 1988, in the form that tests the table move only.
    pub(super) fn singularity<N: NodeKind>(&mut self, info: &NodeInfo<'_>) -> Result<Singularity, Stopped> {
        let node = &info.node;
        let ply = node.ply;
        self.stack[ply].double_extensions = self.stack.before(ply, 1).double_extensions;
        let Some(expected) = self.score_to_test::<N>(info) else {
            return Ok(Singularity::Extend(Depth::ZERO));
        };
        let target = expected - singular_margin(node.depth);
        self.stack[ply].excluded = info.table_move;
        let (depth, window) = (singular_depth(node.depth), Window::zero(target - Score(1)));
        let others = self.search::<NonPv>(info.board, Node { depth, window, ..*node })?;
        self.stack[ply].excluded = None;

        let Window { beta, .. } = node.window;
        if others >= target && !N::PV && others >= beta && !others.is_decisive() {
            self.observer.cut(ply, Cut::By(Technique::SingularExtensions));
            return Ok(Singularity::MultiCut(others));
        }
        let by = if others < target {
            self.singular_extension::<N>(info, target - others)
        } else if expected >= beta || node.cut {
            Depth(-params::singular_negative())
        } else {
            Depth::ZERO
        };
        if let Some(mv) = info.table_move {
            self.observer.extend(ply, mv, by);
        }
        Ok(Singularity::Extend(by))
    }

    /// The score of the table move, if it is reliable and enough depth is left for a singular search.
    fn score_to_test<N: NodeKind>(&self, info: &NodeInfo<'_>) -> Option<Score> {
        let entry = info.entry?;
        let node = &info.node;
        let is_reliable = entry.bound != Bound::Upper
            && !entry.score.is_decisive()
            && entry.depth.plies() >= node.depth.plies() - params::singular_table_depth();
        let applies = !N::ROOT
            && node.depth.plies() >= params::singular_depth()
            && info.table_move.is_some()
            && info.excluded.is_none()
            && node.ply.index() < 2 * self.iteration.plies() as usize
            && self.uses(Technique::SingularExtensions);
        (applies && is_reliable).then_some(entry.score)
    }

    /// The extension of a singular move: one ply, or two or three if the others are worse by much and this did not
    /// happen too often on the line.
    fn singular_extension<N: NodeKind>(&mut self, info: &NodeInfo<'_>, shortfall: Score) -> Depth {
        let frame = &mut self.stack[info.node.ply];
        let may_be_more = !N::PV && frame.double_extensions < params::singular_double_limit();
        let is_double = may_be_more && shortfall.0 > params::singular_double();
        let is_triple = is_double && !info.is_table_capture && shortfall.0 > params::singular_triple();
        frame.double_extensions += i32::from(is_double);
        Depth(1 + i32::from(is_double) + i32::from(is_triple))
    }
}

/// The internal iterative reduction of a node by its kind.
#[inline]
fn iterative_reduction<N: NodeKind>(node: &Node) -> Depth {
    if N::PV {
        Depth(params::internal_iterative_pv())
    } else if node.cut && node.depth.plies() >= params::internal_iterative_cut_depth() {
        Depth(params::internal_iterative_cut())
    } else {
        Depth::ZERO
    }
}

/// The margin by which the others must be worse than the table move. The parameter is in tenths for each ply.
fn singular_margin(depth: Depth) -> Score {
    const TENTHS: i32 = 10;
    Score(depth.plies() * params::singular_margin() / TENTHS)
}

/// The depth of a singular search.
fn singular_depth(depth: Depth) -> Depth {
    Depth((depth.plies() - 1) / 2)
}
