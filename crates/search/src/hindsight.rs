//! Hindsight: a node corrects the reduction of the move that led to it.
//!
//! That move was searched less deep, since it was not thought good, but what this node sees of it may say otherwise. If
//! it made things worse for the side to move now, it was better than thought: look deeper. If it made them much better,
//! it was as bad as thought: look less deep still.

use types::{Depth, Move};

use crate::SearchObserver;
use crate::node::Node;
use crate::params;
use crate::sight::Sight;
use crate::techniques::{Technique, Techniques};
use crate::worker::Worker;

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// How much deeper or less deep a node is searched, in the light of the reduction before it.
    #[inline]
    pub(crate) fn hindsight(&self, node: &Node, sight: &Sight, excluded: Option<Move>) -> Depth {
        let before = self.stack.before(node.ply, 1);
        let (Some(ours), Some(theirs)) = (sight.static_eval, before.eval) else { return Depth::ZERO };
        if !Self::uses(Technique::Hindsight) || excluded.is_some() {
            return Depth::ZERO;
        }
        let gain = (ours + theirs).0;
        if before.reduction.plies() >= params::hindsight_deeper_reduction() && gain < 0 {
            Depth::ONE
        } else if before.reduction.plies() >= params::hindsight_shallower_reduction()
            && node.depth.plies() >= 2
            && gain > params::hindsight_shallower_gain()
        {
            Depth(-1)
        } else {
            Depth::ZERO
        }
    }
}
