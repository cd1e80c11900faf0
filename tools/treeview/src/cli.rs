//! The command line.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use movegen::Position;
use search::Mebibytes;
use treeview::algorithm::{Algorithm, Effort};
use types::Depth;

/// Draws a search tree as one interactive page
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
#[command(after_help = "An interruption (Ctrl-C) ends the search and draws what was recorded until then.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) draw: DrawArgs,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Searches a position and draws the tree (the default)
    Draw(Box<DrawArgs>),
    /// Draws one log, or two side by side
    Render(RenderArgs),
    /// Counts the nodes that each search technique saves, from minimax to the full engine
    ///
    /// Methods without quiescence search must return the value of minimax. Those with it must agree with each other, up to
    /// the engine with all its sound techniques. The techniques after those may prune the best move, so their values may
    /// differ.
    #[command(after_help = "Exit code: 0 the sound methods agree, 1 they do not, 2 bad input.")]
    Savings(Box<SavingsArgs>),
    /// Writes a page without a tree, for a script that shows trees while they grow
    Viewer(ViewerArgs),
}

#[derive(Args)]
pub(crate) struct DrawArgs {
    /// The position as FEN in quotes, or the word startpos
    #[arg(value_name = "FEN", default_value = "startpos", value_parser = parse_position)]
    pub(crate) position: Position,
    /// A tree of nested lists instead of a position, as in [[3,12,8],[2,4,6],[14,5,2]]
    #[arg(long, value_name = "TREE", conflicts_with_all = ["position", "depth", "nodes", "hash"])]
    pub(crate) lists: Option<String>,
    /// The search to draw [default: engine for a position, alphabeta for lists]
    #[arg(long, value_enum)]
    algorithm: Option<Algorithm>,
    /// A second search to draw beside the first
    #[arg(long, value_enum, value_name = "ALGORITHM")]
    pub(crate) against: Option<Algorithm>,
    #[command(flatten)]
    pub(crate) effort: EffortArgs,
    #[command(flatten)]
    pub(crate) limits: PageLimits,
    /// The page to write
    #[arg(short, long, value_name = "FILE", default_value = "tree.html")]
    pub(crate) output: PathBuf,
    /// Also writes the whole tree to a log, for `treeview render`. Not with --against
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    pub(crate) log: Option<PathBuf>,
}

impl DrawArgs {
    /// The searches to draw.
    pub(crate) fn algorithms(&self) -> impl Iterator<Item = Algorithm> {
        let default = if self.lists.is_some() { Algorithm::Alphabeta } else { Algorithm::Engine };
        [Some(self.algorithm.unwrap_or(default)), self.against].into_iter().flatten()
    }
}

#[derive(Args)]
pub(crate) struct EffortArgs {
    /// The depth in plies; all but minimax search one iteration after the other up to it
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(i32).range(1..=100))]
    depth: i32,
    /// Ends the search after this many moves made; each takes some 150 bytes of memory
    #[arg(long, value_name = "N", default_value_t = 3_000_000, value_parser = clap::value_parser!(u64).range(1..=40_000_000))]
    nodes: u64,
    /// The size of the transposition table in mebibytes
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
}

impl EffortArgs {
    pub(crate) fn effort(&self) -> Effort {
        Effort { depth: Depth(self.depth), nodes: self.nodes, hash: Mebibytes(self.hash as usize) }
    }
}

#[derive(Args)]
pub(crate) struct PageLimits {
    /// Draws at most this many visits and skipped moves. The smallest subtrees are left out first and only counted;
    /// iterations and the moves along their principal variations are always drawn
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) max_nodes: usize,
    /// Draws nothing deeper than this many plies below the root
    #[arg(long, value_name = "PLIES")]
    pub(crate) max_ply: Option<u8>,
}

#[derive(Args)]
pub(crate) struct RenderArgs {
    /// Logs written by `treeview draw --log`
    #[arg(required = true, num_args = 1..=2, value_name = "LOG")]
    pub(crate) logs: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: PageLimits,
    /// The page to write
    #[arg(short, long, value_name = "FILE", default_value = "tree.html")]
    pub(crate) output: PathBuf,
}

#[derive(Args, Clone)]
pub(crate) struct SavingsArgs {
    /// The position as FEN, X-FEN or Shredder-FEN [default: the start position]
    #[arg(value_name = "FEN", value_parser = parse_position, conflicts_with = "suite")]
    pub(crate) position: Option<Position>,
    /// Searches all positions of a file, lines of FEN or EPD, and adds up the counts
    #[arg(long, value_name = "FILE")]
    pub(crate) suite: Option<PathBuf>,
    /// The depth to search
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,
    /// Ends a search after this many nodes, some minutes; its row is marked as capped
    #[arg(long, value_name = "N", default_value = "100000000")]
    pub(crate) max_nodes: NonZeroU64,
}

#[derive(Args)]
pub(crate) struct ViewerArgs {
    /// The title of the page
    #[arg(long)]
    pub(crate) title: String,
    /// A file with the HTML of the script's controls
    #[arg(long, value_name = "FILE")]
    pub(crate) controls: PathBuf,
    /// The address of the script, as seen from the page
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) script: String,
    /// The page to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

fn parse_position(text: &str) -> Result<Position, movegen::text::FenError> {
    if text == "startpos" { Ok(Position::startpos()) } else { text.parse() }
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
    fn without_a_subcommand_a_position_is_drawn() {
        let cli = Cli::try_parse_from(["treeview", "startpos", "--depth", "3", "-o", "a.html"]).unwrap();
        assert!(cli.command.is_none());
        assert_eq!(cli.draw.effort.effort().depth, Depth(3));
        assert_eq!(cli.draw.position.fen(), Position::startpos().fen());
    }

    #[test]
    fn nonsense_is_refused() {
        for arguments in [
            &["treeview", "--depth", "0"][..],
            &["treeview", "8/8/8/8/8/8/8/8 w - - 0 1"],
            &["treeview", "startpos", "--lists", "[1]"],
            // Lists are searched to their leaves.
            &["treeview", "--lists", "[1]", "--depth", "1"],
            &["treeview", "--algorithm", "chess"],
            &["treeview", "--against", "pvs", "--log", "x"],
            &["treeview", "--hash", "0"],
            &["treeview", "render"],
            &["treeview", "render", "a", "b", "c"],
        ] {
            assert!(Cli::try_parse_from(arguments).is_err(), "{arguments:?}");
        }
    }
}
