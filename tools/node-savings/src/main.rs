//! The program `node-savings`. `--help` explains its use, the library beside it its parts.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use movegen::Position;
use node_savings::cli::Cli;
use node_savings::meter::SearchTask;
use node_savings::methods::{self, MINIMAX, Method};
use node_savings::results::{MethodResult, Run};
use node_savings::table::MethodTable;
use node_savings::verdict::{self, ValueCheck};
use node_savings::{export, minimax_size, plot, positions};
use search::Game;
use search::engine::STACK_SIZE;
use toolkit::{EXIT_INTERRUPTED, expect_outputs, say};

const EXIT_DISAGREEMENT: u8 = 1;
const EXIT_UNANSWERED: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = std::thread::Builder::new()
        .stack_size(STACK_SIZE)
        .spawn(move || run(&cli))
        .context("no thread to search on")
        .and_then(|thread| thread.join().map_err(|_| anyhow!("a search panicked"))?);
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(EXIT_UNANSWERED)
        }
    }
}

fn run(cli: &Cli) -> Result<u8> {
    // Unwritable files are reported before hours of measuring.
    let suite: Vec<&Path> = cli.suite.iter().map(PathBuf::as_path).collect();
    expect_outputs(&suite, &cli.exports().collect::<Vec<_>>())?;
    let positions = match &cli.suite {
        Some(file) => positions::read_suite(file)?,
        None => vec![cli.position.clone().unwrap_or_else(Position::startpos)],
    };
    let interrupted = toolkit::listen()?;
    let bar = progress_bar();
    let rows = measure(cli, &positions, &interrupted, &bar);
    // The files are written first, and the table is printed even if that fails.
    let exported = export_all(cli, &positions, &rows);
    bar.reset();
    bar.set_message("counting the nodes of minimax");
    let minimax_nodes = minimax_nodes(&rows, &positions, cli.depth, &interrupted);
    bar.finish_and_clear();
    let verdict = verdict::compare(&rows);
    print(cli, &positions, &rows, minimax_nodes, &verdict)?;
    exported?;
    Ok(if !verdict.disagreements.is_empty() {
        EXIT_DISAGREEMENT
    } else if interrupted.load(Ordering::Relaxed) {
        say("interrupted: only the rows above were measured\n")?;
        EXIT_INTERRUPTED
    } else {
        0
    })
}

/// A progress bar on standard error, only if that is a terminal.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::no_length();
    // If the template is refused, the default bar will do.
    if let Ok(style) =
        ProgressStyle::with_template("{spinner} {msg}: {human_pos} nodes, {per_sec}, {elapsed}")
    {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Measures every method on every position, depth by depth, until it is capped.
fn measure(
    cli: &Cli,
    positions: &[Position],
    interrupted: &AtomicBool,
    bar: &ProgressBar,
) -> Vec<MethodResult> {
    let games: Vec<Game> = positions.iter().cloned().map(Game::new).collect();
    let mut rows = Vec::new();
    for method in methods::all() {
        let mut row = MethodResult::of(&method);
        for (position, game) in games.iter().enumerate() {
            bar.set_message(format!("{} (position {} of {})", method.name, position + 1, games.len()));
            measure_position(cli, &method, position, game, interrupted, bar, &mut row);
            // An unfinished row is left out.
            if interrupted.load(Ordering::Relaxed) {
                return rows;
            }
        }
        rows.push(row);
    }
    rows
}

fn measure_position(
    cli: &Cli,
    method: &Method,
    position: usize,
    game: &Game,
    interrupted: &AtomicBool,
    bar: &ProgressBar,
    row: &mut MethodResult,
) {
    for depth in 1..=cli.depth {
        bar.reset();
        let measured = method.search.run(&SearchTask { game, depth, limits: cli.limits(), interrupted, bar });
        let is_capped = measured.score.is_none();
        row.runs.push(Run { position, depth, measured });
        if is_capped {
            break;
        }
    }
}

/// Prints the table and the verdict.
fn print(
    cli: &Cli,
    positions: &[Position],
    rows: &[MethodResult],
    minimax_nodes: Option<u64>,
    verdict: &ValueCheck,
) -> Result<()> {
    match positions {
        [position] => say(format_args!("{} to depth {}\n\n", position.fen(), cli.depth))?,
        _ => say(format_args!("{} positions to depth {}\n\n", positions.len(), cli.depth))?,
    }
    let table = MethodTable { rows, depth: cli.depth, positions: positions.len(), minimax_nodes };
    say(format_args!("{table}\n"))?;
    for disagreement in &verdict.disagreements {
        say(format_args!("WRONG: {disagreement}\n"))?;
    }
    if verdict.disagreements.is_empty() {
        let compared = verdict.compared;
        say(format_args!("The sound methods agree on all of {compared} values that could be compared.\n"))?;
    }
    Ok(())
}

/// Writes the requested files. Tries all of them before it returns the first error.
fn export_all(cli: &Cli, positions: &[Position], rows: &[MethodResult]) -> Result<()> {
    let csv = cli.csv.as_ref().map(|file| export::csv(file, rows, positions));
    let json = cli.json.as_ref().map(|file| export::json(file, rows, positions));
    let svg = cli.svg.as_ref().map(|file| plot::svg(file, rows, cli.depth, positions.len()));
    [csv, json, svg].into_iter().flatten().collect()
}

/// The nodes of minimax: as measured, or else as counted by perft.
fn minimax_nodes(
    rows: &[MethodResult],
    positions: &[Position],
    depth: u32,
    interrupted: &AtomicBool,
) -> Option<u64> {
    let measured = rows.iter().find(|row| row.name == MINIMAX).and_then(|row| row.total(depth));
    let finished = measured.filter(|total| total.finished == positions.len());
    finished.map(|total| total.counts.nodes).or_else(|| minimax_size::of(positions, depth, interrupted))
}
