//! The node of the playing search, and what it is asked for: its kind, its depth and its window.
//!
//! ```text
//!   Root ──▶ Pv ──▶ Pv ──▶ …          the exact value inside the window is wanted
//!     └───▶ NonPv ──▶ NonPv ──▶ …     one question: is it more than alpha or not?
//! ```
//!
//! The kind is a type, so that a node without a window contains no code for what only a window needs.
//!
//! The path of a node, from its root to its leaf:
//!
//! | file | what it holds |
//! |---|---|
//! | `alphabeta` | the numbered steps of a node, in their order |
//! | `table` | the transposition table and the endgame tablebases |
//! | `info` | [`NodeInfo`](info::NodeInfo): what is known before the first move |
//! | `pruning` | whole-node pruning: reverse futility, razoring, null move, ProbCut |
//! | `depth` | internal iterative reduction, hindsight, singular extensions |
//! | `moves` | move pruning, late-move reductions, re-searches |
//! | `quiescence` | captures until the position is quiet |

mod alphabeta;
mod depth;
mod info;
mod moves;
mod pruning;
mod quiescence;
mod table;

use types::{Depth, Ply, Window};

/// The kind of a node.
pub(crate) trait NodeKind {
    /// True for the root.
    const ROOT: bool;
    /// True if the exact value is wanted, not only its side of a bound.
    const PV: bool;
    /// The kind of a child that is searched with the same window.
    type Next: NodeKind;
}

/// The node at which the search begins.
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

/// A node that is to be searched: its place on the line, how deep and between which bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) ply: Ply,
    pub(crate) depth: Depth,
    pub(crate) window: Window,
    /// True if some move is expected to reach beta (a cut node). That follows from the parent: where all moves should
    /// fail, their replies should cut, and the other way round.
    pub(crate) cut: bool,
}
