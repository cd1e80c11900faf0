//! Perft speed of four rules libraries, in units of cozy-chess.
//!
//! This is a workspace of its own: the build script of `chess` searches for magic numbers for half a minute.
//!
//! A machine's speed drifts while it is measured, and other programs take their share. So the libraries take
//! turns on every position, some milliseconds each; the processor time of this thread is measured; and
//! only the ratio to cozy-chess in each turn is kept:
//!
//! ```text
//!   for each round, position and leaf mode:
//!       time every library, in an order that rotates with the round
//!       ratio of a library = time of cozy-chess / its time
//!   a cell of the table = the median of its ratios over the rounds
//!   the figure of a library = the geometric mean over the six positions
//! ```
//!
//! Every count is compared with the published one.

mod libraries;

use std::io::Write as _;

use anyhow::{Context, Result};
use benches::positions::{PERFT_POSITIONS, PerftPosition};
use clap::Parser;
use cpu_time::ThreadTime;
use libraries::{COZY, LIBRARIES, LeafMode};

/// Measures perft against other rules libraries and prints the ratios, cozy-chess = 1.00.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Number of rounds: each library counts each position once a round, which takes about a second a library.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Leaf modes to measure.
    #[arg(long, value_delimiter = ',', value_enum, default_value = "bulk,list,make")]
    modes: Vec<LeafMode>,
}

fn main() -> Result<()> {
    let args = Args::parse();
    for mode in args.modes {
        let columns: Vec<Vec<Cell>> =
            PERFT_POSITIONS.iter().map(|position| measure(position, mode, args.rounds as usize)).collect();
        let text = table(mode, &columns);
        std::io::stdout().write_all(text.as_bytes()).context("standard output cannot be written")?;
    }
    Ok(())
}

/// One library on one position.
struct Cell {
    /// Its speed in units of cozy-chess.
    ratio: f64,
    /// Million leaves a second.
    mega_leaves: f64,
}

fn measure(position: &PerftPosition, mode: LeafMode, rounds: usize) -> Vec<Cell> {
    const COUNT: usize = LIBRARIES.len();
    let (depth, leaves) = (position.depth, position.leaves);
    let boards = LIBRARIES.map(|library| (library.read)(position.fen));
    let (mut ratios, mut times) = ([const { Vec::new() }; COUNT], [const { Vec::new() }; COUNT]);
    for round in 0..rounds {
        let mut seconds = [0.0; COUNT];
        for turn in 0..COUNT {
            let library = (round + turn) % COUNT;
            let start = ThreadTime::now();
            let counted = boards[library].perft(mode, depth);
            seconds[library] = start.elapsed().as_secs_f64();
            assert_eq!(counted, leaves, "{} miscounts {}", LIBRARIES[library].name, position.name);
        }
        for (library, time) in seconds.iter().enumerate() {
            ratios[library].push(seconds[COZY] / time);
            times[library].push(*time);
        }
    }
    let cell =
        |(ratios, times)| Cell { ratio: median(ratios), mega_leaves: leaves as f64 / median(times) / 1e6 };
    ratios.into_iter().zip(times).map(cell).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

fn geometric_mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    (values.map(f64::ln).sum::<f64>() / count).exp()
}

fn table(mode: LeafMode, columns: &[Vec<Cell>]) -> String {
    let names: String = PERFT_POSITIONS.iter().map(|position| format!("{:>12}", position.name)).collect();
    let mode = format!("{mode:?}").to_lowercase();
    let mut lines = vec![format!("{mode:12}{:>8}{:>11}{names}\n", "ratio", "Mleaves/s")];
    for (index, library) in LIBRARIES.iter().enumerate() {
        let mean = geometric_mean(columns.iter().map(|column| column[index].ratio));
        let speed = geometric_mean(columns.iter().map(|column| column[index].mega_leaves));
        let ratios: String = columns.iter().map(|column| format!("{:>12.2}", column[index].ratio)).collect();
        lines.push(format!("{:12}{mean:>8.2}{speed:>11.0}{ratios}\n", library.name));
    }
    lines.push("\n".to_owned());
    lines.concat()
}
