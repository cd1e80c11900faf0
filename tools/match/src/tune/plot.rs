//! The paths of all parameters as one SVG file with a small panel each; the start value is grey.
//!
//! Panels, because eighty lines in one diagram cannot be distinguished. Every panel spans at least four steps, so
//! that small moves do not look large.

use std::path::Path;

use anyhow::Result;
use plotters::prelude::*;
use toolkit::{PlotArea, PlotResult, write_plot};

use super::Tune;
use super::params::TunedParam;

const COLUMNS: usize = 5;
/// Pixels.
const PANEL: (u32, u32) = (260, 150);
const FONT: &str = "sans-serif";
/// Minimum number of steps that a panel shows, up and down.
const MIN_SPAN: f64 = 2.0;

/// Writes the plot of a tune.
pub(crate) fn write(tune: &Tune, path: &Path) -> Result<()> {
    let params = &tune.optimiser.params;
    let rows = params.len().div_ceil(COLUMNS);
    write_plot(path, (PANEL.0 * COLUMNS as u32, PANEL.1 * rows as u32), |area| {
        for ((index, param), area) in params.iter().enumerate().zip(area.split_evenly((rows, COLUMNS))) {
            let values = tune.history.iter().map(|sample| (sample.iteration as f64, sample.theta[index]));
            panel(&area, param, &values.collect::<Vec<_>>(), tune.optimiser.gains.iterations as f64)?;
        }
        Ok(())
    })
}

/// Draws the path of one parameter: its values by iteration.
fn panel(area: &PlotArea<'_>, param: &TunedParam, values: &[(f64, f64)], iterations: f64) -> PlotResult {
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
