//! Nodes against depth, as a picture.
//!
//! The scale is logarithmic, so that a tree that grows by the same factor with every ply is a straight line, and the
//! steepness of the line is its branching factor. Only the landmarks are drawn: every idea of the textbook, and of
//! the engine the bare search, the sound one and the full one.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::results::Row;

const SIZE: (u32, u32) = (1000, 640);

/// A row as a line: depth and nodes.
struct Line<'a> {
    name: &'a str,
    points: Vec<(u32, f64)>,
}

/// Draws the landmarks to a file. `positions` says how many were added up.
///
/// # Errors
/// If nothing was measured, or the file cannot be written.
pub fn svg(file: &Path, rows: &[Row], depth: u32, positions: usize) -> Result<()> {
    let lines: Vec<Line<'_>> =
        rows.iter().filter(|row| row.is_landmark).map(|row| line(row, depth, positions)).collect();
    draw(file, &lines, depth)
        .map_err(|error| anyhow!("{}: the SVG cannot be written: {error}", file.display()))
}

/// Depths that were capped are left out.
fn line(row: &Row, depth: u32, positions: usize) -> Line<'_> {
    let finished = (1..=depth).filter_map(|depth| Some((depth, row.total(depth)?)));
    let points = finished
        .filter(|(_, total)| total.finished == positions)
        .map(|(depth, total)| (depth, total.counts.nodes.max(1) as f64))
        .collect();
    Line { name: row.name.trim_start_matches(['.', ' ']), points }
}

fn draw(file: &Path, lines: &[Line<'_>], depth: u32) -> Result<(), Box<dyn std::error::Error>> {
    let most = lines.iter().flat_map(|line| &line.points).map(|&(_, nodes)| nodes).fold(10.0, f64::max);
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Nodes against depth", ("sans-serif", 24))
        .margin(16)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .build_cartesian_2d(1..depth + 1, (1.0..most * 2.0).log_scale())?;
    let whole = |nodes: &f64| indicatif::HumanCount(*nodes as u64).to_string();
    chart
        .configure_mesh()
        .x_desc("depth in plies")
        .y_desc("nodes")
        .x_labels(depth as usize + 1)
        .y_label_formatter(&whole)
        .light_line_style(WHITE)
        .draw()?;
    for (index, line) in lines.iter().enumerate() {
        let color = Palette99::pick(index).to_rgba();
        chart
            .draw_series(LineSeries::new(line.points.iter().copied(), color.stroke_width(2)).point_size(3))?
            .label(line.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    area.present()?;
    Ok(())
}
