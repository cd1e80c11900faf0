//! Openings of games: a start array or a line of a book, followed by a few random plies.
//!
//! Random plies give more openings than any book, and worse ones, which is useful: the tuner must see bad positions. An
//! opening that is already lost is rejected and drawn again.

use anyhow::{Result, bail};
use movegen::{KeyHistory, Position, chess960};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use rand::{Rng, RngExt as _};
use search::{Control, Engine, Game, Limits};
use toolkit::book::{self, OpeningLine, has_chess960_castling};

use super::referee::{GameEnding, end_by_rules};
use super::settings::OpeningSettings;

/// The length of the search that judges an opening.
const JUDGING_NODES: u64 = 1000;
/// Number of failed attempts in a row before giving up.
const ATTEMPTS: u32 = 1000;

pub struct Opening {
    /// Position from which the engine plays.
    pub position: Position,
    /// True if castling is that of Chess960.
    pub is_chess960: bool,
}

pub struct Openings {
    settings: OpeningSettings,
    book: Vec<Position>,
}

impl Openings {
    /// Openings from the arrays, or from the lines of a book.
    pub fn new(settings: &OpeningSettings) -> Result<Openings> {
        let mut positions = Vec::new();
        if let Some(path) = &settings.book {
            for OpeningLine { number, position, .. } in book::read(path)? {
                // A finished game has no position to write.
                if let Some(ending) = ending(&position) {
                    let (name, ending) = (path.display(), ending.name());
                    bail!(
                        "{name}:{number}: the game is over by the rules ({ending}), expected a position to play on from"
                    );
                }
                positions.push(position);
            }
        }
        Ok(Openings { settings: settings.clone(), book: positions })
    }

    /// Identity of the book for the note of a file: its name and a hash of its positions.
    pub(super) fn book_note(&self) -> String {
        let Some(path) = &self.settings.book else { return String::new() };
        let hash = self.book.iter().fold(0, |hash: u64, position| hash.rotate_left(1) ^ position.key().0);
        format!(" book={}:{hash:016x}", path.file_name().unwrap_or_default().display())
    }

    /// Draws a balanced opening. `engine` is new afterwards, and can be used for the game.
    pub fn draw(&self, rng: &mut ChaCha8Rng, engine: &mut Engine) -> Result<Opening> {
        let limits = Limits { nodes: Some(JUDGING_NODES), ..Limits::default() };
        for _ in 0..ATTEMPTS {
            let root = self.root(rng);
            let plies = self.settings.random_plies() + rng.random_range(0..=1);
            let Some(position) = walk(root.position, plies, rng) else { continue };
            engine.new_game();
            let outcome = engine.search(&Game::new(position.clone()), &limits, &Control::new(), &mut ());
            if outcome.score.0.abs() <= self.settings.opening_score {
                engine.new_game();
                return Ok(Opening { position, ..root });
            }
        }
        bail!("no balanced opening in {ATTEMPTS} attempts, expected a book or random plies with some")
    }

    fn root(&self, rng: &mut ChaCha8Rng) -> Opening {
        if let Some(position) = self.book.choose(rng) {
            return Opening { position: position.clone(), is_chess960: has_chess960_castling(position) };
        }
        let [of_chess960, double] =
            [self.settings.chess960, self.settings.double].map(|percent| percent / 100.0);
        let is_chess960 = rng.random_bool(of_chess960);
        let number = if is_chess960 { rng.random_range(0..chess960::COUNT) } else { chess960::STANDARD };
        let is_double = is_chess960 && double > 0.0 && rng.random_bool(double);
        let black = if is_double { rng.random_range(0..chess960::COUNT) } else { number };
        let is_chess960 = [number, black] != [chess960::STANDARD; 2];
        Opening { position: chess960::start(number, black), is_chess960 }
    }
}

/// The ending of a game that is over in this position, if it is.
fn ending(position: &Position) -> Option<GameEnding> {
    end_by_rules(position, &KeyHistory::new()).map(|(_, ending)| ending)
}

/// Plays random moves; `None` if the game ends by them.
fn walk(mut position: Position, plies: u32, rng: &mut impl Rng) -> Option<Position> {
    for _ in 0..plies {
        position.play(*position.legal_moves().choose(rng)?);
    }
    ending(&position).is_none().then_some(position)
}
