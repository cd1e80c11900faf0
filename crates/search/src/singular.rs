//! Singular extensions: a move without alternative deserves a deeper look.
//!
//! The table says that its move is worth `s`. A search half as deep of all *other* moves, with a window just
//! below `s`, tells how good they are:
//!
//! ```text
//!   all fail             the move is singular: extend it, by two or three plies if they fail by much
//!   some reach beta      several moves cut, so this node will too (multi-cut): return that score
//!   otherwise            the move is one of several: do not extend; if it or another should cut anyway, look less deep
//! ```
//!
//! Source: T. Anantharaman, M. Campbell and F. Hsu, *Singular extensions: adding selectivity to brute-force
//! searching*, 1988, in the form that tests the table move only.

use tt::Bound;
use types::{Depth, Score, Window};

use crate::SearchObserver;
use crate::board::Board;
use crate::node::{Node, NodeKind, NonPv};
use crate::params;
use crate::sight::Sight;
use crate::techniques::{Technique, Techniques};
use crate::worker::{Stopped, Worker};

/// What the other moves are worth.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Singularity {
    /// Less or as much, or nobody asked: the table's move is searched so much deeper.
    Extend(Depth),
    /// At least this, which is not below beta.
    SeveralCut(Score),
}

impl Singularity {
    pub(crate) fn extension(self) -> Depth {
        match self {
            Singularity::Extend(depth) => depth,
            Singularity::SeveralCut(_) => Depth::ZERO,
        }
    }
}

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// Whether the table's move is the only good one.
    pub(crate) fn singularity<N: NodeKind>(
        &mut self,
        board: &Board,
        node: &Node,
        sight: &Sight,
    ) -> Result<Singularity, Stopped> {
        let ply = node.ply;
        self.stack[ply].double_extensions = self.stack.before(ply, 1).double_extensions;
        let Some(expected) = self.worth_testing::<N>(node, sight) else {
            return Ok(Singularity::Extend(Depth::ZERO));
        };
        let target = expected - singular_margin(node.depth);
        self.stack[ply].excluded = sight.table_move;
        let window = Window::zero(target - Score(1));
        let others =
            self.search::<NonPv>(board, Node { ply, depth: test_depth(node.depth), window, cut: node.cut })?;
        self.stack[ply].excluded = None;

        let Window { beta, .. } = node.window;
        let singularity = if others < target {
            Singularity::Extend(self.extension::<N>(node, sight, target - others))
        } else if !N::PV && others >= beta && !others.is_decisive() {
            Singularity::SeveralCut(others)
        } else if expected >= beta || node.cut {
            Singularity::Extend(Depth(-params::singular_negative()))
        } else {
            Singularity::Extend(Depth::ZERO)
        };
        if let (Singularity::Extend(by), Some(mv)) = (singularity, sight.table_move) {
            self.observer.extend(ply, mv, by);
        }
        Ok(singularity)
    }

    /// The score that the table promises for its move, if it is reliable and enough depth is left to test it.
    fn worth_testing<N: NodeKind>(&self, node: &Node, sight: &Sight) -> Option<Score> {
        let entry = sight.entry?;
        let is_reliable = entry.bound != Bound::Upper
            && !entry.score.is_decisive()
            && entry.depth.plies() >= node.depth.plies() - params::singular_table_depth();
        let applies = Self::uses(Technique::SingularExtensions)
            && !N::ROOT
            && node.depth.plies() >= params::singular_depth()
            && sight.table_move.is_some()
            && self.stack[node.ply].excluded.is_none()
            && node.ply.index() < 2 * self.iteration.plies() as usize;
        (applies && is_reliable).then_some(entry.score)
    }

    /// One ply, or two or three if the others fall short by much and this has not happened too often on the line.
    fn extension<N: NodeKind>(&mut self, node: &Node, sight: &Sight, shortfall: Score) -> Depth {
        let frame = &mut self.stack[node.ply];
        let may_be_more = !N::PV && frame.double_extensions < params::singular_double_limit();
        let is_double = may_be_more && shortfall.0 > params::singular_double();
        let is_triple = is_double && !sight.table_captures && shortfall.0 > params::singular_triple();
        frame.double_extensions += i32::from(is_double);
        Depth(1 + i32::from(is_double) + i32::from(is_triple))
    }
}

/// How much worse than the table's move the others must be: the parameter is in tenths for each ply.
fn singular_margin(depth: Depth) -> Score {
    const TENTHS: i32 = 10;
    Score(depth.plies() * params::singular_margin() / TENTHS)
}

/// How deep the others are searched.
fn test_depth(depth: Depth) -> Depth {
    Depth((depth.plies() - 1) / 2)
}
