//! Reductions: what looks unimportant is searched less deep first.
//!
//! *Late-move reductions.* Moves come in the order in which they are thought good, so the later one comes the less
//! likely it is to be best. It is searched less deep, the less the later it comes and the more depth is
//! left (both by their logarithms), and again at full depth if it turns out better than expected.

use types::{Depth, Score};

use crate::SearchObserver;
use crate::candidate::{Best, Candidate};
use crate::logarithm::ln;
use crate::node::{Node, NodeKind};
use crate::params;
use crate::sight::Sight;
use crate::techniques::{Technique, Techniques};
use crate::worker::Worker;

/// A part of a ply: reductions add up in 1024ths.
const PLY: i32 = 1024;

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// How much less deep a move is searched at first. `depth` is what it would get without.
    #[inline]
    pub(crate) fn reduction<N: NodeKind>(
        &self,
        node: &Node,
        sight: &Sight,
        candidate: &Candidate,
        depth: Depth,
    ) -> Depth {
        if !Self::uses(Technique::LateMoveReductions)
            || node.depth <= Depth::ONE
            || candidate.number < 2 + u32::from(N::PV)
        {
            return Depth::ZERO;
        }
        // Where the replies have cut again and again, this move will fail like those before it.
        let many_cuts = self.stack[node.ply.next()].cutoffs > params::reduction_cutoffs_limit() as u32;
        let by_cuts = if many_cuts { params::reduction_cutoffs() } else { 0 };
        let reduction = base(node.depth, candidate) + adjustment::<N>(node, sight, candidate) + by_cuts;
        // At least one ply is left, so that the reply is seen.
        Depth((reduction / PLY).clamp(0, (depth.plies() - 1).max(0)))
    }

    /// Once a move has raised alpha, the others have more to beat, and are less likely to: less depth will do.
    #[inline]
    pub(crate) fn reduction_after_raise(&self, depth: Depth, score: Score) -> Depth {
        let applies = Self::uses(Technique::LateMoveReductions)
            && (params::raise_least_depth()..=params::raise_greatest_depth()).contains(&depth.plies())
            && !score.is_decisive();
        if applies { Depth::ONE } else { Depth::ZERO }
    }
}

/// How much deeper than the first time a move is searched that surprised its reduced search: more if it is better
/// than the best by far, less if by a hair.
#[inline]
pub(crate) fn surprise(score: Score, best: &Best) -> Depth {
    let gain = (score - best.score).0;
    let deeper = gain > params::surprise_deeper();
    let shallower = gain < params::surprise_shallower();
    Depth(i32::from(deeper) - i32::from(shallower))
}

/// The depth at which a move will probably be searched, for pruning rules that ask how much is left.
#[inline]
pub(crate) fn likely_depth(depth: Depth, candidate: &Candidate) -> Depth {
    Depth((depth.plies() - base(depth, candidate) / PLY).max(0))
}

/// The part that depth and move number decide.
#[inline]
fn base(depth: Depth, candidate: &Candidate) -> i32 {
    let (base, divisor) = if candidate.is_quiet {
        (params::reduction_quiet_base(), params::reduction_quiet_divisor())
    } else {
        (params::reduction_capture_base(), params::reduction_capture_divisor())
    };
    base + ln(depth.plies() as u32) * ln(candidate.number) / divisor
}

/// The part that the circumstances decide.
#[inline]
fn adjustment<N: NodeKind>(node: &Node, sight: &Sight, candidate: &Candidate) -> i32 {
    let terms = [
        // Things go against us: what comes late will hardly turn them.
        (!sight.improving, params::reduction_not_improving()),
        // The moves that were to cut came first.
        (node.cut, params::reduction_cut()),
        // What is overlooked here changes the line that is played.
        (sight.was_pv, -params::reduction_pv()),
        // The more so where the window is open: nobody asks again.
        (N::PV, -params::reduction_pv() / 2),
        // It forces a reply, and what it leads to is soon seen.
        (candidate.gives_check, -params::reduction_check()),
        // It has just cut next door.
        (candidate.is_refutation, -params::reduction_refutation()),
        // What is best here takes something: a quiet move will hardly do as much.
        (sight.table_captures && candidate.is_quiet, params::reduction_table_capture()),
    ];
    let sum: i32 = terms.into_iter().filter(|&(holds, _)| holds).map(|(_, by)| by).sum();
    // What moves like it did counts beside how late it comes. And where the evaluation has been wrong it is not to be
    // trusted: look closer.
    sum - candidate.history * PLY / params::reduction_history()
        - sight.correction() * params::reduction_correction()
}
