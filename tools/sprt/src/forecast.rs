//! Forecast of the number of games of a test.
//!
//! The LLR is a random walk with a drift. Let the expected surplus of a pair, in its standard deviations, be t₀ and
//! t₁ under the hypotheses, and t in truth. Each pair adds (t₁ − t₀)(t − (t₀ + t₁)/2) on average, with the deviation
//! t₁ − t₀. Wald gives the probability and the expected time of leaving the interval: with h the drift, v the
//! variance of a step, L and U the bounds,
//!
//! ```text
//!   P(U) = (1 − e^(−sL)) / (e^(−sU) − e^(−sL)),  s = 2h/v        N = (P(U)·U + (1 − P(U))·L) / h
//! ```
//!
//! Source: A. Wald, *Sequential Tests of Statistical Hypotheses*, Annals of Mathematical Statistics 16 (1945).

use crate::llr::{EloModel, Test};
use crate::pentanomial::{Pentanomial, score_of_elo, surplus_of_normalised_elo};

/// Expected course of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Forecast {
    /// Number of games, on average.
    pub(crate) games: f64,
    /// Probability that it accepts `elo1`.
    pub(crate) passes: f64,
}

/// Two games a pair.
const GAMES: f64 = 2.0;

/// Forecasts a test if the true gain is `elo`, in the unit of the test. `noise` are results of a similar match, from
/// which the deviation of a pair is estimated; not used with normalised Elo.
pub(crate) fn forecast(test: &Test, noise: &Pentanomial, elo: f64) -> Forecast {
    let surplus = |elo: f64| match test.model {
        EloModel::Normalized => surplus_of_normalised_elo(elo),
        EloModel::Logistic => (score_of_elo(elo) - 0.5) / noise.moments().1,
    };
    let (t0, t1, t) = (surplus(test.elo0), surplus(test.elo1), surplus(elo));
    let (drift, variance) = ((t1 - t0) * (t - (t0 + t1) / 2.0), (t1 - t0).powi(2));
    let (low, high) = test.bounds();
    let slope = 2.0 * drift / variance;
    // Without a drift the formulae are 0/0; these are their limits.
    if slope.abs() < 1e-9 {
        return Forecast { games: GAMES * -low * high / variance, passes: -low / (high - low) };
    }
    let passes = if slope > 0.0 {
        acceptance_probability(slope, low, high)
    } else {
        1.0 - acceptance_probability(-slope, -high, -low)
    };
    Forecast { games: GAMES * (passes * high + (1.0 - passes) * low) / drift, passes }
}

/// P(U) for a positive s, with numerator and denominator multiplied by e^(sL), so that no power overflows.
fn acceptance_probability(slope: f64, low: f64, high: f64) -> f64 {
    (slope * low).exp_m1() / (slope * (low - high)).exp_m1()
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::llr::TestVerdict;
    use crate::pentanomial::moments;

    const NOISE: Pentanomial = Pentanomial([10, 60, 120, 60, 10]);

    fn test(model: EloModel) -> Test {
        Test { model, elo0: 0.0, elo1: 30.0, alpha: 0.05, beta: 0.05 }
    }

    /// The probabilities of `NOISE`, shifted to a mean score.
    fn shifted(score: f64) -> [f64; 5] {
        let p = NOISE.0.map(|count| count as f64 / NOISE.pairs() as f64);
        let by = (score - 0.5) * 2.0;
        // Moves probability from each score to the mirrored one.
        [
            p[0] * (1.0 - by * 4.0),
            p[1] * (1.0 - by * 2.0),
            p[2],
            p[3] * (1.0 + by * 2.0),
            p[4] * (1.0 + by * 4.0),
        ]
    }

    /// Plays tests to their end, pair by pair.
    fn played(test: &Test, probabilities: &[f64; 5]) -> Forecast {
        const TESTS: u32 = 250;
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let (mut games, mut passes) = (0.0, 0.0);
        for _ in 0..TESTS {
            let mut results = Pentanomial::default();
            let verdict = loop {
                let mut toss: f64 = rng.random();
                let score = probabilities.iter().position(|p| {
                    toss -= p;
                    toss < 0.0
                });
                results.0[score.unwrap_or(4)] += 1;
                let verdict = test.verdict(&results);
                if verdict != TestVerdict::Undecided {
                    break verdict;
                }
            };
            games += GAMES * results.pairs() as f64;
            passes += f64::from(u8::from(verdict == TestVerdict::Accepted));
        }
        Forecast { games: games / f64::from(TESTS), passes: passes / f64::from(TESTS) }
    }

    #[test]
    fn tests_take_as_many_games_as_forecast() {
        for model in [EloModel::Normalized, EloModel::Logistic] {
            let test = test(model);
            for score in [0.5, 0.522, 0.56] {
                let probabilities = shifted(score);
                let (mean, deviation) = moments(&probabilities);
                let elo = match model {
                    EloModel::Normalized => {
                        (mean - 0.5) / deviation * 800.0 / (2f64.sqrt() * std::f64::consts::LN_10)
                    }
                    EloModel::Logistic => -400.0 * (1.0 / mean - 1.0).log10(),
                };
                let (predicted, played) = (forecast(&test, &NOISE, elo), played(&test, &probabilities));
                let ratio = played.games / predicted.games;
                assert!(
                    (0.85..1.25).contains(&ratio),
                    "{model:?} {elo:.1}: {played:?}, foretold {predicted:?}"
                );
                assert!(
                    (played.passes - predicted.passes).abs() < 0.08,
                    "{played:?}, foretold {predicted:?}"
                );
            }
        }
    }

    #[test]
    fn the_error_rates_are_kept_at_the_hypotheses() {
        let test = Test { alpha: 0.05, beta: 0.1, ..test(EloModel::Normalized) };
        assert!((forecast(&test, &NOISE, test.elo0).passes - 0.05).abs() < 1e-9);
        assert!((forecast(&test, &NOISE, test.elo1).passes - 0.9).abs() < 1e-9);
    }

    #[test]
    fn the_forecast_has_no_seam_in_the_middle() {
        let test = test(EloModel::Normalized);
        let (at, beside) = (forecast(&test, &NOISE, 15.0), forecast(&test, &NOISE, 15.0001));
        assert!((at.games - beside.games).abs() < 0.1 && (at.passes - beside.passes).abs() < 1e-4);
        assert!(forecast(&test, &NOISE, 0.0).games < at.games);
    }

    /// Then the walk goes straight to a bound, and the number of steps is the bound divided by the drift.
    #[test]
    fn forecasts_hold_far_from_the_hypotheses() {
        let test = Test { elo1: 3.0, ..test(EloModel::Normalized) };
        let (low, high) = test.bounds();
        for (elo, end, passes) in [(600.0, high, 1.0), (-600.0, low, 0.0)] {
            let drift = surplus_of_normalised_elo(3.0) * surplus_of_normalised_elo(elo - 1.5);
            let Forecast { games, passes: predicted } = forecast(&test, &NOISE, elo);
            assert!((games - 2.0 * end / drift).abs() < 1e-6, "{elo}: {games}");
            assert!((predicted - passes).abs() < 1e-9, "{elo}: {predicted}");
        }
    }
}
