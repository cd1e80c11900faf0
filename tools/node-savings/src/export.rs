//! All measurements as CSV or JSON.

use std::path::Path;

use anyhow::Result;
use movegen::Position;
use serde::Serialize;

use crate::methods::Family;
use crate::results::{MethodResult, Run};

/// One search.
#[derive(Serialize)]
struct ExportRow<'a> {
    method: &'a str,
    family: Family,
    fen: String,
    depth: u32,
    nodes: u64,
    leaves: u64,
    cpu_seconds: f64,
    /// For the side to move, in evaluation units; empty if the search was capped.
    score: Option<i32>,
    capped: bool,
}

fn records<'a>(rows: &'a [MethodResult], positions: &'a [Position]) -> impl Iterator<Item = ExportRow<'a>> {
    rows.iter().flat_map(move |row| row.runs.iter().map(move |run| record(row, run, positions)))
}

fn record<'a>(row: &'a MethodResult, run: &Run, positions: &[Position]) -> ExportRow<'a> {
    let Run { position, depth, measured } = run;
    ExportRow {
        method: row.name.trim_start_matches(['.', ' ']),
        family: row.family,
        fen: positions[*position].fen(),
        depth: *depth,
        nodes: measured.counts.nodes,
        leaves: measured.counts.leaves,
        cpu_seconds: measured.cpu_time.as_secs_f64(),
        score: measured.score.map(|score| score.0),
        capped: measured.score.is_none(),
    }
}

/// Writes a file with a line for each search.
///
/// # Errors
/// If the file cannot be written.
pub fn csv(file: &Path, rows: &[MethodResult], positions: &[Position]) -> Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records(rows, positions) {
        writer.serialize(record)?;
    }
    toolkit::write_file(file, writer.into_inner()?)
}

/// Writes a file with a list of all searches.
///
/// # Errors
/// If the file cannot be written.
pub fn json(file: &Path, rows: &[MethodResult], positions: &[Position]) -> Result<()> {
    let records: Vec<ExportRow<'_>> = records(rows, positions).collect();
    toolkit::write_file(file, serde_json::to_string_pretty(&records)?)
}
