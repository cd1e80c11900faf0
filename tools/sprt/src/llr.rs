//! The sequential probability ratio test, on pairs of games.
//!
//! Two hypotheses: the new version gains `elo0`, or `elo1`. After every pair the log-likelihood ratio measures which
//! of them explains the results better. When it leaves an interval given by the error rates, the test ends.
//!
//! ```text
//!   LLR  2.94 ─────────────────────────── elo1 accepted       ln((1 − β) / α)
//!              ╱╲    ╱╲╱
//!          ╱╲╱   ╲╱╲╱
//!        0
//!       −2.94 ─────────────────────────── elo0 accepted       ln(β / (1 − α))
//! ```
//!
//! A hypothesis fixes a strength, not the five probabilities. Of all distributions with that strength, pₖ is the one
//! that makes the results most likely. Then LLR = N Σ p̂ᵢ (ln p1ᵢ − ln p0ᵢ), with p̂ the frequencies. Both likeliest
//! distributions have the form p̂ᵢ / (1 + θφᵢ), where φ depends on the model and θ is a root.
//!
//! Source: M. Van den Bergh, *The generalized sequential probability ratio test for multinomial distributions*, and
//! *Normalized Elo*, the notes behind Fishtest.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::pentanomial::{self, Pentanomial, SCORES, moments};

/// Unit of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EloModel {
    /// Normalised Elo, which does not depend on how drawish the games are.
    Normalized,
    /// Elo.
    Logistic,
}

/// A test: its hypotheses and its error rates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Test {
    pub(crate) model: EloModel,
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    /// Probability that `elo1` is accepted where `elo0` is true.
    pub(crate) alpha: f64,
    /// Probability that `elo0` is accepted where `elo1` is true.
    pub(crate) beta: f64,
}

/// State of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TestVerdict {
    /// `elo1` explains the results.
    Accepted,
    /// `elo0` does.
    Rejected,
    Undecided,
}

impl TestVerdict {
    /// Plain name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            TestVerdict::Accepted => "accepted",
            TestVerdict::Rejected => "rejected",
            TestVerdict::Undecided => "undecided",
        }
    }
}

/// Hypotheses further from 0 are refused. In normalised Elo the first round of [`likeliest_normalised`] finds no root
/// beyond ±230; up to this limit the rounds converged for all results tried.
pub(crate) const MAX_ELO: f64 = 150.0;

/// Replaces a count of 0, which has no logarithm.
const ALMOST_NONE: f64 = 0.001;

impl Test {
    /// The LLR at which the test ends, below and above.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        let Test { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of some results: 0 without any.
    pub(crate) fn llr(&self, results: &Pentanomial) -> f64 {
        if results.pairs() == 0 {
            return 0.0;
        }
        let (frequencies, pairs) = smoothed(results);
        let (p0, p1) = (self.likeliest(&frequencies, self.elo0), self.likeliest(&frequencies, self.elo1));
        pairs * (0..5).map(|i| frequencies[i] * (p1[i] / p0[i]).ln()).sum::<f64>()
    }

    /// The same to the two decimals that reports print, without a negative zero.
    pub(crate) fn rounded_llr(&self, results: &Pentanomial) -> f64 {
        // −0.0 + 0.0 is 0.0.
        (self.llr(results) * 100.0).round() / 100.0 + 0.0
    }

    pub(crate) fn verdict(&self, results: &Pentanomial) -> TestVerdict {
        let (low, high) = self.bounds();
        match self.llr(results) {
            llr if llr >= high => TestVerdict::Accepted,
            llr if llr <= low => TestVerdict::Rejected,
            _ => TestVerdict::Undecided,
        }
    }

    /// The distribution of this strength that makes the frequencies likeliest.
    fn likeliest(&self, frequencies: &[f64; 5], elo: f64) -> [f64; 5] {
        match self.model {
            EloModel::Logistic => {
                let score = pentanomial::score_of_elo(elo);
                tilted(frequencies, SCORES.map(|a| a - score))
            }
            EloModel::Normalized => likeliest_normalised(frequencies, elo),
        }
    }
}

/// The frequencies of some results, none of them 0, and the number of pairs.
fn smoothed(results: &Pentanomial) -> ([f64; 5], f64) {
    let counts = results.0.map(|count| if count == 0 { ALMOST_NONE } else { count as f64 });
    let pairs: f64 = counts.iter().sum();
    (counts.map(|count| count / pairs), pairs)
}

/// Limit of the rounds, in case rounding errors prevent convergence.
const MAX_ROUNDS: u32 = 100;
/// Convergence threshold for probabilities.
const TOLERANCE: f64 = 1e-12;

/// The most likely distribution in normalised Elo. The deviation depends on the distribution itself, so it is found
/// by iteration from the uniform distribution.
fn likeliest_normalised(frequencies: &[f64; 5], elo: f64) -> [f64; 5] {
    let t = pentanomial::surplus_of_normalised_elo(elo);
    let mut p = [0.2; 5];
    for _ in 0..MAX_ROUNDS {
        let (mean, deviation) = moments(&p);
        let phi = SCORES.map(|a| a - 0.5 - 0.5 * t * deviation * (1.0 + ((a - mean) / deviation).powi(2)));
        let next = tilted(frequencies, phi);
        let change = p.iter().zip(next).map(|(p, next)| (p - next).abs()).fold(0.0, f64::max);
        p = next;
        if change < TOLERANCE {
            break;
        }
    }
    p
}

/// p̂ᵢ / (1 + θφᵢ), with the θ that makes the mean of φ zero.
fn tilted(frequencies: &[f64; 5], phi: [f64; 5]) -> [f64; 5] {
    let theta = root(frequencies, &phi);
    std::array::from_fn(|i| frequencies[i] / (1.0 + theta * phi[i]))
}

/// The root of Σ p̂ᵢφᵢ / (1 + θφᵢ), which falls from +∞ to −∞ between the poles at −1/max φ and −1/min φ.
fn root(frequencies: &[f64; 5], phi: &[f64; 5]) -> f64 {
    let (min, max) = phi.iter().fold((0.0f64, 0.0f64), |(min, max), &phi| (min.min(phi), max.max(phi)));
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    let sum = |theta: f64| -> f64 { (0..5).map(|i| frequencies[i] * phi[i] / (1.0 + theta * phi[i])).sum() };
    loop {
        let middle = low + (high - low) / 2.0;
        let is_between = low < middle && middle < high;
        // Converged as far as floating point allows. Without a root the result is NaN or infinite.
        if !is_between {
            return middle;
        }
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(model: EloModel, elo0: f64, elo1: f64) -> Test {
        Test { model, elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Results of known tests, with the LLR that the established tools give.
    #[test]
    fn the_llr_of_known_tests_is_theirs() {
        for (results, model, elo0, elo1, llr, digits) in [
            ([39, 8843, 26675, 9240, 44], EloModel::Normalized, 0.5, 2.5, 2.94168, 5e-6),
            ([39, 8843, 26675, 9240, 44], EloModel::Logistic, 0.5, 2.5, 0.55552, 5e-6),
            ([71, 558, 1250, 676, 86], EloModel::Normalized, 0.0, 5.0, 3.037, 5e-4),
            ([0, 0, 7015, 0, 0], EloModel::Normalized, -5.0, 0.0, 2.897, 5e-4),
            ([365, 16618, 36229, 16974, 390], EloModel::Normalized, 0.0, 2.0, 2.250, 5e-4),
            ([871, 26175, 55983, 26678, 821], EloModel::Logistic, 0.0, 2.0, -4.979, 5e-4),
        ] {
            let ours = test(model, elo0, elo1).llr(&Pentanomial(results));
            assert!((ours - llr).abs() <= digits, "{results:?}: {ours}, expected {llr}");
        }
    }

    #[test]
    fn the_bounds_are_the_usual_ones_and_decide() {
        let test = test(EloModel::Normalized, 0.0, 5.0);
        let (low, high) = test.bounds();
        assert!((low + 2.944).abs() < 5e-4 && (high - 2.944).abs() < 5e-4);
        assert_eq!(test.verdict(&Pentanomial([71, 558, 1250, 676, 86])), TestVerdict::Accepted);
        assert_eq!(test.verdict(&Pentanomial([86, 676, 1250, 558, 71])), TestVerdict::Rejected);
        assert_eq!(test.verdict(&Pentanomial([7, 55, 125, 67, 8])), TestVerdict::Undecided);
        assert_eq!(test.verdict(&Pentanomial::default()), TestVerdict::Undecided);
    }

    #[test]
    fn hypotheses_that_change_places_change_the_sign() {
        let results = Pentanomial([3, 10, 40, 22, 5]);
        for model in [EloModel::Normalized, EloModel::Logistic] {
            let there = test(model, 0.0, 4.0).llr(&results);
            let back = test(model, 4.0, 0.0).llr(&results);
            assert!((there + back).abs() < 1e-9 && there > 0.0);
        }
    }

    /// The first games of a match leave counts of zero, and one side may win them all.
    #[test]
    fn few_and_one_sided_results_have_a_finite_llr_of_the_right_sign() {
        for model in [EloModel::Normalized, EloModel::Logistic] {
            let test = test(model, 0.0, 5.0);
            assert!(test.llr(&Pentanomial([0, 0, 0, 0, 1])) > 0.0);
            assert!(test.llr(&Pentanomial([30, 0, 0, 0, 0])) < 0.0);
            assert!(test.llr(&Pentanomial([0, 0, 0, 0, 1000])).is_finite());
        }
    }

    #[test]
    fn a_rounded_llr_is_no_negative_zero() {
        let (test, results) = (test(EloModel::Normalized, 0.0, 2.0), Pentanomial([0, 0, 1, 0, 0]));
        assert!((-0.005..0.0).contains(&test.llr(&results)));
        assert_eq!(format!("{:+.2}", test.rounded_llr(&results)), "+0.00");
    }

    /// Both most likely distributions have the requested strength, also at the limits.
    #[test]
    fn the_likeliest_distribution_has_its_strength() {
        let one_sided = (0..5).map(|score| std::array::from_fn(|i| if i == score { 1000 } else { 0 }));
        let mixed = [[39, 8843, 26675, 9240, 44], [0, 1, 0, 0, 1], [9, 0, 0, 0, 1], [0, 0, 0, 3, 17]];
        for results in one_sided.chain(mixed) {
            let (frequencies, _) = smoothed(&Pentanomial(results));
            for elo in [-MAX_ELO, -3.0, 0.0, 0.5, 40.0, MAX_ELO] {
                let (mean, deviation) =
                    moments(&test(EloModel::Normalized, 0.0, 1.0).likeliest(&frequencies, elo));
                let surplus = (mean - 0.5) / deviation;
                let wanted = pentanomial::surplus_of_normalised_elo(elo);
                assert!((surplus - wanted).abs() < 1e-6, "{results:?} {elo}: {surplus}, expected {wanted}");
                let (mean, _) = moments(&test(EloModel::Logistic, 0.0, 1.0).likeliest(&frequencies, elo));
                assert!((mean - pentanomial::score_of_elo(elo)).abs() < 1e-9, "{results:?} {elo}: {mean}");
            }
        }
    }

    #[test]
    fn a_root_that_does_not_exist_is_not_sought_forever() {
        for phi in [[-1.0; 5], [1.0; 5], [f64::NAN; 5]] {
            assert!(!root(&[0.2; 5], &phi).is_finite());
        }
    }
}
