//! `genfens`: openings for self-play, as OpenBench asks for them.
//!
//! An opening starts from a start array or a random line of a book, and random legal moves are played from there. It is
//! kept if the game is not over, if a short search finds neither side ahead by more than a pawn, and if it is new. No
//! position is searched twice. The same command gives the same openings on every machine.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io;

use movegen::text::{Epd, EpdError};
use movegen::{Position, chess960};
use search::{AllocError, Control, Engine, Game, Limits, Mebibytes};
use types::{Key, Score};

use crate::command::{GenFens, OpeningStart};
use crate::game::ending;
use crate::output::{say, say_error};
use crate::rng::Rng;

/// The greatest score of an opening for either side in the short search: one pawn.
const MAX_IMBALANCE: Score = Score(84);
/// The number of nodes of the short search.
const NODES: u64 = 2_000;
/// The number of failures in a row after which the command gives up: almost all balanced openings have been printed.
const MAX_FAILURES: u32 = 10_000;
/// The number of positions in a row that were searched and are not balanced, after which the command gives up.
const MAX_UNBALANCED: u32 = 1_000;

/// The byte-order mark that some editors write at the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A reason why openings are missing.
enum GenFensError {
    Book {
        path: String,
        error: io::Error,
    },
    BookIsEmpty {
        path: String,
    },
    /// Without a line that is not over, or, if nothing is played from them, that is balanced and not yet printed.
    BookIsUsedUp {
        path: String,
        made: u64,
    },
    BookLine {
        path: String,
        number: usize,
        error: Box<EpdError>,
    },
    Table(AllocError),
    NothingNew,
}

impl fmt::Display for GenFensError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Book { path, error } => write!(f, "book '{path}': {error}"),
            Self::BookIsEmpty { path } => write!(f, "book '{path}' is empty, expected one position per line"),
            Self::BookIsUsedUp { path, made } => write!(
                f,
                "book '{path}' has no more than {made} lines for openings, expected positions that are balanced \
                 and in which the game is not over"
            ),
            Self::BookLine { path, number, error } => write!(f, "book '{path}', line {number}: {error}"),
            Self::Table(error) => error.fmt(f),
            Self::NothingNew => {
                let (failures, unbalanced) = (MAX_FAILURES, MAX_UNBALANCED);
                write!(
                    f,
                    "no new balanced opening in {failures} attempts or {unbalanced} searches, \
                     expected a larger book or another number of plies"
                )
            }
        }
    }
}

/// Generates the openings and prints them.
pub(crate) fn run(wanted: &GenFens, control: &Control) {
    if let Err(error) = generate(wanted, control) {
        say_error(error);
    }
}

fn generate(wanted: &GenFens, control: &Control) -> Result<(), GenFensError> {
    let source = OpeningSource::open(&wanted.start)?;
    let mut rng = Rng::new(wanted.seed);
    let mut engine = Engine::new(Mebibytes(1)).map_err(GenFensError::Table)?;
    // Printed or refused.
    let mut seen = HashSet::new();
    let (mut failures, mut unbalanced) = (0, 0);
    let mut made = 0;
    while made < wanted.count && !control.is_stopped() {
        let opening = walk(source.draw(&mut rng)?, wanted.plies, &mut rng);
        if let Some(opening) = opening.filter(|position| seen.insert(position.key())) {
            if is_balanced(&mut engine, &opening, control) {
                say(format_args!("info string genfens {}", opening.fen()));
                made += 1;
                (failures, unbalanced) = (0, 0);
                continue;
            }
            unbalanced += 1;
        }
        failures += 1;
        if let OpeningSource::Book { path, keys, .. } = &source
            && (keys.is_empty() || wanted.plies == 0 && keys.is_subset(&seen))
        {
            return Err(GenFensError::BookIsUsedUp { path: (*path).to_owned(), made });
        }
        if failures == MAX_FAILURES || unbalanced == MAX_UNBALANCED {
            return Err(GenFensError::NothingNew);
        }
    }
    Ok(())
}

/// A short search by an engine of its own, which does not depend on options. The result of a stopped search is not used.
fn is_balanced(engine: &mut Engine, position: &Position, control: &Control) -> bool {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    engine.new_game();
    let outcome = engine.search(&Game::new(position.clone()), &limits, control, &mut ());
    !control.is_stopped() && outcome.score.0.abs() <= MAX_IMBALANCE.0
}

/// Plays random moves. Returns `None` if the game is over after them.
fn walk(mut position: Position, plies: u32, rng: &mut Rng) -> Option<Position> {
    for _ in 0..plies {
        if ending(&position).is_some() {
            return None;
        }
        position.play(*rng.choose(&position.legal_moves())?);
    }
    ending(&position).is_none().then_some(position)
}

/// The positions that openings start from.
enum OpeningSource<'a> {
    Array(&'a OpeningStart),
    Book {
        path: &'a str,
        lines: Vec<GenfensLine>,
        /// Of the lines in which the game is not over.
        keys: HashSet<Key>,
    },
}

struct GenfensLine {
    /// Counted from 1.
    number: usize,
    text: String,
}

impl OpeningSource<'_> {
    /// Reads the whole book and checks every line, so that a bad line is reported even if it would not be chosen.
    fn open(start: &OpeningStart) -> Result<OpeningSource<'_>, GenFensError> {
        let OpeningStart::Book(path) = start else { return Ok(OpeningSource::Array(start)) };
        let text =
            fs::read_to_string(path).map_err(|error| GenFensError::Book { path: path.clone(), error })?;
        let lines: Vec<GenfensLine> = (1..)
            .zip(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text).lines())
            .filter(|(_, text)| !text.trim().is_empty())
            .map(|(number, text)| GenfensLine { number, text: text.to_owned() })
            .collect();
        let mut keys = HashSet::new();
        for line in &lines {
            let position = line.position(path)?;
            if ending(&position).is_none() {
                keys.insert(position.key());
            }
        }
        if lines.is_empty() {
            return Err(GenFensError::BookIsEmpty { path: path.clone() });
        }
        Ok(OpeningSource::Book { path, lines, keys })
    }

    fn draw(&self, rng: &mut Rng) -> Result<Position, GenFensError> {
        match self {
            OpeningSource::Array(OpeningStart::Chess960) => {
                let number = rng.below(chess960::COUNT);
                Ok(chess960::start(number, number))
            }
            OpeningSource::Array(OpeningStart::DoubleChess960) => {
                Ok(chess960::start(rng.below(chess960::COUNT), rng.below(chess960::COUNT)))
            }
            OpeningSource::Array(_) => Ok(Position::startpos()),
            OpeningSource::Book { path, lines, .. } => match rng.choose(lines) {
                Some(line) => line.position(path),
                None => Err(GenFensError::BookIsEmpty { path: (*path).to_owned() }),
            },
        }
    }
}

impl GenfensLine {
    /// The position of this line of the book at `path`.
    fn position(&self, path: &str) -> Result<Position, GenFensError> {
        let epd: Result<Epd, EpdError> = self.text.parse();
        epd.map(|epd| epd.position).map_err(|error| GenFensError::BookLine {
            path: path.to_owned(),
            number: self.number,
            error: error.into(),
        })
    }
}
