//! What a node leaves for those below and above it on its line.
//!
//! A frame for each ply. Frames before the root exist and are blank, so that looking back a few plies needs
//! no test:
//!
//! ```text
//!   blank  blank  blank  blank  root  ply 1  ply 2  …
//!                               └── before(ply 2, 2)
//! ```

use std::ops::{Index, IndexMut};

use types::{Depth, Move, Ply, Score};

use crate::history::Continuation;

/// What is known of the node at one ply.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The static evaluation as the evaluator gives it; `None` in check.
    pub(crate) raw_eval: Option<Score>,
    /// The same without its known mistakes.
    pub(crate) eval: Option<Score>,
    /// The move that is being searched from here; `None` for a null move.
    pub(crate) mv: Option<Move>,
    /// The same, as an index of continuation histories.
    pub(crate) continuation: Continuation,
    /// Whether it is a quiet move.
    pub(crate) is_quiet: bool,
    /// A move left out, to see how good the others are.
    pub(crate) excluded: Option<Move>,
    /// Quiet moves that cut sibling nodes, the latest first.
    pub(crate) killers: [Option<Move>; 2],
    /// How many nodes at this ply cut since their grandparent was entered, or at the first ply since the search began: a sign
    /// that moves like ours fail.
    pub(crate) cutoffs: u32,
    /// By how much the search of the move from here is reduced.
    pub(crate) reduction: Depth,
    /// How often the line down to here was extended by more than one ply at once; below a null move or ProbCut what an
    /// earlier node of this ply left. (To count the line alone gained nothing, see `docs/elo.md`.)
    pub(crate) double_extensions: i32,
}

/// The frames of a line.
pub(crate) struct Stack {
    frames: Vec<Frame>,
}

/// How far one may look back from the root.
const BLANK: usize = 7;
/// Nodes clear their children's killers and their grandchildren's cutoffs, the deepest ones too.
const SPARE: usize = 2;

impl Stack {
    pub(crate) fn new() -> Stack {
        Stack { frames: vec![Frame::default(); BLANK + Ply::MAX.index() + SPARE] }
    }

    /// Forgets the last search.
    pub(crate) fn clear(&mut self) {
        self.frames.fill(Frame::default());
    }

    /// The frame `plies` before a ply, at most [`BLANK`] of them.
    #[inline]
    pub(crate) fn before(&self, ply: Ply, plies: usize) -> &Frame {
        &self.frames[BLANK + ply.index() - plies]
    }
}

impl Index<Ply> for Stack {
    type Output = Frame;

    #[inline]
    fn index(&self, ply: Ply) -> &Frame {
        &self.frames[BLANK + ply.index()]
    }
}

impl IndexMut<Ply> for Stack {
    #[inline]
    fn index_mut(&mut self, ply: Ply) -> &mut Frame {
        &mut self.frames[BLANK + ply.index()]
    }
}
