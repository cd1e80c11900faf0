//! Relative speed of two versions: alternating benches, and the ratio of their speeds.
//!
//! Several effects can look like a difference; the rounds are arranged to cancel them:
//!
//! ```text
//!   round 1   copy, bench new    copy, bench base   ratio
//!   round 2   copy, bench base   copy, bench new    ratio       median of the ratios,
//!   round 3   copy, bench new    copy, bench base   ratio       and the range that it lies in
//!   ...
//! ```
//!
//! - The speed of a machine varies. So the two run one after the other, and only their ratio counts.
//! - The first run may find the machine in another state than the second. So the order alternates.
//! - *The speed of a program depends on its place in memory.* The system keeps a file where it was when it was
//!   written, and some places are slower by chance (perhaps because pages conflict in the
//!   caches). Of eight copies of one engine, run in turn, one was 9 % slower than most and one 4 %, each time, for as long
//!   as they were kept (`docs/speed.md`). Running the same two files a hundred times would compare two places very precisely. So each run uses a new copy.
//!
//! The median and its range come from order statistics, so the distribution of the noise need not be known.

use std::fmt;
use std::fs;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use toolkit::Interrupted;

use crate::engine::{Bench, MatchEngine};

/// Speeds of two versions, round by round.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct SpeedComparison {
    pub(crate) rounds: Vec<Round>,
}

/// The speed of both in one round, in nodes a second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Round {
    new: u64,
    base: u64,
}

impl SpeedComparison {
    /// Runs this many rounds, or fewer if `stop` is set.
    ///
    /// # Errors
    /// If a program cannot be copied or has no bench.
    pub(crate) fn run(
        [new, base]: [&MatchEngine; 2],
        rounds: NonZeroU32,
        stop: &AtomicBool,
    ) -> Result<SpeedComparison> {
        let mut comparison = SpeedComparison::default();
        let bar = toolkit::progress("{human_pos}/{human_len} rounds, {msg}, {elapsed}");
        bar.set_length(rounds.get().into());
        let bench = |engine: &MatchEngine| bench_of_copy(&engine.path, stop);
        // Fields are computed in the order in which they stand.
        let play_round = |number: u32| -> Result<Round> {
            Ok(match number % 2 {
                0 => Round { new: bench(new)?, base: bench(base)? },
                _ => Round { base: bench(base)?, new: bench(new)? },
            })
        };
        for number in 0..rounds.get() {
            match play_round(number) {
                Err(error) if error.is::<Interrupted>() => break,
                round => comparison.rounds.push(round?),
            }
            bar.inc(1);
            bar.set_message(comparison.to_string());
        }
        bar.finish_and_clear();
        Ok(comparison)
    }

    /// The medians of the speeds of the new version and of the base, in nodes a second. Nothing without rounds.
    fn speeds(&self) -> Option<(f64, f64)> {
        let median_of = |speed: fn(&Round) -> u64| {
            median(&sorted(self.rounds.iter().map(|round| speed(round) as f64).collect()))
        };
        Some((median_of(|round| round.new)?, median_of(|round| round.base)?))
    }

    /// The result as a block of text, ready for a commit message.
    pub(crate) fn report(&self, new: &MatchEngine, base: &MatchEngine) -> String {
        let mut text = format!("{new} against {base}\n");
        if new.bench != base.bench {
            text += "The benches differ: these are speeds in different trees.\n";
        }
        text += &format!("\nSpeed | {self}\n");
        text += &format!(
            "Test  | medians of {} pairs of benches in turn, each of a new copy\n",
            self.rounds.len()
        );
        if let Some((new, base)) = self.speeds() {
            text += &format!("nps   | {new:.0} against {base:.0}\n");
        }
        new.bench.into_iter().for_each(|bench| text += &format!("\nBench: {bench}\n"));
        text
    }
}

/// `1.012 times (95%: 0.998 to 1.025)`.
impl fmt::Display for SpeedComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratios = sorted(self.rounds.iter().map(|round| round.new as f64 / round.base as f64).collect());
        let Some(median) = median(&ratios) else { return f.write_str("unknown") };
        write!(f, "{median:.3} times ")?;
        match range_of_median(&ratios) {
            Some((low, high)) => write!(f, "(95%: {low:.3} to {high:.3})"),
            None => f.write_str("(too few rounds for a range)"),
        }
    }
}

/// The speed of a bench of a new copy, in nodes a second.
fn bench_of_copy(program: &Path, stop: &AtomicBool) -> Result<u64> {
    let place = tempfile::tempdir().context("no folder for a copy")?;
    let copy = place.path().join(program.file_name().unwrap_or_default());
    fs::copy(program, &copy).with_context(|| format!("{}: cannot be copied", program.display()))?;
    Ok(Bench::run(&copy, stop)?.nps)
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

/// The median of values in ascending order.
fn median(sorted: &[f64]) -> Option<f64> {
    let upper = sorted.get(sorted.len() / 2)?;
    let lower = sorted.get((sorted.len() - 1) / 2)?;
    Some((lower + upper) / 2.0)
}

/// Probability that the true median lies below the range, and that it lies above.
const TAIL: f64 = 0.025;

/// The 95 % confidence interval of the median, from a sample in ascending order (sign test). Needs at least six
/// values.
fn range_of_median(sorted: &[f64]) -> Option<(f64, f64)> {
    let count = sorted.len();
    // Logarithm of the probability that exactly `left_out` values are below the median; the probability itself may
    // underflow.
    let mut exactly = count as f64 * 0.5_f64.ln();
    // The probability that at most `left_out` are.
    let mut tail = exactly.exp();
    if tail > TAIL {
        return None;
    }
    let mut left_out = 0;
    loop {
        exactly += ((count - left_out) as f64 / (left_out + 1) as f64).ln();
        tail += exactly.exp();
        if tail > TAIL {
            break;
        }
        left_out += 1;
    }
    Some((*sorted.get(left_out)?, *sorted.get(count - 1 - left_out)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparison(rounds: &[(u64, u64)]) -> SpeedComparison {
        SpeedComparison { rounds: rounds.iter().map(|&(new, base)| Round { new, base }).collect() }
    }

    #[test]
    fn the_ratio_is_that_of_runs_side_by_side() {
        // The machine halves its speed in between: the ratio of the medians would be wrong.
        let comparison = comparison(&[(110, 100), (110, 100), (55, 50), (55, 50), (55, 50)]);
        assert_eq!(comparison.to_string(), "1.100 times (too few rounds for a range)");
        assert_eq!(comparison.speeds(), Some((55.0, 50.0)));
        assert_eq!(SpeedComparison::default().to_string(), "unknown");
        assert_eq!(SpeedComparison::default().speeds(), None);
    }

    #[test]
    fn one_outlier_moves_neither_the_median_nor_the_range_far() {
        let mut rounds = [(101, 100); 21];
        rounds[7] = (300, 100);
        assert_eq!(comparison(&rounds).to_string(), "1.010 times (95%: 1.010 to 1.010)");
    }

    #[test]
    fn the_interval_agrees_with_tables_of_the_sign_test() {
        let low_of = |count: u32| {
            let values: Vec<f64> = (1..=count).map(f64::from).collect();
            range_of_median(&values).map(|(low, high)| {
                assert_eq!(low + high, f64::from(count + 1), "as many at either end");
                low
            })
        };
        let lows = [(0, None), (5, None), (6, Some(1.0)), (8, Some(1.0)), (9, Some(2.0)), (20, Some(6.0))];
        for (count, low) in lows.into_iter().chain([
            (25, Some(8.0)),
            (50, Some(18.0)),
            (100, Some(40.0)),
            (5000, Some(2431.0)),
        ]) {
            assert_eq!(low_of(count), low, "{count} values");
        }
    }
}
