//! The command line.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use movegen::Position;
use movegen::position::setup::Setup;
use movegen::text::FenError;
use types::Square;

use crate::modes::Mode;

/// Eleven days: more than any answer takes, and no more than a clock can be set to.
const MAX_SECONDS: u64 = 1_000_000;
/// More than processors have cores, and no more than systems allow.
const MAX_THREADS: i64 = 1024;

/// Counts trees of legal moves and compares the counts with known ones or with another engine's.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
#[command(after_help = "Exit code: 0 all counts right, 1 some count wrong, 2 bad input or engine failure, \
                        130 interrupted.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Counts the positions of perft suites (the default).
    Run(RunArgs),
    /// Finds the smallest position whose count differs from another engine's, and the moves that differ.
    Compare(Box<CompareArgs>),
}

#[derive(Args)]
pub(crate) struct RunArgs {
    /// Suites (lines `FEN ;D1 20 ;D2 400`, `#` comments) or folders of *.epd; without any, perft-suites/.
    pub(crate) paths: Vec<PathBuf>,
    /// The path of the move generator that is tested.
    #[arg(long, value_enum, default_value_t = Mode::Bulk)]
    pub(crate) mode: Mode,
    /// Skips depths beyond this one.
    #[arg(long, value_name = "PLIES")]
    pub(crate) max_depth: Option<NonZeroU32>,
    /// Skips depths with more leaves than this; the default depends on the mode.
    #[arg(long, value_name = "LEAVES")]
    pub(crate) max_nodes: Option<u64>,
    /// The number of positions counted at a time; the default is one a processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    pub(crate) threads: Option<u16>,
}

/// The number of processors.
pub(crate) fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

#[derive(Args)]
pub(crate) struct CompareArgs {
    /// The command that starts the other engine, its arguments separated by spaces. It must
    /// answer `go perft N` as Stockfish does.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) engine: String,
    /// The seconds that the engine may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=MAX_SECONDS))]
    pub(crate) timeout: u64,
    /// Runs the engine in Chess960 mode, also for the castling squares of standard chess.
    #[arg(long)]
    pub(crate) chess960: bool,
    /// The position as FEN, X-FEN or Shredder-FEN, or the word startpos.
    #[arg(value_name = "FEN", value_parser = parse_root)]
    pub(crate) root: RootPosition,
    /// The greatest depth to compare, at least 1.
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
}

/// The position from which a comparison starts.
#[derive(Clone)]
pub(crate) struct RootPosition {
    pub(crate) position: Position,
    /// The en-passant square of the FEN, whether or not a capture there is legal.
    pub(crate) passed_square: Option<Square>,
}

fn parse_root(text: &str) -> Result<RootPosition, FenError> {
    if text == "startpos" {
        return Ok(RootPosition { position: Position::startpos(), passed_square: None });
    }
    let setup: Setup = text.parse()?;
    let passed_square = setup.en_passant;
    Ok(RootPosition { position: setup.into_position()?, passed_square })
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
    fn without_a_subcommand_the_arguments_are_those_of_run() {
        let cli = Cli::try_parse_from(["perft", "--max-depth", "3", "a.epd", "b"]).unwrap();
        assert!(cli.command.is_none());
        assert_eq!(cli.run.max_depth.map(NonZeroU32::get), Some(3));
        assert_eq!(cli.run.paths, [PathBuf::from("a.epd"), PathBuf::from("b")]);
        assert!(matches!(
            Cli::try_parse_from(["perft", "run", "--mode", "keys"]).unwrap().command,
            Some(Command::Run(RunArgs { mode: Mode::Keys, .. }))
        ));
    }

    #[test]
    fn nonsense_is_refused() {
        for arguments in [
            &["perft", "--max-depth", "0"][..],
            &["perft", "--mode", "none"],
            &["perft", "compare", "--engine", "e", "startpos", "0"],
            &["perft", "compare", "--engine", "e", "8/8/8/8/8/8/8/8 w - -", "1"],
            &["perft", "compare", "startpos", "3"],
            &["perft", "compare", "--engine", "e", "--timeout", "18446744073709551615", "startpos", "3"],
            &["perft", "compare", "--engine", "e", "--timeout", "0", "startpos", "3"],
            &["perft", "--threads", "0"],
            &["perft", "--threads", "1025"],
        ] {
            assert!(Cli::try_parse_from(arguments).is_err(), "{arguments:?}");
        }
    }
}
