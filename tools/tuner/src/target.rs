//! The target of the tuner: expected points instead of centipawns.
//!
//! A sigmoid turns a score into points, `1 / (1 + 10^(−K · score / 400))`. Its parameter K is the scale of scores. It
//! is fitted first, so that the weights need not change to fit the scale.

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde::{Deserialize, Serialize};

use crate::traces::TraceHead;

/// Turns scores into expected points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
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
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Blend {
    /// Weight of the result; the rest is the search's score.
    pub result: f64,
    /// Converts the search's scores to points.
    pub search: Sigmoid,
}

impl Blend {
    /// The results alone.
    pub const RESULTS: Blend = Blend { result: 1.0, search: Sigmoid { k: 1.0 } };

    /// The search's scores alone, converted by this sigmoid.
    pub const fn search(search: Sigmoid) -> Blend {
        Blend { result: 0.0, search }
    }

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
