//! The program: see `tune --help`.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use toolkit::End;
use tune::{convert, fit, play, rescore, stats, wdl};

/// Tunes the evaluation: makes positions by self-play, fits all weights to them, and fits what a score is worth.
#[derive(Parser)]
#[command(name = "tune", version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays games of the engine against itself and writes their positions. If the file exists, the run continues it.
    /// Ctrl-C keeps the games played; if a goal was not reached, the exit code is then 130
    Play(play::PlayArgs),
    /// Shows the origin of files and counts of their positions
    Stats(stats::StatsArgs),
    /// Writes positions as text
    Export(convert::ExportArgs),
    /// Packs positions of text, EPD or PGN into a new file
    Import(convert::ImportArgs),
    /// Copies a file with the scores and moves of another engine. Ctrl-C keeps the games done; the same command continues
    Rescore(rescore::RescoreArgs),
    /// Fits the weights of the evaluation. Ctrl-C ends it with the best weights so far; the exit code is then 130
    Fit(Box<fit::FitArgs>),
    /// Prints the error of the evaluation on the held-out positions
    Loss(fit::LossArgs),
    /// Fits the chances to win, draw and lose, and prints the constants for crates/eval/src/wdl.rs
    Wdl(wdl::WdlArgs),
}

fn main() -> ExitCode {
    End::exit_code(match Cli::parse().command {
        Command::Play(args) => play::run(&args),
        Command::Stats(args) => stats::run(&args).map(|()| End::Complete),
        Command::Export(args) => convert::export(&args).map(|()| End::Complete),
        Command::Import(args) => convert::import(&args).map(|()| End::Complete),
        Command::Rescore(args) => rescore::run(&args),
        Command::Fit(args) => fit::run(&args),
        Command::Loss(args) => fit::loss_of_lists(&args).map(|()| End::Complete),
        Command::Wdl(args) => wdl::run(&args).map(|()| End::Complete),
    })
}
