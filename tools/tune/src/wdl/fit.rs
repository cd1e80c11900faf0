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

use anyhow::{Context as _, Result, bail, ensure};
use eval::wdl::{FULL_MATERIAL, REFERENCE_MATERIAL};

use super::tally::{Cell, ResultCounts, ResultTable};

/// The score that wins every other game, and the steepness of the curve, as polynomials in the material's share of
/// [`REFERENCE_MATERIAL`]: coefficients from the constant term upwards.
#[derive(Clone, PartialEq, Debug)]
pub struct WdlModel {
    /// `a`, in units of the engine.
    pub even_chance: Vec<f64>,
    /// `b`, in units of the engine.
    pub spread: Vec<f64>,
}

/// Chances that add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Of the side to move.
    pub win: f64,
    /// Of a draw.
    pub draw: f64,
    /// Of the other side.
    pub loss: f64,
}

/// Argument of the polynomials.
pub fn share(material: u32) -> f64 {
    f64::from(material) / f64::from(REFERENCE_MATERIAL)
}

/// The value of a polynomial.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// The logistic curve.
fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl WdlModel {
    /// The same curves whatever the material.
    pub fn constant(even_chance: f64, spread: f64, degree: usize) -> WdlModel {
        let coefficients = |constant| {
            let mut coefficients = vec![0.0; degree + 1];
            coefficients[0] = constant;
            coefficients
        };
        WdlModel { even_chance: coefficients(even_chance), spread: coefficients(spread) }
    }

    /// `a` and `b` with a material.
    pub fn at(&self, material: u32) -> (f64, f64) {
        let x = share(material);
        (polynomial(&self.even_chance, x), polynomial(&self.spread, x))
    }

    /// The score that is shown as one pawn: with the reference material it wins every other game.
    pub fn pawn(&self) -> f64 {
        self.at(REFERENCE_MATERIAL).0
    }

    /// The chances in a cell.
    pub fn chances(&self, cell: Cell) -> Chances {
        let (a, b) = self.at(cell.material);
        let score = f64::from(cell.score);
        let (win, loss) = (logistic((score - a) / b), logistic((-score - a) / b));
        Chances { win, draw: 1.0 - win - loss, loss }
    }

    /// Returns `true` if all chances are from 0 to 1 and no curve falls, with every material from `least` on.
    pub fn is_sound(&self, least: u32) -> bool {
        (least..=FULL_MATERIAL).all(|material| {
            let (a, b) = self.at(material);
            a > 0.0 && b > 0.0 && a.is_finite() && b.is_finite()
        })
    }

    /// The logarithm of the likelihood that a cell's positions became what they became.
    pub fn log_likelihood(&self, cell: Cell, outcomes: &ResultCounts) -> f64 {
        let Chances { win, draw, loss } = self.chances(cell);
        let term = |count: u64, chance: f64| match count {
            0 => 0.0,
            _ => count as f64 * chance.max(f64::MIN_POSITIVE).ln(),
        };
        term(outcomes.wins, win) + term(outcomes.draws, draw) + term(outcomes.losses, loss)
    }
}

/// Result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FittedModel {
    /// The most likely model.
    pub model: WdlModel,
    /// The mean log-likelihood of a position.
    pub mean: f64,
    /// Steps taken.
    pub steps: u32,
    /// The errors of the coefficients.
    pub errors: Errors,
}

impl FittedModel {
    /// Checks that the curves are told from nothing: at no material is twice the standard error of one greater than it.
    /// Returns a warning if the constants are uncertain nevertheless.
    ///
    /// # Errors
    /// If they are not.
    pub fn check(&self, tally: &ResultTable) -> Result<Option<String>> {
        let games = tally.games;
        for material in tally.bounds().least_material..=FULL_MATERIAL {
            let ((a, b), (a_error, b_error)) = (self.model.at(material), self.errors.of_curves(material));
            for (name, value, error) in [("a", a, a_error), ("b", b, b_error)] {
                ensure!(
                    2.0 * error <= value,
                    "with material {material}, {name} is {value:.1} ± {error:.1} units by {games} games, which is no \
                     better than none: expected more games, a lower --degree or a greater --least-material"
                );
            }
        }
        let (pawn, error) = (self.model.pawn(), self.errors.of_curves(REFERENCE_MATERIAL).0);
        Ok((error > MAX_ERROR * pawn).then(|| {
            format!(
                "one pawn is {pawn:.1} ± {error:.1} units by {games} games: uncertain, expected more games"
            )
        }))
    }
}

/// The covariance of all coefficients, those of `a` first.
#[derive(Clone, PartialEq, Debug)]
pub struct Errors(Vec<Vec<f64>>);

impl Errors {
    /// The standard errors of `a` and `b` with a material.
    pub fn of_curves(&self, material: u32) -> (f64, f64) {
        let powers = self.0.len() / 2;
        let basis = |index: usize| share(material).powi((index % powers) as i32);
        let variance = |from: usize| -> f64 {
            let range = from..from + powers;
            let row = |i: usize| range.clone().map(|j| self.0[i][j] * basis(j)).sum::<f64>();
            range.clone().map(|i| basis(i) * row(i)).sum()
        };
        (variance(0).max(0.0).sqrt(), variance(powers).max(0.0).sqrt())
    }

    /// The errors of a fitted model; `None` if the information has no inverse.
    fn of(model: &WdlModel, tally: &ResultTable) -> Option<Errors> {
        let size = 2 * model.even_chance.len();
        let (_, information) = derivatives(model, tally);
        let unit = |i: usize| (0..size).map(|j| f64::from(u8::from(i == j))).collect();
        let inverse = (0..size).map(|i| solve(information.clone(), unit(i))).collect::<Option<Vec<_>>>()?;
        let mut covariance = vec![vec![0.0; size]; size];
        for game in tally.by_game() {
            let slope = slope(model, game);
            let moved: Vec<f64> = inverse
                .iter()
                .map(|row| row.iter().zip(&slope).map(|(row, slope)| row * slope).sum())
                .collect();
            for (row, i) in covariance.iter_mut().zip(&moved) {
                row.iter_mut().zip(&moved).for_each(|(entry, j)| *entry += i * j);
            }
        }
        Some(Errors(covariance))
    }
}

/// Fewer games are refused.
pub const MIN_GAMES: u64 = 100;
/// Relative standard error of one pawn above which a warning is given.
const MAX_ERROR: f64 = 0.05;

const UNDETERMINED: &str = "the positions do not determine the curves, expected more kinds of material and scores, or a \
                            lower --degree";

/// Start of the search for the top, in units of the engine: near every engine's curve.
const START: (f64, f64) = (150.0, 80.0);
const MAX_STEPS: u32 = 200;
const MAX_HALVINGS: u32 = 40;
/// The mean log-likelihood that a step must gain to be followed by another one.
const MIN_GAIN: f64 = 1e-12;

/// Fits polynomials of a degree to a tally.
///
/// # Errors
/// If the tally is too small for that.
pub fn fit(tally: &ResultTable, degree: usize) -> Result<FittedModel> {
    let total = tally.total();
    if total.wins + total.losses == 0 || total.draws == 0 {
        bail!(
            "too few positions to fit: expected wins, draws and losses among positions with scores, which in PGN are \
             comments behind the moves such as {{+0.35/14 0.05s}}"
        );
    }
    let games = tally.games;
    ensure!(games >= MIN_GAMES, "{games} games are too few, expected at least {MIN_GAMES}, better thousands");
    let count = total.count() as f64;
    let finished = |model: WdlModel, mean, steps| {
        let errors = Errors::of(&model, tally).context(UNDETERMINED)?;
        Ok(FittedModel { model, mean, steps, errors })
    };
    let mut model = WdlModel::constant(START.0, START.1, degree);
    let mut mean = log_likelihood(&model, tally) / count;
    for steps in 1..=MAX_STEPS {
        let (slope, information) = derivatives(&model, tally);
        let step = solve(information, slope).context(UNDETERMINED)?;
        let Some((better, gained)) = climb(&model, &step, tally, mean * count) else {
            return finished(model, mean, steps);
        };
        let gain = gained / count - mean;
        (model, mean) = (better, gained / count);
        if gain < MIN_GAIN {
            return finished(model, mean, steps);
        }
    }
    bail!("the fit does not settle, expected more games or a lower --degree")
}

/// The log-likelihood of all positions.
pub fn log_likelihood(model: &WdlModel, tally: &ResultTable) -> f64 {
    tally.cells().map(|(cell, outcomes)| model.log_likelihood(cell, &outcomes)).sum()
}

/// Halves a step until the likelihood improves. Returns the new model and its log-likelihood; `None` at the maximum.
fn climb(model: &WdlModel, step: &[f64], tally: &ResultTable, before: f64) -> Option<(WdlModel, f64)> {
    let least = tally.bounds().least_material;
    let mut part = 1.0;
    for _ in 0..MAX_HALVINGS {
        let next = moved(model, step, part);
        if next.is_sound(least) {
            let gained = log_likelihood(&next, tally);
            if gained > before {
                return Some((next, gained));
            }
        }
        part /= 2.0;
    }
    None
}

fn moved(model: &WdlModel, step: &[f64], part: f64) -> WdlModel {
    let (even_step, spread_step) = step.split_at(model.even_chance.len());
    let add = |coefficients: &[f64], step: &[f64]| {
        coefficients.iter().zip(step).map(|(coefficient, step)| coefficient + part * step).collect()
    };
    WdlModel { even_chance: add(&model.even_chance, even_step), spread: add(&model.spread, spread_step) }
}

/// The slope of the log-likelihood in every coefficient, those of `a` first, and the information.
fn derivatives(model: &WdlModel, tally: &ResultTable) -> (Vec<f64>, Vec<Vec<f64>>) {
    let powers = model.even_chance.len();
    let size = 2 * powers;
    let (mut slope, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
    for (cell, outcomes) in tally.cells() {
        let (by_curve, weight) = of_cell(model, cell, &outcomes);
        let x = share(cell.material);
        let basis: Vec<f64> = (0..powers).map(|power| x.powi(power as i32)).collect();
        for i in 0..size {
            slope[i] += by_curve[i / powers] * basis[i % powers];
            for j in 0..size {
                information[i][j] += weight[i / powers][j / powers] * basis[i % powers] * basis[j % powers];
            }
        }
    }
    (slope, information)
}

/// The slope of the log-likelihood of some positions in every coefficient, those of `a` first.
fn slope(model: &WdlModel, positions: impl Iterator<Item = (Cell, ResultCounts)>) -> Vec<f64> {
    let powers = model.even_chance.len();
    let mut slope = vec![0.0; 2 * powers];
    for (cell, outcomes) in positions {
        let (by_curve, _) = of_cell(model, cell, &outcomes);
        let x = share(cell.material);
        slope
            .iter_mut()
            .enumerate()
            .for_each(|(i, slope)| *slope += by_curve[i / powers] * x.powi((i % powers) as i32));
    }
    slope
}

/// The slope of a cell's log-likelihood in `a` and in `b`, and the information about the two.
fn of_cell(model: &WdlModel, cell: Cell, outcomes: &ResultCounts) -> ([f64; 2], [[f64; 2]; 2]) {
    /// Chances below this are taken for this: their positions hardly count, and nothing is divided by zero.
    const MIN_CHANCE: f64 = 1e-12;
    let (a, b) = model.at(cell.material);
    let score = f64::from(cell.score);
    let Chances { win, draw, loss } = model.chances(cell);
    let by_curve = |chance: f64, score: f64| {
        let slope = -chance * (1.0 - chance) / b;
        [slope, slope * (score - a) / b]
    };
    let (wins, losses) = (by_curve(win, score), by_curve(loss, -score));
    let draws = [0, 1].map(|curve| -wins[curve] - losses[curve]);
    let kinds = [(outcomes.wins, win, wins), (outcomes.draws, draw, draws), (outcomes.losses, loss, losses)];
    let (mut slope, mut information) = ([0.0; 2], [[0.0; 2]; 2]);
    let positions = outcomes.count() as f64;
    for (count, chance, by_curve) in kinds {
        let chance = chance.max(MIN_CHANCE);
        for i in 0..2 {
            slope[i] += count as f64 * by_curve[i] / chance;
            for j in 0..2 {
                information[i][j] += positions * by_curve[i] * by_curve[j] / chance;
            }
        }
    }
    (slope, information)
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
    fn polynomials_begin_with_the_constant_term() {
        assert_eq!(polynomial(&[3.0, 2.0, 1.0], 10.0), 123.0);
        assert_eq!(polynomial(&[], 10.0), 0.0);
    }

    #[test]
    fn chances_add_up_and_mirror() {
        let model = WdlModel { even_chance: vec![100.0, 60.0], spread: vec![50.0, 20.0] };
        assert_eq!(model.pawn(), 160.0);
        for (material, score) in [(58, 160), (20, -300), (78, 0)] {
            let ours = model.chances(Cell { material, score });
            let theirs = model.chances(Cell { material, score: -score });
            assert!((ours.win + ours.draw + ours.loss - 1.0).abs() < 1e-12 && ours.draw > 0.0);
            assert_eq!((ours.win, ours.loss), (theirs.loss, theirs.win));
        }
        assert_eq!(model.chances(Cell { material: 58, score: 160 }).win, 0.5);
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

    #[test]
    fn slopes_are_those_of_the_likelihood() {
        let model = WdlModel { even_chance: vec![120.0, 30.0], spread: vec![60.0, 25.0] };
        let outcomes = ResultCounts { wins: 3, draws: 5, losses: 2 };
        let mut tally =
            ResultTable::new(crate::wdl::tally::TallyBounds { least_material: 10, max_score: 1000 });
        for (kind, count) in [
            (pgn::GameResult::WhiteWins, outcomes.wins),
            (pgn::GameResult::Draw, outcomes.draws),
            (pgn::GameResult::BlackWins, outcomes.losses),
        ] {
            (0..count).for_each(|_| tally.add(types::Color::White, 30, Some(90), kind));
        }
        let (slope, _) = derivatives(&model, &tally);
        for (index, slope) in slope.into_iter().enumerate() {
            let mut step = vec![0.0; 4];
            step[index] = 1e-4;
            let [up, down] = [1.0, -1.0].map(|part| log_likelihood(&moved(&model, &step, part), &tally));
            let measured = (up - down) / 2e-4;
            assert!((measured - slope).abs() < 1e-6, "coefficient {index}: {measured} and {slope}");
        }
    }
}
