//! The words of a line, the arguments of all commands but `go`, and the errors of lines that are not commands.

use super::Command;
use crate::game::MoveError;
use crate::show::EvalFormat;
use std::fmt;
use std::path::Path;
use types::Depth;

/// The words of a line that are still to be read.
#[derive(Clone, Copy)]
pub(crate) struct Tokens<'a> {
    /// The rest of the line, as it was typed.
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(line: &'a str) -> Tokens<'a> {
        Tokens { rest: line }
    }

    /// The next word, and the text behind it.
    fn split(&self) -> Option<(&'a str, &'a str)> {
        let rest = self.rest.trim_ascii_start();
        let end = rest.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(rest.len());
        (end > 0).then(|| rest.split_at(end))
    }

    pub(crate) fn next(&mut self) -> Option<&'a str> {
        let (word, rest) = self.split()?;
        self.rest = rest;
        Some(word)
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.split().map(|(word, _)| word)
    }

    /// The next word, which must be there.
    pub(crate) fn required(&mut self, after: &str, expected: &'static str) -> Result<&'a str, CommandError> {
        self.next().ok_or_else(|| CommandError::Missing { after: after.to_owned(), expected })
    }

    /// The next word must be this one.
    pub(crate) fn expect(
        &mut self,
        after: &'static str,
        word: &str,
        expected: &'static str,
    ) -> Result<(), CommandError> {
        match self.required(after, expected)? {
            found if found == word => Ok(()),
            found => Err(CommandError::UnexpectedAfter { after, found: found.to_owned(), expected }),
        }
    }

    /// Nothing may be left.
    pub(crate) fn expect_end(&mut self) -> Result<(), CommandError> {
        match self.next() {
            None => Ok(()),
            Some(found) => {
                Err(CommandError::Unexpected { found: found.to_owned(), expected: "the end of the line" })
            }
        }
    }

    /// All words before this one, which is left to be read.
    pub(crate) fn words_until(&mut self, end: &str) -> String {
        let mut words = Vec::new();
        while let Some((word, rest)) = self.split().filter(|&(word, _)| word != end) {
            words.push(word);
            self.rest = rest;
        }
        words.join(" ")
    }

    /// All that is left, with the white space inside it: a path may have two spaces in a row.
    pub(crate) fn text_until_end(&mut self) -> &'a str {
        std::mem::take(&mut self.rest).trim_ascii()
    }

    /// A number from `min` up.
    pub(crate) fn number<T: Integer>(&mut self, after: &'static str, min: T) -> Result<T, CommandError> {
        let found = self.required(after, "a number")?;
        let number = found.parse().ok().filter(|number| *number >= min && !found.starts_with('+'));
        let range = (min.to_i64(), T::MAX.to_u64());
        number.ok_or_else(|| CommandError::Number { after, found: found.to_owned(), range })
    }

    pub(crate) fn depth(&mut self, after: &'static str) -> Result<Depth, CommandError> {
        self.number(after, 1).map(depth_of)
    }
}

/// A number of plies as a depth. One beyond what the search can do becomes the deepest.
pub(crate) fn depth_of(plies: u32) -> Depth {
    i32::try_from(plies).map_or(Depth::MAX, |plies| Depth(plies).min(Depth::MAX))
}

/// The integers that commands contain.
pub(crate) trait Integer: std::str::FromStr + PartialOrd + Copy {
    const MAX: Self;

    /// The number, or the nearest one.
    fn to_i64(self) -> i64;

    /// The number, or the nearest one.
    fn to_u64(self) -> u64;
}

macro_rules! number {
    ($($integer:ident)*) => {$(
        impl Integer for $integer {
            const MAX: Self = $integer::MAX;

            fn to_i64(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }

            fn to_u64(self) -> u64 {
                u64::try_from(self).unwrap_or(0)
            }
        }
    )*};
}

number! { u8 u16 u32 u64 i64 }

/// An error in a line: the text that was found, and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CommandError {
    /// The first word is not a command.
    UnknownCommand {
        found: String,
        suggestion: Option<String>,
    },
    /// A token that does not belong here.
    Unexpected {
        found: String,
        expected: &'static str,
    },
    /// Words of a `go` that are not limits.
    UnknownLimits {
        found: String,
        expected: &'static str,
        suggestion: Option<&'static str>,
    },
    /// A token that does not belong after another one.
    UnexpectedAfter {
        after: &'static str,
        found: String,
        expected: &'static str,
    },
    /// The line ends too early.
    Missing {
        after: String,
        expected: &'static str,
    },
    /// A token that is not a number in its range.
    Number {
        after: &'static str,
        found: String,
        range: (i64, u64),
    },
    Repeated {
        found: &'static str,
    },
    /// A move that cannot be searched, with its place in the list.
    Move {
        number: usize,
        error: MoveError,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand { found, suggestion } => {
                write!(f, "found '{found}', expected a command; ")?;
                match suggestion {
                    Some(meant) => write!(f, "did you mean '{meant}'?"),
                    None => write!(f, "'help' lists them"),
                }
            }
            Self::Unexpected { found, expected } => write!(f, "found '{found}', expected {expected}"),
            Self::UnknownLimits { found, expected, suggestion } => {
                write!(f, "found '{found}', expected {expected}")?;
                suggestion.map_or(Ok(()), |meant| write!(f, " (did you mean '{meant}'?)"))
            }
            Self::UnexpectedAfter { after, found, expected } => {
                write!(f, "found '{found}' after '{after}', expected {expected}")
            }
            Self::Missing { after, expected } => write!(f, "nothing follows '{after}', expected {expected}"),
            Self::Number { after, found, range: (min, max) } => {
                write!(f, "'{after}' is followed by '{found}', expected a number from {min} to {max}")
            }
            Self::Move { number, error } => write!(f, "move {number}: {error}"),
            Self::Repeated { found } => write!(f, "'{found}' is given twice, expected once"),
        }
    }
}

impl std::error::Error for CommandError {}

pub(super) fn parse_debug(tokens: &mut Tokens<'_>) -> Result<bool, CommandError> {
    const EXPECTED: &str = "'on' or 'off'";
    match tokens.required("debug", EXPECTED)? {
        "on" => Ok(true),
        "off" => Ok(false),
        found => Err(CommandError::Unexpected { found: found.to_owned(), expected: EXPECTED }),
    }
}

/// Like commands, the forms may be written with two dashes.
pub(super) fn parse_eval_format(tokens: &mut Tokens<'_>) -> Result<EvalFormat, CommandError> {
    let Some(found) = tokens.next() else { return Ok(EvalFormat::Summary) };
    match found.strip_prefix("--").unwrap_or(found) {
        "full" => Ok(EvalFormat::Full),
        "json" => Ok(EvalFormat::Json),
        "svg" => Ok(EvalFormat::Svg),
        _ => Err(CommandError::UnexpectedAfter {
            after: "eval",
            found: found.to_owned(),
            expected: "'full', 'json', 'svg' or the end of the line",
        }),
    }
}

pub(super) fn parse_undo(tokens: &mut Tokens<'_>) -> Result<usize, CommandError> {
    match tokens.peek() {
        None => Ok(1),
        Some(_) => tokens.number::<u32>("undo", 1).map(|count| count as usize),
    }
}

pub(super) fn parse_set_option(tokens: &mut Tokens<'_>) -> Result<Command, CommandError> {
    tokens.expect("setoption", "name", "'name' and the name of an option")?;
    let name = tokens.words_until("value");
    if name.is_empty() {
        return Err(CommandError::Missing { after: "name".to_owned(), expected: "the name of an option" });
    }
    let value = tokens.next().map(|_| tokens.text_until_end().to_owned());
    Ok(Command::SetOption { name, value })
}

/// A position as it was typed: the first position and the moves since. Neither is checked yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PositionCommand {
    pub(crate) root: InitialPosition,
    /// Moves as they were typed.
    pub(crate) moves: Vec<String>,
}

/// The first position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum InitialPosition {
    /// The start of standard chess.
    Startpos,
    Fen(String),
}

impl PositionCommand {
    pub(super) fn parse(tokens: &mut Tokens<'_>) -> Result<PositionCommand, CommandError> {
        const EXPECTED: &str = "'startpos' or 'fen'";
        // A board is a FEN also without the word, as people paste it.
        if tokens.peek().is_some_and(|word| word.contains('/')) {
            let root = InitialPosition::Fen(parse_fen(tokens)?);
            return Ok(PositionCommand { root, moves: parse_rest(tokens)? });
        }
        let root = match tokens.required("position", EXPECTED)? {
            "startpos" => InitialPosition::Startpos,
            "fen" => InitialPosition::Fen(parse_fen(tokens)?),
            found => {
                return Err(CommandError::UnexpectedAfter {
                    after: "position",
                    found: found.to_owned(),
                    expected: EXPECTED,
                });
            }
        };
        Ok(PositionCommand { root, moves: parse_rest(tokens)? })
    }
}

/// The moves after a position, if there are any.
fn parse_rest(tokens: &mut Tokens<'_>) -> Result<Vec<String>, CommandError> {
    match tokens.next() {
        None => Ok(Vec::new()),
        Some("moves") => Ok(parse_moves(tokens)),
        Some(found) => Err(CommandError::Unexpected {
            found: found.to_owned(),
            expected: "'moves' or the end of the line",
        }),
    }
}

/// The words up to `moves`. A quoted text of an EPD operation may hold that word too.
fn parse_fen(tokens: &mut Tokens<'_>) -> Result<String, CommandError> {
    let mut words = Vec::new();
    let mut quotes = 0;
    while let Some(word) = tokens.peek().filter(|&word| word != "moves" || quotes % 2 == 1) {
        quotes += word.matches('"').count();
        words.push(word);
        tokens.next();
    }
    if words.is_empty() {
        return Err(CommandError::Missing { after: "fen".to_owned(), expected: "a position in FEN" });
    }
    Ok(words.join(" "))
}

/// All other words of the line, without move numbers, which may be attached to a move as in `1.e4`.
pub(super) fn parse_moves(tokens: &mut Tokens<'_>) -> Vec<String> {
    let words = std::iter::from_fn(|| tokens.next()).map(without_number);
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A word without the move number in front.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let mv = rest.trim_start_matches('.');
    if rest.len() < word.len() && mv.len() < rest.len() { mv } else { word }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GenFens {
    pub(crate) count: u64,
    /// The seed of the random numbers. The same seed gives the same openings.
    pub(crate) seed: u64,
    pub(crate) start: OpeningStart,
    /// The number of random moves that are played from the start.
    pub(crate) plies: u32,
}

/// The positions that openings start from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpeningStart {
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

impl GenFens {
    pub(super) fn parse(tokens: &mut Tokens<'_>) -> Result<GenFens, CommandError> {
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
        let mut wanted = GenFens { count, seed, start, plies: DEFAULT_PLIES };
        while let Some(word) = tokens.next() {
            match word {
                "frc" | "dfrc" if !names_chess960(book) => {
                    return Err(CommandError::Unexpected {
                        found: word.to_owned(),
                        expected: "a book before it with FRC, 960 or FISCHER in its name, because OpenBench plays \
                                   Chess960 only with such a book",
                    });
                }
                "frc" => wanted.start = OpeningStart::Chess960,
                "dfrc" => wanted.start = OpeningStart::DoubleChess960,
                "plies" => wanted.plies = tokens.number("plies", 0)?,
                // OpenBench writes None where it has nothing to add.
                "None" => {}
                found => {
                    return Err(CommandError::Unexpected {
                        found: found.to_owned(),
                        expected: "frc, dfrc, 'plies' and a number, or the end of the line",
                    });
                }
            }
        }
        Ok(wanted)
    }
}

/// Returns true if OpenBench plays the openings of a book as Chess960.
fn names_chess960(book: &str) -> bool {
    let name = Path::new(book).file_name().map(|name| name.to_string_lossy().to_ascii_uppercase());
    let name = name.unwrap_or_default();
    ["FRC", "960", "FISCHER"].iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_that_the_standard_library_finds() {
        for line in ["", " ", "a", "  a b\t\tc \r\n", "\x0ca\x0bb\u{a0}c  é\tß ", "word  "] {
            let mut tokens = Tokens::new(line);
            let words: Vec<_> = std::iter::from_fn(|| {
                let seen = tokens.peek();
                assert_eq!(tokens.next(), seen);
                seen
            })
            .collect();
            assert_eq!(words, line.split_ascii_whitespace().collect::<Vec<_>>(), "{line:?}");
            assert_eq!(Tokens::new(line).words_until("b"), words_before(&words, "b"));
            assert_eq!(tokens.text_until_end(), "");
        }
    }

    fn words_before(words: &[&str], end: &str) -> String {
        words.iter().copied().take_while(|&word| word != end).collect::<Vec<_>>().join(" ")
    }

    fn parse_position(line: &str) -> Result<PositionCommand, CommandError> {
        PositionCommand::parse(&mut Tokens::new(line))
    }

    #[test]
    fn roots_and_moves_are_distinguished() {
        let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        let startpos = PositionCommand { root: InitialPosition::Startpos, moves: Vec::new() };
        assert_eq!(parse_position("startpos"), Ok(startpos.clone()));
        assert_eq!(parse_position("startpos moves"), Ok(startpos.clone()));
        assert_eq!(
            parse_position("startpos moves e2e4 e7e5"),
            Ok(PositionCommand { moves: moves.clone(), ..startpos })
        );
        let root = InitialPosition::Fen("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
        assert_eq!(
            parse_position("fen 8/8/8/8/8/8/8/8  w - - 0 1 moves e2e4 e7e5"),
            Ok(PositionCommand { root, moves })
        );
        assert_eq!(
            parse_position("8/8/8/8/8/8/8/8 w - - moves e4"),
            parse_position("fen 8/8/8/8/8/8/8/8 w - - moves e4")
        );
    }

    #[test]
    fn move_numbers_are_left_out() {
        let moves = |line: &str| parse_position(line).unwrap().moves;
        let expected = ["e4", "e5", "Nf3", "Nc6", "0-0", "0000"];
        assert_eq!(moves("startpos moves 1. e4 e5 2.Nf3 2...Nc6 3. 0-0 0000"), expected);
    }

    #[test]
    fn a_quoted_text_may_contain_the_word_moves() {
        let epd = "8/8/8/8/8/8/8/8 w - - id \"two moves each\"; c0 \"moves\";";
        let parsed = parse_position(&format!("fen {epd} moves e2e4")).unwrap();
        assert_eq!(parsed.root, InitialPosition::Fen(epd.to_owned()));
        assert_eq!(parsed.moves, ["e2e4"]);
    }

    #[test]
    fn errors_of_positions_name_what_is_wrong() {
        let error = |line| parse_position(line).unwrap_err().to_string();
        assert_eq!(error(""), "nothing follows 'position', expected 'startpos' or 'fen'");
        assert_eq!(error("start"), "found 'start' after 'position', expected 'startpos' or 'fen'");
        assert_eq!(error("fen moves e2e4"), "nothing follows 'fen', expected a position in FEN");
        assert_eq!(error("startpos e2e4"), "found 'e2e4', expected 'moves' or the end of the line");
    }

    fn parse_genfens(line: &str) -> Result<GenFens, CommandError> {
        GenFens::parse(&mut Tokens::new(line))
    }

    #[test]
    fn the_form_of_openbench_is_read() {
        let plain = GenFens { count: 10, seed: 42, start: OpeningStart::Standard, plies: DEFAULT_PLIES };
        assert_eq!(parse_genfens("10 seed 42 book None"), Ok(plain.clone()));
        assert_eq!(parse_genfens("10 seed 42 book none None"), Ok(plain.clone()));
        for (words, start, plies) in [
            ("Books/a.epd plies 4", OpeningStart::Book("Books/a.epd".to_owned()), 4),
            (
                "Books/DFRC_4852_v1.epd",
                OpeningStart::Book("Books/DFRC_4852_v1.epd".to_owned()),
                DEFAULT_PLIES,
            ),
            ("Books/DFRC_4852_v1.epd dfrc plies 4", OpeningStart::DoubleChess960, 4),
            ("Books/fischer.epd frc", OpeningStart::Chess960, DEFAULT_PLIES),
            ("Books/chess960.epd frc", OpeningStart::Chess960, DEFAULT_PLIES),
        ] {
            assert_eq!(
                parse_genfens(&format!("10 seed 42 book {words}")),
                Ok(GenFens { start, plies, ..plain.clone() })
            );
        }
    }

    /// Games from them would be played as standard chess, with illegal moves.
    #[test]
    fn chess960_needs_a_book_that_openbench_takes_for_chess960() {
        for (book, word) in [("None", "frc"), ("None", "dfrc"), ("FRC/a.epd", "dfrc")] {
            let error = parse_genfens(&format!("10 seed 42 book {book} {word}")).unwrap_err().to_string();
            let start =
                format!("found '{word}', expected a book before it with FRC, 960 or FISCHER in its name");
            assert!(error.starts_with(&start), "{error}");
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |line| parse_genfens(line).unwrap_err().to_string();
        assert_eq!(error("10 42"), "found '42' after 'genfens', expected 'seed' and a number");
        assert_eq!(
            error("10 seed x"),
            "'seed' is followed by 'x', expected a number from 0 to 18446744073709551615"
        );
        assert_eq!(error("10 seed 1 book"), "nothing follows 'book', expected 'None' or a path");
        assert!(error("10 seed 1 book None fast").starts_with("found 'fast', expected frc"));
    }
}
