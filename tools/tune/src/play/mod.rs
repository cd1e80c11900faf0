//! Self-play: positions with scores and results, to tune the evaluation with.
//!
//! ```text
//!   seed, game number ──▶ opening ──▶ game ──▶ records ──▶ file
//!                         (random     (engine,  (in order of the numbers,
//!                          plies)      referee)  duplicates dropped)
//! ```
//!
//! A game depends only on the settings and its number: the engine is reset before it, and its random numbers are a
//! separate stream. So the number of threads, the order in which games end and interruptions do not matter: the file holds
//! the same records in the same order. It stores the settings as a note, and is only continued with the same settings and
//! the same engine.
//!
//! | module | idea |
//! |---|---|
//! | [`openings`] | openings of games |
//! | [`game`] | one game of the engine against itself, and positions sampled from inside its searches |
//! | [`referee`] | the end of a game, by the rules or by adjudication |
//! | [`run`](mod@run) | threads that play, and one that writes |

pub mod game;
pub mod openings;
pub mod referee;
pub mod run;

use std::fmt;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use movegen::Position;
use search::{AllocError, Control, Engine, Game, Limits, Mebibytes};
use toolkit::{End, say};
use types::{Depth, Score};

use openings::Openings;
use referee::Adjudication;
use run::{Collection, Goal, Progress};

#[derive(Args)]
pub struct PlayArgs {
    /// The file to write or to continue; continuing needs the same settings and the same engine
    file: PathBuf,
    /// Games played at a time; the default is one a processor
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    goal: Goal,
    #[command(flatten)]
    settings: Settings,
}

/// Everything that decides which games are played.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Settings {
    /// Seed of all random numbers
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Nodes after which a search begins no further iteration
    #[arg(long, value_name = "NODES", default_value = "4000")]
    pub nodes: NonZeroU64,
    /// Nodes after which a search is stopped; the default is 8 times --nodes
    #[arg(long, value_name = "NODES")]
    pub hard_nodes: Option<NonZeroU64>,
    /// Number of positions that are sampled from inside each search and then searched by themselves. The evaluation sees
    /// such positions, but games rarely reach them
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub leaves: usize,
    /// Nodes after which these searches begin no further iteration; the default is --nodes. Few are enough if `rescore`
    /// follows
    #[arg(long, value_name = "NODES")]
    pub leaf_nodes: Option<NonZeroU64>,
    /// The transposition table of each thread, in MiB
    #[arg(long, value_name = "MIB", default_value = "4")]
    pub hash: NonZeroU32,
    #[command(flatten)]
    pub openings: OpeningSettings,
    #[arg(skip)]
    pub adjudication: Adjudication,
}

#[derive(Args, Clone, PartialEq, Debug)]
#[command(next_help_heading = "How games begin")]
pub struct OpeningSettings {
    /// A book to start from instead of the start array: lines of FEN or EPD, or games in PGN
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// The percentage of games that start from a Chess960 array
    #[arg(long, value_name = "PERCENT", default_value_t = 10.0, value_parser = parse_percent)]
    pub chess960: f64,
    /// The percentage of these in which both sides have different arrays (double Chess960)
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = parse_percent)]
    pub double: f64,
    /// Number of random plies, or one more; the default is 8, and 0 with a book
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub random_plies: Option<u32>,
    /// Rejects an opening if a short search gives either side more than this, in units of the evaluation (84 are shown as
    /// one pawn)
    #[arg(long, value_name = "UNITS", default_value_t = 300, value_parser = clap::value_parser!(i32).range(0..=Score::MATE.0.into()))]
    pub opening_score: i32,
}

fn parse_percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| "expected a number from 0 to 100".to_owned())
}

/// The settings of a command line without options.
impl Default for Settings {
    fn default() -> Settings {
        #[derive(clap::Parser)]
        struct Line {
            #[command(flatten)]
            settings: Settings,
        }
        <Line as clap::Parser>::parse_from(["play"]).settings
    }
}

impl Settings {
    /// Nodes after which the search of a sampled position begins no further iteration.
    pub fn leaf_nodes(&self) -> u64 {
        self.leaf_nodes.unwrap_or(self.nodes).get()
    }

    /// Nodes after which a search is stopped.
    pub fn hard_nodes(&self) -> u64 {
        self.hard_nodes.map_or(self.nodes.get().saturating_mul(8), NonZeroU64::get)
    }

    pub fn hash(&self) -> Mebibytes {
        Mebibytes(self.hash.get() as usize)
    }
}

impl OpeningSettings {
    /// Random plies from the array or the line of the book: as many, or one more.
    pub fn random_plies(&self) -> u32 {
        self.random_plies.unwrap_or(if self.book.is_some() { 0 } else { 8 })
    }
}

/// The note of a file.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { seed, nodes, leaves, hash, openings, adjudication, .. } = self;
        let OpeningSettings { chess960, double, opening_score, .. } = openings;
        let (hard_nodes, random_plies) = (self.hard_nodes(), openings.random_plies());
        let leaf_nodes = self.leaf_nodes.map_or(String::new(), |nodes| format!(" leaf-nodes={nodes}"));
        write!(
            f,
            "self-play seed={seed} nodes={nodes}..{hard_nodes} leaves={leaves}{leaf_nodes} hash={hash}MiB \
             chess960={chess960} double={double} random-plies={random_plies} opening-score={opening_score} {adjudication}"
        )
    }
}

/// Plays games and writes their positions. Without a goal, an interruption is the normal end.
pub fn run(args: &PlayArgs) -> Result<End> {
    let PlayArgs { settings, goal, .. } = args;
    let (nodes, hard_nodes) = (settings.nodes.get(), settings.hard_nodes());
    ensure!(hard_nodes >= nodes, "--hard-nodes {hard_nodes} is less than --nodes {nodes}");
    let openings = Openings::new(&settings.openings)?;
    let engine = engine_signature().context("no memory for a transposition table")?;
    let note = format!("{settings}{} engine={engine:x}", openings.book_note());
    let threads = args.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let about = || args.file.display().to_string();
    let mut collection = Collection::open(&args.file, &note).with_context(about)?;
    let stop = toolkit::listen()?;
    eprintln!("{note}");
    if collection.games > 0 {
        eprintln!("continuing with game {} after {} positions", collection.games, collection.positions);
    }
    let mut progress = Progress::new(goal, &collection);
    let played =
        run::run(settings, &openings, threads, goal, &mut collection, &stop, |counts| progress.show(counts));
    let is_cut_short = stop.load(Ordering::Relaxed) && !collection.has_reached(goal);
    let mut summary = progress.summary(threads, &collection);
    if is_cut_short {
        summary += &format!("Interrupted. The same command continues with game {}.\n", collection.games);
    }
    let told = say(summary);
    played.with_context(about)?;
    told?;
    Ok(if is_cut_short && goal.is_set() { End::Interrupted } else { End::Complete })
}

/// A checksum of the search and the evaluation: the node counts and scores of some short searches.
fn engine_signature() -> Result<u64, AllocError> {
    const FENS: [&str; 3] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    let mut engine = Engine::new(Mebibytes(1))?;
    let limits = Limits { depth: Some(Depth(9)), ..Limits::default() };
    let games = FENS.iter().filter_map(|fen| fen.parse::<Position>().ok()).map(Game::new);
    Ok(games.fold(0, |signature, game| {
        let outcome = engine.search(&game, &limits, &Control::new(), &mut ());
        let found = outcome.nodes << 32 ^ outcome.score.0.unsigned_abs() as u64;
        (signature ^ found).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    }))
}
