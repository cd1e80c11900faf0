//! Nodes: their kinds, and what is asked of them.
//!
//! ```text
//!   Root ──▶ Pv ──▶ Pv ──▶ …          every value in the window matters
//!     └───▶ NonPv ──▶ NonPv ──▶ …     one question: is it more than alpha or not?
//! ```
//!
//! The kind is a type, so that a node without a window contains no code for what only a window needs.

use types::{Depth, Ply, Window};

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
