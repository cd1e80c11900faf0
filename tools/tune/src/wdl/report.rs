//! The report of a fit: the constants, and the agreement of the curves with the games, as a table and as a picture.

use std::fmt::{self, Write as _};
use std::path::Path;

use anyhow::Result;
use eval::wdl::{FULL_MATERIAL, REFERENCE_MATERIAL};
use plotters::prelude::*;
use toolkit::{PlotArea, PlotResult, write_plot};

use super::fit::{FittedModel, WdlModel};
use super::tally::{Cell, ResultCounts, ResultTable};

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
        "const LEAST_MATERIAL: u32 = {least_material};\n\
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
    /// Games whose result does not depend on the position.
    pub void_games: u64,
    /// Games that cannot be read.
    pub bad_games: u64,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { tally, fitted: FittedModel { model, mean, steps, errors }, .. } = self;
        let ResultCounts { wins, draws, losses } = tally.total();
        let count = wins + draws + losses;
        writeln!(f, "{count} positions of {} games: {wins} won, {draws} drawn, {losses} lost", tally.games)?;
        write!(f, "left out: {} positions without a score within bounds, ", tally.left_out)?;
        writeln!(
            f,
            "{} games that say nothing of their positions, {} unreadable games",
            self.void_games, self.bad_games
        )?;
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

const SIZE: (u32, u32) = (1200, 520);
const FONT: &str = "sans-serif";
/// Width of the score interval of a point, in units.
const BIN: i32 = 40;
/// Minimum number of positions of a point.
const FEWEST: u64 = 50;
const COLORS: [RGBColor; 3] = [RGBColor(214, 39, 40), RGBColor(44, 160, 44), RGBColor(31, 119, 180)];

/// Draws wins and draws by score for little, medium and much material, points for the games and lines for the model; and
/// the two curves over the material.
///
/// # Errors
/// If the file cannot be written.
pub fn plot(path: &Path, tally: &ResultTable, model: &WdlModel) -> Result<()> {
    write_plot(path, SIZE, |area| {
        let (left, right) = area.split_horizontally(SIZE.0 * 2 / 3);
        draw_chances(&left, tally, model)?;
        draw_curves(&right, tally, model)
    })
}

fn draw_chances(area: &PlotArea<'_>, tally: &ResultTable, model: &WdlModel) -> PlotResult {
    let most = tally.bounds().max_score;
    let mut chart = ChartBuilder::on(area)
        .caption("Wins (round) and draws (crosses) by score", (FONT, 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(f64::from(-most)..f64::from(most), 0.0..1.0)?;
    chart
        .configure_mesh()
        .x_desc("score of the side to move, units of the engine")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{:.0} %", 100.0 * y))
        .draw()?;
    let ranges = ranges(tally.bounds().least_material);
    let shown = [0, ranges.len() / 2, ranges.len() - 1];
    for (color, range) in COLORS.into_iter().zip(shown.map(|index| ranges[index])) {
        let material = range.0.midpoint(range.1);
        let chances = |score: i32| model.chances(Cell { material, score });
        let scores = || (-most..=most).step_by(BIN as usize / 4);
        let wins = scores().map(|score| (f64::from(score), chances(score).win));
        chart
            .draw_series(LineSeries::new(wins, color.stroke_width(2)))?
            .label(format!("material {} to {}", range.0, range.1))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
        chart.draw_series(LineSeries::new(
            scores().map(|score| (f64::from(score), chances(score).draw)),
            color.mix(0.6),
        ))?;
        let groups: Vec<_> = (-most..=most - BIN)
            .step_by(BIN as usize)
            .map(|low| (f64::from(low + BIN / 2), group(tally, model, range, (low, low + BIN - 1))))
            .filter(|(_, group)| group.outcomes.count() >= FEWEST)
            .collect();
        chart.draw_series(
            groups.iter().map(|(x, group)| Circle::new((*x, group.wins().1), 3, color.filled())),
        )?;
        chart.draw_series(
            groups.iter().map(|(x, group)| Cross::new((*x, group.draws().1), 3, color.mix(0.7))),
        )?;
    }
    let place = SeriesLabelPosition::UpperLeft;
    chart.configure_series_labels().position(place).background_style(WHITE.mix(0.8)).draw()?;
    Ok(())
}

fn draw_curves(area: &PlotArea<'_>, tally: &ResultTable, model: &WdlModel) -> PlotResult {
    let materials = || tally.bounds().least_material..=eval::wdl::FULL_MATERIAL;
    let values = materials().map(|material| model.at(material));
    let most = values.fold(0.0f64, |most, (a, b)| most.max(a).max(b));
    let (first, last) = (f64::from(*materials().start()), f64::from(*materials().end()));
    let mut chart = ChartBuilder::on(area)
        .caption("The curves", (FONT, 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(first..last.max(first + 1.0), 0.0..most * 1.1)?;
    chart.configure_mesh().x_desc("material").y_desc("units of the engine").draw()?;
    let names = ["a: wins every other game", "b: spread"];
    for (index, (color, name)) in COLORS.into_iter().zip(names).enumerate() {
        let value = |(a, b): (f64, f64)| if index == 0 { a } else { b };
        let points = materials().map(|material| (f64::from(material), value(model.at(material))));
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).draw()?;
    Ok(())
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
            "const LEAST_MATERIAL: u32 = 12;\n\
             const EVEN_CHANCE: [f64; 2] = [1.250, -2.000];\n\
             const SPREAD: [f64; 2] = [3.000, 0.000];\n"
        );
    }
}
