//! The report of a fit: the constants, and the agreement of the curves with the games, as a table and as a picture.

use std::path::Path;

use anyhow::Result;
use eval::wdl::{MAX_MATERIAL, REFERENCE_MATERIAL};
use plotters::prelude::*;
use toolkit::{PlotArea, PlotResult, write_plot};

use super::fit::{FittedModel, WdlModel};
use super::tally::{Cell, Counts, ResultTable};

/// Number of ranges of material in tables and plots.
const RANGES: u32 = 6;

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

/// The bounds of the ranges of material that are shown, both included.
pub fn ranges(least: u32) -> Vec<(u32, u32)> {
    let width = (MAX_MATERIAL - least + 1).div_ceil(RANGES).max(1);
    let begins = (least..=MAX_MATERIAL).step_by(width as usize);
    begins.map(|begin| (begin, (begin + width - 1).min(MAX_MATERIAL))).collect()
}

/// All positions within bounds of material in which a side is ahead, from the view of that side.
pub fn ahead(tally: &ResultTable, model: &WdlModel, material: (u32, u32)) -> Calibration {
    let cells = tally.cells().filter(|(cell, _)| (material.0..=material.1).contains(&cell.material));
    let seen = cells.filter(|(cell, _)| cell.score != 0).map(|(cell, mut counts)| {
        if cell.score < 0 {
            counts.reverse();
        }
        (Cell { score: cell.score.abs(), ..cell }, counts)
    });
    Calibration::of(model, seen)
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

/// The whole report, without games that were left out for their own reasons.
pub fn report(tally: &ResultTable, fitted: &FittedModel) -> String {
    let FittedModel { model, mean, steps, .. } = fitted;
    let [losses, draws, wins] = tally.total();
    let (count, games) = (wins + draws + losses, tally.games);
    let (pawn, error) = (model.pawn(), fitted.errors(REFERENCE_MATERIAL).0);
    let mut text = format!(
        "{count} positions of {games} games: {wins} won, {draws} drawn, {losses} lost\n\
         left out: {} positions without a score within bounds\n\
         mean log-likelihood {mean:.5} after {steps} steps; one pawn is {pawn:.1} ± {error:.1} units\n\n\
         Expected and seen, in per cent, of the side that is ahead\n\
         {:>9}{:>10}{:>15}{:>15}{:>16}{:>16}\n",
        tally.left_out, "material", "positions", "a", "b", "wins", "draws"
    );
    for range in ranges(tally.least_material) {
        let Calibration { positions, expected, seen } = ahead(tally, model, range);
        let middle = range.0.midpoint(range.1);
        let ((a, b), (a_error, b_error)) = (model.at(middle), fitted.errors(middle));
        let [a, b] = [(a, a_error), (b, b_error)].map(|(value, error)| format!("{value:.1} ± {error:.1}"));
        let [draws, wins] =
            [1, 2].map(|result| format!("{:.1} {:.1}", 100.0 * expected[result], 100.0 * seen[result]));
        let name = format!("{}-{}", range.0, range.1);
        text += &format!("{name:>9}{positions:>10}{a:>15}{b:>15}{wins:>16}{draws:>16}\n");
    }
    let constants = constants(model, tally.least_material);
    text + "\n± are standard errors, by games: positions of one game share its result.\n\n\
            For crates/eval/src/wdl.rs:\n\n"
        + &constants
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
pub fn plot(path: &Path, tally: &ResultTable, model: &WdlModel) -> Result<()> {
    write_plot(path, SIZE, |area| {
        let (left, right) = area.split_horizontally(SIZE.0 * 2 / 3);
        draw_chances(&left, tally, model)?;
        draw_curves(&right, tally, model)
    })
}

fn draw_chances(area: &PlotArea<'_>, tally: &ResultTable, model: &WdlModel) -> PlotResult {
    let most = tally.max_score;
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
    let ranges = ranges(tally.least_material);
    let shown = [0, ranges.len() / 2, ranges.len() - 1];
    for (color, range) in COLORS.into_iter().zip(shown.map(|index| ranges[index])) {
        let material = range.0.midpoint(range.1);
        let chances = |score: i32| model.chances(Cell { material, score });
        let scores = || (-most..=most).step_by(BIN as usize / 4);
        let wins = scores().map(|score| (f64::from(score), chances(score)[2]));
        let draws = scores().map(|score| (f64::from(score), chances(score)[1]));
        chart
            .draw_series(LineSeries::new(wins, color.stroke_width(2)))?
            .label(format!("material {} to {}", range.0, range.1))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
        chart.draw_series(LineSeries::new(draws, color.mix(0.6)))?;
        for low in (-most..=most - BIN).step_by(BIN as usize) {
            let is_within = |cell: &Cell| {
                (range.0..=range.1).contains(&cell.material) && (low..low + BIN).contains(&cell.score)
            };
            let group = Calibration::of(model, tally.cells().filter(|(cell, _)| is_within(cell)));
            if group.positions >= FEWEST {
                let [_, draws, wins] = group.seen.map(|share| (f64::from(low + BIN / 2), share));
                chart.draw_series([Circle::new(wins, 3, color.filled())])?;
                chart.draw_series([Cross::new(draws, 3, color.mix(0.7))])?;
            }
        }
    }
    let place = SeriesLabelPosition::UpperLeft;
    chart.configure_series_labels().position(place).background_style(WHITE.mix(0.8)).draw()?;
    Ok(())
}

fn draw_curves(area: &PlotArea<'_>, tally: &ResultTable, model: &WdlModel) -> PlotResult {
    let materials = || tally.least_material..=eval::wdl::MAX_MATERIAL;
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
        for least in [0, 10, 17, 70, MAX_MATERIAL] {
            let ranges = ranges(least);
            assert_eq!((ranges[0].0, ranges[ranges.len() - 1].1), (least, MAX_MATERIAL));
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
