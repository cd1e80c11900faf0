//! Tuning: epochs over the training positions, until the loss on the held-out positions stops improving.
//!
//! An epoch visits all blocks in a new random order, in batches, with a step of [`Adam`] after each. When some epochs
//! in a row have not improved the best loss on the held-out games, it returns to the best weights and halves the
//! rate; after a number of halvings it ends.
//!
//! **Adam**: every weight moves by the running mean of its gradient, divided by the running root mean square. So frequent
//! and rare features move alike, and the rate is in units of the weights: the most that one moves in a step (Kingma and
//! Ba, 2014).
//!
//! **The pull.** A feature that occurs in ten positions of a million would be fitted to the results of two games. So every
//! weight is pulled back to its initial value, with the strength of a number of positions. The mean loss gets
//!
//! ```text
//!   pull / N · Σ ((weight − start) / 100)²
//! ```
//!
//! over `N` positions with a target. Scores of other searches may give whole groups another size, as king safety, long before
//! single weights are known: with group factors, `start` is multiplied by the factor of each group and half that makes the
//! penalty least. The pull is part of the loss, not a separate weight decay as in AdamW, where the steps of rare
//! features are large and the final weights would depend on the optimiser.

use clap::Args;
use eval::terms::TERMS;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use toolkit::number;

use super::data::Data;
use super::loss::Loss;
use super::model::WeightPair;
use super::traces::TraceBlock;

/// All settings that affect the result.
#[derive(Clone, PartialEq, Debug)]
pub struct FitSettings {
    pub loss: Loss,
    /// Initial weights.
    pub start: Vec<WeightPair>,
    /// True for weights that may move.
    pub movable: Vec<bool>,
    pub pull: Pull,
    pub pace: Pace,
}

/// The pull back to the initial weights.
#[derive(Args, Clone, Copy, PartialEq, Debug)]
#[command(next_help_heading = "Weights")]
pub struct Pull {
    /// Strength of the regularisation towards the initial weights, as a number of positions. The positions of one game
    /// count about as much as one
    #[arg(long = "pull", value_name = "PULL", default_value_t = 50.0, value_parser = |text: &str| number(text, "a number that is not negative", |pull| pull >= 0.0))]
    pub strength: f64,
    /// Pull weights back to their initial values times a factor of their group, which is free
    #[arg(long)]
    pub group_factors: bool,
}

/// Speed of learning, and when to stop.
#[derive(Args, Clone, Copy, PartialEq, Debug)]
#[command(next_help_heading = "Pace")]
pub struct Pace {
    /// Initial learning rate: the most that a weight moves in a step
    #[arg(long, default_value_t = 1.0, value_parser = above_zero)]
    pub rate: f64,
    /// Maximum positions per batch, at least 256; with few positions batches are smaller
    #[arg(long, default_value = "16384", value_parser = parse_batch)]
    pub batch: usize,
    /// Halve the rate after this many epochs without gain on the held-out positions
    #[arg(long, default_value_t = 2)]
    pub patience: usize,
    /// Stop after this many halvings
    #[arg(long, default_value_t = 6)]
    pub halvings: usize,
    /// Stop after this many epochs
    #[arg(long, default_value_t = 200)]
    pub epochs: usize,
    /// Seed of the order of the positions
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

impl Pace {
    /// The number of blocks in a batch.
    pub fn blocks(&self) -> usize {
        self.batch / TraceBlock::POSITIONS
    }
}

pub(super) fn above_zero(text: &str) -> Result<f64, String> {
    number(text, "a number above 0", |number| number > 0.0)
}

fn parse_batch(text: &str) -> Result<usize, String> {
    let batch = text.parse().ok().filter(|&batch| batch >= TraceBlock::POSITIONS);
    batch.ok_or_else(|| format!("expected a whole number of {} at least", TraceBlock::POSITIONS))
}

/// The change of a weight that the pull makes as costly as one position with an error of a whole point.
const PULL_UNIT: f64 = 100.0;

impl FitSettings {
    /// Adds `share` of the gradient of the pull to a gradient.
    pub fn add_pull(&self, weights: &[WeightPair], share: f64, gradient: &mut [WeightPair]) {
        for group in TERMS.chunk_by(|a, b| a.group == b.group) {
            let features = group[0].first..group[group.len() - 1].range().end;
            for half in 0..2 {
                let product = |by: &[WeightPair]| -> f64 {
                    features.clone().map(|feature| by[feature][half] * self.start[feature][half]).sum()
                };
                let square = product(&self.start);
                let is_free = self.pull.group_factors && square > 0.0;
                // The factor with the least penalty, so that its own slope is 0.
                let factor = if is_free { product(weights) / square } else { 1.0 };
                for feature in features.clone() {
                    let moved = weights[feature][half] - factor * self.start[feature][half];
                    gradient[feature][half] +=
                        share * self.pull.strength * 2.0 * moved / (PULL_UNIT * PULL_UNIT);
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// The mean loss over the training positions, each before its batch was learned from.
    pub training: f64,
    /// The mean loss over the held-out positions, after the epoch.
    pub held_out: f64,
    pub rate: f64,
}

/// State of a tuning run.
#[derive(Clone, PartialEq, Debug)]
pub struct FitState {
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
    pub fn new(settings: &FitSettings, data: &Data) -> FitState {
        let weights = settings.start.clone();
        FitState {
            history: Vec::new(),
            best_loss: settings.loss.mean(&weights, &data.held_out),
            best: weights.clone(),
            adam: Adam::new(weights.len()),
            weights,
            rate: settings.pace.rate,
            halved: 0,
            waited: 0,
        }
    }

    /// Returns `true` if all numbers are finite. Otherwise training cannot recover.
    pub fn is_finite(&self) -> bool {
        let losses = self.history.iter().flat_map(|epoch| [epoch.training, epoch.held_out]);
        let weights = self.weights.iter().chain(&self.best).flatten().copied();
        losses.chain(weights).chain([self.best_loss]).all(f64::is_finite) && self.adam.is_finite()
    }

    /// Returns `true` if the run has ended.
    pub fn is_finished(&self, settings: &FitSettings) -> bool {
        self.halved > settings.pace.halvings || self.history.len() >= settings.pace.epochs
    }

    /// The state after one more epoch; `None` if `go_on`, which is called before each batch, returned `false`.
    #[must_use]
    pub fn after_epoch(
        &self,
        settings: &FitSettings,
        data: &Data,
        mut go_on: impl FnMut() -> bool,
    ) -> Option<FitState> {
        let mut next = self.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(settings.pace.seed);
        rng.set_stream(self.history.len() as u64);
        let mut order: Vec<&TraceBlock> = data.training.iter().collect();
        order.shuffle(&mut rng);
        let (mut loss, mut positions) = (0.0, 0);
        let all = settings.loss.positions(&data.training) as f64;
        for batch in order.chunks(settings.pace.blocks()) {
            if !go_on() {
                return None;
            }
            let mut slopes = settings.loss.slopes(&next.weights, batch);
            // The pull is for all positions with a target; this batch gets its share.
            let share = slopes.positions as f64 / all;
            settings.add_pull(&next.weights, share, &mut slopes.gradient);
            next.adam.step(&mut next.weights, &slopes.gradient, &settings.movable, next.rate);
            loss += slopes.loss;
            positions += slopes.positions;
        }
        next.judge(settings, data, loss / positions as f64);
        Some(next)
    }

    /// Keeps the best weights and adapts the rate.
    fn judge(&mut self, settings: &FitSettings, data: &Data, training: f64) {
        let held_out = settings.loss.mean(&self.weights, &data.held_out);
        self.history.push(Epoch { training, held_out, rate: self.rate });
        if held_out < self.best_loss {
            self.best_loss = held_out;
            self.best.clone_from(&self.weights);
            self.waited = 0;
            return;
        }
        self.waited += 1;
        if self.waited >= settings.pace.patience {
            self.weights.clone_from(&self.best);
            self.rate /= 2.0;
            self.halved += 1;
            self.waited = 0;
        }
    }
}

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
/// Far below every relevant gradient.
const EPSILON: f64 = 1e-12;

/// Moments of the gradients.
#[derive(Clone, PartialEq, Debug)]
struct Adam {
    steps: u32,
    means: Vec<WeightPair>,
    squares: Vec<WeightPair>,
}

impl Adam {
    /// The initial state for this many features.
    fn new(features: usize) -> Adam {
        Adam { steps: 0, means: vec![[0.0; 2]; features], squares: vec![[0.0; 2]; features] }
    }

    /// Returns `true` if all moments are finite.
    fn is_finite(&self) -> bool {
        self.means.iter().chain(&self.squares).flatten().all(|number| number.is_finite())
    }

    /// Moves the weights that may move.
    fn step(&mut self, weights: &mut [WeightPair], gradient: &[WeightPair], movable: &[bool], rate: f64) {
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
