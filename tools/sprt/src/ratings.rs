//! Ratings of several players from matches between them.
//!
//! The model is that of Elo, as in the program Ordo: a player who is d points stronger is expected to score E(d) = 1
//! / (1 + 10^(−d/400)). The ratings are those at which every player's expected score equals its actual score; they
//! make the results most likely (a draw counts as half a win):
//!
//! ```text
//!   for each player i:  Σⱼ nᵢⱼ (mᵢⱼ − E(rᵢ − rⱼ)) = 0         n pairs of games, m their mean score
//! ```
//!
//! Newton's method finds them. **Errors**: let H be the derivative of these sums and B their covariance, where the
//! noise of a pair of games is taken from the results themselves, so that unbalanced openings do not count as noise.
//! The covariance of the ratings is H⁻¹ B H⁻¹. Ratings are relative to one player, whose rating is given.
//!
//! A player that won or lost every game has no rating: a more extreme one would always fit better.

use crate::pentanomial::{Estimate, Pentanomial, TWO_SIDED_95, score_of_elo};

/// The results of a match from the view of player `first`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Results {
    pub(crate) first: usize,
    pub(crate) second: usize,
    pub(crate) pairs: Pentanomial,
}

/// The ratings of all players; the first is fixed at `anchor`. `None` for players that cannot be rated.
pub(crate) fn ratings(players: usize, results: &[Results], anchor: f64) -> Vec<Option<Estimate>> {
    let mut is_rated = vec![true; players];
    let mut results: Vec<Results> =
        results.iter().copied().filter(|played| played.pairs.pairs() > 0).collect();
    // Removing one such player may leave another that won or lost everything.
    while let Some(player) = (1..players).find(|&player| is_rated[player] && !has_bounds(player, &results)) {
        is_rated[player] = false;
        results.retain(|played| played.first != player && played.second != player);
    }
    let rated: Vec<usize> = (1..players).filter(|&player| is_rated[player]).collect();
    let mut found = vec![None; players];
    found[0] = Some(Estimate { value: anchor, error: 0.0 });
    if let Some(estimates) = solve_ratings(&rated, &results) {
        for (&player, Estimate { value, error }) in rated.iter().zip(estimates) {
            found[player] = Some(Estimate { value: anchor + value, error });
        }
    }
    found
}

/// Returns `true` if a player has won something and lost something.
fn has_bounds(player: usize, results: &[Results]) -> bool {
    let (mut points, mut pairs) = (0.0, 0.0);
    for played in results.iter().filter(|played| played.first == player || played.second == player) {
        let (mean, _) = played.pairs.moments();
        let count = played.pairs.pairs() as f64;
        points += count * if played.first == player { mean } else { 1.0 - mean };
        pairs += count;
    }
    points > 0.0 && points < pairs
}

const MAX_STEPS: u32 = 200;
/// In Elo. Results whose ratings go beyond this have no solution.
const MAX_RATING: f64 = 5_000.0;
const TOLERANCE: f64 = 1e-9;

/// The ratings of these players over that of player 0.
fn solve_ratings(rated: &[usize], results: &[Results]) -> Option<Vec<Estimate>> {
    let size = rated.len();
    let place = |player: usize| rated.iter().position(|&other| other == player);
    let mut ratings = vec![0.0; size];
    let rating = |ratings: &[f64], player| place(player).map_or(0.0, |place| ratings[place]);
    let mut has_converged = size == 0;
    for _ in 0..MAX_STEPS {
        if has_converged {
            break;
        }
        let (mut surplus, mut slope) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        for played in results {
            let expected = score_of_elo(rating(&ratings, played.first) - rating(&ratings, played.second));
            let pairs = played.pairs.pairs() as f64;
            add(
                &mut surplus,
                place(played.first),
                place(played.second),
                pairs * (played.pairs.moments().0 - expected),
            );
            add_to_matrix(
                &mut slope,
                place(played.first),
                place(played.second),
                pairs * score_slope(expected),
            );
        }
        let step = solve(slope, surplus)?;
        // Far from the solution the curve is flat, and a full step would overshoot.
        let part = (200.0 / step.iter().fold(200.0_f64, |most, step| most.max(step.abs()))).min(1.0);
        ratings.iter_mut().zip(&step).for_each(|(rating, step)| *rating += part * step);
        has_converged = step.iter().all(|step| step.abs() < TOLERANCE);
        if ratings.iter().any(|rating: &f64| rating.abs() > MAX_RATING) {
            return None;
        }
    }
    has_converged.then(|| errors(&ratings, rated, results)).flatten()
}

fn errors(ratings: &[f64], rated: &[usize], results: &[Results]) -> Option<Vec<Estimate>> {
    let size = rated.len();
    let place = |player: usize| rated.iter().position(|&other| other == player);
    let rating = |player| place(player).map_or(0.0, |place| ratings[place]);
    let (mut slope, mut noise) = (vec![vec![0.0; size]; size], vec![vec![0.0; size]; size]);
    for played in results {
        let [first, second] = [place(played.first), place(played.second)];
        let expected = score_of_elo(rating(played.first) - rating(played.second));
        let pairs = played.pairs.pairs() as f64;
        add_to_matrix(&mut slope, first, second, pairs * score_slope(expected));
        add_to_matrix(&mut noise, first, second, pairs * variance(&played.pairs));
    }
    let unit = |place: usize| (0..size).map(|other| f64::from(u8::from(place == other))).collect();
    let inverse = (0..size).map(|place| solve(slope.clone(), unit(place))).collect::<Option<Vec<_>>>()?;
    let variance_of = |row: &Vec<f64>| -> f64 {
        let sum = |line: &Vec<f64>| line.iter().zip(row).map(|(noise, row)| noise * row).sum::<f64>();
        noise.iter().map(sum).zip(row).map(|(sum, row)| sum * row).sum()
    };
    let error = |row| TWO_SIDED_95 * variance_of(row).max(0.0).sqrt();
    Some(ratings.iter().zip(&inverse).map(|(&value, row)| Estimate { value, error: error(row) }).collect())
}

/// The slope of the expected score per Elo.
fn score_slope(expected: f64) -> f64 {
    expected * (1.0 - expected) * std::f64::consts::LN_10 / 400.0
}

/// The variance of the score of a pair. If all pairs had the same score, two more with other scores are assumed.
fn variance(pairs: &Pentanomial) -> f64 {
    const NEXT: f64 = 0.25;
    let count = pairs.pairs() as f64;
    let seen = pairs.moments().1.powi(2);
    if seen > 0.0 { seen } else { 2.0 * NEXT * NEXT / (count + 2.0) }
}

fn add(sums: &mut [f64], first: Option<usize>, second: Option<usize>, value: f64) {
    first.into_iter().for_each(|place| sums[place] += value);
    second.into_iter().for_each(|place| sums[place] -= value);
}

/// Adds a term that depends on the difference of two players to a matrix.
fn add_to_matrix(matrix: &mut [Vec<f64>], first: Option<usize>, second: Option<usize>, value: f64) {
    for (row, sign) in [(first, 1.0), (second, -1.0)] {
        if let Some(row) = row {
            add(&mut matrix[row], first, second, sign * value);
        }
    }
}

/// Solves linear equations by elimination; `None` if they have no single solution.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let pivot =
            (column..size).max_by(|&i, &j| matrix[i][column].abs().total_cmp(&matrix[j][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column] / matrix[column][column];
            let pivot_row = matrix[column].clone();
            matrix[row].iter_mut().zip(&pivot_row).for_each(|(entry, pivot)| *entry -= factor * pivot);
            right[row] -= factor * right[column];
        }
    }
    Some((0..size).map(|row| right[row] / matrix[row][row]).collect())
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    fn played(first: usize, second: usize, pairs: [u64; 5]) -> Results {
        Results { first, second, pairs: Pentanomial(pairs) }
    }

    /// With two players the rating and its error are those of the match, from either side.
    #[test]
    fn two_players_get_the_rating_difference_of_their_match() {
        let pairs = Pentanomial([3, 10, 40, 22, 5]);
        let elo = pairs.elo();
        for (results, sign) in [(played(1, 0, pairs.0), 1.0), (played(0, 1, pairs.0), -1.0)] {
            let found = ratings(2, &[results], 1000.0)[1].unwrap();
            assert!((found.value - (1000.0 + sign * elo.value)).abs() < 1e-6, "{found:?}, expected {elo:?}");
            assert!((found.error / elo.error - 1.0).abs() < 0.01, "{found:?}, expected {elo:?}");
        }
    }

    #[test]
    fn a_chain_adds_up() {
        // 1 beats 0 and 2 beats 1 by the same margin; 2 plays no other opponent.
        let found = ratings(3, &[played(1, 0, [2, 5, 10, 12, 9]), played(2, 1, [2, 5, 10, 12, 9])], 0.0);
        let [one, two] = [found[1].unwrap(), found[2].unwrap()];
        assert!((two.value - 2.0 * one.value).abs() < 1e-6, "{found:?}");
        assert!((two.error - 2f64.sqrt() * one.error).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn players_who_won_or_lost_everything_have_no_rating() {
        let results = [
            played(0, 1, [0, 0, 0, 0, 9]),
            played(0, 2, [1, 2, 3, 2, 1]),
            played(3, 1, [0, 0, 0, 0, 4]),
            played(0, 4, [0, 0, 0, 0, 0]),
        ];
        let found = ratings(5, &results, 50.0);
        assert_eq!(found[0], Some(Estimate { value: 50.0, error: 0.0 }));
        assert!(found[1].is_none() && found[3].is_none() && found[4].is_none(), "{found:?}");
        assert!((found[2].unwrap().value - 50.0).abs() < 1e-6);
        let alike = ratings(2, &[played(0, 1, [0, 0, 20, 0, 0])], 0.0)[1].unwrap();
        assert!(
            alike.value.abs() < 1e-6 && alike.error > 5.0,
            "pairs that ended alike are no proof: {alike:?}"
        );
    }

    #[test]
    fn errors_are_as_large_as_ratings_of_other_games_differ() {
        let truth = [0.0, 120.0, -60.0, 30.0];
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut sums = [(0.0, 0.0); 4];
        const RUNS: u32 = 150;
        for _ in 0..RUNS {
            let mut results = Vec::new();
            for first in 0..4 {
                for second in first + 1..4 {
                    let expected = score_of_elo(truth[first] - truth[second]);
                    let mut pairs = [0; 5];
                    for _ in 0..100 {
                        // Half of the games are drawn, or as many as can be.
                        let draws = (2.0 * expected.min(1.0 - expected)).min(0.5);
                        let mut game = || match rng.random::<f64>() {
                            toss if toss < expected - draws / 2.0 => 2,
                            toss if toss < expected + draws / 2.0 => 1,
                            _ => 0,
                        };
                        pairs[game() + game()] += 1;
                    }
                    results.push(played(first, second, pairs));
                }
            }
            for ((sum, found), truth) in sums.iter_mut().zip(ratings(4, &results, 0.0)).zip(truth) {
                let Estimate { value, error } = found.unwrap();
                sum.0 += (value - truth).powi(2);
                sum.1 += (error / TWO_SIDED_95).powi(2);
            }
        }
        for (seen, told) in &sums[1..] {
            assert!((0.7..1.4).contains(&(told / seen)), "{told} told, {seen} seen");
        }
    }
}
