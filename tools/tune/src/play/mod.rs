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
//! | [`settings`] | everything that decides which games are played |
//! | [`run`](mod@run) | threads that play, and one that writes |

pub mod game;
pub mod openings;
pub mod referee;
pub mod run;
pub mod settings;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use movegen::Position;
use search::{AllocError, Control, Engine, Game, Limits, Mebibytes};
use toolkit::{End, say};
use types::Depth;

use openings::Openings;
use run::{Collection, Goal, Progress};
use settings::Settings;

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
        run::run(settings, &openings, threads, goal, &mut collection, &stop, |now| progress.show(now));
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
