//! Reductions: what looks unimportant is searched less deep first.
//!
//! *Late-move reductions.* Moves come in the order in which they are thought good, so the later one comes the less
//! likely it is to be best. It is searched less deep, the less the later it comes and the more depth is
//! left (both by their logarithms), and again at full depth if it turns out better than expected.

use tt::Entry;
use types::{Depth, Move, Ply, Score};

use crate::SearchObserver;
use crate::alphabeta::{Best, Candidate};
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
        let many_cuts = self.stack[node.ply.next()].cutoffs > params::reduction_cutoffs_limit() as u32;
        let by_cuts = if many_cuts { params::reduction_cutoffs() } else { 0 };
        let reduction = base(node.depth, candidate) + adjustment::<N>(node, sight, candidate) + by_cuts;
        // The quiet move that mates comes late.
        let reduction = if self.is_hunting() { reduction / 2 } else { reduction };
        // At least one ply is left, so that the reply is seen.
        Depth((reduction / PLY).clamp(0, (depth.plies() - 1).max(0)))
    }

    /// Internal iterative reduction: without a table move, or with one from a much shallower search where a cut is
    /// expected, the order of moves is poor, and a full search expensive. A shallower one leaves a move for the next visit.
    #[inline]
    pub(crate) fn internal_iterative_reduction(
        &self,
        node: &Node,
        sight: &Sight,
        excluded: Option<Move>,
    ) -> Depth {
        let is_stale = |entry: &Entry| entry.depth + Depth(params::internal_iterative_lag()) <= node.depth;
        let is_unordered =
            sight.table_move.is_none() || node.cut && sight.entry.as_ref().is_none_or(is_stale);
        let applies = Self::uses(Technique::InternalIterativeReduction)
            && is_unordered
            && excluded.is_none()
            // The root keeps its own order, and has no entry while only some of its moves are looked at. Hunts leave no
            // move in the table: what fails to mate is all alike.
            && node.ply > Ply::ROOT
            && !self.is_hunting()
            && node.depth.plies() >= params::internal_iterative_depth();
        if applies { Depth::ONE } else { Depth::ZERO }
    }

    /// Hindsight: the move before was searched less deep, since it was not thought good, but what this node sees of it
    /// may say otherwise. If it made things worse for the side to move now, it was better than thought: look deeper. If
    /// it made them much better, it was as bad as thought: look less deep still.
    #[inline]
    pub(crate) fn hindsight(&self, node: &Node, sight: &Sight, excluded: Option<Move>) -> Depth {
        let before = self.stack.before(node.ply, 1);
        let (Some(ours), Some(theirs)) = (sight.static_eval, before.eval) else { return Depth::ZERO };
        if !Self::uses(Technique::Hindsight) || excluded.is_some() || self.is_hunting() {
            return Depth::ZERO;
        }
        let gain = (ours + theirs).0;
        if before.reduction.plies() >= params::hindsight_deeper_reduction() && gain < 0 {
            Depth::ONE
        } else if before.reduction.plies() >= params::hindsight_shallower_reduction()
            && node.depth.plies() >= 2
            && gain > params::hindsight_shallower_gain()
        {
            Depth(-1)
        } else {
            Depth::ZERO
        }
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
        (!sight.improving, params::reduction_not_improving()),
        (node.cut, params::reduction_cut()),
        (sight.was_pv, -params::reduction_pv()),
        (N::PV, -params::reduction_pv() / 2),
        (candidate.gives_check, -params::reduction_check()),
        (candidate.is_refutation, -params::reduction_refutation()),
        (sight.table_captures && candidate.is_quiet, params::reduction_table_capture()),
    ];
    let sum: i32 = terms.into_iter().filter(|&(holds, _)| holds).map(|(_, by)| by).sum();
    sum - candidate.history * PLY / params::reduction_history()
        - sight.correction() * params::reduction_correction()
}

/// The natural logarithm of a number from 1 on, in 1024ths.
#[inline]
fn ln(n: u32) -> i32 {
    LN[(n as usize).min(LN.len() - 1)]
}

/// Made of integers only, so that no two machines round differently.
static LN: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < table.len() {
        table[n] = integer_ln(n as u64);
        n += 1;
    }
    table
};

/// The binary logarithm bit by bit (the square of a number has twice its logarithm), times ln 2.
const fn integer_ln(n: u64) -> i32 {
    const BITS: u32 = 20;
    /// ln 2 in units of 2⁻³⁰.
    const LN_2: u64 = 744_261_118;
    let mut log = n.ilog2() as u64;
    let mut mantissa = (n << 31) >> log;
    let mut bit = 0;
    while bit < BITS {
        mantissa = (mantissa * mantissa) >> 31;
        log <<= 1;
        if mantissa >= 2 << 31 {
            mantissa >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    let unit = BITS + 30 - 10;
    ((log * LN_2 + (1 << (unit - 1))) >> unit) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_that_of_floating_point() {
        for n in 1..256u32 {
            let wanted = f64::from(n).ln() * 1024.0;
            assert!((f64::from(ln(n)) - wanted).abs() <= 1.0, "ln {n}: {} for {wanted}", ln(n));
        }
        assert_eq!(ln(1000), ln(255));
    }
}
