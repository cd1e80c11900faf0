//! `genfens <count> seed <seed> book <None | path> [frc | dfrc] [plies <n>]`, as OpenBench calls it.

use super::CommandError;
use super::tokens::Tokens;

/// What openings are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GenFens {
    pub(crate) count: u64,
    /// Equal seeds make equal openings.
    pub(crate) seed: u64,
    /// A file with a position a line to start from, instead of `array`.
    pub(crate) book: Option<String>,
    /// How the pieces stand at the start, where no book says so.
    pub(crate) array: StartArray,
    /// Random moves from there.
    pub(crate) plies: u32,
}

/// A way to set up the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StartArray {
    /// As in standard chess.
    Standard,
    /// One of the 960, the same for both sides.
    Chess960,
    /// One of the 960 for each side.
    DoubleChess960,
}

/// Random moves from a start array: enough that hardly two openings are the same.
const DEFAULT_PLIES: u32 = 8;

impl GenFens {
    pub(super) fn parse(tokens: &mut Tokens<'_>) -> Result<GenFens, CommandError> {
        let count = tokens.number("genfens", 1)?;
        tokens.expect("genfens", "seed", "'seed' and a number")?;
        let seed = tokens.number("seed", 0)?;
        tokens.expect("genfens", "book", "'book' and 'None' or a path")?;
        let book = tokens.required("book", "'None' or a path")?;
        let book = (!book.eq_ignore_ascii_case("none")).then(|| book.to_owned());
        let mut wanted = GenFens { count, seed, book, array: StartArray::Standard, plies: DEFAULT_PLIES };
        while let Some(word) = tokens.next() {
            match word {
                "frc" => wanted.array = StartArray::Chess960,
                "dfrc" => wanted.array = StartArray::DoubleChess960,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<GenFens, CommandError> {
        GenFens::parse(&mut Tokens::new(line))
    }

    #[test]
    fn the_form_of_openbench_is_read() {
        let plain =
            GenFens { count: 10, seed: 42, book: None, array: StartArray::Standard, plies: DEFAULT_PLIES };
        assert_eq!(parse("10 seed 42 book None"), Ok(plain.clone()));
        let book = Some("Books/a.epd".to_owned());
        assert_eq!(
            parse("10 seed 42 book Books/a.epd dfrc plies 4"),
            Ok(GenFens { book, array: StartArray::DoubleChess960, plies: 4, ..plain })
        );
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
