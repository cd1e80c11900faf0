//! Everything that decides which games are played.
//!
//! Two runs with the same settings play the same games. So a file stores its settings as a note, and is only
//! continued with the same settings and the same engine.

use std::fmt;

use movegen::Position;
use search::{AllocError, Control, Engine, Game, Limits, Mebibytes};
pub use toolkit::referee::Adjudication;
use types::{Depth, Score};

/// Settings of openings, searches and adjudication.
#[derive(Clone, PartialEq, Debug)]
pub struct RunSettings {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Nodes after which a search begins no further iteration.
    pub nodes: u64,
    /// Nodes after which a search is stopped.
    pub hard_nodes: u64,
    /// Number of positions that are sampled from inside each search, and searched like those of the game.
    pub leaves: usize,
    /// The transposition table of each thread.
    pub hash: Mebibytes,
    /// Openings.
    pub openings: OpeningSettings,
    /// Adjudication, before the rules end a game.
    pub adjudication: Adjudication,
}

/// Settings of openings.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningSettings {
    /// Random plies from the array or the line of the book: as many, or one more.
    pub random_plies: u32,
    /// Openings in which a short search gives either side more than this are rejected.
    pub max_score: Score,
    /// The share of games that begin from a Chess960 array, 0 to 1. Of no meaning with a book.
    pub chess960: f64,
    /// The share of these in which the sides have different arrays, 0 to 1.
    pub double: f64,
    /// Name and checksum of the book, if there is one.
    pub book: Option<String>,
}

impl RunSettings {
    /// Note for a file about how it was made, the engine included.
    ///
    /// # Errors
    /// If there is no memory for a small transposition table.
    pub fn note(&self) -> Result<String, AllocError> {
        Ok(format!("{self} engine={:x}", engine_signature()?))
    }
}

impl fmt::Display for RunSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RunSettings { seed, nodes, hard_nodes, leaves, hash, openings, adjudication } = self;
        write!(f, "datagen seed={seed} nodes={nodes}..{hard_nodes} leaves={leaves} hash={}MiB", hash.0)?;
        match &openings.book {
            Some(book) => write!(f, " book={book}")?,
            None => write!(f, " chess960={}", openings.chess960)?,
        }
        // Omitted if 0, as in files made before this setting existed.
        if openings.double > 0.0 {
            write!(f, " double={}", openings.double)?;
        }
        write!(f, " random-plies={} opening-score={}", openings.random_plies, openings.max_score)?;
        let Adjudication { win_score, win_plies, draw_score, draw_plies, draw_from_move, .. } = adjudication;
        write!(f, " win={win_score}/{win_plies} draw={draw_score}/{draw_plies}/{draw_from_move}")
    }
}

/// A checksum of the search and the evaluation: the node counts and scores of some short searches.
fn engine_signature() -> Result<u64, AllocError> {
    const DEPTH: Depth = Depth(9);
    const FENS: [&str; 3] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    let mut engine = Engine::new(Mebibytes(1))?;
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let games = FENS.iter().filter_map(|fen| fen.parse::<Position>().ok()).map(Game::new);
    Ok(games.fold(0, |signature, game| {
        let outcome = engine.search(&game, &limits, &Control::new(), &mut ());
        let found = outcome.nodes << 32 ^ outcome.score.0.unsigned_abs() as u64;
        (signature ^ found).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    }))
}
