//! SPSA: simultaneous perturbation stochastic approximation.
//!
//! The gradient of playing strength in some eighty dimensions cannot be measured one by one. Instead every iteration
//! perturbs all parameters at once, each randomly up or down, and the two opposite perturbations play each other:
//!
//! ```text
//!              θ − c·Δ  ◀──────── θ ────────▶  θ + c·Δ        Δ: ±1 for each parameter
//!                        some pairs of games
//!              θ moves towards the winner:  θ += (a / c) · (wins − losses) · Δ
//! ```
//!
//! Wrong attributions cancel out; on average θ climbs. Both c and a shrink slowly: cₖ = c/k^γ with γ = 0.101, and aₖ
//! = a/(A + k)^α with α = 0.602. A is a tenth of all iterations and keeps the first steps from being too large. c and
//! a are given by their last values, in the units of the parameter: c_end is its step, and a_end/c_end² = r_end, so
//! that at the end a win more moves a parameter by r_end steps.
//!
//! Source: J. C. Spall, *Implementation of the simultaneous perturbation algorithm for stochastic optimization*,
//! IEEE Transactions on Aerospace and Electronic Systems 34 (1998); for chess, the tuners of Fishtest and
//! OpenBench, whose conventions these are.

use rand::rngs::ChaCha8Rng;
use rand::seq::index;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use super::params::TunedParam;

const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// A as a fraction of all iterations.
const STABILITY: f64 = 0.1;

/// Number of iterations and speed of learning.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Gains {
    pub(crate) iterations: u64,
    /// Steps that a parameter moves for each point won, at the end.
    pub(crate) r_end: f64,
}

impl Gains {
    /// Size of the perturbation of a parameter in iteration `k`, from 1.
    fn perturbation(self, k: u64, step: f64) -> f64 {
        step * (self.iterations as f64 / k as f64).powf(GAMMA)
    }

    /// Distance that a parameter moves in iteration `k` for each point won.
    fn step_size(self, k: u64, step: f64) -> f64 {
        let (all, stability) = (self.iterations as f64, STABILITY * self.iterations as f64);
        let gain = self.r_end * step * step * ((stability + all) / (stability + k as f64)).powf(ALPHA);
        gain / self.perturbation(k, step)
    }
}

/// State of a tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Optimiser {
    pub(crate) gains: Gains,
    pub(crate) params: Vec<TunedParam>,
    /// The current values, in the order of `params`, each within its range.
    pub(crate) theta: Vec<f64>,
    /// Seed of all perturbations.
    pub(crate) seed: u64,
}

/// One perturbation: two opposite sets of values, in the order of the parameters.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Trial {
    /// From 1.
    pub(crate) iteration: u64,
    /// 1 or −1 for each parameter.
    signs: Vec<f64>,
    pub(crate) plus: Vec<i32>,
    pub(crate) minus: Vec<i32>,
}

impl Optimiser {
    /// Starts with the engine's default values.
    pub(crate) fn new(params: Vec<TunedParam>, gains: Gains, seed: u64) -> Optimiser {
        let theta = params.iter().map(|param| f64::from(param.default)).collect();
        Optimiser { gains, params, theta, seed }
    }

    /// The indices of the openings of an iteration, all different. Like its perturbation they depend only on the seed and
    /// the iteration.
    pub(crate) fn openings(&self, iteration: u64, openings: usize, pairs: usize) -> Vec<usize> {
        index::sample(&mut self.rng(2 * iteration + 1), openings, pairs.min(openings)).into_vec()
    }

    /// Even streams are for the perturbations, odd ones for the openings.
    fn rng(&self, stream: u64) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(stream);
        rng
    }

    /// The perturbation of an iteration, from 1.
    pub(crate) fn trial(&self, iteration: u64) -> Trial {
        let mut rng = self.rng(2 * iteration);
        let mut trial = Trial { iteration, signs: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (param, &theta) in self.params.iter().zip(&self.theta) {
            let sign = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
            let perturbation = sign * self.gains.perturbation(iteration, param.step);
            // Engines take whole numbers. Rounding both sides with the same random offset keeps their mean and their
            // distance unbiased.
            let part: f64 = rng.random();
            let whole = |value: f64| (value + part).floor().clamp(param.min.into(), param.max.into()) as i32;
            trial.signs.push(sign);
            trial.plus.push(whole(theta + perturbation));
            trial.minus.push(whole(theta - perturbation));
        }
        trial
    }

    /// Moves towards the winner of a trial. `points` are the wins of `plus` less its losses.
    pub(crate) fn update(&mut self, trial: &Trial, points: i32) {
        for ((param, theta), sign) in self.params.iter().zip(&mut self.theta).zip(&trial.signs) {
            let step_size = self.gains.step_size(trial.iteration, param.step);
            let moved = *theta + step_size * f64::from(points) * sign;
            *theta = moved.clamp(param.min.into(), param.max.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(count: usize, default: i32) -> Vec<TunedParam> {
        let param =
            |index| TunedParam { name: format!("p{index}"), default, min: -200, max: 200, step: 10.0 };
        (0..count).map(param).collect()
    }

    #[test]
    fn gains_reach_their_final_values() {
        let gains = Gains { iterations: 5_000, r_end: 0.002 };
        assert!((gains.perturbation(5_000, 8.0) - 8.0).abs() < 1e-9);
        assert!((gains.step_size(5_000, 8.0) - 0.002 * 8.0).abs() < 1e-9);
        // By the definitions with c and a written out.
        let (c, a) = (8.0 * 5_000f64.powf(0.101), 0.002 * 64.0 * 5_500f64.powf(0.602));
        let c_7 = c / 7f64.powf(0.101);
        assert!((gains.perturbation(7, 8.0) - c_7).abs() < 1e-9);
        assert!((gains.step_size(7, 8.0) - a / 507f64.powf(0.602) / c_7).abs() < 1e-9);
    }

    #[test]
    fn rivals_are_opposite_within_the_range_and_right_on_average() {
        let mut optimiser = Optimiser::new(params(3, 0), Gains { iterations: 1_000, r_end: 0.002 }, 1);
        optimiser.theta = vec![0.25, 199.0, -199.5];
        let (mut sum, mut ups) = (0.0, 0);
        for k in 1..=1_000 {
            let trial = optimiser.trial(k);
            assert_eq!(trial, optimiser.trial(k), "nothing but the seed and the number decides");
            assert!(trial.plus.iter().chain(&trial.minus).all(|value| (-200..=200).contains(value)));
            let distance = f64::from(trial.plus[0] - trial.minus[0]) * trial.signs[0];
            assert!((distance - 2.0 * optimiser.gains.perturbation(k, 10.0)).abs() <= 1.0);
            sum += f64::from(trial.plus[0] + trial.minus[0]) / 2.0;
            ups += u32::from(trial.signs[0] > 0.0);
        }
        assert!((sum / 1_000.0 - 0.25).abs() < 0.1, "{sum}");
        assert!((400..=600).contains(&ups));
    }

    /// Each iteration has an opening and coins of its own, which have nothing to do with each other.
    #[test]
    fn no_random_numbers_are_used_twice() {
        let of = |seed| Optimiser::new(params(1, 0), Gains { iterations: 100, r_end: 0.002 }, seed);
        let mut seen = std::collections::HashSet::new();
        for optimiser in [of(1), of(2)] {
            for iteration in 1..=100 {
                for stream in [2 * iteration, 2 * iteration + 1] {
                    assert!(seen.insert(optimiser.rng(stream).random::<u64>()), "iteration {iteration}");
                }
            }
        }
        // A trial and its openings use the first draws of these generators.
        let one = of(1);
        let sign = if one.rng(14).random_bool(0.5) { 1.0 } else { -1.0 };
        assert_eq!(one.trial(7).signs, [sign]);
        assert_eq!(one.openings(7, 1000, 3), index::sample(&mut one.rng(15), 1000, 3).into_vec());
        assert_eq!(one.openings(7, 2, 3).len(), 2, "an opening is played once in an iteration");
    }

    /// Plays pairs of games whose strength is a quadratic with a known peak, as noisy as chess is: half the
    /// games are drawn, and the Elo between rivals is a few points.
    fn play_quadratic(seed: u64, peak: &[f64]) -> Optimiser {
        let gains = Gains { iterations: 20_000, r_end: 0.004 };
        let mut optimiser = Optimiser::new(params(peak.len(), 0), gains, seed);
        // A step beside the peak costs 2.5 Elo.
        let elo = |values: &[i32]| -> f64 {
            values.iter().zip(peak).map(|(&v, peak)| -2.5 * ((f64::from(v) - peak) / 10.0).powi(2)).sum()
        };
        let mut games = ChaCha8Rng::seed_from_u64(!seed);
        for k in 1..=gains.iterations {
            let trial = optimiser.trial(k);
            let expected = 1.0 / (1.0 + 10f64.powf((elo(&trial.minus) - elo(&trial.plus)) / 400.0));
            let points: i32 = (0..2)
                .map(|_| match games.random::<f64>() {
                    toss if toss < expected - 0.25 => 1,
                    toss if toss < expected + 0.25 => 0,
                    _ => -1,
                })
                .sum();
            optimiser.update(&trial, points);
        }
        optimiser
    }

    #[test]
    fn a_noisy_quadratic_is_climbed() {
        let peak = [60.0, -45.0, 30.0, 0.0, -80.0, 15.0];
        let distance = |theta: &[f64]| -> f64 {
            theta.iter().zip(&peak).map(|(theta, peak)| ((theta - peak) / 10.0).powi(2)).sum::<f64>().sqrt()
        };
        let start = distance(&[0.0; 6]);
        for seed in 1..=5 {
            let optimiser = play_quadratic(seed, &peak);
            let end = distance(&optimiser.theta);
            assert!(
                end < start / 4.0,
                "seed {seed}: {start:.1} steps before, {end:.1} after, {:?}",
                optimiser.theta
            );
        }
    }
}
