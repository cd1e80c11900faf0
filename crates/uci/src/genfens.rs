//! `genfens`: openings for self-play, as OpenBench asks for them.
//!
//! An opening starts from a start array or a random line of a book, and random legal moves are played from there. It is
//! kept if the game is not over, if a short search finds neither side ahead by more than a pawn, and if it is new. The
//! same command gives the same openings on every machine.

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

/// The greatest score of an opening for either side in the short search: one pawn.
const GREATEST_IMBALANCE: Score = Score(84);
/// The number of nodes of the short search.
const NODES: u64 = 2_000;
/// The number of failures in a row after which the command gives up: almost all balanced openings have been printed.
const ATTEMPTS: u32 = 10_000;

/// The byte-order mark that some editors write at the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A reason why openings are missing.
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
            Self::BookIsEmpty { path } => write!(f, "book '{path}' is empty, expected one position per line"),
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

/// Generates the openings and prints them.
pub(crate) fn run(wanted: &GenFens, control: &Control) {
    if let Err(error) = generate(wanted, control) {
        say_error(error);
    }
}

fn generate(wanted: &GenFens, control: &Control) -> Result<(), GenFensError> {
    let source = OpeningSource::open(&wanted.start)?;
    let mut rng = Rng::new(wanted.seed);
    let mut test = BalanceTest::new()?;
    let mut seen = HashSet::new();
    let mut failures = 0;
    let mut made = 0;
    while made < wanted.count && !control.is_stopped() {
        let root = source.draw(&mut rng)?;
        match walk(root, wanted.plies, &mut rng).filter(|position| test.accepts(position, &mut seen, control))
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
    Book { path: &'a str, lines: Vec<GenfensLine> },
}

/// A line of a book.
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

/// The test of openings: a short search by a separate engine, which does not depend on options.
struct BalanceTest {
    engine: Engine,
}

impl BalanceTest {
    fn new() -> Result<BalanceTest, GenFensError> {
        let engine = Engine::new(Mebibytes(1)).map_err(GenFensError::Table)?;
        Ok(BalanceTest { engine })
    }

    fn accepts(&mut self, position: &Position, seen: &mut HashSet<Key>, control: &Control) -> bool {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        self.engine.new_game();
        let outcome = self.engine.search(&Game::new(position.clone()), &limits, control, &mut ());
        // The result of a stopped search is not used.
        let is_finished = !control.is_stopped();
        is_finished && outcome.score.0.abs() <= GREATEST_IMBALANCE.0 && seen.insert(position.key())
    }
}
