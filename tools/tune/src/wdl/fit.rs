//! The curves, and the most likely ones, by Fisher scoring.
//!
//! The log-likelihood of the games has a slope in every coefficient, and an expected curvature: the information. Their
//! quotient is a step towards the top. Where the step leads too far it is halved until it gains something, so the
//! likelihood only ever grows, and near the top the steps shrink quadratically.
//!
//! **Errors.** Positions of one game share its result, so a thousand positions of ten games carry little more
//! information than ten. The covariance of the coefficients is therefore I⁻¹ B I⁻¹ with the information I and B the
//! sum over games of s sᵀ, where s is the slope of all positions of a game together (the cluster-robust estimate of
//! Liang and Zeger, 1986).
//!
//! A pawn that is held is a condition on the steps: those of `a` add up to 0 (Lagrange).

use anyhow::{Context as _, Result, bail, ensure};
use eval::wdl::{MAX_MATERIAL, REFERENCE_MATERIAL};

use super::tally::{Cell, Counts, ResultTable};

/// The score that wins every other game, and the steepness of the curve, as polynomials in the material's share of
/// [`REFERENCE_MATERIAL`]: coefficients from the constant term upwards, in units of the engine.
#[derive(Clone, PartialEq, Debug)]
pub struct WdlModel {
    /// `a`.
    pub even_chance: Vec<f64>,
    /// `b`.
    pub spread: Vec<f64>,
}

/// Argument of the polynomials.
fn share(material: u32) -> f64 {
    f64::from(material) / f64::from(REFERENCE_MATERIAL)
}

impl WdlModel {
    /// The same curves whatever the material.
    pub fn constant(even_chance: f64, spread: f64, degree: usize) -> WdlModel {
        let coefficients = |constant| [vec![constant], vec![0.0; degree]].concat();
        WdlModel { even_chance: coefficients(even_chance), spread: coefficients(spread) }
    }

    /// `a` and `b` with a material.
    pub fn at(&self, material: u32) -> (f64, f64) {
        let value =
            |coefficients: &[f64]| coefficients.iter().rev().fold(0.0, |sum, c| sum * share(material) + c);
        (value(&self.even_chance), value(&self.spread))
    }

    /// The score that is shown as one pawn: with the reference material it wins every other game.
    pub fn pawn(&self) -> f64 {
        self.at(REFERENCE_MATERIAL).0
    }

    /// The chances to lose, draw and win, which add up to 1.
    pub fn chances(&self, Cell { material, score }: Cell) -> [f64; 3] {
        let (a, b) = self.at(material);
        let [loss, win] = [-1.0, 1.0].map(|sign| 1.0 / (1.0 + ((a - sign * f64::from(score)) / b).exp()));
        [loss, 1.0 - win - loss, win]
    }

    /// Returns `true` if all chances are from 0 to 1 and no curve falls, with every material from `least` on.
    pub fn is_sound(&self, least: u32) -> bool {
        (least..=MAX_MATERIAL)
            .map(|material| self.at(material))
            .all(|(a, b)| a > 0.0 && b > 0.0 && a.is_finite() && b.is_finite())
    }

    /// The logarithm of the likelihood that all positions became what they became.
    pub fn log_likelihood(&self, tally: &ResultTable) -> f64 {
        let of_cell = |(cell, counts): (Cell, Counts)| -> f64 {
            let terms = counts.into_iter().zip(self.chances(cell)).filter(|&(count, _)| count > 0);
            terms.map(|(count, chance)| count as f64 * chance.max(f64::MIN_POSITIVE).ln()).sum()
        };
        tally.cells().map(of_cell).sum()
    }

    /// The model a part of a step away; the step has the coefficients of `a` first.
    fn moved(&self, step: &[f64], part: f64) -> WdlModel {
        let (even_step, spread_step) = step.split_at(self.even_chance.len());
        let add = |coefficients: &[f64], step: &[f64]| {
            coefficients.iter().zip(step).map(|(coefficient, step)| coefficient + part * step).collect()
        };
        WdlModel { even_chance: add(&self.even_chance, even_step), spread: add(&self.spread, spread_step) }
    }

    /// The slope of the log-likelihood of some positions in every coefficient, those of `a` first, and the information.
    fn derivatives(&self, positions: impl Iterator<Item = (Cell, Counts)>) -> (Vec<f64>, Vec<Vec<f64>>) {
        /// Chances below this are taken for this: their positions hardly count, and nothing is divided by zero.
        const MIN_CHANCE: f64 = 1e-12;
        let powers = self.even_chance.len();
        let size = 2 * powers;
        let (mut slope, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
        for (cell, counts) in positions {
            let (a, b) = self.at(cell.material);
            let chances = self.chances(cell);
            // The slopes of each chance in `a` and `b`.
            let by_curve = |chance: f64, score: f64| {
                let slope = -chance * (1.0 - chance) / b;
                [slope, slope * (score - a) / b]
            };
            let score = f64::from(cell.score);
            let (loss, win) = (by_curve(chances[0], -score), by_curve(chances[2], score));
            let slopes = [loss, [0, 1].map(|curve| -win[curve] - loss[curve]), win];
            let positions = counts.iter().sum::<u64>() as f64;
            let x = share(cell.material);
            for result in 0..3 {
                let chance = chances[result].max(MIN_CHANCE);
                let by = |i: usize| slopes[result][i / powers] * x.powi((i % powers) as i32);
                for (i, row) in information.iter_mut().enumerate() {
                    slope[i] += counts[result] as f64 * by(i) / chance;
                    for (j, entry) in row.iter_mut().enumerate() {
                        *entry += positions * by(i) * by(j) / chance;
                    }
                }
            }
        }
        (slope, information)
    }
}

/// Result of a fit.
#[derive(Debug)]
pub struct FittedModel {
    pub model: WdlModel,
    /// The mean log-likelihood of a position.
    pub mean: f64,
    pub steps: u32,
    /// The covariance of all coefficients, those of `a` first.
    covariance: Vec<Vec<f64>>,
}

impl FittedModel {
    /// The standard errors of `a` and `b` with a material.
    pub fn errors(&self, material: u32) -> (f64, f64) {
        let powers = self.covariance.len() / 2;
        let basis = |index: usize| share(material).powi((index % powers) as i32);
        let variance = |from: usize| -> f64 {
            let range = from..from + powers;
            let row = |i: usize| range.clone().map(|j| self.covariance[i][j] * basis(j)).sum::<f64>();
            range.clone().map(|i| basis(i) * row(i)).sum()
        };
        (variance(0).max(0.0).sqrt(), variance(powers).max(0.0).sqrt())
    }

    /// Refuses curves that are no better than none: at some material, twice the standard error of one is greater than it.
    /// Returns a warning if the constants are uncertain nevertheless.
    pub fn check(&self, tally: &ResultTable) -> Result<Option<String>> {
        /// Relative standard error of one pawn above which a warning is given.
        const MAX_ERROR: f64 = 0.05;
        let games = tally.games();
        for material in tally.least_material..=MAX_MATERIAL {
            let ((a, b), (a_error, b_error)) = (self.model.at(material), self.errors(material));
            for (name, value, error) in [("a", a, a_error), ("b", b, b_error)] {
                ensure!(
                    2.0 * error <= value,
                    "with material {material}, {name} is {value:.1} ± {error:.1} units by {games} games, which is no \
                     better than none: expected more games, a lower --degree or a greater --least-material"
                );
            }
        }
        let (pawn, error) = (self.model.pawn(), self.errors(REFERENCE_MATERIAL).0);
        let warning = || {
            format!(
                "one pawn is {pawn:.1} ± {error:.1} units by {games} games: uncertain, expected more games"
            )
        };
        Ok((error > MAX_ERROR * pawn).then(warning))
    }
}

/// Fewer games are refused.
const MIN_GAMES: usize = 100;
/// Start of the search for the top, in units of the engine: near every engine's curve.
const START: (f64, f64) = (150.0, 80.0);
const MAX_STEPS: u32 = 200;
const MAX_HALVINGS: i32 = 40;
/// The mean log-likelihood that a step must gain to be followed by another one.
const MIN_GAIN: f64 = 1e-12;
const UNDETERMINED: &str = "the positions do not determine the curves, expected more kinds of material and scores, or a lower --degree";

/// Fits polynomials of a degree to a table, with one pawn of `held` units if that is given.
pub fn fit(tally: &ResultTable, degree: usize, held: Option<f64>) -> Result<FittedModel> {
    let [losses, draws, wins] = tally.total();
    ensure!(
        wins + losses > 0 && draws > 0,
        "too few positions to fit: expected wins, draws and losses among positions with scores, which in PGN are \
         comments behind the moves such as {{+0.35/14 0.05s}}"
    );
    let games = tally.games();
    ensure!(games >= MIN_GAMES, "{games} games are too few, expected at least {MIN_GAMES}, better thousands");
    let count = (wins + draws + losses) as f64;
    let mut model = WdlModel::constant(held.unwrap_or(START.0), START.1, degree);
    let mut mean = model.log_likelihood(tally) / count;
    for steps in 1..=MAX_STEPS {
        let (slope, information) = model.derivatives(tally.cells());
        let step = solve_held(&information, &slope, held.is_some()).context(UNDETERMINED)?;
        let smaller = (0..MAX_HALVINGS).map(|halvings| model.moved(&step, 0.5_f64.powi(halvings)));
        let better = smaller.filter(|next| next.is_sound(tally.least_material)).find_map(|next| {
            let new = next.log_likelihood(tally) / count;
            (new > mean).then_some((next, new))
        });
        let gain = better.as_ref().map_or(0.0, |(_, new)| new - mean);
        if let Some(better) = better {
            (model, mean) = better;
        }
        if gain < MIN_GAIN {
            let covariance = covariance(&model, tally, held.is_some()).context(UNDETERMINED)?;
            return Ok(FittedModel { model, mean, steps, covariance });
        }
    }
    bail!("the fit does not settle, expected more games or a lower --degree")
}

/// `None` if the information has no inverse.
fn covariance(model: &WdlModel, tally: &ResultTable, is_held: bool) -> Option<Vec<Vec<f64>>> {
    let (_, information) = model.derivatives(tally.cells());
    let size = information.len();
    let unit = |i: usize| (0..size).map(|j| f64::from(u8::from(i == j))).collect::<Vec<f64>>();
    let inverse =
        (0..size).map(|i| solve_held(&information, &unit(i), is_held)).collect::<Option<Vec<_>>>()?;
    let mut covariance = vec![vec![0.0; size]; size];
    for game in tally.by_game() {
        let (slope, _) = model.derivatives(game);
        let moved: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&slope).map(|(row, slope)| row * slope).sum()).collect();
        for (row, i) in covariance.iter_mut().zip(&moved) {
            row.iter_mut().zip(&moved).for_each(|(entry, j)| *entry += i * j);
        }
    }
    Some(covariance)
}

/// Solves for a step. With a held pawn, the sum of the coefficients of `a` does not change.
fn solve_held(information: &[Vec<f64>], slope: &[f64], is_held: bool) -> Option<Vec<f64>> {
    let (size, powers) = (slope.len(), slope.len() / 2);
    let (mut matrix, mut right) = (information.to_vec(), slope.to_vec());
    if is_held {
        let is_of_a = |index: usize| f64::from(u8::from(index < powers));
        for (index, row) in matrix.iter_mut().enumerate() {
            row.push(is_of_a(index));
        }
        matrix.push((0..=size).map(is_of_a).collect());
        right.push(0.0);
    }
    let mut step = solve(matrix, right)?;
    step.truncate(size);
    Some(step)
}

/// Solves a system of linear equations by elimination with pivots. `None` if it has no single solution.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    /// A pivot smaller than this share of its column is rounding.
    const ROUNDING: f64 = 1e-12;
    let size = right.len();
    let scale: Vec<f64> = (0..size).map(|column| matrix[column][column].abs()).collect();
    for column in 0..size {
        let pivot =
            (column..size).max_by(|&i, &j| matrix[i][column].abs().total_cmp(&matrix[j][column].abs()))?;
        if matrix[pivot][column].abs() <= ROUNDING * scale[column] {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..size {
            let factor = matrix[row][column] / matrix[column][column];
            let (upper, lower) = matrix.split_at_mut(row);
            for (entry, above) in lower[0].iter_mut().zip(&upper[column]) {
                *entry -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror() {
        let model = WdlModel { even_chance: vec![100.0, 60.0], spread: vec![50.0, 20.0] };
        assert_eq!(model.pawn(), 160.0);
        for (material, score) in [(58, 160), (20, -300), (78, 0)] {
            let ours = model.chances(Cell { material, score });
            let theirs = model.chances(Cell { material, score: -score });
            assert!((ours.iter().sum::<f64>() - 1.0).abs() < 1e-12 && ours[1] > 0.0);
            assert_eq!((ours[2], ours[0]), (theirs[0], theirs[2]));
        }
        assert_eq!(model.chances(Cell { material: 58, score: 160 })[2], 0.5);
    }

    #[test]
    fn a_curve_that_turns_round_is_not_sound() {
        assert!(WdlModel::constant(100.0, 50.0, 2).is_sound(10));
        assert!(!WdlModel { even_chance: vec![100.0, -100.0], spread: vec![50.0] }.is_sound(10));
        assert!(!WdlModel { even_chance: vec![100.0], spread: vec![-5.0, 10.0] }.is_sound(10));
        assert!(WdlModel { even_chance: vec![100.0], spread: vec![-5.0, 10.0] }.is_sound(40));
    }

    #[test]
    fn equations_are_solved_or_have_no_single_solution() {
        let solution = solve(vec![vec![1.0, 2.0], vec![4.0, 1.0]], vec![8.0, 11.0]).unwrap();
        assert!((solution[0] - 2.0).abs() < 1e-12 && (solution[1] - 3.0).abs() < 1e-12);
        assert_eq!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 2.0]), None);
        assert_eq!(solve(vec![vec![0.0]], vec![0.0]), None);
    }
}
