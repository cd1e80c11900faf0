//! The report of a fit: the constants, and the agreement of the curves with the games.

use std::fmt;

use eval::wdl::{MAX_MATERIAL, REFERENCE_MATERIAL};

use super::fit::{FittedModel, WdlModel};
use super::tally::{Cell, Counts, ResultTable};

/// Number of ranges of material in the table.
const RANGES: u32 = 6;
/// Size of a range of scores in the table, in units.
const SCORES: i32 = 100;

/// A group of positions: the shares of losses, draws and wins, as the model expects them and as they were seen.
#[derive(Clone, Copy, Debug)]
pub struct Calibration {
    pub positions: u64,
    pub expected: [f64; 3],
    pub seen: [f64; 3],
}

impl Calibration {
    fn of(model: &WdlModel, cells: impl Iterator<Item = (Cell, Counts)>) -> Calibration {
        let (mut positions, mut expected, mut seen) = (0, [0.0; 3], [0.0; 3]);
        for (cell, counts) in cells {
            let (count, chances) = (counts.iter().sum::<u64>(), model.chances(cell));
            positions += count;
            expected = [0, 1, 2].map(|result| expected[result] + chances[result] * count as f64);
            seen = [0, 1, 2].map(|result| seen[result] + counts[result] as f64);
        }
        let share = |sum: f64| sum / positions.max(1) as f64;
        Calibration { positions, expected: expected.map(share), seen: seen.map(share) }
    }
}

/// Wins and draws in per cent, as expected and as seen.
impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [draws, wins] = [1, 2]
            .map(|result| format!("{:.1} {:.1}", 100.0 * self.expected[result], 100.0 * self.seen[result]));
        write!(f, "{wins:>16}{draws:>16}")
    }
}

/// The bounds of the ranges of material that are shown, both included.
pub fn ranges(least: u32) -> Vec<(u32, u32)> {
    let width = (MAX_MATERIAL - least + 1).div_ceil(RANGES).max(1);
    let begins = (least..=MAX_MATERIAL).step_by(width as usize);
    begins.map(|begin| (begin, (begin + width - 1).min(MAX_MATERIAL))).collect()
}

/// All positions in which a side is ahead and `is_meant` holds, from the view of that side.
pub fn ahead(tally: &ResultTable, model: &WdlModel, is_meant: impl Fn(&Cell) -> bool) -> Calibration {
    let seen = tally.cells().filter(|(cell, _)| cell.score != 0).map(|(cell, mut counts)| {
        if cell.score < 0 {
            counts.reverse();
        }
        (Cell { score: cell.score.abs(), ..cell }, counts)
    });
    Calibration::of(model, seen.filter(|(cell, _)| is_meant(cell)))
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

/// The whole report, without games that were left out for their own reasons.
pub fn report(tally: &ResultTable, fitted: &FittedModel) -> String {
    let FittedModel { model, mean, steps, .. } = fitted;
    let [losses, draws, wins] = tally.total();
    let (count, games) = (wins + draws + losses, tally.games());
    let (pawn, error) = (model.pawn(), fitted.errors(REFERENCE_MATERIAL).0);
    let pawn = match error < 1e-6 {
        true => format!("held at {pawn:.1} units"),
        false => format!("{pawn:.1} ± {error:.1} units"),
    };
    let mut text = format!(
        "{count} positions of {games} games: {wins} won, {draws} drawn, {losses} lost\n\
         left out: {} positions without a score within bounds\n\
         mean log-likelihood {mean:.5} after {steps} steps; one pawn is {pawn}\n\n\
         Expected and seen, in per cent, of the side that is ahead\n\
         {:>9}{:>10}{:>15}{:>15}{:>16}{:>16}\n",
        tally.left_out, "material", "positions", "a", "b", "wins", "draws"
    );
    for range in ranges(tally.least_material) {
        let group = ahead(tally, model, |cell| (range.0..=range.1).contains(&cell.material));
        let middle = range.0.midpoint(range.1);
        let ((a, b), (a_error, b_error)) = (model.at(middle), fitted.errors(middle));
        let [a, b] = [(a, a_error), (b, b_error)].map(|(value, error)| format!("{value:.1} ± {error:.1}"));
        let name = format!("{}-{}", range.0, range.1);
        text += &format!("{name:>9}{:>10}{a:>15}{b:>15}{group}\n", group.positions);
    }
    text += &format!("\n{:>9}{:>10}{:>46}{:>16}\n", "score", "positions", "wins", "draws");
    for least in (1..=tally.max_score).step_by(SCORES as usize) {
        let scores = least..least + SCORES;
        let group = ahead(tally, model, |cell| scores.contains(&cell.score));
        let name = format!("{least}-{}", (scores.end - 1).min(tally.max_score));
        text += &format!("{name:>9}{:>10}{:>30}{group}\n", group.positions, "");
    }
    let constants = constants(model, tally.least_material);
    text + "\n± are standard errors, by games: positions of one game share its result.\n\n\
            For crates/eval/src/wdl.rs:\n\n"
        + &constants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_each_other_up_to_all_material() {
        for least in [0, 10, 17, 70, MAX_MATERIAL] {
            let ranges = ranges(least);
            assert_eq!((ranges[0].0, ranges[ranges.len() - 1].1), (least, MAX_MATERIAL));
            assert!(ranges.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0), "{ranges:?}");
            assert!(ranges.len() <= RANGES as usize);
        }
    }

    #[test]
    fn constants_are_those_of_the_evaluator() {
        let (even_chance, spread) = (vec![1.25, -2.0, 3.0, 4.0], vec![3.0, 0.0004, 0.0, 0.0]);
        let constants = constants(&WdlModel { even_chance, spread }, 12);
        assert_eq!(
            constants,
            "const MIN_MATERIAL: u32 = 12;\n\
             const EVEN_CHANCE: [f64; 4] = [1.250, -2.000, 3.000, 4.000];\n\
             const SPREAD: [f64; 4] = [3.000, 0.000, 0.000, 0.000];\n"
        );
        let source = include_str!("../../../../crates/eval/src/wdl.rs");
        for line in constants.lines() {
            let declared = line.split_inclusive('=').next().unwrap();
            assert!(source.contains(declared), "{declared} is not in the source");
        }
    }
}
