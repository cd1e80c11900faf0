//! The paths of all parameters as one SVG file with a small panel each; the start value is grey.
//!
//! Panels, because eighty lines in one diagram cannot be distinguished. Every panel spans at least four steps, so
//! that small moves do not look large.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::param::TunedParam;
use crate::state::TuneState;

const COLUMNS: usize = 5;
/// Pixels.
const PANEL: (u32, u32) = (260, 150);
const FONT: &str = "sans-serif";
/// Minimum number of steps that a panel shows, up and down.
const MIN_SPAN: f64 = 2.0;

/// Writes the plot of a tune.
pub(crate) fn write(state: &TuneState, path: &Path) -> Result<()> {
    let mut svg = String::new();
    draw(state, &mut svg).map_err(|error| anyhow!("no plot: {error}"))?;
    toolkit::write_file(path, svg)
}

fn draw(state: &TuneState, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let params = &state.optimiser.params;
    let rows = params.len().div_ceil(COLUMNS);
    let size = (PANEL.0 * COLUMNS as u32, PANEL.1 * rows as u32);
    let root = SVGBackend::with_string(svg, size).into_drawing_area();
    root.fill(&WHITE)?;
    for ((index, param), area) in params.iter().enumerate().zip(root.split_evenly((rows, COLUMNS))) {
        let values = state.history.iter().map(|sample| (sample.iteration as f64, sample.theta[index]));
        panel(&area, param, &values.collect::<Vec<_>>(), state.iterations() as f64)?;
    }
    root.present()?;
    Ok(())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Draws the path of one parameter: its values by iteration.
fn panel(
    area: &Area<'_>,
    param: &TunedParam,
    values: &[(f64, f64)],
    iterations: f64,
) -> Result<(), Box<dyn std::error::Error>> {
    let start = f64::from(param.default);
    let least = (start - MIN_SPAN * param.step, start + MIN_SPAN * param.step);
    let (low, high) = values.iter().fold(least, |(low, high), &(_, value)| (low.min(value), high.max(value)));
    let now = values.last().map_or(start, |&(_, value)| value);
    let mut chart = ChartBuilder::on(area)
        .caption(format!("{}: {} → {now:.1}", param.name, param.default), (FONT, 12))
        .margin(6)
        .x_label_area_size(16)
        .y_label_area_size(38)
        .build_cartesian_2d(0.0..iterations, low..high)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .x_labels(3)
        .y_labels(4)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .label_style((FONT, 10))
        .draw()?;
    chart.draw_series(LineSeries::new([(0.0, start), (iterations, start)], BLACK.mix(0.3)))?;
    chart.draw_series(LineSeries::new(values.iter().copied(), BLUE))?;
    Ok(())
}
