//! The principal variation: the line that both sides are expected to play.
//!
//! Every ply has room for the best line from there on. When a move raises alpha in a node, the line of its ply
//! becomes that move and the line of the child, copied from the next ply:
//!
//! ```text
//!   ply 0   e2e4 e7e5 g1f3
//!   ply 1        e7e5 g1f3        ← copied up, behind e2e4
//!   ply 2             g1f3
//! ```

use arrayvec::ArrayVec;
use types::{Move, Ply};

/// A line of moves.
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
    #[inline]
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
