//! `cargo run --release -p tuner -- fit FILE`: tunes the evaluation. The library says how.

mod arguments;
mod commands;

use anyhow::Result;
use clap::Parser as _;

use arguments::{Arguments, Command};

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Fit(arguments) => commands::fit::run(&arguments),
        Command::Loss(arguments) => commands::loss::run(&arguments),
    }
}
