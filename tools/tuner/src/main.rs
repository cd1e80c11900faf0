//! `cargo run --release -p tuner -- fit FILE`: tunes the evaluation. See the library.

mod arguments;
mod commands;

use std::process::ExitCode;

use clap::Parser as _;
use toolkit::End;

use arguments::{Cli, Command};

fn main() -> ExitCode {
    End::exit_code(match Cli::parse().command {
        Command::Fit(arguments) => commands::fit::run(&arguments),
        Command::Loss(arguments) => commands::loss::run(&arguments).map(|()| End::Complete),
    })
}
