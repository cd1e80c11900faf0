//! Nodes: what kind they are, and between which bounds their value is asked for.
//!
//! ```text
//!   Root ──▶ Pv ──▶ Pv ──▶ …          every value in the window matters
//!     └───▶ NonPv ──▶ NonPv ──▶ …     one question: is it more than alpha or not?
//! ```
//!
//! The kind is a type, so that a node without a window contains no code for what only a window needs.

use types::{Depth, Ply, Score};

/// The kind of a node.
pub(crate) trait NodeKind {
    /// Whether this is the root.
    const ROOT: bool;
    /// Whether the value itself is asked for, not only on which side of a bound it lies.
    const PV: bool;
    /// The kind of a child that is searched with the same window.
    type Next: NodeKind;
}

/// Where the search begins.
pub(crate) enum Root {}
/// A node that may lie on the principal variation.
pub(crate) enum Pv {}
/// A node searched with a zero window.
pub(crate) enum NonPv {}

impl NodeKind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type Next = Pv;
}

impl NodeKind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
    type Next = Pv;
}

impl NodeKind for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
    type Next = NonPv;
}

/// The bounds between which a value is asked for: whatever is not above `alpha` is all the same, and so is
/// whatever is not below `beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move has already.
    pub alpha: Score,
    /// What the opponent will not allow.
    pub beta: Score,
}

impl Window {
    /// All scores.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// Asks only whether the value is above `alpha`.
    #[inline]
    pub fn zero(alpha: Score) -> Window {
        Window { alpha, beta: alpha + Score(1) }
    }

    /// Whether no score lies inside.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// The part of the window in which a node at this ply can have its value: it cannot be mated before, nor
    /// mate earlier than with the next move.
    #[inline]
    #[must_use]
    pub(crate) fn within_mates(self, ply: Ply) -> Window {
        Window {
            alpha: self.alpha.max(Score::mated_in(ply)),
            beta: self.beta.min(Score::mate_in(ply.next())),
        }
    }

    /// The window as the opponent sees it.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What is asked of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) ply: Ply,
    pub(crate) depth: Depth,
    pub(crate) window: Window,
    /// Whether some move is expected to reach beta (a cut node), which a zero-window search can tell from its
    /// parent: the children of a node where all moves should fail are those where one should not.
    pub(crate) cut: bool,
}
