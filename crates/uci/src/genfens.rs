//! `genfens`: openings for self-play, as OpenBench asks for them.
//!
//! An opening starts from a start array or a random line of a book, and random legal moves are played from there. It is
//! kept if the game is not over, if a short search finds neither side ahead by more than a pawn, and if it is new. No
//! position is searched twice. The same command gives the same openings on every machine.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use fastrand::Rng;
use movegen::text::{Epd, EpdError};
use movegen::{Position, chess960};
use search::{Control, Engine, Game, Limits, Mebibytes};
use types::Score;

use crate::command::{CommandError, Tokens};
use crate::game::ending;
use crate::output::{say, say_error};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GenFens {
    count: u64,
    /// The seed of the random numbers. The same seed gives the same openings.
    seed: u64,
    start: OpeningStart,
    /// The number of random moves that are played from the start.
    plies: u32,
}

/// The positions that openings start from.
#[derive(Clone, PartialEq, Eq, Debug)]
enum OpeningStart {
    /// The start position of standard chess.
    Standard,
    /// A random start array of Chess960, the same for both sides.
    Chess960,
    /// A random start array of Chess960 for each side.
    DoubleChess960,
    /// A random line of this file, which has one position per line.
    Book(String),
}

/// The default number of random moves. With so many, two openings are rarely the same.
const DEFAULT_PLIES: u32 = 8;
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

impl GenFens {
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<GenFens, CommandError> {
        let count = tokens.number("genfens", 1)?;
        tokens.expect("genfens", "seed", "'seed' and a number")?;
        let seed = tokens.number("seed", 0)?;
        tokens.expect("genfens", "book", "'book' and 'None' or a path")?;
        let book = tokens.required("book", "'None' or a path")?;
        let start = if book.eq_ignore_ascii_case("none") {
            OpeningStart::Standard
        } else {
            OpeningStart::Book(book.to_owned())
        };
        let file = Path::new(book).file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        let names_chess960 = ["FRC", "960", "FISCHER"].iter().any(|word| file.contains(word));
        let mut wanted = GenFens { count, seed, start, plies: DEFAULT_PLIES };
        while let Some(word) = tokens.next() {
            match word {
                "frc" | "dfrc" if !names_chess960 => {
                    return Err(CommandError::unexpected(
                        word,
                        "a book before it with FRC, 960 or FISCHER in its name, because OpenBench plays Chess960 \
                         only with such a book",
                    ));
                }
                "frc" => wanted.start = OpeningStart::Chess960,
                "dfrc" => wanted.start = OpeningStart::DoubleChess960,
                "plies" => wanted.plies = tokens.number("plies", 0)?,
                // OpenBench writes None where it has nothing to add.
                "None" => {}
                _ => {
                    let expected = "frc, dfrc, 'plies' and a number, or the end of the line";
                    return Err(CommandError::unexpected(word, expected));
                }
            }
        }
        Ok(wanted)
    }

    /// Generates the openings and prints them.
    pub(crate) fn run(&self, control: &Control) {
        if let Err(error) = self.generate(control) {
            say_error(error);
        }
    }

    fn generate(&self, control: &Control) -> Result<(), CommandError> {
        let book = match &self.start {
            OpeningStart::Book(path) => read_book(path)?,
            _ => Vec::new(),
        };
        let mut rng = Rng::with_seed(self.seed);
        let mut engine = Engine::new(Mebibytes(1)).map_err(CommandError::other)?;
        // Printed or refused.
        let mut seen = HashSet::new();
        let (mut failures, mut unbalanced) = (0, 0);
        let mut made = 0;
        while made < self.count && !control.is_stopped() {
            let start = match &self.start {
                OpeningStart::Standard => Some(Position::startpos()),
                OpeningStart::Chess960 => {
                    let number = rng.u32(..chess960::COUNT);
                    Some(chess960::start(number, number))
                }
                OpeningStart::DoubleChess960 => {
                    Some(chess960::start(rng.u32(..chess960::COUNT), rng.u32(..chess960::COUNT)))
                }
                OpeningStart::Book(_) => rng.choice(&book).cloned(),
            };
            let opening = start.and_then(|start| walk(start, self.plies, &mut rng));
            if let Some(opening) = opening.filter(|position| seen.insert(position.key())) {
                // The search does not depend on options.
                let limits = Limits { nodes: Some(NODES), ..Limits::default() };
                engine.new_game();
                let outcome = engine.search(&Game::new(opening.clone()), &limits, control, &mut ());
                // The result of a stopped search is not used.
                if !control.is_stopped() && outcome.score.0.abs() <= MAX_IMBALANCE.0 {
                    say(format_args!("info string genfens {}", opening.fen()));
                    made += 1;
                    (failures, unbalanced) = (0, 0);
                    continue;
                }
                unbalanced += 1;
            }
            failures += 1;
            let is_used_up = || self.plies == 0 && book.iter().all(|position| seen.contains(&position.key()));
            if let OpeningStart::Book(path) = &self.start
                && (book.is_empty() || is_used_up())
            {
                return Err(CommandError::new(
                    format_args!("book '{path}' has no more than {made} lines for openings"),
                    "positions that are balanced and in which the game is not over",
                ));
            }
            if failures == MAX_FAILURES || unbalanced == MAX_UNBALANCED {
                return Err(CommandError::new(
                    format_args!(
                        "no new balanced opening in {MAX_FAILURES} attempts or {MAX_UNBALANCED} searches"
                    ),
                    "a larger book or another number of plies",
                ));
            }
        }
        Ok(())
    }
}

/// Plays random moves. Returns `None` if the game is over after them.
fn walk(mut position: Position, plies: u32, rng: &mut Rng) -> Option<Position> {
    for _ in 0..plies {
        if ending(&position).is_some() {
            return None;
        }
        position.play(*rng.choice(&position.legal_moves())?);
    }
    ending(&position).is_none().then_some(position)
}

/// The positions of a book in which the game is not over. Every line is read, so that a bad one is reported even if it would
/// not be chosen.
fn read_book(path: &str) -> Result<Vec<Position>, CommandError> {
    let text = fs::read_to_string(path)
        .map_err(|error| CommandError::other(format_args!("book '{path}': {error}")))?;
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text).lines()) {
        if !line.trim().is_empty() {
            let epd: Epd = line.parse().map_err(|error: EpdError| {
                CommandError::other(format_args!("book '{path}', line {number}: {error}"))
            })?;
            positions.push(epd.position);
        }
    }
    if positions.is_empty() {
        return Err(CommandError::new(format_args!("book '{path}' is empty"), "one position per line"));
    }
    positions.retain(|position| ending(position).is_none());
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<GenFens, CommandError> {
        GenFens::parse(&mut Tokens::new(&format!("10 seed 42 book {words}")))
    }

    #[test]
    fn the_form_of_openbench_is_read() {
        let book = |path: &str| OpeningStart::Book(path.to_owned());
        for (words, start, plies) in [
            ("None", OpeningStart::Standard, DEFAULT_PLIES),
            ("none None", OpeningStart::Standard, DEFAULT_PLIES),
            ("Books/a.epd plies 4", book("Books/a.epd"), 4),
            ("Books/DFRC_4852_v1.epd", book("Books/DFRC_4852_v1.epd"), DEFAULT_PLIES),
            ("Books/DFRC_4852_v1.epd dfrc plies 4", OpeningStart::DoubleChess960, 4),
            ("Books/fischer.epd frc", OpeningStart::Chess960, DEFAULT_PLIES),
            ("Books/chess960.epd frc", OpeningStart::Chess960, DEFAULT_PLIES),
        ] {
            assert_eq!(parse(words), Ok(GenFens { count: 10, seed: 42, start, plies }), "{words}");
        }
    }
}
