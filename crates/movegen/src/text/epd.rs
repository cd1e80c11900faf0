//! EPD lines: a position with facts about it.
//!
//! ```text
//!   r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O Ra7; id "both wings"; hmvc 4;
//!   └─ the first four fields of FEN ┘ └ opcode operands; ...
//!   r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 1 ;D1 26 ;D2 568
//! ```
//!
//! The second line is how perft suites are written: a full FEN with its counters, and operations set off by semicolons in
//! front. Both are read. The move counters, whether they come as FEN fields or by the opcodes `hmvc` and `fmvn`, become part
//! of the position and are no operations of their own.
//!
//! Reading a line checks the position and the form of all operations. The operands themselves are checked when they are
//! read: [`best_moves`](Epd::best_moves) reads SAN moves.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use types::Move;

use crate::Position;
use crate::position::setup::PositionError;
use crate::text::fen::{self, FenError};
use crate::text::san::SanError;

/// The opcodes of the move counters, in the order of a FEN, with their names.
const COUNTERS: [(&str, &str); 2] = [("hmvc", fen::HALFMOVE_CLOCK), ("fmvn", fen::FULLMOVE_NUMBER)];

/// Reason why a line is no EPD, or an operation has other operands than expected.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum EpdError {
    /// The fields of the position, or a move counter, are at fault.
    Fen(FenError),
    /// A quoted operand does not end, or something touches its quotation marks.
    Quotes { found: String },
    /// An operation does not start with an opcode.
    Opcode { found: String },
    /// An opcode appears twice, or a counter is given twice.
    Repeated { opcode: String },
    /// Operands are not what their opcode calls for.
    Operands { operation: String, expected: &'static str },
    /// An operand is no legal move.
    Move { operation: String, error: SanError },
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Quotes { found } => {
                write!(f, "quotation marks in '{found}', expected one pair around a whole operand")
            }
            Self::Opcode { found } => write!(
                f,
                "operation '{found}', expected it to start with an opcode: a letter, then letters, digits or '_'"
            ),
            Self::Repeated { opcode } => write!(f, "'{opcode}' is given twice, expected once"),
            Self::Operands { operation, expected } => {
                write!(f, "operation '{operation}', expected {expected}")
            }
            Self::Move { operation, error } => write!(f, "operation '{operation}': {error}"),
        }
    }
}

/// Without a source: the message holds all that the errors within say.
impl core::error::Error for EpdError {}

impl From<FenError> for EpdError {
    fn from(error: FenError) -> EpdError {
        EpdError::Fen(error)
    }
}

impl From<PositionError> for EpdError {
    fn from(error: PositionError) -> EpdError {
        EpdError::Fen(error.into())
    }
}

/// A position with operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, its move counters included.
    pub position: Position,
    operations: Vec<Operation>,
}

/// An opcode with its operands, such as `bm Nf3 Ne5` or `id "WAC.001"`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Operation {
    /// As it is written.
    text: String,
    opcode: String,
    /// Without quotation marks.
    operands: Vec<String>,
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        // The first four fields end at white space or a semicolon.
        let mut rest = line;
        for _ in 0..4 {
            rest = rest.trim_ascii_start();
            rest = &rest[rest.find(ends_word).unwrap_or(rest.len())..];
        }
        let placement = &line[..line.len() - rest.len()];
        let mut setup = fen::parse_placement(&mut placement.split_ascii_whitespace())?;
        let mut counters = [None; 2];
        let mut set_counter = |index: usize, text: &str| -> Result<(), EpdError> {
            let (opcode, name) = COUNTERS[index];
            match counters[index].replace(fen::parse_counter(text, name)?) {
                Some(_) => Err(EpdError::Repeated { opcode: opcode.to_owned() }),
                None => Ok(()),
            }
        };
        let mut operations: Vec<Operation> = Vec::new();
        for (index, mut words) in split_operations(rest)?.into_iter().enumerate() {
            if index == 0 {
                // Numbers follow the position as in a FEN. No opcode starts with a digit.
                let is_number = |word: &&&str| word.starts_with(|c: char| c.is_ascii_digit());
                let count = words.iter().take(2).take_while(is_number).count();
                for (index, word) in words.drain(..count).enumerate() {
                    set_counter(index, word)?;
                }
            }
            let Some((&opcode, operands)) = words.split_first() else { continue };
            let (text, opcode) = (words.join(" "), opcode.to_owned());
            if !is_opcode(&opcode) {
                return Err(EpdError::Opcode { found: text });
            }
            let operands = operands.iter().map(|word| unquoted(word)).collect();
            let operation = Operation { text, opcode, operands };
            if let Some(index) = COUNTERS.iter().position(|(opcode, _)| *opcode == operation.opcode) {
                let [number] = &operation.operands[..] else { return Err(operation.refused("one number")) };
                set_counter(index, number)?;
            } else if operations.iter().any(|earlier| earlier.opcode == operation.opcode) {
                return Err(EpdError::Repeated { opcode: operation.opcode });
            } else {
                operations.push(operation);
            }
        }
        setup.halfmove_clock = counters[0].unwrap_or(setup.halfmove_clock);
        setup.fullmove_number = counters[1].unwrap_or(setup.fullmove_number);
        Ok(Epd { position: setup.into_position()?, operations })
    }
}

impl Epd {
    /// The operands of an opcode, without quotation marks; `None` if the line has no such opcode.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        self.operation(opcode).map(|operation| &operation.operands[..])
    }

    /// The moves of `bm`, any of which is to be found. Empty if the line has none.
    ///
    /// # Errors
    /// If one of them is no legal move of the position.
    pub fn best_moves(&self) -> Result<Vec<Move>, EpdError> {
        let Some(operation) = self.operation("bm") else { return Ok(Vec::new()) };
        // Some suites set the check mark apart from its move: `bm Qd1 +;`.
        let is_mark = |operand: &&String| operand.trim_matches(['+', '#', '!', '?']).is_empty();
        let texts = operation.operands.iter().filter(|operand| !is_mark(operand));
        let moves: Result<Vec<Move>, SanError> = texts.map(|text| self.position.parse_san(text)).collect();
        let moves = moves.map_err(|error| EpdError::Move { operation: operation.text.clone(), error })?;
        if moves.is_empty() { Err(operation.refused("at least one move")) } else { Ok(moves) }
    }

    fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }
}

impl Operation {
    /// The error that the operands are not what was expected.
    fn refused(&self, expected: &'static str) -> EpdError {
        EpdError::Operands { operation: self.text.clone(), expected }
    }
}

fn is_opcode(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn ends_word(c: char) -> bool {
    c.is_ascii_whitespace() || c == ';'
}

/// Splits what follows the position at its semicolons, and each part into words and texts with their quotation marks. Parts
/// may be empty.
fn split_operations(text: &str) -> Result<Vec<Vec<&str>>, EpdError> {
    let mut parts = Vec::new();
    let mut part = Vec::new();
    let mut rest = text.trim_ascii_start();
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            parts.push(core::mem::take(&mut part));
            rest = rest[1..].trim_ascii_start();
            continue;
        }
        let mut length = rest.find(ends_word).unwrap_or(rest.len());
        if first == '"' {
            // Inside of one line, and up to the end of a word.
            let line = rest.lines().next().unwrap_or_default();
            let Some((_, end)) = quoted(line, |rest| rest.is_empty() || rest.starts_with(ends_word)) else {
                // The error quotes the text up to the end of the word behind the second quotation mark.
                let second = line[1..].find('"').map_or(line.len(), |index| index + 2);
                let end = second + line[second..].find(ends_word).unwrap_or(line.len() - second);
                return Err(EpdError::Quotes { found: line[..end].to_owned() });
            };
            length = end;
        } else if rest[..length].contains('"') {
            return Err(EpdError::Quotes { found: rest[..length].to_owned() });
        }
        part.push(&rest[..length]);
        rest = rest[length..].trim_ascii_start();
    }
    parts.push(part);
    Ok(parts)
}

/// The text of a word, without quotation marks if it has any.
fn unquoted(word: &str) -> String {
    quoted(word, str::is_empty).map_or_else(|| word.to_owned(), |(text, _)| text)
}

/// The text that stands in quotation marks at the beginning of `text`, and its length with the marks. A mark ends it if
/// `is_end` says so of what follows.
///
/// Inside, `\"` is a quotation mark and `\\` a backslash; a backslash before anything else is itself. Many programs
/// write no such escapes (`"C:\suites\"`): a text that does not end at its first mark is read once more without them.
pub fn quoted(text: &str, is_end: impl Fn(&str) -> bool) -> Option<(String, usize)> {
    let inner = text.strip_prefix('"')?;
    let (mut value, mut characters) = (String::new(), inner.char_indices().peekable());
    while let Some((index, character)) = characters.next() {
        if character == '"' {
            if is_end(&inner[index + 1..]) {
                return Some((value, index + 2));
            }
            break;
        }
        let escaped = characters.next_if(|(_, next)| character == '\\' && matches!(next, '"' | '\\'));
        value.push(escaped.map_or(character, |(_, escaped)| escaped));
    }
    let mut marks = inner.match_indices('"').map(|(index, _)| index);
    let end = marks.find(|index| is_end(&inner[index + 1..]))?;
    Some((inner[..end].to_owned(), end + 2))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::{format, vec};
    use types::Square;

    use super::*;

    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

    fn epd(operations: &str) -> Result<Epd, EpdError> {
        format!("{CASTLES}{operations}").parse()
    }

    #[test]
    fn operations_and_counters_are_read() {
        for (line, counters, opcodes) in [
            (
                r#" bm O-O Ra7; am Kd1; id "both; wings"; dm 3; c0 "x" y; hmvc 4; fmvn 20;"#,
                "4 20",
                "bm am id dm c0",
            ),
            // Perft suites have full FENs.
            (" 0 1 ;D1 26 ;D2 568 ;D6 179862938", "0 1", "D1 D2 D6"),
            (" 0 1;D1 26", "0 1", "D1"),
            (" 7 ;D1 26", "7 1", "D1"),
            (";D1 26", "0 1", "D1"),
            (" 7 9 bm O-O;", "7 9", "bm"),
            ("", "0 1", ""),
            (" ", "0 1", ""),
            (";", "0 1", ""),
            (" ;; ; ", "0 1", ""),
            // As in real suites.
            (" ; bm Qd1 + ; id BK.01 ", "0 1", "bm id"),
            (" bm g7; id \"ZPTS.02\"; CCC post 27.4.2004 by somebody", "0 1", "bm id CCC"),
            (r#" c0 word "" "é \\ ' \""; c_0 +1.5 é " "; draw;"#, "0 1", "c0 c_0 draw"),
        ] {
            let epd = epd(line).expect(line);
            assert_eq!(epd.position.fen(), format!("{CASTLES} {counters}"), "{line}");
            let found: Vec<&str> = epd.operations.iter().map(|operation| operation.opcode.as_str()).collect();
            assert_eq!(found.join(" "), opcodes, "{line}");
        }
    }

    #[test]
    fn operands_are_checked_when_they_are_read() {
        let line = epd(r#" bm Qa8 + Ke4; id "both; wings"; c0 "x" y;"#).unwrap();
        assert_eq!(line.operands("id"), Some(&["both; wings".to_owned()][..]));
        assert_eq!(line.operands("c0"), Some(&["x".to_owned(), "y".to_owned()][..]));
        assert_eq!(line.operands("dm"), None);
        let error = line.best_moves().unwrap_err().to_string();
        assert!(error.starts_with("operation 'bm Qa8 + Ke4': 'Qa8' is"), "{error}");
        let castle = Move::castle(Square::E1, Square::H1);
        let rook = Move::normal(Square::A1, Square::A8);
        assert_eq!(epd(" bm O-O Rxa8 +;").unwrap().best_moves(), Ok(vec![castle, rook]));
        assert_eq!(epd("").unwrap().best_moves(), Ok(vec![]));
        let error = epd(" bm ;").unwrap().best_moves().unwrap_err().to_string();
        assert_eq!(error, "operation 'bm', expected at least one move");
    }

    #[test]
    fn errors_name_the_text() {
        let quotes = "expected one pair around a whole operand";
        let opcode = "expected it to start with an opcode: a letter, then letters, digits or '_'";
        let counter = "expected a number from 0 to 65535";
        for (line, error) in [
            (" id \"open", format!("quotation marks in '\"open', {quotes}")),
            (" id \"two\nlines\"", format!("quotation marks in '\"two', {quotes}")),
            (" id \"a\"b;", format!("quotation marks in '\"a\"b', {quotes}")),
            (" id a\"b\" c;", format!("quotation marks in 'a\"b\"', {quotes}")),
            (" bm O-O; +3 x;", format!("operation '+3 x', {opcode}")),
            (" bm O-O; 0 1;", format!("operation '0 1', {opcode}")),
            (" 0 1 2;", format!("operation '2', {opcode}")),
            (" \"bm\" e4;", format!("operation '\"bm\" e4', {opcode}")),
            (" c0 a; c0 b;", "'c0' is given twice, expected once".to_owned()),
            (" 0 1 hmvc 3;", "'hmvc' is given twice, expected once".to_owned()),
            (" fmvn 3; fmvn 3;", "'fmvn' is given twice, expected once".to_owned()),
            (" hmvc;", "operation 'hmvc', expected one number".to_owned()),
            (" fmvn 1 2;", "operation 'fmvn 1 2', expected one number".to_owned()),
            (" hmvc +1;", format!("halfmove clock '+1', {counter}")),
            (" hmvc 65536;", format!("halfmove clock '65536', {counter}")),
            (" 0 1x;", format!("fullmove number '1x', {counter}")),
        ] {
            assert_eq!(epd(line).unwrap_err().to_string(), error, "{line}");
        }
    }

    #[test]
    fn errors_of_the_position_pass_through() {
        for (line, field) in [
            ("", "board"),
            (";D1 20", "board"),
            ("8/8/8/8/8/8/8/8 w;", "castling rights"),
            ("8/8/8/8/8/8/8/8 w - ;id x", "en-passant square"),
        ] {
            assert_eq!(line.parse::<Epd>(), Err(FenError::MissingField { field }.into()), "{line}");
        }
        let error = "8/8/8/8/8/8/8/8 w - - bm e4;".parse::<Epd>().unwrap_err();
        assert!(matches!(error, EpdError::Fen(FenError::Position(PositionError::Kings { .. }))));
    }

    #[test]
    fn a_backslash_escapes_quotation_marks_and_itself() {
        let read = |text: &str| quoted(text, |rest| rest.is_empty() || rest.starts_with(ends_word));
        for (text, value, rest) in [
            (r#""say \"e4\"; then" x"#, r#"say "e4"; then"#, " x"),
            (r#""a\\b""#, r"a\b", ""),
            (r#""c\d""#, r"c\d", ""),
            (r#""\\""#, r"\", ""),
            (r#""\"" "\"""#, "\"", r#" "\"""#),
            // No escapes are meant where there is no end with them.
            (r#""C:\suites\""#, r"C:\suites\", ""),
            (r#""C:\suites\"; id "x""#, r"C:\suites\", r#"; id "x""#),
        ] {
            assert_eq!(read(text), Some((value.to_owned(), text.len() - rest.len())), "{text}");
        }
        for text in [r#""\"x"#, r#""\\"x"#, r#""open \\ "#] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
