//! Fits the chances to win, draw and lose to games of the engine.
//!
//! In the model a score of `x` wins with probability `1 / (1 + exp((a − x) / b))` and loses with the probability that
//! `−x` wins. `a`, the score that wins every other game, and `b`, the steepness, are polynomials in the material on the
//! board. The fit makes what happened in the games as likely as possible.
//!
//! | module | idea |
//! |---|---|
//! | [`tally`] | counts of wins, draws and losses by score and material |
//! | [`fit`] | the curves, and the most likely ones |
//! | [`report`] | the constants, and how well they agree with the games |

pub mod fit;
pub mod report;
pub mod tally;

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use eval::wdl::MAX_MATERIAL;
use toolkit::say;

use crate::source::parse_pawn;
use crate::{Filter, Source};
use tally::ResultTable;

#[derive(Args)]
pub struct WdlArgs {
    /// Games of any format; those of PGN (.pgn) need a score after each move
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Units of the evaluation in one pawn of EPD and PGN: the constant PAWN_UNITS of the version that played, in its
    /// crates/eval/src/wdl.rs. The default is this version's
    #[arg(long, value_name = "UNITS", value_parser = parse_pawn)]
    pawn: Option<f64>,
    /// Hold one pawn at this many units, so that the scores that are shown do not change
    #[arg(long, value_name = "UNITS", value_parser = parse_pawn)]
    hold_pawn: Option<f64>,
    /// The degree of the polynomials
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=5))]
    degree: u8,
    /// Count less material than this as this
    #[arg(long, value_name = "MATERIAL", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..MAX_MATERIAL as i64))]
    least_material: u32,
    /// All positions, by default within a score of 600.
    #[command(flatten)]
    filter: Filter,
}

/// Prints the constants for crates/eval/src/wdl.rs and how well they agree with the games.
pub fn run(args: &WdlArgs) -> Result<()> {
    let max_score = args.filter.max_score.unwrap_or(600);
    // The table counts what is beyond its bounds.
    let filter = Filter { max_score: None, ..args.filter };
    let mut tally = ResultTable::new(args.least_material, max_score);
    let (mut void_games, mut bad_games) = (0, 0);
    for path in &args.files {
        let mut source = Source::open(path, args.pawn)?;
        while let Some(mut game) = source.next_game()? {
            game.retain(|record| filter.accepts(record));
            tally.add_game(&game)?;
        }
        void_games += source.void_games;
        bad_games += source.bad_games;
    }
    let about = || format!("{} positions of {} games", tally.total().iter().sum::<u64>(), tally.games());
    let fitted = fit::fit(&tally, args.degree.into(), args.hold_pawn).with_context(about)?;
    if let Some(warning) = fitted.check(&tally).with_context(about)? {
        eprintln!("warning: {warning}");
    }
    for (games, why) in
        [(void_games, "results say nothing of their positions"), (bad_games, "moves cannot be read")]
    {
        if games > 0 {
            eprintln!("note: left out {games} games whose {why}");
        }
    }
    say(report::report(&tally, &fitted))
}
