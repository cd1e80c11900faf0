//! Plot of the loss over the epochs.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::fit::Epoch;

const SIZE: (u32, u32) = (900, 540);
const TRAINING: RGBColor = RGBColor(31, 119, 180);
const HELD_OUT: RGBColor = RGBColor(214, 39, 40);

/// Draws the losses of all epochs as SVG. `start` is the loss over the held-out positions before the first.
///
/// # Errors
/// If the file cannot be written.
pub fn draw(path: &Path, start: f64, history: &[Epoch]) -> Result<()> {
    let mut svg = String::new();
    try_to_draw(&mut svg, start, history).map_err(|error| anyhow!("no plot: {error}"))?;
    toolkit::write_file(path, svg)
}

fn try_to_draw(svg: &mut String, start: f64, history: &[Epoch]) -> Result<(), Box<dyn std::error::Error>> {
    let training: Vec<(f64, f64)> = (1..).map(f64::from).zip(history.iter().map(|e| e.training)).collect();
    let after = history.iter().map(|epoch| epoch.held_out);
    let held_out: Vec<(f64, f64)> = (0..).map(f64::from).zip([start].into_iter().chain(after)).collect();
    let losses = training.iter().chain(&held_out).map(|point| point.1);
    let (low, high) = losses.fold((f64::MAX, f64::MIN), |(low, high), loss| (low.min(loss), high.max(loss)));
    let margin = ((high - low) * 0.05).max(high * 1e-6);

    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Mean squared error by epoch", ("sans-serif", 22))
        .margin(16)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .build_cartesian_2d(0.0..history.len().max(1) as f64, low - margin..high + margin)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .draw()?;
    for (points, color, name) in [(training, TRAINING, "training"), (held_out, HELD_OUT, "held out")] {
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).draw()?;
    root.present()?;
    Ok(())
}
