//! `stats`: the origin of a file and counts of its positions.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use indicatif::HumanCount;
use pgn::GameResult;
use toolkit::say;
use types::Color;

use crate::{Filter, Record, Source};

#[derive(Args)]
pub struct StatsArgs {
    /// The files, of any format
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: Filter,
}

/// A property of positions: its name, and the test.
type Property = (&'static str, fn(&Record) -> bool);

pub fn run(args: &StatsArgs) -> Result<()> {
    let (mut read, mut games, mut positions) = (0, 0, 0);
    let mut results = [0; GameResult::ALL.len()];
    // Positions from inside searches belong to no game and have no result.
    let properties: [Property; 5] = [
        ("in check", Record::is_in_check),
        ("best move takes or promotes", Record::has_noisy_move),
        ("Black to move", |record| record.side_to_move() == Color::Black),
        ("Chess960", Record::is_chess960),
        ("from inside searches", |record| record.result().is_none()),
    ];
    let mut counts = properties.map(|_| 0);
    for path in &args.files {
        let mut source = Source::open(path, None)?;
        say(format_args!("{}: {}\n", path.display(), source.note()))?;
        while let Some(game) = source.next_game()? {
            read += game.len() as u64;
            let chosen: Vec<&Record> = game.iter().filter(|record| args.filter.accepts(record)).collect();
            games += u64::from(!chosen.is_empty());
            positions += chosen.len() as u64;
            for record in chosen {
                if let Some(result) = record.result() {
                    results[result as usize] += 1;
                }
                for (count, (_, holds)) in counts.iter_mut().zip(&properties) {
                    *count += u64::from(holds(record));
                }
            }
        }
    }
    let share = |part: u64, all: u64| 100.0 * part as f64 / all.max(1) as f64;
    let (shown, shown_games, all) = (HumanCount(positions), HumanCount(games), HumanCount(read));
    say(format_args!("{shown} positions of {shown_games} games, of {all} read\n"))?;
    for ((name, _), count) in properties.iter().zip(counts) {
        say(format_args!("  {name:<28}{:>6.1} %\n", share(count, positions)))?;
    }
    let with_result = results.iter().sum();
    for result in GameResult::ALL.into_iter().rev() {
        say(format_args!("  {:<28}{:>6.1} %\n", result.pgn(), share(results[result as usize], with_result)))?;
    }
    Ok(())
}
