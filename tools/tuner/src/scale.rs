//! The scale of scores before and after tuning.
//!
//! The search compares scores with margins, as in futility pruning and aspiration windows. Weights that predict
//! results as well but are a fifth larger would change all of these. So a fit is compared with the weights that K was
//! fitted to, and can be scaled back.

use eval::term::TermForm;
use eval::terms::TERMS;

use crate::loss::scores;
use crate::model::WeightPair;
use crate::traces::TraceBlock;

/// Comparison of new and old scores of the same positions.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// The mean size of the new scores over that of the old ones.
    pub mean: f64,
    /// Slope of the regression of the new scores on the old ones.
    pub slope: f64,
    /// Correlation, 1 at most.
    pub correlation: f64,
}

/// The measure of scale to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Measure {
    /// The regression of the new scores on the old ones
    Slope,
    /// The mean size of a score
    Mean,
}

impl Comparison {
    /// Compares two sets of scores.
    pub fn of(new: &[f64], old: &[f64]) -> Comparison {
        let size = |scores: &[f64]| scores.iter().map(|score| score.abs()).sum::<f64>();
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let both = product(new, old);
        Comparison {
            mean: size(new) / size(old),
            slope: both / product(old, old),
            correlation: both / (product(new, new) * product(old, old)).sqrt(),
        }
    }

    fn ratio(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Slope => self.slope,
            Measure::Mean => self.mean,
        }
    }
}

/// The weights that give the same scores divided by `ratio`, approximately, since king danger is not linear and has a
/// limit.
pub fn divided(weights: &[WeightPair], ratio: f64) -> Vec<WeightPair> {
    let mut divided = weights.to_vec();
    for term in &TERMS {
        let by = match term.form {
            TermForm::Linear => ratio,
            TermForm::Danger => ratio.sqrt(),
        };
        for weight in &mut divided[term.range()] {
            *weight = weight.map(|half| half / by);
        }
    }
    divided
}

/// Brings weights to the scale of others, and returns the divisor of their scores.
pub fn keep_scale(
    weights: &[WeightPair],
    old: &[WeightPair],
    blocks: &[TraceBlock],
    measure: Measure,
) -> (Vec<WeightPair>, f64) {
    /// The first division is nearly exact.
    const ROUNDS: usize = 3;
    let old = scores(old, blocks);
    let (mut weights, mut divisor) = (weights.to_vec(), 1.0);
    for _ in 0..ROUNDS {
        let ratio = Comparison::of(&scores(&weights, blocks), &old).ratio(measure);
        weights = divided(&weights, ratio);
        divisor *= ratio;
    }
    (weights, divisor)
}
