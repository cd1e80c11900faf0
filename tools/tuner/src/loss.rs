//! The loss: the mean squared error in points, and its gradient.
//!
//! Work is split into pieces independent of the number of threads, and sums are taken in a fixed order, so a run
//! gives the same weights on every machine.

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSlice as _;

use crate::model::{Forward, WeightPair};
use crate::target::{Blend, ScoreAndPoints, Sigmoid};
use crate::traces::TraceBlock;

/// Number of pieces of a batch.
const PIECES: usize = 8;

/// The loss function: its sigmoid and its target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// Converts scores to expected points.
    pub sigmoid: Sigmoid,
    /// The target points.
    pub target: Blend,
}

/// A sum over positions.
#[derive(Clone, Debug)]
pub struct Slopes {
    /// The sum of the squared errors.
    pub loss: f64,
    /// Number of positions with a target.
    pub positions: usize,
    /// Gradient of the sum.
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
