//! The evaluation as a differentiable function of the weights, computed from a trace.
//!
//! ```text
//!   sum   = Σ weight · count + worth(White's danger) − worth(Black's danger)     one for each half
//!   score = Σ share · sum        share = phase share · scale of the side that stands better
//! ```
//!
//! Nothing is rounded. The scale jumps where the better side changes, at a score of 0, and counts as a constant in
//! the gradient.

use eval::king_safety::smooth_worth_of_danger;
use eval::tapered::{Phase, Scale};
use types::{ByColor, Color, Score};

use super::traces::{TraceHead, Traced};

/// A middlegame and an endgame value.
pub type WeightPair = [f64; 2];

/// Score of a position, and the parts of its gradient.
#[derive(Clone, Copy, Debug)]
pub struct Forward {
    pub score: f64,
    /// Share of each half of the sum in the score.
    share: WeightPair,
    /// Derivative of the sum by the danger of each side.
    danger: ByColor<WeightPair>,
}

impl Forward {
    pub fn of(weights: &[WeightPair], trace: &Traced<'_>) -> Forward {
        let mut sum = [0.0; 2];
        for &feature in trace.plus {
            add(&mut sum, weights[usize::from(feature)], 1.0);
        }
        for &feature in trace.minus {
            add(&mut sum, weights[usize::from(feature)], -1.0);
        }
        for (feature, count) in trace.counted() {
            add(&mut sum, weights[feature], count);
        }
        let danger = ByColor::from_fn(|color| {
            let mut danger = [0.0; 2];
            for (feature, count) in trace.danger(color) {
                add(&mut danger, weights[feature], count);
            }
            let sign = sign(color);
            let [middlegame, endgame] = smooth_worth_of_danger(danger);
            add(&mut sum, [middlegame.0, endgame.0], sign);
            [sign * middlegame.1, sign * endgame.1]
        });
        let share = share(trace.head, sum);
        let most = f64::from(Score::MAX_EVAL.0);
        let score = (share[0] * sum[0] + share[1] * sum[1]).clamp(-most, most);
        Forward { score, share, danger }
    }

    /// Adds `slope` times the gradient of the score to `gradient`.
    pub fn add_gradient(&self, trace: &Traced<'_>, slope: f64, gradient: &mut [WeightPair]) {
        let by_half = self.share.map(|share| share * slope);
        for &feature in trace.plus {
            add(&mut gradient[usize::from(feature)], by_half, 1.0);
        }
        for &feature in trace.minus {
            add(&mut gradient[usize::from(feature)], by_half, -1.0);
        }
        for (feature, count) in trace.counted() {
            add(&mut gradient[feature], by_half, count);
        }
        for color in Color::ALL {
            let danger = self.danger[color];
            let by_half = [by_half[0] * danger[0], by_half[1] * danger[1]];
            for (feature, count) in trace.danger(color) {
                add(&mut gradient[feature], by_half, count);
            }
        }
    }
}

#[inline]
fn add(sum: &mut WeightPair, weight: WeightPair, count: f64) {
    sum[0] += weight[0] * count;
    sum[1] += weight[1] * count;
}

fn sign(color: Color) -> f64 {
    match color {
        Color::White => 1.0,
        Color::Black => -1.0,
    }
}

/// Share of each half of the sum in the score, by phase and scale.
fn share(head: &TraceHead, [middlegame, endgame]: WeightPair) -> WeightPair {
    let better = if (endgame, middlegame) > (0.0, 0.0) { Color::White } else { Color::Black };
    let phase = f64::from(head.phase) / f64::from(Phase::MIDDLEGAME.0);
    let [scale_middlegame, scale_endgame] = head.scales[better].map(|s| f64::from(s) / f64::from(Scale::ONE));
    [phase * scale_middlegame, (1.0 - phase) * scale_endgame]
}
