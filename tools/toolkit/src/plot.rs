//! Plots as SVG files.

use std::error::Error;
use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use crate::files::write_file;

/// The area of a plot.
pub type PlotArea<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// The result of drawing.
pub type PlotResult = std::result::Result<(), Box<dyn Error>>;

/// Draws a plot of this size, in pixels, on white, and writes it to a file.
///
/// # Errors
/// If drawing fails or the file cannot be written.
pub fn write_plot(
    path: &Path,
    size: (u32, u32),
    draw: impl FnOnce(&PlotArea<'_>) -> PlotResult,
) -> Result<()> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    let drawn =
        area.fill(&WHITE).map_err(Into::into).and_then(|()| draw(&area)).and_then(|()| Ok(area.present()?));
    drop(area);
    drawn.map_err(|error| anyhow!("no plot: {error}"))?;
    write_file(path, svg)
}
