//! The command line.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};

use crate::game::Limit;
use crate::optimiser::Gains;
use crate::state::Conditions;

/// Tunes the parameters of the search by games of the engine against itself.
#[derive(Parser)]
#[command(version)]
#[command(
    after_help = "Ctrl-C, SIGTERM and SIGHUP (not under `nohup`) save and stop; `spsa resume` continues.\n\
                    Exit code: 0 done, 1 failed, 2 bad command line, 130 interrupted."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Starts a tune.
    Start(StartArgs),
    /// Continues an interrupted tune.
    Resume(ResumeArgs),
    /// Shows the progress of a tune, also while it runs.
    Report(ReportArgs),
}

#[derive(Args)]
pub(crate) struct StartArgs {
    /// The file that holds the tune. It must not exist.
    pub(crate) state: PathBuf,
    /// The command that starts the engine, its arguments separated by spaces: a tuning build of Coppice
    /// (cargo build --release --features tuning), or with --params-file any UCI engine.
    #[arg(long, value_name = "COMMAND")]
    engine: String,
    /// Openings: a FEN or EPD a line, or games in PGN; may be compressed (.gz, .zst).
    #[arg(long, value_name = "FILE")]
    pub(crate) book: PathBuf,
    /// Parameters to tune: names with wildcards * and ?; a leading ! excludes. By default all but the parameters of
    /// time management (time_*), which searches of fixed nodes cannot measure.
    #[arg(long, value_name = "PATTERN", num_args = 1..)]
    pub(crate) params: Vec<String>,
    /// The parameters, for an engine that does not list them: lines in the format of OpenBench, `name, int, value,
    /// min, max, c_end, r_end`, where each name is a UCI option.
    #[arg(long, value_name = "FILE")]
    pub(crate) params_file: Option<PathBuf>,
    /// The length of each search in nodes.
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Plays with a clock instead: seconds for the game and for each move, as in 2+0.02.
    #[arg(long, value_name = "S+S", conflicts_with = "nodes", value_parser = parse_clock)]
    tc: Option<Limit>,
    /// The transposition table of each engine in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// Number of pairs of games in all. The steps shrink accordingly.
    #[arg(long, value_name = "PAIRS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Number of steps that a parameter moves per point won, at the end. The default suits tens of thousands of
    /// pairs; two thousand pairs need a greater value.
    #[arg(long, value_name = "R", default_value_t = 0.002, value_parser = parse_rate)]
    r_end: f64,
    /// Seed of the perturbations and openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

impl StartArgs {
    /// Conditions of the games, also if the tune is resumed from another folder.
    ///
    /// # Errors
    /// If the book cannot be found.
    pub(crate) fn conditions(&self) -> Result<Conditions> {
        let name = self.book.display();
        let book = self.book.canonicalize().with_context(|| format!("{name}: unreadable book"))?;
        let limit = self.tc.unwrap_or(Limit::Nodes(self.nodes));
        let (engine, from_file) = (from_anywhere(&self.engine), self.params_file.is_some());
        Ok(Conditions { engine, book, limit, hash: self.hash, from_file })
    }

    /// Number of iterations and speed of learning.
    pub(crate) fn gains(&self) -> Gains {
        Gains { iterations: self.iterations, r_end: self.r_end }
    }
}

/// Options of a run that do not change its result.
#[derive(Args)]
pub(crate) struct RunArgs {
    /// Number of games played at a time; the default is one a processor.
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<NonZeroUsize>,
    /// Plots the path of every parameter to this SVG file at the end.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ResumeArgs {
    /// The file that holds the tune.
    pub(crate) state: PathBuf,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The file that holds the tune, or with --write the values of a tune on OpenBench: lines `name, value`.
    pub(crate) state: PathBuf,
    /// Plots the path of every parameter to this SVG file.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
    /// Writes the new values into this list of parameters: crates/search/src/params.rs.
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
}

/// A command whose program path is absolute. A bare name, which is looked up on the search path, stays unchanged, and
/// so does a path that would contain spaces.
fn from_anywhere(command: &str) -> String {
    let command = command.trim_start();
    let (program, arguments) = command.split_at(command.find(char::is_whitespace).unwrap_or(command.len()));
    let path = Path::new(program);
    // Links are not resolved, because a program may depend on the name that it was called by.
    let whole = (path.components().count() > 1).then(|| std::path::absolute(path).ok()).flatten();
    let whole = whole.and_then(|path| path.into_os_string().into_string().ok());
    let whole = whole.filter(|path| !path.contains(char::is_whitespace));
    whole.unwrap_or_else(|| program.to_owned()) + arguments
}

fn parse_clock(text: &str) -> Result<Limit, String> {
    let time = |text: &str| text.parse().ok().filter(|seconds: &f64| (0.0..1e6).contains(seconds));
    let clock = text.split_once('+').and_then(|(base, increment)| Some((time(base)?, time(increment)?)));
    let clock = clock.filter(|(base, increment)| base + increment > 0.0);
    let (base, increment) = clock.ok_or("expected seconds and an increment, as in 2+0.02")?;
    Ok(Limit::Clock { base, increment })
}

fn parse_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| "expected a number above 0, such as 0.002".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn commands_are_found_from_anywhere() {
        let here = std::env::current_dir().unwrap();
        let here = here.to_str().unwrap();
        assert_eq!(from_anywhere("coppice"), "coppice");
        assert_eq!(from_anywhere(" coppice --net x/y"), "coppice --net x/y");
        assert_eq!(from_anywhere("/usr/bin/env  -i x"), "/usr/bin/env  -i x");
        if !here.contains(char::is_whitespace) && cfg!(unix) {
            assert_eq!(from_anywhere("./coppice x/y"), format!("{here}/coppice x/y"));
            assert_eq!(from_anywhere("target/release/coppice"), format!("{here}/target/release/coppice"));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let start = ["spsa", "start", "s.json", "--engine", "e", "--book", "b"];
        assert!(Cli::try_parse_from(start).is_ok());
        for arguments in [
            &["--r-end", "0"][..],
            &["--r-end", "NaN"],
            &["--nodes", "0"],
            &["--iterations", "0"],
            &["--concurrency", "0"],
            &["--hash", "0"],
            &["--tc", "2"],
            &["--tc", "0+0"],
            &["--tc", "2+0.02", "--nodes", "5"],
        ] {
            assert!(Cli::try_parse_from(start.iter().chain(arguments)).is_err(), "{arguments:?}");
        }
    }
}
