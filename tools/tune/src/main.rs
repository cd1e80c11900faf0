//! The program: see `tune --help`.

use std::process::ExitCode;

use clap::Parser as _;
use toolkit::End;
use tune::{Cli, Command, convert, fit, play, rescore, stats, wdl};

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
