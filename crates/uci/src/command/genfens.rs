//! `genfens <count> seed <seed> book <None | path> [frc | dfrc] [plies <n>]`, as OpenBench calls it.
//!
//! OpenBench plays the openings as Chess960 only if the name of the book contains `FRC`, `960` or `FISCHER`. So `frc` and
//! `dfrc`, which ask for random start arrays, require a book with such a name. Its lines are not used.

use std::path::Path;

use super::error::CommandError;
use super::tokens::Tokens;

/// A request for openings.
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

    fn parse(line: &str) -> Result<GenFens, CommandError> {
        GenFens::parse(&mut Tokens::new(line))
    }

    #[test]
    fn the_form_of_openbench_is_read() {
        let plain = GenFens { count: 10, seed: 42, start: OpeningStart::Standard, plies: DEFAULT_PLIES };
        assert_eq!(parse("10 seed 42 book None"), Ok(plain.clone()));
        assert_eq!(parse("10 seed 42 book none None"), Ok(plain.clone()));
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
                parse(&format!("10 seed 42 book {words}")),
                Ok(GenFens { start, plies, ..plain.clone() })
            );
        }
    }

    /// Games from them would be played as standard chess, with illegal moves.
    #[test]
    fn chess960_needs_a_book_that_openbench_takes_for_chess960() {
        for (book, word) in [("None", "frc"), ("None", "dfrc"), ("FRC/a.epd", "dfrc")] {
            let error = parse(&format!("10 seed 42 book {book} {word}")).unwrap_err().to_string();
            let start =
                format!("found '{word}', expected a book before it with FRC, 960 or FISCHER in its name");
            assert!(error.starts_with(&start), "{error}");
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |line| parse(line).unwrap_err().to_string();
        assert_eq!(error("10 42"), "found '42' after 'genfens', expected 'seed' and a number");
        assert_eq!(
            error("10 seed x"),
            "'seed' is followed by 'x', expected a number from 0 to 18446744073709551615"
        );
        assert_eq!(error("10 seed 1 book"), "nothing follows 'book', expected 'None' or a path");
        assert!(error("10 seed 1 book None fast").starts_with("found 'fast', expected frc"));
    }
}
