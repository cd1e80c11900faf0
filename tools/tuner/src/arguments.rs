//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use positions::Filter;
use tuner::scale::Measure;
use tuner::traces::TraceBlock;
use types::Score;

/// Tunes every weight of the evaluation at once, from positions with results and scores.
#[derive(Parser)]
#[command(version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Fit the weights and write them into the list of terms. Ctrl-C saves the progress for --resume; the exit code
    /// is then 130
    Fit(Box<FitArgs>),
    /// Print the error of the evaluation on the held-out positions
    Loss(LossArgs),
}

/// The positions to use.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// Files of positions written by datagen
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Use at most this many positions
    #[arg(long, value_name = "POSITIONS", default_value_t = usize::MAX, hide_default_value = true)]
    pub(crate) limit: usize,
    /// Leave out positions before this ply of their game
    #[arg(long, value_name = "PLY", default_value_t = Filter::TUNING.min_ply)]
    pub(crate) min_ply: u32,
    /// Leave out positions whose score is further from equality
    #[arg(long, value_name = "SCORE", default_value_t = Filter::TUNING.max_score.map_or(i32::MAX, |score| score.0))]
    pub(crate) max_score: i32,
    /// Number of threads; 0: one for each core
    #[arg(long, default_value_t = 0)]
    pub(crate) threads: usize,
}

impl PositionArgs {
    /// The filter: quiet positions within the limits given.
    pub(crate) fn filter(&self) -> Filter {
        Filter { min_ply: self.min_ply, max_score: Some(Score(self.max_score)), ..Filter::TUNING }
    }
}

#[derive(Args)]
pub(crate) struct FitArgs {
    #[command(flatten)]
    pub(crate) source: PositionArgs,

    /// The list of terms that this tuner was built with
    #[arg(long, value_name = "FILE", default_value = "crates/eval/src/terms.rs")]
    pub(crate) terms: PathBuf,
    /// File for the tuned list; by default it replaces the old one
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Folder for the checkpoint and the picture of the loss
    #[arg(long, value_name = "FOLDER", default_value = "target/tuner")]
    pub(crate) folder: PathBuf,
    /// Continue from the checkpoint in the folder
    #[arg(long)]
    pub(crate) resume: bool,

    #[command(flatten)]
    pub(crate) start: InitialWeightArgs,
    #[command(flatten)]
    pub(crate) goal: TargetArgs,
    #[command(flatten)]
    pub(crate) pace: ScheduleArgs,
}

/// Initial weights, and weights that may change.
#[derive(Args)]
#[command(next_help_heading = "Weights")]
pub(crate) struct InitialWeightArgs {
    /// Start from zero weights instead of the current ones
    #[arg(long)]
    pub(crate) zero: bool,
    /// With --zero, start from plain piece values
    #[arg(long, requires = "zero")]
    pub(crate) material: bool,
    /// Tune only this term or group; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) only: Vec<String>,
    /// Do not tune this term or group; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) freeze: Vec<String>,
    /// Strength of the regularisation towards the initial weights, as a number of positions. The positions of one
    /// game count about as much as one
    #[arg(long, default_value_t = 50.0)]
    pub(crate) pull: f64,
    /// Smooth the changes of neighbours in this term or group: NAME for curves, NAME:WIDTH for boards; may be
    /// repeated
    #[arg(long, value_name = "NAME[:WIDTH]")]
    pub(crate) smooth: Vec<String>,
    /// Strength of the smoothing
    #[arg(long, default_value_t = 100.0)]
    pub(crate) smoothness: f64,
    /// Divide the tuned weights so that the scale of scores does not change
    #[arg(long, value_name = "MEASURE", conflicts_with_all = ["only", "freeze"])]
    pub(crate) keep_scale: Option<Measure>,
}

/// Target of the evaluation.
#[derive(Args)]
#[command(next_help_heading = "Target")]
pub(crate) struct TargetArgs {
    /// Weight of the game's result in the target; the rest is the search's score
    #[arg(long, value_name = "PART", default_value_t = 0.4)]
    pub(crate) lambda: f64,
    /// K of the sigmoid of scores; by default it is fitted to the initial weights
    #[arg(long)]
    pub(crate) k: Option<f64>,
}

/// Speed of learning, and when to stop.
#[derive(Args)]
#[command(next_help_heading = "Pace")]
pub(crate) struct ScheduleArgs {
    /// Initial learning rate: the most that a weight moves in a step
    #[arg(long, default_value_t = 1.0)]
    pub(crate) rate: f64,
    /// Maximum positions per batch, at least 256; with few positions batches are smaller
    #[arg(long, default_value = "16384", value_parser = parse_batch)]
    pub(crate) batch: usize,
    /// Halve the rate after this many epochs without gain on the held-out positions
    #[arg(long, default_value_t = 2)]
    pub(crate) patience: usize,
    /// Stop after this many halvings
    #[arg(long, default_value_t = 6)]
    pub(crate) halvings: usize,
    /// Stop after this many epochs
    #[arg(long, default_value_t = 200)]
    pub(crate) epochs: usize,
    /// Seed of the order of the positions
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Args)]
pub(crate) struct LossArgs {
    #[command(flatten)]
    pub(crate) source: PositionArgs,
    /// A list of terms to measure besides the current one; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Vec<PathBuf>,
}

fn parse_batch(text: &str) -> Result<usize, String> {
    let batch = text.parse().ok().filter(|&batch| batch >= TraceBlock::POSITIONS);
    batch.ok_or_else(|| format!("expected a whole number of {} at least", TraceBlock::POSITIONS))
}
