//! The plot of strength over versions, as SVG: a line with the 95 % interval of each version.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::ledger::Version;

/// Pixels.
const HEIGHT: u32 = 480;
const WIDTH_PER_VERSION: u32 = 60;
const LEAST_WIDTH: u32 = 640;
const FONT: &str = "sans-serif";

/// Writes the plot.
pub(crate) fn write(versions: &[Version], path: &Path) -> Result<()> {
    draw(versions, path).map_err(|error| anyhow!("{}: no plot: {error}", path.display()))
}

fn draw(versions: &[Version], path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let width = (versions.len() as u32).saturating_mul(WIDTH_PER_VERSION).max(LEAST_WIDTH);
    let root = SVGBackend::new(path, (width, HEIGHT)).into_drawing_area();
    root.fill(&WHITE)?;
    let (low, high) = versions.iter().fold((0.0f64, 0.0f64), |(low, high), version| {
        (low.min(version.elo - version.error), high.max(version.elo + version.error))
    });
    let room = ((high - low) * 0.05).max(1.0);
    let last = versions.len().saturating_sub(1) as f64;
    let mut chart = ChartBuilder::on(&root)
        .caption("Strength over versions, Elo over the first", (FONT, 18))
        .margin(12)
        .x_label_area_size(120)
        .y_label_area_size(50)
        .build_cartesian_2d(-0.5..last + 0.5, low - room..high + room)?;
    let name = |x: &f64| {
        let is_whole = (x - x.round()).abs() < 1e-6 && *x >= 0.0;
        let version = versions.get(x.round() as usize).filter(|_| is_whole);
        version.map_or(String::new(), |version| version.name.clone())
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .x_labels(2 * versions.len() + 1)
        .x_label_formatter(&name)
        .x_label_style((FONT, 11).into_font().transform(FontTransform::Rotate90))
        .y_label_style((FONT, 11))
        .draw()?;
    let points = || (0..).map(f64::from).zip(versions);
    let path = points().map(|(x, version)| (x, version.elo));
    chart.draw_series(LineSeries::new(path, BLUE.mix(0.5)))?;
    chart.draw_series(points().map(|(x, Version { elo, error, .. })| {
        PathElement::new([(x, elo - error), (x, elo + error)], BLACK)
    }))?;
    chart.draw_series(points().map(|(x, version)| Circle::new((x, version.elo), 3, BLUE.filled())))?;
    root.present()?;
    Ok(())
}
