//! The command line.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::{Args, Parser, Subcommand, ValueEnum};
use positions::Filter;
use positions::text::LineFormat;
use search::Mebibytes;
use toolkit::End;
use types::Score;

use crate::collect::RunGoal;
use crate::commands;
use crate::openings::Openings;
use crate::settings::{Adjudication, OpeningSettings, RunSettings};

/// Upper limit: after more random plies hardly any game is still going on.
const MAX_RANDOM_PLIES: i64 = 1000;

/// Generates training positions by self-play of the engine.
#[derive(Parser, Debug)]
#[command(name = "datagen", version, about, max_term_width = 110)]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// All commands.
#[derive(Subcommand, Debug)]
#[non_exhaustive]
pub enum Command {
    /// Plays games and writes their positions. If the file exists, the run continues it. Ctrl-C saves the games
    /// played; if a goal was not reached, the exit code is then 130.
    Run(RunArgs),
    /// Shows statistics of files: counts, results, scores, phases.
    Stats(StatsArgs),
    /// Writes the positions of a file in another format.
    #[command(alias = "to-text")]
    Export(ExportArgs),
    /// Packs positions or games of another format into a new file.
    #[command(alias = "from-text")]
    Import(ImportArgs),
    /// Corrects the results and scores of a file by Syzygy endgame tables, into a new file.
    Rescore(RescoreArgs),
}

/// Arguments of `run`.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// The file to write or to continue; continuing needs the same settings and the same engine.
    pub file: PathBuf,
    /// Games played at a time; the default is one a processor.
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Ends when the file holds this many positions. Without a goal the run continues until Ctrl-C.
    #[arg(long, value_name = "N")]
    pub positions: Option<u64>,
    /// Ends when the file holds this many games.
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// Seed of all random numbers.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Nodes after which a search begins no further iteration.
    #[arg(long, value_name = "NODES", default_value = "4000")]
    pub nodes: NonZeroU64,
    /// Nodes after which a search is stopped; the default is 8 times --nodes.
    #[arg(long, value_name = "NODES")]
    pub hard_nodes: Option<NonZeroU64>,
    /// Number of positions that are sampled from inside each search and then searched like those of the game. The
    /// evaluation sees such positions, but games rarely reach them.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub leaves: usize,
    /// The transposition table of each thread, in MiB.
    #[arg(long, value_name = "MIB", default_value = "4")]
    pub hash: NonZeroU32,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "How games begin")]
struct OpeningArgs {
    /// A book of FEN or EPD lines to start from, instead of the start array.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// The percentage of games that start from a Chess960 array.
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0, value_parser = parse_percent)]
    chess960: f64,
    /// The percentage of these in which both sides have different arrays (double Chess960).
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = parse_percent)]
    double: f64,
    /// Number of random plies, or one more; the default is 8, and 0 with a book.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=MAX_RANDOM_PLIES))]
    random_plies: Option<u32>,
    /// Rejects an opening if a short search gives either side more than this, in units of the evaluation (84 are
    /// shown as one pawn).
    #[arg(long, value_name = "SCORE", default_value_t = 300, value_parser = parse_margin)]
    opening_score: i32,
}

#[derive(Args, Debug)]
#[command(next_help_heading = "When games are taken for decided")]
struct AdjudicationArgs {
    /// Adjudicates a win beyond this score, in units of the evaluation (84 are shown as one pawn) …
    #[arg(long, value_name = "SCORE", default_value_t = 2000, value_parser = parse_margin)]
    win_score: i32,
    /// … for this many plies.
    #[arg(long, value_name = "PLIES", default_value = "5")]
    win_plies: NonZeroU32,
    /// Adjudicates a draw within this score, in units of the evaluation …
    #[arg(long, value_name = "SCORE", default_value_t = 8, value_parser = parse_margin)]
    draw_score: i32,
    /// … for this many plies …
    #[arg(long, value_name = "PLIES", default_value = "12")]
    draw_plies: NonZeroU32,
    /// … from this move on.
    #[arg(long, value_name = "MOVE", default_value_t = 40)]
    draw_from_move: u16,
}

impl RunArgs {
    /// The settings, and the openings that belong to them.
    ///
    /// # Errors
    /// If the book is invalid, or the limits contradict each other.
    pub fn settings(&self) -> Result<(RunSettings, Openings)> {
        let nodes = self.nodes.get();
        let hard_nodes = self.hard_nodes.map_or(nodes.saturating_mul(8), NonZeroU64::get);
        ensure!(hard_nodes >= nodes, "--hard-nodes {hard_nodes} is less than --nodes {nodes}");
        let openings = self.openings.openings()?;
        let settings = RunSettings {
            seed: self.seed,
            nodes,
            hard_nodes,
            leaves: self.leaves,
            hash: Mebibytes(self.hash.get() as usize),
            openings: openings.settings().clone(),
            adjudication: self.adjudication.rules(),
        };
        Ok((settings, openings))
    }

    /// Goal at which the run ends by itself.
    pub fn goal(&self) -> RunGoal {
        RunGoal { positions: self.positions, games: self.games }
    }
}

impl OpeningArgs {
    fn openings(&self) -> Result<Openings> {
        let settings = OpeningSettings {
            random_plies: self.random_plies.unwrap_or(if self.book.is_some() { 0 } else { 8 }),
            max_score: Score(self.opening_score),
            chess960: self.chess960 / 100.0,
            double: self.double / 100.0,
            book: None,
        };
        match &self.book {
            Some(path) => Openings::from_book(settings, path),
            None => Ok(Openings::from_arrays(settings)),
        }
    }
}

impl AdjudicationArgs {
    fn rules(&self) -> Adjudication {
        Adjudication {
            win_score: Score(self.win_score),
            win_plies: self.win_plies.get(),
            draw_score: Score(self.draw_score),
            draw_plies: self.draw_plies.get(),
            draw_from_move: self.draw_from_move,
            ..Adjudication::default()
        }
    }
}

/// Filter of positions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Which positions")]
pub struct FilterArgs {
    /// Only positions not in check and whose best move is neither a capture nor a promotion.
    #[arg(long)]
    quiet: bool,
    /// Only positions at least this many plies into the game.
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    min_ply: u32,
    /// Only scores of at most this for either side, in units of the evaluation (84 are shown as one pawn).
    #[arg(long, value_name = "SCORE", value_parser = parse_margin)]
    max_score: Option<i32>,
    /// Only positions with at least this many pieces on the board, kings and pawns included.
    #[arg(long, value_name = "MEN", default_value_t = 0)]
    min_pieces: u32,
}

impl FilterArgs {
    /// The filter of the reader.
    pub fn filter(&self) -> Filter {
        Filter {
            quiet: self.quiet,
            min_ply: self.min_ply,
            max_score: self.max_score.map(Score),
            min_pieces: self.min_pieces,
        }
    }
}

/// Arguments of `stats`.
#[derive(Args, Debug)]
pub struct StatsArgs {
    /// The files.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Positions that are counted.
    #[command(flatten)]
    pub filter: FilterArgs,
}

/// Formats that other programs read and write.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileFormat {
    /// `FEN | score | result`, both for White.
    Bars,
    /// `FEN [result] score`, both for White.
    Brackets,
    /// EPD with the result as c9, and score (ce) and move (bm) of the side to move.
    Epd,
    /// Games as viridithas writes them.
    Viriformat,
    /// Positions for the trainer bullet, without castling rights and move numbers.
    Bulletformat,
    /// Games in PGN with a score behind each move, in pawns; only for import.
    Pgn,
}

impl FileFormat {
    /// The format of a line, if it is one of text.
    pub fn of_lines(self) -> Option<LineFormat> {
        match self {
            FileFormat::Bars => Some(LineFormat::Bars),
            FileFormat::Brackets => Some(LineFormat::Brackets),
            FileFormat::Epd => Some(LineFormat::Epd),
            FileFormat::Viriformat | FileFormat::Bulletformat | FileFormat::Pgn => None,
        }
    }
}

/// Arguments of `export`.
#[derive(Args, Debug)]
pub struct ExportArgs {
    /// The packed file.
    pub file: PathBuf,
    /// The file to write; the default is standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format.
    #[arg(long, value_enum, default_value = "bars")]
    pub format: FileFormat,
    /// Writes scores in centipawns, with this many units of the evaluation per pawn (the engine shows 84 as one
    /// pawn). By default scores are written in units.
    #[arg(long, value_name = "UNITS", value_parser = parse_pawn)]
    pub pawn: Option<f64>,
    /// Positions that are written.
    #[command(flatten)]
    pub filter: FilterArgs,
}

/// Arguments of `import`.
#[derive(Args, Debug)]
pub struct ImportArgs {
    /// File to read, or `-` for standard input; it may be compressed (.gz, .zst). Empty lines are passed over.
    pub input: PathBuf,
    /// The packed file, which must not exist.
    pub file: PathBuf,
    /// The format.
    #[arg(long, value_enum, default_value = "bars")]
    pub format: FileFormat,
    /// Reads scores as centipawns, with this many units of the evaluation per pawn (the engine shows 84 as one pawn).
    /// By default scores are read as units. Scores in PGN are in pawns, by default of 100 units.
    #[arg(long, value_name = "UNITS", value_parser = parse_pawn)]
    pub pawn: Option<f64>,
}

/// Arguments of `rescore`.
#[derive(Args, Debug)]
pub struct RescoreArgs {
    /// The packed file to read.
    pub input: PathBuf,
    /// The packed file to write, which must not exist.
    pub file: PathBuf,
    /// The folders of the tables, in the format of the engine's option SyzygyPath.
    #[arg(long, value_name = "PATH")]
    pub syzygy: String,
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// If the command fails.
    pub fn run(&self) -> Result<End> {
        match &self.command {
            Command::Run(args) => return commands::run(args),
            Command::Stats(args) => commands::stats(args)?,
            Command::Export(args) => commands::export(args)?,
            Command::Import(args) => commands::import(args)?,
            Command::Rescore(args) => commands::rescore(args)?,
        }
        Ok(End::Complete)
    }
}

fn parse_percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| "expected a number from 0 to 100".to_owned())
}

fn parse_pawn(text: &str) -> Result<f64, String> {
    let units = text.parse().ok().filter(|units| (1.0..=10_000.0).contains(units));
    units.ok_or_else(|| "expected a number from 1 to 10000".to_owned())
}

/// Parses a score limit.
fn parse_margin(text: &str) -> Result<i32, String> {
    let margin = text.parse().ok().filter(|margin| (0..=Score::MATE.0).contains(margin));
    margin.ok_or_else(|| format!("expected whole units of the evaluation from 0 to {}", Score::MATE))
}
