//! The stack of the searched line: a node's data that its children and its parent read.
//!
//! It has a frame for each ply. There are blank frames before the root, so that reading a few plies back needs no
//! test:
//!
//! ```text
//!   blank  blank  blank  blank  root  ply 1  ply 2  …
//!                               └── before(ply 2, 2)
//! ```
//!
//! Beside it, every ply has room for the principal variation from there on. When a move raises alpha in a node, the
//! line of its ply becomes that move and the line of the child, copied from the next ply:
//!
//! ```text
//!   ply 0   e2e4 e7e5 g1f3
//!   ply 1        e7e5 g1f3        ← copied up, behind e2e4
//!   ply 2             g1f3
//! ```

use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use types::{Move, Ply, Score};

use crate::history::{PieceTo, PriorMoves};

/// The data of the node at one ply.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The static evaluation as the evaluator gives it; `None` in check.
    pub(crate) raw_eval: Option<Score>,
    /// The static evaluation with its corrections.
    pub(crate) eval: Option<Score>,
    /// The move that is being searched from here; `None` for a null move.
    pub(crate) mv: Option<Move>,
    /// The same, as an index of continuation histories.
    pub(crate) piece_to: PieceTo,
    /// Its number among the moves of the node, from 1 on; 0 for a null move and in ProbCut.
    pub(crate) number: u32,
    /// True if that move is singular: a search of all others failed.
    pub(crate) is_singular: bool,
    /// True if the table has a move for this node.
    pub(crate) has_table_move: bool,
    /// Its history if it is quiet and not the first move, otherwise 0.
    pub(crate) history: i32,
    /// The move left out in a singular search.
    pub(crate) excluded: Option<Move>,
    /// True if the node is or was on a principal variation.
    pub(crate) was_pv: bool,
    /// Quiet moves that cut nodes of this ply since their grandparent was entered, the latest first.
    pub(crate) killers: [Option<Move>; 2],
    /// The number of nodes at this ply that cut since their grandparent was entered (at the first ply: since the search
    /// began). Many cuts mean that the parent's moves fail.
    pub(crate) cutoffs: u32,
    /// The number of extensions by more than one ply on the line down to here; below a null move or ProbCut it is the
    /// value of an earlier node of this ply. (Counting the line alone gained nothing, see `docs/notes/designs.md`.)
    pub(crate) double_extensions: i32,
}

pub(crate) struct Stack {
    frames: Vec<Frame>,
}

/// The number of blank frames before the root.
const BLANK: usize = 7;
/// Spare frames behind the last ply. Nodes clear the killers and the cutoffs of their grandchildren, the deepest nodes
/// too.
const SPARE: usize = 2;

impl Stack {
    pub(crate) fn new() -> Stack {
        Stack { frames: vec![Frame::default(); BLANK + Ply::MAX.index() + SPARE] }
    }

    /// Clears all frames, for another search.
    pub(crate) fn clear(&mut self) {
        self.frames.fill(Frame::default());
    }

    /// The frame `plies` before a ply, at most [`BLANK`] of them.
    pub(crate) fn before(&self, ply: Ply, plies: usize) -> &Frame {
        &self.frames[BLANK + ply.index() - plies]
    }

    /// The moves that led to the node at a ply.
    pub(crate) fn prior_moves(&self, ply: Ply) -> PriorMoves {
        PriorMoves::new(|plies| self.before(ply, plies).piece_to)
    }
}

impl Index<Ply> for Stack {
    type Output = Frame;

    fn index(&self, ply: Ply) -> &Frame {
        &self.frames[BLANK + ply.index()]
    }
}

impl IndexMut<Ply> for Stack {
    fn index_mut(&mut self, ply: Ply) -> &mut Frame {
        &mut self.frames[BLANK + ply.index()]
    }
}

pub(crate) type Variation = ArrayVec<Move, { Ply::MAX.0 as usize + 1 }>;

/// The best line from each ply on.
pub(crate) struct Variations {
    lines: Vec<Variation>,
}

impl Variations {
    pub(crate) fn new() -> Variations {
        Variations { lines: vec![Variation::new(); Ply::MAX.index() + 2] }
    }

    /// The line from this ply on.
    pub(crate) fn line(&self, ply: Ply) -> &Variation {
        &self.lines[ply.index()]
    }

    /// Clears the line from this ply on.
    pub(crate) fn clear(&mut self, ply: Ply) {
        self.lines[ply.index()].clear();
    }

    /// Sets the line from this ply on to `mv` and the line of the next ply.
    pub(crate) fn set(&mut self, ply: Ply, mv: Move) {
        let [line, next, ..] = &mut self.lines[ply.index()..] else { return };
        line.clear();
        line.push(mv);
        line.extend(next.iter().copied().take(line.remaining_capacity()));
    }
}
