//! The fit as a picture: wins and draws by score for little, medium and much material, points for the games and lines
//! for the model; and the two curves over the material.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::model::WdlModel;
use crate::report::{group, ranges};
use crate::tally::{Cell, ResultTable};

type PlotResult = Result<(), Box<dyn std::error::Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const SIZE: (u32, u32) = (1200, 520);
const FONT: &str = "sans-serif";
/// Width of the score interval of a point, in units.
const BIN: i32 = 40;
/// Minimum number of positions of a point.
const FEWEST: u64 = 50;
const COLORS: [RGBColor; 3] = [RGBColor(214, 39, 40), RGBColor(44, 160, 44), RGBColor(31, 119, 180)];

/// Writes the picture as SVG.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(path: &Path, tally: &ResultTable, model: &WdlModel) -> Result<()> {
    let mut svg = String::new();
    try_to_draw(&mut svg, tally, model).map_err(|error| anyhow!("no plot: {error}"))?;
    toolkit::write_file(path, svg)
}

fn try_to_draw(svg: &mut String, tally: &ResultTable, model: &WdlModel) -> PlotResult {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let (left, right) = root.split_horizontally(SIZE.0 * 2 / 3);
    draw_chances(&left, tally, model)?;
    draw_curves(&right, tally, model)?;
    root.present()?;
    Ok(())
}

fn draw_chances(area: &Area<'_>, tally: &ResultTable, model: &WdlModel) -> PlotResult {
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

fn draw_curves(area: &Area<'_>, tally: &ResultTable, model: &WdlModel) -> PlotResult {
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
