//! The report of a fit: the constants, and the agreement of the curves with the games.

use std::fmt::{self, Write as _};

use eval::wdl::{FULL_MATERIAL, REFERENCE_MATERIAL};

use crate::fit::FittedModel;
use crate::model::WdlModel;
use crate::tally::{Cell, ResultCounts, ResultTable};

/// Number of ranges of material in tables and plots.
const RANGES: u32 = 6;

/// A group of positions: observed results, and those that the model expects.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Calibration {
    /// Outcomes of their games.
    pub outcomes: ResultCounts,
    wins: f64,
    draws: f64,
}

impl Calibration {
    /// The share of wins, as expected and as seen.
    pub fn wins(&self) -> (f64, f64) {
        let count = self.outcomes.count().max(1) as f64;
        (self.wins / count, self.outcomes.wins as f64 / count)
    }

    /// The share of draws, as expected and as seen.
    pub fn draws(&self) -> (f64, f64) {
        let count = self.outcomes.count().max(1) as f64;
        (self.draws / count, self.outcomes.draws as f64 / count)
    }

    fn add(&mut self, outcomes: ResultCounts, model: &WdlModel, cell: Cell) {
        let chances = model.chances(cell);
        let count = outcomes.count() as f64;
        self.outcomes.add(outcomes);
        self.wins += chances.win * count;
        self.draws += chances.draw * count;
    }
}

/// The bounds of the ranges of material that are shown, both included.
pub fn ranges(least: u32) -> Vec<(u32, u32)> {
    let width = (FULL_MATERIAL - least + 1).div_ceil(RANGES).max(1);
    let begins = (least..=FULL_MATERIAL).step_by(width as usize);
    begins.map(|begin| (begin, (begin + width - 1).min(FULL_MATERIAL))).collect()
}

/// The positions within bounds of material and score, both included.
pub fn group(tally: &ResultTable, model: &WdlModel, material: (u32, u32), score: (i32, i32)) -> Calibration {
    let mut group = Calibration::default();
    let is_within = |cell: &Cell| {
        (material.0..=material.1).contains(&cell.material) && (score.0..=score.1).contains(&cell.score)
    };
    let cells = tally.cells().filter(|(cell, _)| is_within(cell));
    cells.for_each(|(cell, outcomes)| group.add(outcomes, model, cell));
    group
}

/// All positions within bounds of material in which a side is ahead, from the view of that side.
pub fn ahead(tally: &ResultTable, model: &WdlModel, material: (u32, u32)) -> Calibration {
    let mut group = Calibration::default();
    let cells = tally.cells().filter(|(cell, _)| (material.0..=material.1).contains(&cell.material));
    for (cell, outcomes) in cells.filter(|(cell, _)| cell.score != 0) {
        let is_ahead = cell.score > 0;
        let seen = if is_ahead { outcomes } else { outcomes.mirrored() };
        group.add(seen, model, Cell { score: cell.score.abs(), ..cell });
    }
    group
}

/// The lines for `crates/eval/src/wdl.rs`.
pub fn constants(model: &WdlModel, least_material: u32) -> String {
    let list = |coefficients: &[f64]| {
        let numbers: Vec<String> = coefficients.iter().map(|number| format!("{number:.3}")).collect();
        format!("[{}]", numbers.join(", "))
    };
    let powers = model.even_chance.len();
    format!(
        "const MIN_MATERIAL: u32 = {least_material};\n\
         const EVEN_CHANCE: [f64; {powers}] = {};\n\
         const SPREAD: [f64; {powers}] = {};\n",
        list(&model.even_chance),
        list(&model.spread)
    )
}

/// The whole report.
pub struct Report<'a> {
    /// Games of the fit.
    pub tally: &'a ResultTable,
    /// Result of the fit.
    pub fitted: &'a FittedModel,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { tally, fitted: FittedModel { model, mean, steps, errors } } = self;
        let ResultCounts { wins, draws, losses } = tally.total();
        let count = wins + draws + losses;
        writeln!(f, "{count} positions of {} games: {wins} won, {draws} drawn, {losses} lost", tally.games)?;
        let left_out_games = tally.void_games + tally.bad_games;
        write!(f, "left out: {} positions, {left_out_games} games", tally.left_out)?;
        if tally.bad_games > 0 {
            write!(f, " ({} of them unreadable)", tally.bad_games)?;
        }
        writeln!(f)?;
        let pawn = errors.of_curves(REFERENCE_MATERIAL).0;
        writeln!(
            f,
            "mean log-likelihood {mean:.5} after {steps} steps; one pawn is {:.1} ± {pawn:.1} units",
            model.pawn()
        )?;
        writeln!(f, "\nExpected and seen, in per cent, of the side that is ahead")?;
        writeln!(
            f,
            "{:>9}{:>10}{:>15}{:>15}{:>16}{:>16}",
            "material", "positions", "a", "b", "wins", "draws"
        )?;
        let least = tally.bounds().least_material;
        for range in ranges(least) {
            let group = ahead(tally, model, range);
            let middle = range.0.midpoint(range.1);
            let ((a, b), (a_error, b_error)) = (model.at(middle), errors.of_curves(middle));
            let [a, b] =
                [(a, a_error), (b, b_error)].map(|(value, error)| format!("{value:.1} ± {error:.1}"));
            let pair = |(expected, seen): (f64, f64)| format!("{:.1} {:.1}", 100.0 * expected, 100.0 * seen);
            let mut name = String::new();
            write!(name, "{}-{}", range.0, range.1)?;
            let (wins, draws) = (pair(group.wins()), pair(group.draws()));
            let positions = group.outcomes.count();
            writeln!(f, "{name:>9}{positions:>10}{a:>15}{b:>15}{wins:>16}{draws:>16}")?;
        }
        writeln!(f, "\n± are standard errors, by games: positions of one game share its result.")?;
        write!(f, "\nFor crates/eval/src/wdl.rs:\n\n{}", constants(model, least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_each_other_up_to_all_material() {
        for least in [0, 10, 17, 70, FULL_MATERIAL] {
            let ranges = ranges(least);
            assert_eq!((ranges[0].0, ranges[ranges.len() - 1].1), (least, FULL_MATERIAL));
            assert!(ranges.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0), "{ranges:?}");
            assert!(ranges.len() <= RANGES as usize);
        }
    }

    #[test]
    fn constants_are_rust() {
        let model = WdlModel { even_chance: vec![1.25, -2.0], spread: vec![3.0, 0.0004] };
        assert_eq!(
            constants(&model, 12),
            "const MIN_MATERIAL: u32 = 12;\n\
             const EVEN_CHANCE: [f64; 2] = [1.250, -2.000];\n\
             const SPREAD: [f64; 2] = [3.000, 0.000];\n"
        );
    }
}
