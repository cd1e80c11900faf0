//! The loss: the mean squared error in points against a target, and its gradient.
//!
//! A sigmoid turns a score into points, `1 / (1 + 10^(−K · score / 400))`. Its parameter K is the scale of scores. It
//! is fitted first, so that the weights need not change to fit the scale.
//!
//! Work is split into pieces independent of the number of threads, and sums are taken in a fixed order, so a run gives
//! the same weights on every machine.

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSlice as _;

use super::model::{Forward, WeightPair};
use super::traces::{TraceBlock, TraceHead};

/// Turns scores into expected points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sigmoid {
    /// Steepness. A score of 400 / K means odds of ten to one.
    pub k: f64,
}

impl Sigmoid {
    /// The search range of K.
    const RANGE: [f64; 2] = [0.01, 20.0];

    /// The expected points of a score, 0 to 1.
    #[inline]
    pub fn points(self, score: f64) -> f64 {
        1.0 / (1.0 + (-self.slope_factor() * score).exp())
    }

    /// Derivative of the points by the score, where they are `points`.
    #[inline]
    pub fn slope(self, points: f64) -> f64 {
        self.slope_factor() * points * (1.0 - points)
    }

    #[inline]
    fn slope_factor(self) -> f64 {
        self.k * std::f64::consts::LN_10 / 400.0
    }

    /// The sigmoid with the least squared error; `None` without positions.
    ///
    /// The error has a single minimum in the logarithm of K; golden-section search finds it.
    pub fn fit(pairs: &[ScoreAndPoints]) -> Option<Sigmoid> {
        const GOLDEN: f64 = 0.618_033_988_749_894_9;
        const STEPS: usize = 32;
        if pairs.is_empty() {
            return None;
        }
        let error = |log_k: f64| Sigmoid { k: log_k.exp() }.error(pairs);
        let [mut low, mut high] = Sigmoid::RANGE.map(f64::ln);
        let mut inner = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
        let mut errors = inner.map(error);
        for _ in 0..STEPS {
            if errors[0] < errors[1] {
                high = inner[1];
                inner = [high - GOLDEN * (high - low), inner[0]];
                errors = [error(inner[0]), errors[0]];
            } else {
                low = inner[0];
                inner = [inner[1], low + GOLDEN * (high - low)];
                errors = [errors[1], error(inner[1])];
            }
        }
        Some(Sigmoid { k: ((low + high) / 2.0).exp() })
    }

    /// The mean squared error of the expected points.
    pub fn error(self, pairs: &[ScoreAndPoints]) -> f64 {
        const CHUNK: usize = 4096;
        let chunks: Vec<&[ScoreAndPoints]> = pairs.chunks(CHUNK).collect();
        let error = |pair: &ScoreAndPoints| (self.points(pair.score.into()) - f64::from(pair.points)).powi(2);
        // Collected before they are added, so that the sum does not depend on the threads.
        let sums: Vec<f64> = chunks.par_iter().map(|chunk| chunk.iter().map(error).sum()).collect();
        sums.iter().sum::<f64>() / pairs.len() as f64
    }
}

/// A score, and the points of the game.
#[derive(Clone, Copy, Debug)]
pub struct ScoreAndPoints {
    /// From White's view.
    pub score: f32,
    /// White's, 0 to 1.
    pub points: f32,
}

/// Target for a position: a blend of the result of its game and the score of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blend {
    /// Weight of the result; the rest is the search's score.
    pub result: f64,
    /// Converts the search's scores to points.
    pub search: Sigmoid,
}

impl Blend {
    /// The results alone.
    pub const RESULTS: Blend = Blend { result: 1.0, search: Sigmoid { k: 1.0 } };

    /// The target points. Without a score they are the game's, without a game the search's; `None` without both.
    #[inline]
    pub fn points(&self, head: &TraceHead) -> Option<f64> {
        let searched = head.score().filter(|_| self.result < 1.0).map(|score| self.search.points(score));
        match (head.points(), searched) {
            (Some(played), Some(searched)) => Some(self.result * played + (1.0 - self.result) * searched),
            (played, searched) => played.or(searched),
        }
    }
}

/// Number of pieces of a batch.
const PIECES: usize = 8;

/// The loss function: its sigmoid and its target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// Converts scores to expected points.
    pub sigmoid: Sigmoid,
    pub target: Blend,
}

/// A sum over positions.
#[derive(Clone, Debug)]
pub struct Slopes {
    /// The sum of the squared errors.
    pub loss: f64,
    /// Number of positions with a target.
    pub positions: usize,
    pub gradient: Vec<WeightPair>,
}

impl Loss {
    /// Number of positions of some blocks that have a target.
    pub fn positions(&self, blocks: &[TraceBlock]) -> usize {
        let of_block =
            |block: &TraceBlock| block.heads.iter().filter(|head| self.target.points(head).is_some()).count();
        blocks.par_iter().map(of_block).sum()
    }

    /// The mean over all positions of some blocks that have a target.
    pub fn mean(&self, weights: &[WeightPair], blocks: &[TraceBlock]) -> f64 {
        let of_block = |block: &TraceBlock| {
            let aims = block.iter().filter_map(|trace| Some((trace, self.target.points(trace.head)?)));
            aims.fold((0.0, 0.0), |(errors, count), (trace, aim)| {
                let points = self.sigmoid.points(Forward::of(weights, &trace).score);
                (errors + (points - aim).powi(2), count + 1.0)
            })
        };
        let sums: Vec<(f64, f64)> = blocks.par_iter().map(of_block).collect();
        let (errors, count) = sums.iter().fold((0.0, 0.0), |sum, block| (sum.0 + block.0, sum.1 + block.1));
        errors / count
    }

    /// The sum over a batch of blocks, with its slopes.
    pub fn slopes(&self, weights: &[WeightPair], batch: &[&TraceBlock]) -> Slopes {
        let piece = batch.len().div_ceil(PIECES).max(1);
        let pieces: Vec<Slopes> =
            batch.par_chunks(piece).map(|blocks| self.add_up(weights, blocks)).collect();
        let nothing = Slopes { loss: 0.0, positions: 0, gradient: vec![[0.0; 2]; weights.len()] };
        pieces.into_iter().fold(nothing, |mut sum, piece| {
            sum.loss += piece.loss;
            sum.positions += piece.positions;
            for (sum, slope) in sum.gradient.iter_mut().zip(&piece.gradient) {
                sum[0] += slope[0];
                sum[1] += slope[1];
            }
            sum
        })
    }

    fn add_up(&self, weights: &[WeightPair], blocks: &[&TraceBlock]) -> Slopes {
        let mut sum = Slopes { loss: 0.0, positions: 0, gradient: vec![[0.0; 2]; weights.len()] };
        for trace in blocks.iter().flat_map(|block| block.iter()) {
            let Some(aim) = self.target.points(trace.head) else { continue };
            let forward = Forward::of(weights, &trace);
            let points = self.sigmoid.points(forward.score);
            let error = points - aim;
            forward.add_gradient(&trace, 2.0 * error * self.sigmoid.slope(points), &mut sum.gradient);
            sum.loss += error * error;
            sum.positions += 1;
        }
        sum
    }
}

/// The score of every position, in order.
pub fn scores(weights: &[WeightPair], blocks: &[TraceBlock]) -> Vec<f64> {
    let of_block = |block: &TraceBlock| -> Vec<f64> {
        block.iter().map(|trace| Forward::of(weights, &trace).score).collect()
    };
    blocks.par_iter().map(of_block).collect::<Vec<_>>().concat()
}

/// The score and the target points of every position with a target.
pub fn scores_and_points(
    weights: &[WeightPair],
    blocks: &[TraceBlock],
    target: &Blend,
) -> Vec<ScoreAndPoints> {
    let points = blocks.iter().flat_map(TraceBlock::iter).map(|trace| target.points(trace.head));
    let pairs = scores(weights, blocks).into_iter().zip(points);
    pairs.filter_map(|(score, points)| Some(pair(score, points?))).collect()
}

/// The search's score and the result of every position that has both.
pub fn search_scores_and_points(blocks: &[TraceBlock]) -> Vec<ScoreAndPoints> {
    let heads = blocks.iter().flat_map(TraceBlock::iter).map(|trace| trace.head);
    heads.filter_map(|head| Some(pair(head.score()?, head.points()?))).collect()
}

fn pair(score: f64, points: f64) -> ScoreAndPoints {
    ScoreAndPoints { score: score as f32, points: points as f32 }
}
