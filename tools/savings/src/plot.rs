//! Nodes against depth, as a picture.
//!
//! The scale is logarithmic, so that a tree that grows by the same factor with every ply is a straight line, and the
//! steepness of the line is its branching factor. Only the landmarks are drawn: every idea of the textbook, and of
//! the engine the bare search, the sound one and the full one.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use plotters::prelude::*;

use crate::methods::Family;
use crate::results::Row;

const SIZE: (u32, u32) = (1000, 640);
/// The margins of the area of the lines: where the title stands, the names of the lines, the axes.
const TITLE: u32 = 50;
const NAMES: u32 = 250;
const AXES: (u32, u32) = (90, 56);
const MARGIN: u32 = 16;
/// Between the lines and their names.
const GAP: i32 = 34;
/// How far apart the names of two lines stand at least.
const NAME_HEIGHT: i32 = 16;
const FONT: &str = "sans-serif";

/// Dark enough for thin lines on white, and each told from its neighbours by lightness as well.
const COLORS: [RGBColor; 7] = [
    RGBColor(0x1f, 0x4e, 0x9c),
    RGBColor(0xc2, 0x45, 0x1b),
    RGBColor(0x17, 0x7a, 0x4b),
    RGBColor(0x8a, 0x2b, 0x86),
    RGBColor(0x7a, 0x5a, 0x0a),
    RGBColor(0x0c, 0x82, 0x91),
    RGBColor(0x33, 0x33, 0x33),
];

/// A row as a line: depth and nodes.
struct Line {
    name: String,
    points: Vec<(u32, f64)>,
}

impl Line {
    fn end(&self) -> Option<(u32, f64)> {
        self.points.last().copied()
    }
}

/// Draws the landmarks to a file. `positions` says how many were added up.
///
/// # Errors
/// If the file cannot be written.
pub fn svg(file: &Path, rows: &[Row], depth: u32, positions: usize) -> Result<()> {
    let lines: Vec<Line> =
        rows.iter().filter(|row| row.is_landmark).map(|row| line(row, depth, positions)).collect();
    let about = || format!("{}: the SVG cannot be written", file.display());
    let mut svg = String::new();
    draw(&mut svg, &lines, depth, positions).map_err(|error| anyhow!("{error}")).with_context(about)?;
    longrun::replace(file, svg).with_context(about)
}

/// Depths that were capped are left out.
fn line(row: &Row, depth: u32, positions: usize) -> Line {
    let finished = (1..=depth).filter_map(|depth| Some((depth, row.total(depth)?)));
    let points = finished
        .filter(|(_, total)| total.finished == positions)
        .map(|(depth, total)| (depth, total.counts.nodes.max(1) as f64))
        .collect();
    Line { name: name(row), points }
}

/// What a row is called without the rows above it.
fn name(row: &Row) -> String {
    let stem = row.name.trim_start_matches(['.', ' ']);
    match row.family {
        _ if stem == row.name => stem.to_owned(),
        Family::Quiescence => "the engine, all that is sound".to_owned(),
        _ => format!("\u{2026} {stem}"),
    }
}

fn draw(
    svg: &mut String,
    lines: &[Line],
    depth: u32,
    positions: usize,
) -> Result<(), Box<dyn std::error::Error>> {
    let most = lines.iter().filter_map(Line::end).map(|(_, nodes)| nodes).fold(10.0, f64::max);
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let plural = if positions == 1 { "" } else { "s" };
    area.titled(&format!("Nodes against depth, {positions} position{plural}"), (FONT, 22))?;
    // A line needs two ends.
    let depths = 1..depth.max(2);
    let mut chart = ChartBuilder::on(&area)
        .margin(MARGIN)
        .margin_top(TITLE)
        .margin_right(NAMES)
        .x_label_area_size(AXES.1)
        .y_label_area_size(AXES.0)
        .build_cartesian_2d(depths, (1.0..most * 2.0).log_scale())?;
    let whole = |nodes: &f64| indicatif::HumanCount(*nodes as u64).to_string();
    chart
        .configure_mesh()
        .x_desc("depth in plies")
        .y_desc("nodes")
        .x_labels(depth.max(2) as usize)
        .y_label_formatter(&whole)
        .label_style((FONT, 12))
        .axis_desc_style((FONT, 14))
        .light_line_style(WHITE)
        .draw()?;
    let color = |index: usize| COLORS[index % COLORS.len()];
    for (index, line) in lines.iter().enumerate() {
        let style = color(index).stroke_width(2);
        // The second time round, colours come thinner.
        let style = if index < COLORS.len() { style } else { style.stroke_width(1) };
        chart.draw_series(LineSeries::new(line.points.iter().copied(), style).point_size(3))?;
    }
    let ends = lines.iter().map(|line| line.end().map(|end| chart.backend_coord(&end))).collect::<Vec<_>>();
    for (index, (x, y), height) in spread(&ends) {
        let right = (SIZE.0 - NAMES) as i32 + GAP;
        area.draw(&PathElement::new([(x + 6, y), (right - 6, height)], color(index).mix(0.6)))?;
        let style = (FONT, 13).into_font().color(&color(index));
        area.draw(&Text::new(lines[index].name.clone(), (right, height - 7), style))?;
    }
    area.present()?;
    Ok(())
}

/// Where the names of lines stand that end at these places: index, end and height, from top to bottom, beside their
/// ends as far as they do not touch.
fn spread(ends: &[Option<(i32, i32)>]) -> Vec<(usize, (i32, i32), i32)> {
    let mut places: Vec<(usize, (i32, i32))> =
        ends.iter().enumerate().filter_map(|(index, end)| Some((index, (*end)?))).collect();
    places.sort_by_key(|&(index, (_, y))| (y, index));
    let mut lowest = i32::MIN / 2;
    let mut placed = Vec::new();
    for (index, end) in places {
        lowest = end.1.max(lowest + NAME_HEIGHT);
        placed.push((index, end, lowest));
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_distance_and_their_order() {
        let placed = spread(&[Some((0, 100)), None, Some((0, 40)), Some((0, 102)), Some((0, 101))]);
        let heights: Vec<(usize, i32)> = placed.iter().map(|&(index, _, height)| (index, height)).collect();
        assert_eq!(heights, [(2, 40), (0, 100), (4, 116), (3, 132)]);
    }
}
