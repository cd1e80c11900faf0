//! `cargo run --release -p wdl -- FILES`: fits the chances to win, draw and lose. See the library.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use toolkit::{End, expect_outputs, say};
use wdl::report::Report;
use wdl::tally::{ResultTable, TallyBounds};
use wdl::{fit, pgn, plot, records};

/// Fits the chances to win, draw and lose to games of the engine.
///
/// Prints the constants for crates/eval/src/wdl.rs and how well they agree with the games.
#[derive(Parser)]
#[command(version)]
struct Cli {
    /// Games: PGN with a score after each move (.pgn, .pgn.gz, .pgn.zst), or files written by datagen (anything else)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Value that the engine of the PGN games showed as one pawn, in units of its evaluation: the constant PAWN_UNITS
    /// of its crates/eval/src/wdl.rs. Needed for PGN
    #[arg(long, value_name = "UNITS", value_parser = positive)]
    pawn: Option<f64>,
    /// The degree of the polynomials
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=5))]
    degree: u8,
    /// Count less material than this as this
    #[arg(long, value_name = "MATERIAL", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..78))]
    least_material: u32,
    /// Leave out scores further from equality, in units of the evaluation
    #[arg(long, value_name = "UNITS", default_value_t = 600, value_parser = clap::value_parser!(i32).range(100..=30_000))]
    max_score: i32,
    /// File for the picture
    #[arg(long, value_name = "FILE", default_value = "wdl.svg")]
    plot: PathBuf,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

fn main() -> ExitCode {
    End::exit_code(run(&Cli::parse()).map(|()| End::Complete))
}

fn run(arguments: &Cli) -> Result<()> {
    // Reading may take a minute, so errors of the output files are reported first.
    let inputs: Vec<&Path> = arguments.files.iter().map(PathBuf::as_path).collect();
    expect_outputs(&inputs, &[&arguments.plot])?;
    let bounds = TallyBounds { least_material: arguments.least_material, max_score: arguments.max_score };
    let tally = read(arguments, bounds)?;
    let fitted = fit::fit(&tally, arguments.degree.into())
        .with_context(|| format!("{} positions of {} games", tally.total().count(), tally.games))?;
    if let Some(warning) = fitted.warning(&tally) {
        eprintln!("warning: {warning}");
    }
    plot::draw(&arguments.plot, &tally, &fitted.model)?;
    say(Report { tally: &tally, fitted: &fitted })?;
    say(format_args!("\nPicture: {}\n", arguments.plot.display()))
}

fn is_pgn(path: &Path) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    [".pgn", ".pgn.gz", ".pgn.zst"].iter().any(|end| name.ends_with(end))
}

fn read(arguments: &Cli, bounds: TallyBounds) -> Result<ResultTable> {
    let mut bytes = 0;
    for path in &arguments.files {
        bytes += path.metadata().with_context(|| path.display().to_string())?.len();
        if is_pgn(path) && arguments.pawn.is_none() {
            bail!(
                "{}: scores in PGN are in pawns, expected --pawn with the units of one pawn",
                path.display()
            );
        }
    }
    let style = ProgressStyle::with_template("{wide_bar} {bytes} of {total_bytes}, {eta} left: {msg}")?;
    let bar = ProgressBar::new(bytes).with_style(style);
    let mut tally = ResultTable::new(bounds);
    for path in &arguments.files {
        bar.set_message(path.display().to_string());
        let before = bar.position();
        match arguments.pawn.filter(|_| is_pgn(path)) {
            Some(pawn) => pgn::read(path, pawn, &mut tally, |file| bar.wrap_read(file)),
            None => records::read(path, &mut tally, |read| bar.set_position(before + read)),
        }
        .with_context(|| path.display().to_string())?;
        bar.set_position(before + path.metadata().map_or(0, |metadata| metadata.len()));
    }
    bar.finish_and_clear();
    Ok(tally)
}
