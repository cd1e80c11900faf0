//! The plot of strength over versions, as SVG: a row for each version, with its 95 % interval.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::ledger::RatedVersion;

/// Pixels.
const WIDTH: u32 = 880;
const HEIGHT_PER_VERSION: u32 = 34;
/// Height of the title and the axis.
const HEIGHT_OF_THE_REST: u32 = 110;
/// The column of names.
const NAME_WIDTH: u32 = 250;
const FONT: &str = "sans-serif";

/// Writes the plot.
pub(crate) fn write(versions: &[RatedVersion], path: &Path) -> Result<()> {
    let mut svg = String::new();
    draw(versions, &mut svg).map_err(|error| anyhow!("no plot: {error}"))?;
    toolkit::write_file(path, svg)
}

fn draw(versions: &[RatedVersion], svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let height = (versions.len() as u32).saturating_mul(HEIGHT_PER_VERSION) + HEIGHT_OF_THE_REST;
    let root = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
    root.fill(&WHITE)?;
    let (low, high) = versions.iter().fold((0.0f64, 0.0f64), |(low, high), version| {
        (low.min(version.elo - version.error), high.max(version.elo + version.error))
    });
    let room = ((high - low) * 0.05).max(1.0);
    let last = versions.len().saturating_sub(1) as f64;
    // The first version on top.
    let rows = (last + 0.5)..-0.5;
    let mut chart = ChartBuilder::on(&root)
        .caption("Strength over versions, with 95 % intervals", (FONT, 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(NAME_WIDTH)
        .build_cartesian_2d(low - room..high + room, rows)?;
    let name = |y: &f64| {
        let is_whole = (y - y.round()).abs() < 1e-6 && *y >= 0.0;
        let version = versions.get(y.round() as usize).filter(|_| is_whole);
        version.map_or(String::new(), |version| version.name.clone())
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("Elo over the first version")
        .x_label_formatter(&|elo| format!("{elo:.0}"))
        .y_labels(2 * versions.len() + 1)
        .y_label_formatter(&name)
        .label_style((FONT, 12))
        .axis_desc_style((FONT, 13))
        .draw()?;
    let points = || (0..).map(f64::from).zip(versions);
    let path = points().map(|(y, version)| (version.elo, y));
    chart.draw_series(LineSeries::new(path, BLUE.mix(0.5)))?;
    chart.draw_series(points().map(|(y, RatedVersion { elo, error, .. })| {
        PathElement::new([(elo - error, y), (elo + error, y)], BLACK)
    }))?;
    chart.draw_series(points().map(|(y, version)| Circle::new((version.elo, y), 3, BLUE.filled())))?;
    root.present()?;
    Ok(())
}
