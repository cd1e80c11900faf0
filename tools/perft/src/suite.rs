//! Perft suites: positions with the number of leaves at some depths.
//!
//! ```text
//! # a comment
//! r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 ;D1 26 ;D2 568 ;D3 13744
//! ```
//!
//! This is the form in which the field passes its suites on. Depths rise from left to right, not every one
//! needs to be there, and a `;` may end the line. Empty lines and lines that start with `#` are skipped.

use std::fmt;

use movegen::Position;
use movegen::text::FenError;

/// A position with counts of its tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SuiteEntry {
    /// The line of the file, counted from 1.
    pub(crate) line: usize,
    /// The position as the file writes it.
    pub(crate) fen: String,
    pub(crate) position: Position,
    /// By rising depth, never empty.
    pub(crate) counts: Vec<Count>,
}

/// The number of leaves at a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Count {
    /// At least 1.
    pub(crate) depth: u32,
    pub(crate) leaves: u64,
}

/// A line that is no entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SuiteError {
    pub(crate) line: usize,
    pub(crate) problem: Problem,
}

/// A fault of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Problem {
    /// The text before the first `;` is no position.
    Fen { found: String, why: FenError },
    /// No `;` and so no count.
    NoCounts { found: String },
    /// Not of the form `D3 8902`.
    Count { found: String },
    /// The depth is not above the one before.
    DepthOrder { found: String, after: u32 },
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for SuiteError {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen { found, why } => write!(f, "'{found}' is no position: {why}"),
            Self::NoCounts { found } => {
                write!(f, "'{found}' has no counts, expected them after the FEN, as in ';D1 20 ;D2 400'")
            }
            Self::Count { found } => {
                write!(f, "'{found}', expected a depth from 1 and its number of leaves, as in 'D2 400'")
            }
            Self::DepthOrder { found, after } => {
                write!(f, "'{found}' after D{after}, expected rising depths")
            }
        }
    }
}

/// Reads a suite. The first bad line is the error. A byte-order mark before the first line is skipped.
pub(crate) fn parse(text: &str) -> Result<Vec<SuiteEntry>, SuiteError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, text)| parse_entry(line, text).map_err(|problem| SuiteError { line, problem }))
        .collect()
}

fn parse_entry(line: usize, text: &str) -> Result<SuiteEntry, Problem> {
    let no_counts = || Problem::NoCounts { found: text.to_owned() };
    let (fen, counts) = text.split_once(';').ok_or_else(no_counts)?;
    let fen = fen.trim();
    let position = fen.parse().map_err(|why| Problem::Fen { found: fen.to_owned(), why })?;
    let counts = counts.strip_suffix(';').unwrap_or(counts);
    Ok(SuiteEntry { line, fen: fen.to_owned(), position, counts: parse_counts(counts)? })
}

fn parse_counts(text: &str) -> Result<Vec<Count>, Problem> {
    let mut counts: Vec<Count> = Vec::new();
    for field in text.split(';').map(str::trim) {
        let count = parse_count(field).ok_or_else(|| Problem::Count { found: field.to_owned() })?;
        let after = counts.last().map_or(0, |last| last.depth);
        if count.depth <= after {
            return Err(Problem::DepthOrder { found: field.to_owned(), after });
        }
        counts.push(count);
    }
    Ok(counts)
}

/// `D2 400`, with one or more spaces in between.
fn parse_count(field: &str) -> Option<Count> {
    let (depth, leaves) = field.strip_prefix('D')?.split_once(char::is_whitespace)?;
    let depth = parse_digits::<u32>(depth)?;
    (depth >= 1).then_some(Count { depth, leaves: parse_digits(leaves.trim_start())? })
}

/// A number of digits alone: `parse` would also take a plus sign.
fn parse_digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn entries_carry_their_line_position_and_counts() {
        let text = format!("# suite\r\n\r\n{START} ;D1 20 ;D2  400\r\n  # more\n{START};D5 4865609;\n");
        let entries = parse(&text).unwrap();
        let counts =
            |entry: &SuiteEntry| entry.counts.iter().map(|c| (c.depth, c.leaves)).collect::<Vec<_>>();
        assert_eq!(entries.iter().map(|entry| entry.line).collect::<Vec<_>>(), [3, 5]);
        assert!(entries.iter().all(|entry| entry.position == Position::startpos() && entry.fen == START));
        assert_eq!(counts(&entries[0]), [(1, 20), (2, 400)]);
        assert_eq!(counts(&entries[1]), [(5, 4_865_609)]);
    }

    #[test]
    fn a_byte_order_mark_before_the_first_line_is_skipped() {
        for first in ["# comment\n", "\r\n", ""] {
            let entries = parse(&format!("\u{feff}{first}{START} ;D1 20\r\n")).unwrap();
            assert_eq!(entries.len(), 1, "{first:?}");
        }
        assert!(parse(&format!("{START} ;D1 20\n\u{feff}{START} ;D1 20\n")).is_err());
    }

    #[test]
    fn an_error_names_the_line_its_text_and_what_was_expected() {
        let cases = [
            (START.to_owned(), "has no counts, expected"),
            (format!("{START} ;"), "'', expected a depth"),
            (format!("{START} ;D1 20 ;;"), "'', expected a depth"),
            (format!("{START} ;D1 20 D2 400"), "'D1 20 D2 400', expected"),
            (format!("{START} ;D0 1"), "'D0 1', expected"),
            (format!("{START} ;D1"), "'D1', expected"),
            (format!("{START} ;D1 +20"), "'D1 +20', expected"),
            (format!("{START} ;D1 -20"), "'D1 -20', expected"),
            (format!("{START} ;D 20"), "'D 20', expected"),
            (format!("{START} ;1 20"), "'1 20', expected"),
            (format!("{START} ;D1 18446744073709551616"), "expected"),
            (format!("{START} ;D2 400 ;D1 20"), "'D1 20' after D2, expected rising"),
            (format!("{START} ;D1 20 ;D1 20"), "'D1 20' after D1, expected rising"),
            ("8/8/8/8/8/8/8/8 w - - 0 1 ;D1 20".to_owned(), "expected exactly 1"),
            (";D1 20".to_owned(), "'' is no position"),
        ];
        for (line, expected) in cases {
            let error = parse(&format!("# first\n\n{line}\n")).expect_err(&line);
            assert_eq!(error.line, 3, "{line}");
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    #[test]
    fn of_several_bad_lines_the_first_is_named() {
        let error = parse(&format!("{START} ;D1 20\nx ;D1 1\ny\n")).unwrap_err();
        assert_eq!(error.line, 2);
    }
}
