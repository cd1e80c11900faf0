//! The program: see `datagen --help`.

use std::process::ExitCode;

use clap::Parser;
use datagen::cli::Cli;
use toolkit::End;

fn main() -> ExitCode {
    End::exit_code(Cli::parse().run())
}
