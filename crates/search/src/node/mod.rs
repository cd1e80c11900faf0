//! The node of the playing search: its kind, its depth and its window.
//!
//! ```text
//!   Root ──▶ Pv ──▶ Pv ──▶ …          the exact value inside the window is wanted
//!     └───▶ NonPv ──▶ NonPv ──▶ …     only a bound is wanted: above alpha or not
//! ```
//!
//! The kind is a type, so that the code of zero-window nodes leaves out everything that only PV nodes need.
//!
//! The files, in the order in which a node uses them:
//!
//! | file | content |
//! |---|---|
//! | `alphabeta` | the numbered steps of a node, in their order |
//! | `table` | the transposition table and the endgame tablebases |
//! | `info` | [`NodeInfo`](info::NodeInfo): the facts before the first move |
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
    /// True if the exact value is wanted and not only a bound.
    const PV: bool;
    /// The kind of a child that is searched with the same window.
    type Next: NodeKind;
}

/// The root.
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

/// The request to search a node: its ply, depth and window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) ply: Ply,
    pub(crate) depth: Depth,
    pub(crate) window: Window,
    /// True for an expected cut node: some move should reach beta. It follows from the parent: the children of an all
    /// node are expected to cut, and the other way round.
    pub(crate) cut: bool,
}
