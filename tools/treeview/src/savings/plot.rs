//! A plot of nodes against depth.
//!
//! The scale is logarithmic, so a tree that grows by the same factor with every ply is a straight line, and the
//! steeper the line the greater its branching factor. Only the landmarks are drawn: all textbook searches, and the
//! engine without techniques, with all sound techniques and with all techniques.

use std::path::Path;

use anyhow::Result;
use plotters::prelude::*;
use toolkit::{PlotArea, PlotResult, write_plot};

use super::{Family, Method, Row};

const SIZE: (u32, u32) = (1000, 640);
/// The height of the title and the legend below it.
const HEADING: u32 = 84;
/// The width of the line names.
const NAMES: u32 = 250;
const AXES: (u32, u32) = (90, 56);
const MARGIN: u32 = 16;
/// The distance from the plot to the names of the lines.
const GAP: i32 = 34;
/// The least distance between two names.
const NAME_HEIGHT: i32 = 16;
const FONT: &str = "sans-serif";

/// One colour for each line, all dark enough for text on white.
const COLORS: [RGBColor; 13] = [
    RGBColor(0x22, 0x22, 0x22),
    RGBColor(0x9c, 0x1c, 0x1c),
    RGBColor(0xd0, 0x5a, 0x00),
    RGBColor(0x94, 0x70, 0x00),
    RGBColor(0x4a, 0x7a, 0x0c),
    RGBColor(0x00, 0x80, 0x5c),
    RGBColor(0x00, 0x7c, 0x99),
    RGBColor(0x1d, 0x56, 0xc4),
    RGBColor(0x6b, 0x3f, 0xc9),
    RGBColor(0xa2, 0x2a, 0xa8),
    RGBColor(0x6b, 0x4a, 0x34),
    RGBColor(0x62, 0x6f, 0x80),
    RGBColor(0xd1, 0x1c, 0x6a),
];

/// The style of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineStyle {
    /// A textbook search with the evaluation at depth 0.
    Thin,
    /// A textbook search with quiescence search at depth 0.
    Dashed,
    /// The engine.
    Thick,
}

/// A row as a line: depth and nodes, without capped depths.
struct PlotLine {
    name: String,
    style: LineStyle,
    points: Vec<(u32, f64)>,
}

impl PlotLine {
    fn of(row: &Row, depth: u32, positions: usize) -> PlotLine {
        let finished = (1..=depth).filter_map(|depth| Some((depth, row.total(depth)?)));
        let points = finished
            .filter(|(_, total)| total.finished == positions)
            .map(|(depth, total)| (depth, total.counts.nodes.max(1) as f64))
            .collect();
        // The name apart from the rows above it.
        let stem = row.name.trim_start_matches(['.', ' ']);
        let name = match (row.family, row.method) {
            _ if stem == row.name => stem.to_owned(),
            (Family::Quiescence, Method::Engine(_)) => "engine, all sound techniques".to_owned(),
            _ => format!("\u{2026} {stem}"),
        };
        let style = match row.method {
            Method::Textbook { has_quiescence: true, .. } => LineStyle::Dashed,
            Method::Textbook { .. } => LineStyle::Thin,
            Method::Engine(_) => LineStyle::Thick,
        };
        PlotLine { name, style, points }
    }
}

/// Draws the landmarks to a file. `positions` is the number of positions that were added up.
pub(super) fn write(file: &Path, rows: &[Row], depth: u32, positions: usize) -> Result<()> {
    let landmarks = rows.iter().filter(|row| row.is_landmark);
    let lines: Vec<PlotLine> = landmarks.map(|row| PlotLine::of(row, depth, positions)).collect();
    write_plot(file, SIZE, |area| draw(area, &lines, depth, positions))
}

fn draw(area: &PlotArea<'_>, lines: &[PlotLine], depth: u32, positions: usize) -> PlotResult {
    let plural = if positions == 1 { "" } else { "s" };
    let title = format!("Nodes by depth, {positions} position{plural}");
    area.draw(&Text::new(title, (AXES.0 as i32 + MARGIN as i32, 14), (FONT, 22)))?;
    draw_legend(area)?;
    // An axis needs two ends.
    let last = depth.max(2);
    let mut chart = ChartBuilder::on(area)
        .margin(MARGIN)
        .margin_top(HEADING)
        .margin_right(NAMES)
        .x_label_area_size(AXES.1)
        .y_label_area_size(AXES.0)
        .build_cartesian_2d(1..last, powers_around(lines).log_scale())?;
    let whole = |nodes: &f64| indicatif::HumanCount(nodes.round() as u64).to_string();
    chart
        .configure_mesh()
        .x_desc("depth in plies")
        .y_desc("nodes, each step ten times as many")
        .x_labels(last as usize)
        .y_label_formatter(&whole)
        .label_style((FONT, 12))
        .axis_desc_style((FONT, 14))
        .light_line_style(WHITE)
        .draw()?;
    for (index, line) in lines.iter().enumerate() {
        let (points, color) = (line.points.iter().copied(), color(index));
        match line.style {
            LineStyle::Thin => chart.draw_series(LineSeries::new(points, color.stroke_width(1)))?,
            LineStyle::Dashed => {
                chart.draw_series(DashedLineSeries::new(points, DASH, DASH_GAP, color.stroke_width(2)))?
            }
            LineStyle::Thick => chart.draw_series(LineSeries::new(points, color.stroke_width(3)))?,
        };
        let dots = line.points.iter().map(|&point| Circle::new(point, 3, color.filled()));
        chart.draw_series(dots)?;
    }
    let end = |line: &PlotLine| line.points.last().map(|end| chart.backend_coord(end));
    let ends: Vec<_> = lines.iter().map(end).collect();
    for (index, (x, y), height) in spread(&ends) {
        let right = (SIZE.0 - NAMES) as i32 + GAP;
        area.draw(&PathElement::new([(x + 6, y), (right - 6, height)], color(index).mix(0.6)))?;
        let style = (FONT, 13).into_font().color(&color(index));
        area.draw(&Text::new(lines[index].name.clone(), (right, height - 7), style))?;
    }
    Ok(())
}

const DASH: u32 = 7;
const DASH_GAP: u32 = 4;

fn color(index: usize) -> RGBColor {
    COLORS[index % COLORS.len()]
}

/// Explains the line styles.
fn draw_legend(area: &PlotArea<'_>) -> PlotResult {
    const ENTRIES: [(LineStyle, &str, i32); 3] = [
        (LineStyle::Thin, "textbook, evaluation at depth 0", 0),
        (LineStyle::Dashed, "textbook, quiescence search at depth 0", 265),
        (LineStyle::Thick, "engine", 575),
    ];
    for (style, words, offset) in ENTRIES {
        let (left, height) = ((AXES.0 + MARGIN) as i32 + offset, 56);
        let at = |x: i32| (left + x, height);
        match style {
            LineStyle::Thin => area.draw(&PathElement::new([at(0), at(36)], BLACK.stroke_width(1)))?,
            LineStyle::Thick => area.draw(&PathElement::new([at(0), at(36)], BLACK.stroke_width(3)))?,
            LineStyle::Dashed => {
                for dash in [0, 11, 22, 33] {
                    area.draw(&PathElement::new([at(dash), at(dash + 7)], BLACK.stroke_width(2)))?;
                }
            }
        }
        area.draw(&Text::new(words, (left + 46, height - 7), (FONT, 13)))?;
    }
    Ok(())
}

/// The powers of ten around all points.
fn powers_around(lines: &[PlotLine]) -> std::ops::Range<f64> {
    let nodes = || lines.iter().flat_map(|line| line.points.iter().map(|&(_, nodes)| nodes));
    let (least, most) = (nodes().fold(f64::INFINITY, f64::min), nodes().fold(1.0, f64::max));
    let bottom = least.min(most).log10().floor();
    let top = most.log10().ceil().max(bottom + 1.0);
    10f64.powf(bottom)..10f64.powf(top)
}

/// The places of the line names: index, end of the line and height, from top to bottom. Each stands beside the end of
/// its line, or lower if it would touch the one above.
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
