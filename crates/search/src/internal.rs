//! Internal iterative reduction: a node that does not know what to try first is searched less deep.
//!
//! Without a table move, or with one from a much shallower search where a cut is expected, the order of moves is poor,
//! and a full search expensive. A shallower one leaves a move for the next visit.

use tt::Entry;
use types::{Depth, Move, Ply};

use crate::SearchObserver;
use crate::node::Node;
use crate::params;
use crate::sight::Sight;
use crate::techniques::{Technique, Techniques};
use crate::worker::Worker;

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// How much less deep a node is searched for want of a good first move.
    #[inline]
    pub(crate) fn internal_iterative_reduction(
        &self,
        node: &Node,
        sight: &Sight,
        excluded: Option<Move>,
    ) -> Depth {
        let is_stale = |entry: &Entry| entry.depth + Depth(params::internal_iterative_lag()) <= node.depth;
        let is_unordered =
            sight.table_move.is_none() || node.cut && sight.entry.as_ref().is_none_or(is_stale);
        let applies = Self::uses(Technique::InternalIterativeReduction)
            && is_unordered
            && excluded.is_none()
            // The root keeps its own order, and has no entry while only some of its moves are looked at. Hunts leave no
            // move in the table: what fails to mate is all alike.
            && node.ply > Ply::ROOT
            && !self.is_hunting()
            && node.depth.plies() >= params::internal_iterative_depth();
        if applies { Depth::ONE } else { Depth::ZERO }
    }
}
