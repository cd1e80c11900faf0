//! Regularisation: keeps the weights near their initial values where the positions give little information.
//!
//! A feature that occurs in ten positions of a million would be fitted to the results of two games. So every weight
//! is pulled back to its initial value, with the strength of a number of positions. The mean loss gets
//!
//! ```text
//!   pull / N · Σ ((weight − start) / 100)²   +   smoothness / N · Σ ((move of a − move of its neighbour b) / 100)²
//! ```
//!
//! over `N` positions with a target. Both are part of the loss, not a separate weight decay as in AdamW, where the
//! steps of rare features are large and the final weights would depend on the optimiser. The second part smooths
//! tables that are curves or boards.

use anyhow::{Context as _, Result, bail};
use eval::term::TermInfo;
use serde::{Deserialize, Serialize};

use super::model::WeightPair;
use super::weights::terms_named;

/// The change of a weight that costs as much as one position with an error of a whole point.
const UNIT: f64 = 100.0;

/// The terms of the penalty.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Penalty {
    pub start: Vec<WeightPair>,
    /// Strength of the pull back to the start.
    pub pull: f64,
    /// Strength of the pull between neighbours.
    pub smoothness: f64,
    /// Pairs of features that are neighbours.
    pub neighbours: Vec<(usize, usize)>,
}

impl Penalty {
    /// The sum that is added to the sum of the squared errors of all positions.
    pub fn sum(&self, weights: &[WeightPair]) -> f64 {
        let squares = |pair: WeightPair| pair.iter().map(|value| (value / UNIT).powi(2)).sum::<f64>();
        let pulled: f64 = (0..weights.len()).map(|feature| squares(self.moved(weights, feature))).sum();
        let smoothed =
            |&(one, other): &(usize, usize)| squares(self.neighbour_difference(weights, one, other));
        self.pull * pulled + self.smoothness * self.neighbours.iter().map(smoothed).sum::<f64>()
    }

    /// Adds `share` of its gradient to a gradient.
    pub fn add_gradient(&self, weights: &[WeightPair], share: f64, gradient: &mut [WeightPair]) {
        let mut add = |feature: usize, strength: f64, value: WeightPair| {
            for half in 0..2 {
                gradient[feature][half] += share * strength * 2.0 * value[half] / (UNIT * UNIT);
            }
        };
        for feature in 0..weights.len() {
            add(feature, self.pull, self.moved(weights, feature));
        }
        for &(one, other) in &self.neighbours {
            let neighbour_difference = self.neighbour_difference(weights, one, other);
            add(one, self.smoothness, neighbour_difference);
            add(other, -self.smoothness, neighbour_difference);
        }
    }

    fn moved(&self, weights: &[WeightPair], feature: usize) -> WeightPair {
        difference(weights[feature], self.start[feature])
    }

    fn neighbour_difference(&self, weights: &[WeightPair], one: usize, other: usize) -> WeightPair {
        difference(self.moved(weights, one), self.moved(weights, other))
    }
}

fn difference(one: WeightPair, other: WeightPair) -> WeightPair {
    [one[0] - other[0], one[1] - other[1]]
}

/// The neighbours within the terms of some names, each `NAME` for curves or `NAME:WIDTH` for boards with lines of
/// that many features.
pub fn neighbours(names: &[String]) -> Result<Vec<(usize, usize)>> {
    let mut pairs = Vec::new();
    for text in names {
        let (name, width) = match text.split_once(':') {
            Some((name, width)) => {
                let width: usize = width.parse().with_context(|| format!("{text:?}: expected NAME:WIDTH"))?;
                (name, Some(width))
            }
            None => (text.as_str(), None),
        };
        let tables_of = |term: &'static TermInfo| term.tables().map(move |table| (term, table));
        for (term, table) in terms_named(name)?.into_iter().flat_map(tables_of) {
            let width = width.unwrap_or(table.len());
            if width == 0 || !table.len().is_multiple_of(width) {
                bail!("{text:?}: {} has {} features, no lines of {width}", term.name, table.len());
            }
            for here in table.clone() {
                if !(here - table.start + 1).is_multiple_of(width) {
                    pairs.push((here, here + 1));
                }
                if here + width < table.end {
                    pairs.push((here, here + width));
                }
            }
        }
    }
    Ok(pairs)
}
