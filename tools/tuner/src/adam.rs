//! Adam: every weight moves by the running mean of its gradient, divided by the running root mean square.
//!
//! So frequent and rare features move alike, and the rate is in units of the weights: the most that one moves in a
//! step. From Kingma and Ba, 2014.

use serde::{Deserialize, Serialize};

use crate::model::WeightPair;

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
/// Far below every relevant gradient.
const EPSILON: f64 = 1e-12;

/// Moments of the gradients.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Adam {
    steps: u32,
    means: Vec<WeightPair>,
    squares: Vec<WeightPair>,
}

impl Adam {
    /// The initial state for this many features.
    pub fn new(features: usize) -> Adam {
        Adam { steps: 0, means: vec![[0.0; 2]; features], squares: vec![[0.0; 2]; features] }
    }

    /// Returns `true` if all moments are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.means.iter().chain(&self.squares).flatten().all(|number| number.is_finite())
    }

    /// Moves the weights that may move.
    pub fn step(&mut self, weights: &mut [WeightPair], gradient: &[WeightPair], movable: &[bool], rate: f64) {
        self.steps += 1;
        // Corrects the bias of means that start at 0.
        let of_mean = 1.0 / (1.0 - MEAN_DECAY.powf(self.steps.into()));
        let of_square = 1.0 / (1.0 - SQUARE_DECAY.powf(self.steps.into()));
        for feature in (0..weights.len()).filter(|&feature| movable[feature]) {
            for half in 0..2 {
                let slope = gradient[feature][half];
                let (mean, square) = (&mut self.means[feature][half], &mut self.squares[feature][half]);
                *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
                *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
                weights[feature][half] -= rate * (*mean * of_mean) / ((*square * of_square).sqrt() + EPSILON);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_bottom_of_a_bowl_and_leaves_the_frozen_alone() {
        let goals = [[3.0, -40.0], [100.0, 0.5]];
        let mut weights = vec![[0.0; 2]; 3];
        let mut adam = Adam::new(3);
        for step in 0..2000 {
            let slope = |feature: usize, half: usize| 1e-6 * (weights[feature][half] - goals[feature][half]);
            let gradient = [0, 1].map(|feature| [slope(feature, 0), slope(feature, 1)]);
            let gradient = [gradient[0], gradient[1], [1.0, 1.0]];
            let rate = if step < 1500 { 0.5 } else { 0.01 };
            adam.step(&mut weights, &gradient, &[true, true, false], rate);
        }
        for (weight, goal) in weights.iter().zip(goals) {
            assert!((weight[0] - goal[0]).abs() < 0.05 && (weight[1] - goal[1]).abs() < 0.05, "{weights:?}");
        }
        assert_eq!(weights[2], [0.0; 2]);
    }
}
