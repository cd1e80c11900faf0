//! The command line.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser;
use movegen::Position;

use crate::meter::Caps;
use crate::positions::parse_position;

/// Counts what each idea in the search saves, from minimax to the full engine.
///
/// Methods without quiescence must agree with minimax; those with quiescence, up to and with the sound
/// techniques of the engine, must agree with each other. What bets may differ.
#[derive(Parser)]
#[command(name = "savings", version)]
#[command(after_help = "Exit code: 0 the sound methods agree, 1 they do not, 2 bad input, 130 interrupted.")]
pub struct Cli {
    /// The position as FEN, X-FEN or Shredder-FEN; without any, the start position.
    #[arg(value_name = "FEN", value_parser = parse_position, conflicts_with = "suite")]
    pub position: Option<Position>,
    /// Searches all positions of a file, lines of FEN or EPD, and adds up.
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,
    /// How deep to search; all depths before are searched as well.
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub depth: u32,
    /// Ends a search that has made so many moves; its row is marked as capped.
    #[arg(long, value_name = "N", default_value = "1000000000")]
    max_nodes: NonZeroU64,
    /// Ends a search after so many seconds; its row is marked as capped.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    max_seconds: u64,
    /// Writes every measurement, one a line.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Writes every measurement.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Draws nodes against depth.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

impl Cli {
    /// The files that are to be written.
    pub fn exports(&self) -> impl Iterator<Item = &Path> {
        [&self.csv, &self.json, &self.svg].into_iter().flatten().map(PathBuf::as_path)
    }

    /// What one search may cost.
    pub fn caps(&self) -> Caps {
        Caps { nodes: self.max_nodes.get(), time: Duration::from_secs(self.max_seconds) }
    }
}
