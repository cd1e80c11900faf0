//! The suites' line format: a FEN, then `;D1 20 ;D2 400 ...`; comment lines begin with `#`.
//!
//! [`Line::parse`] reads both the published lists this tool starts from (where depths may be missing) and the
//! files it writes; an error carries the text it choked on and what was expected there.

use std::fmt;

use crate::suite::{Depth, Nodes};

/// One line of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing on it.
    Blank,
    /// The text after `#`, trimmed.
    Comment(String),
    /// A position and how many leaves it has at which depths.
    Position {
        /// Six fields.
        fen: String,
        /// In the order of the line.
        counts: Vec<(Depth, Nodes)>,
    },
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineError {
    /// The FEN has another number of fields than six.
    Fields(String),
    /// Not `D<depth> <count>`.
    Count(String),
    /// Depths must start at 1 or more and rise.
    Order(String),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields(text) => write!(f, "{text:?} is not a FEN of six fields"),
            Self::Count(text) => write!(f, "{text:?} is not a count like \"D3 8902\""),
            Self::Order(text) => write!(f, "the depths of {text:?} do not rise from 1"),
        }
    }
}

impl std::error::Error for LineError {}

impl Line {
    /// Reads one line.
    pub fn parse(line: &str) -> Result<Line, LineError> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(Line::Blank);
        }
        if let Some(comment) = line.strip_prefix('#') {
            return Ok(Line::Comment(comment.trim().to_owned()));
        }
        let mut parts = line.split(';').map(str::trim);
        let fen = parts.next().unwrap_or_default().to_owned();
        if fen.split_whitespace().count() != 6 {
            return Err(LineError::Fields(fen));
        }
        let counts = parts.map(parse_count).collect::<Result<Vec<_>, _>>()?;
        if !counts.is_sorted_by(|a, b| a.0 < b.0) || counts.iter().any(|&(depth, _)| depth == Depth(0)) {
            return Err(LineError::Order(line.to_owned()));
        }
        Ok(Line::Position { fen, counts })
    }
}

fn parse_count(text: &str) -> Result<(Depth, Nodes), LineError> {
    let parsed = text.strip_prefix('D').and_then(|rest| {
        let (depth, nodes) = rest.split_once(' ')?;
        Some((Depth(depth.parse().ok()?), Nodes(nodes.trim().parse().ok()?)))
    });
    parsed.ok_or_else(|| LineError::Count(text.to_owned()))
}

/// The line of a position whose counts for depths 1, 2, ... are `counts`.
pub fn position_line(fen: &str, counts: &[Nodes]) -> String {
    let columns = counts.iter().enumerate().map(|(i, nodes)| format!(" ;D{} {}", i + 1, nodes.0));
    std::iter::once(fen.to_owned()).chain(columns).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn what_is_written_reads_back() {
        let text = position_line(START, &[Nodes(20), Nodes(400)]);
        assert_eq!(text, format!("{START} ;D1 20 ;D2 400"));
        let counts = vec![(Depth(1), Nodes(20)), (Depth(2), Nodes(400))];
        assert_eq!(Line::parse(&text), Ok(Line::Position { fen: START.to_owned(), counts }));
    }

    #[test]
    fn malformed_lines_name_the_trouble() {
        let parse = |tail: &str| Line::parse(&format!("{START}{tail}"));
        assert_eq!(parse(" ;D1 x"), Err(LineError::Count("D1 x".to_owned())));
        assert_eq!(parse(" ;1 20"), Err(LineError::Count("1 20".to_owned())));
        assert!(matches!(parse(" ;D2 400 ;D1 20"), Err(LineError::Order(_))));
        assert!(matches!(parse(" ;D0 1"), Err(LineError::Order(_))));
        assert!(matches!(parse(" extra ;D1 20"), Err(LineError::Fields(_))));
    }
}
