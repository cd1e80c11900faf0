//! Counts of game pairs by score, and Elo estimates from them.
//!
//! The two games of a pair start from the same opening with colours swapped. Their results are correlated (a winning
//! opening wins for both sides), so pairs are counted. It scores 0, ¼, ½, ¾ or 1:
//!
//! ```text
//!     LL    LD    DD, WL    WD    WW
//!     0     ¼       ½       ¾     1
//! ```
//!
//! *Elo* depends on the mean score alone. *Normalised Elo* divides the surplus by the standard deviation, so it
//! determines how many games are needed to detect a gain, for any openings and draw rate.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The scores of a pair.
pub(crate) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Half the 95 % interval in standard deviations.
pub(crate) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Number of pairs that ended with each score.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Pentanomial(pub(crate) [u64; 5]);

/// An estimate and half its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Pentanomial {
    pub(crate) fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs from the view of the other side.
    pub(crate) fn mirrored(&self) -> Pentanomial {
        let Pentanomial([a, b, c, d, e]) = *self;
        Pentanomial([e, d, c, b, a])
    }

    pub(crate) fn add(&mut self, other: &Pentanomial) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }

    /// The mean score, and the deviation of a single pair from it. Not a number without pairs.
    pub(crate) fn moments(&self) -> (f64, f64) {
        let pairs = self.pairs() as f64;
        let frequencies = self.0.map(|count| count as f64 / pairs);
        moments(&frequencies)
    }

    /// Elo from the mean score: infinite if one side won everything. The error is infinite if all pairs had the same
    /// score.
    pub(crate) fn elo(&self) -> Estimate {
        let (mean, deviation) = self.moments();
        let error = TWO_SIDED_95 * deviation / (self.pairs() as f64).sqrt();
        let (low, high) = (elo_of_score(mean - error), elo_of_score(mean + error));
        // Pairs that all had the same score give no estimate of the noise.
        let error = if deviation > 0.0 { (high - low) / 2.0 } else { f64::INFINITY };
        Estimate { value: elo_of_score(mean), error }
    }

    /// Normalised Elo: infinite or NaN if all pairs had the same score.
    pub(crate) fn normalised_elo(&self) -> Estimate {
        let (mean, deviation) = self.moments();
        let error = TWO_SIDED_95 / (self.pairs() as f64).sqrt();
        Estimate {
            value: normalised_elo_of_surplus((mean - 0.5) / deviation),
            error: normalised_elo_of_surplus(error),
        }
    }
}

/// The mean and the deviation of a distribution over the scores of a pair.
pub(crate) fn moments(frequencies: &[f64; 5]) -> (f64, f64) {
    let expect = |value: &dyn Fn(f64) -> f64| -> f64 {
        frequencies.iter().zip(SCORES).map(|(frequency, score)| frequency * value(score)).sum()
    };
    let mean = expect(&|score| score);
    let variance = expect(&|score| (score - mean).powi(2));
    (mean, variance.sqrt())
}

/// The expected score at an Elo difference.
pub(crate) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Surplus of a pair over ½, in deviations of a pair.
pub(crate) fn surplus_of_normalised_elo(elo: f64) -> f64 {
    std::f64::consts::SQRT_2 * elo * std::f64::consts::LN_10 / 800.0
}

fn normalised_elo_of_surplus(surplus: f64) -> f64 {
    surplus * 800.0 / (std::f64::consts::SQRT_2 * std::f64::consts::LN_10)
}

/// `[39, 8843, 26675, 9240, 44]`.
impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// `+1.58 ± 1.03`, or a reason why it is unknown.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.value.is_finite() {
            return f.write_str("unknown: no two pairs ended differently");
        }
        // Adding 0 makes the negative zero positive.
        write!(f, "{:+.2} ± ", self.value + 0.0)?;
        // The interval is unbounded after a few pairs, or if all had the same score.
        if self.error.is_finite() { write!(f, "{:.2}", self.error) } else { f.write_str("∞") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_match_has_its_published_elo() {
        let match_ = Pentanomial([39, 8843, 26675, 9240, 44]);
        let near = |estimate: Estimate, value: f64, error: f64| {
            assert!((estimate.value - value).abs() < 5e-4, "{estimate:?}");
            assert!((estimate.error - error).abs() < 5e-4, "{estimate:?}");
        };
        near(match_.elo(), 1.577, 1.030);
        near(match_.normalised_elo(), 3.480, 2.274);
    }

    #[test]
    fn a_match_seen_from_the_other_side_is_its_mirror() {
        let ours = Pentanomial([3, 10, 40, 22, 5]);
        let theirs = Pentanomial([5, 22, 40, 10, 3]);
        assert!((ours.elo().value + theirs.elo().value).abs() < 1e-9);
        assert!((ours.elo().error - theirs.elo().error).abs() < 1e-9);
        assert!((ours.normalised_elo().value + theirs.normalised_elo().value).abs() < 1e-9);
    }

    #[test]
    fn a_few_pairs_may_have_no_bound() {
        assert_eq!(Pentanomial([0, 0, 0, 1, 3]).elo().to_string(), "+470.44 ± ∞");
        assert_eq!(Pentanomial([3, 1, 0, 0, 0]).elo().to_string(), "-470.44 ± ∞");
    }

    #[test]
    fn elo_without_noise_has_no_interval() {
        assert_eq!(Pentanomial([0, 0, 9, 0, 0]).elo().to_string(), "+0.00 ± ∞");
        assert_eq!(Pentanomial([0, 0, 0, 1, 0]).elo().to_string(), "+190.85 ± ∞");
        let alike = Pentanomial([0, 0, 9, 0, 0]);
        let (won, none) = (Pentanomial([0, 0, 0, 0, 9]), Pentanomial::default());
        for all_alike in [alike.normalised_elo(), won.elo(), none.elo(), none.normalised_elo()] {
            assert_eq!(all_alike.to_string(), "unknown: no two pairs ended differently");
        }
    }

    #[test]
    fn elo_and_scores_are_inverse() {
        // Not -0, which the ledger would show.
        assert!(elo_of_score(0.5).is_sign_positive());
        for elo in [-300.0, -1.0, 0.0, 0.5, 77.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
            assert!((normalised_elo_of_surplus(surplus_of_normalised_elo(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!(Pentanomial([0, 0, 0, 0, 9]).elo().value, f64::INFINITY);
    }
}
