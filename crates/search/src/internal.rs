//! Internal iterative reduction: a node that does not know what to try first is searched less deep.
//!
//! Without a table move the order of moves is poor, and a full search expensive. A shallower one leaves a move for the
//! next visit:
//!
//! ```text
//!   the window is open        much less deep: an iteration later the node is searched again, from a good move
//!   a cut is expected         less deep, if much depth is left: whether the first move cuts decides what it costs
//!   all moves should fail     as deep as asked: in whatever order, all are searched
//! ```

use types::{Depth, Move, Ply};

use crate::SearchObserver;
use crate::node::{Node, NodeKind};
use crate::params;
use crate::sight::Sight;
use crate::techniques::{Technique, Techniques};
use crate::worker::Worker;

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// How much less deep a node is searched for want of a good first move. At least one ply is left.
    #[inline]
    pub(crate) fn internal_iterative_reduction<N: NodeKind>(
        &self,
        node: &Node,
        sight: &Sight,
        excluded: Option<Move>,
    ) -> Depth {
        let applies = Self::uses(Technique::InternalIterativeReduction)
            && sight.table_move.is_none()
            && excluded.is_none()
            // The root keeps its own order, and has no entry while only some of its moves are looked at.
            && node.ply > Ply::ROOT;
        if applies { wanted::<N>(node).min(node.depth - Depth::ONE) } else { Depth::ZERO }
    }
}

/// How much less deep a node without a table move should be searched.
#[inline]
fn wanted<N: NodeKind>(node: &Node) -> Depth {
    if N::PV {
        Depth(params::internal_iterative_pv())
    } else if node.cut && node.depth.plies() >= params::internal_iterative_cut_depth() {
        Depth(params::internal_iterative_cut())
    } else {
        Depth::ZERO
    }
}
