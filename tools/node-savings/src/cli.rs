//! The command line.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser;
use movegen::Position;

use crate::meter::SearchLimits;
use crate::positions::parse_position;

/// VisitCounts the nodes that each search technique saves, from minimax to the full engine.
///
/// Methods without quiescence search must return the value of minimax. Those with it must agree with each other, up to
/// the engine with all its sound techniques. The techniques after those may prune the best move, so their values may
/// differ.
#[derive(Parser)]
#[command(name = "node-savings", version)]
#[command(after_help = "Exit code: 0 the sound methods agree, 1 they do not, 2 bad input, 130 interrupted.")]
pub struct Cli {
    /// The position as FEN, X-FEN or Shredder-FEN [default: the start position]
    #[arg(value_name = "FEN", value_parser = parse_position, conflicts_with = "suite")]
    pub position: Option<Position>,
    /// Searches all positions of a file, lines of FEN or EPD, and adds up the counts
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,
    /// The depth to search; all lesser depths are searched as well
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub depth: u32,
    /// Ends a search after this many nodes; its row is marked as capped
    #[arg(long, value_name = "N", default_value = "1000000000")]
    max_nodes: NonZeroU64,
    /// Ends a search after this many seconds; its row is marked as capped
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    max_seconds: u64,
    /// Writes all measurements as CSV, one a line
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Writes all measurements as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Draws a plot of nodes against depth
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

impl Cli {
    /// The files to write.
    pub fn exports(&self) -> impl Iterator<Item = &Path> {
        [&self.csv, &self.json, &self.svg].into_iter().flatten().map(PathBuf::as_path)
    }

    /// The limits of one search.
    pub fn limits(&self) -> SearchLimits {
        SearchLimits { nodes: self.max_nodes.get(), time: Duration::from_secs(self.max_seconds) }
    }
}
