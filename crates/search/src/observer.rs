//! What happens in every node, for those who draw or count trees.
//!
//! The observer is a type parameter of the search. `()` observes nothing and costs nothing: every method is
//! empty and disappears.

use types::{Depth, Key, Move, Ply, Score};

/// Which rule ended or skipped something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// A move reached beta.
    Beta,
    /// A draw by repetition, by the 50-move rule or for want of material.
    Draw,
    /// A shorter mate is already known.
    MateDistance,
    /// The stand-pat score of quiescence reached beta.
    StandPat,
}

/// Follows a search from node to node.
pub trait SearchObserver {
    /// A node is entered. `mv` led to it (`None` at the root and after a null move).
    #[inline]
    fn enter(&mut self, ply: Ply, mv: Option<Move>, key: Key, depth: Depth, alpha: Score, beta: Score) {
        let _ = (ply, mv, key, depth, alpha, beta);
    }

    /// The node at this ply is decided by a rule.
    #[inline]
    fn cut(&mut self, ply: Ply, rule: Rule) {
        let _ = (ply, rule);
    }

    /// The node at this ply is left.
    #[inline]
    fn leave(&mut self, ply: Ply, score: Score) {
        let _ = (ply, score);
    }
}

impl SearchObserver for () {}
