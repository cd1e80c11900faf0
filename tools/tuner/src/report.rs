//! Reports of tuning: changed weights, unused weights, and the worth of each term.

use std::fmt;

use eval::terms::{FEATURES, TERMS};
use types::Color;

use crate::loss::Loss;
use crate::model::WeightPair;
use crate::traces::TraceBlock;
use crate::weights::name_of;

/// The number of positions in which each feature occurs.
pub fn uses(blocks: &[TraceBlock]) -> Vec<usize> {
    let mut uses = vec![0; FEATURES];
    let mut used = Vec::new();
    for trace in blocks.iter().flat_map(TraceBlock::iter) {
        let danger = Color::ALL.into_iter().flat_map(|color| trace.danger(color));
        used.extend(trace.linear().chain(danger).map(|(feature, _)| feature));
        // A danger to both kings is one use.
        used.sort_unstable();
        used.dedup();
        for feature in used.drain(..) {
            uses[feature] += 1;
        }
    }
    uses
}

/// A weight before and after.
#[derive(Clone, Copy, Debug)]
pub struct WeightChange {
    /// The feature of the weight.
    pub feature: usize,
    /// Before.
    pub old: WeightPair,
    /// After.
    pub new: WeightPair,
}

impl WeightChange {
    /// Distance that it moved, in the half that moved further.
    pub fn distance(&self) -> f64 {
        (self.new[0] - self.old[0]).abs().max((self.new[1] - self.old[1]).abs())
    }
}

/// All weights, those that moved most first.
pub fn moves(old: &[WeightPair], new: &[WeightPair]) -> Vec<WeightChange> {
    let pairs = old.iter().zip(new).enumerate();
    let mut moves: Vec<WeightChange> =
        pairs.map(|(feature, (&old, &new))| WeightChange { feature, old, new }).collect();
    moves.sort_by(|a, b| b.distance().total_cmp(&a.distance()));
    moves
}

impl fmt::Display for WeightChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pair = |pair: WeightPair| format!("({:.0}, {:.0})", pair[0], pair[1]);
        write!(f, "{:<28} {:>14} → {:<14}", name_of(self.feature), pair(self.old), pair(self.new))
    }
}

/// The features that never make a difference, term by term: `PASSED[0, 7]`.
pub fn never_used(uses: &[usize]) -> Vec<String> {
    let unused_of = |first: usize, len: usize| (0..len).filter(move |index| uses[first + index] == 0);
    let describe = |term: &eval::term::TermInfo| {
        let unused: Vec<usize> = unused_of(term.first, term.len).collect();
        match unused.len() {
            0 => None,
            all if all == term.len => Some(term.name.to_owned()),
            _ => Some(format!("{}[{}]", term.name, ranges(&unused))),
        }
    };
    TERMS.iter().filter_map(describe).collect()
}

/// Numbers in rising order, those in a row drawn together: `0-3, 7`.
fn ranges(numbers: &[usize]) -> String {
    let rows = numbers.chunk_by(|a, b| a + 1 == *b).map(|row| match row {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    rows.collect::<Vec<_>>().join(", ")
}

/// Growth of the loss without each term, nothing else changed, the dearest first.
pub fn worth_of_terms(
    loss: &Loss,
    weights: &[WeightPair],
    blocks: &[TraceBlock],
) -> Vec<(&'static str, f64)> {
    let whole = loss.mean(weights, blocks);
    let without = |term: &'static eval::term::TermInfo| {
        let mut weights = weights.to_vec();
        weights[term.range()].fill([0.0; 2]);
        (term.name, loss.mean(&weights, blocks) - whole)
    };
    let mut worths: Vec<(&str, f64)> = TERMS.iter().map(without).collect();
    worths.sort_by(|a, b| b.1.total_cmp(&a.1));
    worths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_are_drawn_together() {
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2, 5, 7-8");
        assert_eq!(ranges(&[]), "");
    }
}
