//! Tuning of the evaluation: positions from self-play, the fit of all weights, and what a score is worth.
//!
//! ```text
//!   play ─▶ records ─▶ fit ─▶ crates/eval/src/terms.rs
//!   text, EPD, PGN ─▶ ┴────▶ wdl ─▶ constants for crates/eval/src/wdl.rs
//! ```
//!
//! A [`Record`] is a position with the score and the best move of a search, and the result of its game, if it has one.
//! All positions of a game are written; readers choose some of them with a [`Filter`]. Every command reads every format
//! by [`Source`].
//!
//! | module | idea |
//! |---|---|
//! | [`record`], [`file`](mod@file) | a labelled position in 32 bytes; files of them |
//! | [`text`] | records as lines of text and EPD, both ways |
//! | [`source`] | the reader of all formats, and the choice of positions |
//! | [`play`] | self-play |
//! | [`convert`], [`stats`], [`rescore`] | formats; statistics; other labels from endgame tables or engines |
//! | [`fit`] | the fit of the weights |
//! | [`wdl`] | the fit of the chances to win, draw and lose |

#![forbid(unsafe_code)]
// A library for the program and its tests alone.
#![allow(missing_docs)]

pub mod convert;
pub mod file;
pub mod fit;
pub mod play;
pub mod record;
pub mod rescore;
pub mod source;
pub mod stats;
pub mod text;
pub mod wdl;

use clap::{Parser, Subcommand};

pub use file::{RecordFile, RecordWriter};
pub use record::Record;
pub use source::{Filter, Source};

/// Tunes the evaluation: makes positions by self-play, fits all weights to them, and fits what a score is worth.
#[derive(Parser)]
#[command(name = "tune", version, max_term_width = 110)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Plays games of the engine against itself and writes their positions. If the file exists, the run continues it.
    /// Ctrl-C keeps the games played; if a goal was not reached, the exit code is then 130
    Play(play::PlayArgs),
    /// Shows statistics of files: counts, results, scores, phases
    Stats(stats::StatsArgs),
    /// Writes positions as text or EPD
    Export(convert::ExportArgs),
    /// Packs positions of text, EPD or PGN into a new file
    Import(convert::ImportArgs),
    /// Copies a file with other labels: of Syzygy endgame tables, or of another engine. Ctrl-C keeps the games done; the
    /// same command continues
    Rescore(rescore::RescoreArgs),
    /// Fits the weights of the evaluation. Ctrl-C saves the progress for --resume; the exit code is then 130
    Fit(Box<fit::FitArgs>),
    /// Prints the error of the evaluation on the held-out positions
    Loss(fit::LossArgs),
    /// Fits the chances to win, draw and lose, and prints the constants for crates/eval/src/wdl.rs
    Wdl(wdl::WdlArgs),
}
