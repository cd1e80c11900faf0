//! `genfens`: openings for self-play, as OpenBench asks for them.
//!
//! Each starts from an array or a random line of a book, plays random legal moves, and is kept if the game still goes
//! on, a short search finds neither side ahead by more than a pawn, and it is not among those made before. The same
//! command makes the same openings on every machine.

use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::io;

use movegen::text::{Epd, EpdError};
use movegen::{Position, chess960};
use search::{AllocError, Control, Engine, Game, Limits, Mebibytes};
use types::{Key, Score};

use crate::command::{GenFens, OpeningStart};
use crate::ending::ending;
use crate::output::{say, say_error};
use crate::rng::Rng;

/// The greatest score of an opening for either side in a short search: a pawn.
const GREATEST_IMBALANCE: Score = Score(84);
/// The length of that search.
const NODES: u64 = 2_000;
/// Failures in a row before giving up: there are hardly any openings that are balanced and not yet printed.
const ATTEMPTS: u32 = 10_000;

/// The mark that some editors put at the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Why openings are missing.
enum GenFensError {
    Book { path: String, error: io::Error },
    BookIsEmpty { path: String },
    BookLine { path: String, number: usize, error: Box<EpdError> },
    Table(AllocError),
    NothingNew,
}

impl fmt::Display for GenFensError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Book { path, error } => write!(f, "book '{path}': {error}"),
            Self::BookIsEmpty { path } => write!(f, "book '{path}' is empty, expected a position a line"),
            Self::BookLine { path, number, error } => write!(f, "book '{path}', line {number}: {error}"),
            Self::Table(error) => error.fmt(f),
            Self::NothingNew => {
                write!(
                    f,
                    "no new balanced opening in {ATTEMPTS} attempts, \
                     expected a larger book or another number of plies"
                )
            }
        }
    }
}

/// Prints the openings wanted.
pub(crate) fn run(wanted: &GenFens, control: &Control) {
    if let Err(error) = generate(wanted, control) {
        say_error(error);
    }
}

fn generate(wanted: &GenFens, control: &Control) -> Result<(), GenFensError> {
    let source = OpeningSource::open(&wanted.start)?;
    let mut rng = Rng::new(wanted.seed);
    let mut judge = Judge::new()?;
    let mut seen = HashSet::new();
    let mut failures = 0;
    let mut made = 0;
    while made < wanted.count && !control.is_stopped() {
        let root = source.draw(&mut rng)?;
        match walk(root, wanted.plies, &mut rng)
            .filter(|position| judge.accepts(position, &mut seen, control))
        {
            Some(position) => {
                say(format_args!("info string genfens {}", position.fen()));
                made += 1;
                failures = 0;
            }
            None => failures += 1,
        }
        if failures == ATTEMPTS {
            return Err(GenFensError::NothingNew);
        }
    }
    Ok(())
}

/// Plays random moves; `None` if the game ends by them.
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
    Book { path: &'a str, lines: Vec<BookLine> },
}

/// A line of a book.
struct BookLine {
    /// Counted from 1.
    number: usize,
    text: String,
}

impl OpeningSource<'_> {
    /// Reads a book to its end, so that a line that is no position is reported whether it would be drawn or not.
    fn open(start: &OpeningStart) -> Result<OpeningSource<'_>, GenFensError> {
        let OpeningStart::Book(path) = start else { return Ok(OpeningSource::Array(start)) };
        let text =
            fs::read_to_string(path).map_err(|error| GenFensError::Book { path: path.clone(), error })?;
        let lines: Vec<BookLine> = (1..)
            .zip(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text).lines())
            .filter(|(_, text)| !text.trim().is_empty())
            .map(|(number, text)| BookLine { number, text: text.to_owned() })
            .collect();
        lines.iter().try_for_each(|line| line.position(path).map(drop))?;
        if lines.is_empty() {
            return Err(GenFensError::BookIsEmpty { path: path.clone() });
        }
        Ok(OpeningSource::Book { path, lines })
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
            OpeningSource::Book { path, lines } => match rng.choose(lines) {
                Some(line) => line.position(path),
                None => Err(GenFensError::BookIsEmpty { path: (*path).to_owned() }),
            },
        }
    }
}

impl BookLine {
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

/// Decides which positions are worth playing, with an engine of its own, so that nothing depends on options.
struct Judge {
    engine: Engine,
}

impl Judge {
    fn new() -> Result<Judge, GenFensError> {
        let engine = Engine::new(Mebibytes(1)).map_err(GenFensError::Table)?;
        Ok(Judge { engine })
    }

    fn accepts(&mut self, position: &Position, seen: &mut HashSet<Key>, control: &Control) -> bool {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        self.engine.new_game();
        let outcome = self.engine.search(&Game::new(position.clone()), &limits, control, &mut ());
        // A search that was stopped has judged nothing.
        let is_judged = !control.is_stopped();
        is_judged && outcome.score.0.abs() <= GREATEST_IMBALANCE.0 && seen.insert(position.key())
    }
}
