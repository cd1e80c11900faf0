//! Tuning: epochs over the training positions, until the loss on the held-out positions stops improving.
//!
//! An epoch visits all blocks in a new random order, in batches, with a step of [`Adam`] after each. When some epochs
//! in a row have not improved the best loss on the held-out games, it returns to the best weights and halves the
//! rate; after a number of halvings it ends. The next epoch depends only on the [`FitState`], so a resumed run gives
//! the same result.

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use crate::adam::Adam;
use crate::load::Data;
use crate::loss::Loss;
use crate::model::WeightPair;
use crate::penalty::Penalty;
use crate::target::{Blend, Sigmoid};
use crate::traces::TraceBlock;

/// All settings that affect the result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitSettings {
    /// Converts scores to expected points.
    pub sigmoid: Sigmoid,
    /// The target points.
    pub target: Blend,
    /// Penalty that keeps the weights near their start.
    pub penalty: Penalty,
    /// True for weights that may move.
    pub movable: Vec<bool>,
    /// Number of blocks in a batch.
    pub batch: usize,
    /// Initial learning rate: the most that a weight moves in a step.
    pub rate: f64,
    /// Number of epochs without gain after which the rate is halved.
    pub patience: usize,
    /// Number of halvings after which the run ends.
    pub halvings: usize,
    /// Number of epochs, at most.
    pub epochs: usize,
    /// Seed of the order of the blocks.
    pub seed: u64,
}

impl FitSettings {
    /// The loss function.
    pub fn loss(&self) -> Loss {
        Loss { sigmoid: self.sigmoid, target: self.target }
    }
}

/// Result of an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Epoch {
    /// The mean loss over the training positions, each before its batch was learned from.
    pub training: f64,
    /// The mean loss over the held-out positions, after the epoch.
    pub held_out: f64,
    /// The learning rate.
    pub rate: f64,
}

/// State of a tuning run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitState {
    /// Results of all epochs.
    pub history: Vec<Epoch>,
    /// The weights with the least loss over the held-out positions.
    pub best: Vec<WeightPair>,
    /// That loss.
    pub best_loss: f64,
    weights: Vec<WeightPair>,
    adam: Adam,
    rate: f64,
    halved: usize,
    waited: usize,
}

impl FitState {
    /// The state before the first epoch.
    pub fn new(recipe: &FitSettings, data: &Data) -> FitState {
        let weights = recipe.penalty.start.clone();
        FitState {
            history: Vec::new(),
            best_loss: recipe.loss().mean(&weights, &data.held_out),
            best: weights.clone(),
            adam: Adam::new(weights.len()),
            weights,
            rate: recipe.rate,
            halved: 0,
            waited: 0,
        }
    }

    /// Returns `true` if all numbers are finite. Otherwise training cannot recover, and JSON cannot hold the state.
    pub fn is_finite(&self) -> bool {
        let losses = self.history.iter().flat_map(|epoch| [epoch.training, epoch.held_out]);
        let weights = self.weights.iter().chain(&self.best).flatten().copied();
        losses.chain(weights).chain([self.best_loss]).all(f64::is_finite) && self.adam.is_finite()
    }

    /// Returns `true` if the run has ended.
    pub fn is_finished(&self, recipe: &FitSettings) -> bool {
        self.halved > recipe.halvings || self.history.len() >= recipe.epochs
    }

    /// The state after one more epoch; `None` if `go_on`, which is called before each batch, returned `false`.
    #[must_use]
    pub fn after_epoch(
        &self,
        recipe: &FitSettings,
        data: &Data,
        mut go_on: impl FnMut() -> bool,
    ) -> Option<FitState> {
        let mut next = self.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(recipe.seed);
        rng.set_stream(self.history.len() as u64);
        let mut order: Vec<&TraceBlock> = data.training.iter().collect();
        order.shuffle(&mut rng);
        let (mut loss, mut positions) = (0.0, 0);
        let all = recipe.loss().positions(&data.training) as f64;
        for batch in order.chunks(recipe.batch.max(1)) {
            if !go_on() {
                return None;
            }
            let mut slopes = recipe.loss().slopes(&next.weights, batch);
            // The penalty is for all positions with a target; this batch gets its share.
            let share = slopes.positions as f64 / all;
            recipe.penalty.add_gradient(&next.weights, share, &mut slopes.gradient);
            next.adam.step(&mut next.weights, &slopes.gradient, &recipe.movable, next.rate);
            loss += slopes.loss;
            positions += slopes.positions;
        }
        next.judge(recipe, data, loss / positions as f64);
        Some(next)
    }

    /// Keeps the best weights and adapts the rate.
    fn judge(&mut self, recipe: &FitSettings, data: &Data, training: f64) {
        let held_out = recipe.loss().mean(&self.weights, &data.held_out);
        self.history.push(Epoch { training, held_out, rate: self.rate });
        if held_out < self.best_loss {
            self.best_loss = held_out;
            self.best.clone_from(&self.weights);
            self.waited = 0;
            return;
        }
        self.waited += 1;
        if self.waited >= recipe.patience {
            self.weights.clone_from(&self.best);
            self.rate /= 2.0;
            self.halved += 1;
            self.waited = 0;
        }
    }
}
