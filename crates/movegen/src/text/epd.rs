//! EPD lines: a position with facts about it.
//!
//! ```text
//!   r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O Ra7; id "both wings"; hmvc 4;
//!   └─ the first four fields of FEN ┘ └ opcode operands; ...
//!   r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 1 ;D1 26 ;D2 568
//! ```
//!
//! The second line is how perft suites are written: a full FEN with its counters, and operations set off
//! by semicolons in front. Both are read. The move counters, whether they come as FEN fields or by the
//! opcodes `hmvc` and `fmvn`, become part of the position and are no operations of their own; lines are
//! written with opcodes, and only for counters that are not 0 and 1.
//!
//! Reading a line checks the position and the form of all operations. The operands themselves are
//! checked when they are read: [`best_moves`](Epd::best_moves) reads SAN moves.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
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
    /// Everything else the line says, in its order.
    pub operations: Vec<Operation>,
}

/// An opcode with its operands, such as `bm Nf3 Ne5` or `id "WAC.001"`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

/// An operand of an opcode.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// Anything without blanks, semicolons and quotation marks: moves, numbers.
    Word(String),
    /// A text that is written in quotation marks, without a line break.
    Quoted(String),
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
        for (index, mut tokens) in tokenize(rest)?.into_iter().enumerate() {
            if index == 0 {
                // Numbers follow the position as in a FEN. No opcode starts with a digit.
                let is_number = |token: &&Operand| matches!(token, Operand::Word(text) if text.starts_with(|c: char| c.is_ascii_digit()));
                let count = tokens.iter().take(2).take_while(is_number).count();
                for (index, token) in tokens.drain(..count).enumerate() {
                    set_counter(index, token.text())?;
                }
            }
            let opcode = match tokens.first() {
                None => continue,
                Some(Operand::Word(opcode)) if is_opcode(opcode) => opcode.clone(),
                Some(_) => {
                    let found: Vec<String> = tokens.iter().map(Operand::to_string).collect();
                    return Err(EpdError::Opcode { found: found.join(" ") });
                }
            };
            let operation = Operation { opcode, operands: tokens.split_off(1) };
            if let Some(index) = COUNTERS.iter().position(|(opcode, _)| *opcode == operation.opcode) {
                set_counter(index, operation.single("one number")?)?;
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

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position.epd())?;
        let counters = [(self.position.halfmove_clock(), 0), (self.position.fullmove_number(), 1)];
        for ((opcode, _), (counter, default)) in COUNTERS.into_iter().zip(counters) {
            if counter != default {
                write!(f, " {opcode} {counter};")?;
            }
        }
        self.operations.iter().try_for_each(|operation| write!(f, " {operation};"))
    }
}

impl Epd {
    /// The operation of this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode() == opcode)
    }

    /// The name of the line: `id`.
    pub fn id(&self) -> Option<String> {
        let texts: Vec<&str> = self.operation("id")?.operands().iter().map(Operand::text).collect();
        Some(texts.join(" "))
    }

    /// The moves of `bm`, any of which is to be found. Empty if the line has none.
    ///
    /// # Errors
    /// If one of them is no legal move of the position.
    pub fn best_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.moves("bm")
    }

    /// The moves of `am`, none of which is to be played. Empty if the line has none.
    ///
    /// # Errors
    /// If one of them is no legal move of the position.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.moves("am")
    }

    fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let Some(operation) = self.operation(opcode) else { return Ok(Vec::new()) };
        // Some suites set the check mark apart from its move: `bm Qd1 +;`.
        let is_mark = |operand: &&Operand| operand.text().trim_matches(['+', '#', '!', '?']).is_empty();
        let texts = operation.operands().iter().filter(|operand| !is_mark(operand)).map(Operand::text);
        let moves: Result<Vec<Move>, SanError> = texts.map(|text| self.position.parse_san(text)).collect();
        let moves = moves.map_err(|error| EpdError::Move { operation: operation.to_string(), error })?;
        if moves.is_empty() {
            return Err(operation.refused("at least one move"));
        }
        Ok(moves)
    }
}

impl Operand {
    /// The text, without quotation marks.
    pub fn text(&self) -> &str {
        match self {
            Self::Word(text) | Self::Quoted(text) => text,
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(text) => f.write_str(text),
            Self::Quoted(text) => write!(f, "\"{}\"", text.replace('\\', r"\\").replace('"', "\\\"")),
        }
    }
}

impl Operation {
    /// The name of the operation.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// The operands, in their order.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The text of the only operand.
    fn single(&self, expected: &'static str) -> Result<&str, EpdError> {
        match &self.operands[..] {
            [operand] => Ok(operand.text()),
            _ => Err(self.refused(expected)),
        }
    }

    /// The error that the operands are not what was expected.
    fn refused(&self, expected: &'static str) -> EpdError {
        EpdError::Operands { operation: self.to_string(), expected }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        self.operands.iter().try_for_each(|operand| write!(f, " {operand}"))
    }
}

fn is_opcode(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn ends_word(c: char) -> bool {
    c.is_ascii_whitespace() || c == ';'
}

/// Splits what follows the position at its semicolons, and each part into words and quoted texts. Parts
/// may be empty.
fn tokenize(text: &str) -> Result<Vec<Vec<Operand>>, EpdError> {
    let mut parts = Vec::new();
    let mut part = Vec::new();
    let mut rest = text.trim_ascii_start();
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            parts.push(core::mem::take(&mut part));
            rest = &rest[1..];
        } else if first == '"' {
            // Inside of one line, and up to the end of a word.
            let line = rest.lines().next().unwrap_or_default();
            let Some((text, length)) = quoted(line, |rest| rest.is_empty() || rest.starts_with(ends_word))
            else {
                // The error quotes the text up to the end of the word behind the second quotation mark.
                let second = line[1..].find('"').map_or(line.len(), |index| index + 2);
                let end = second + line[second..].find(ends_word).unwrap_or(line.len() - second);
                return Err(EpdError::Quotes { found: line[..end].to_owned() });
            };
            part.push(Operand::Quoted(text));
            rest = &rest[length..];
        } else {
            let (word, after) = rest.split_at(rest.find(ends_word).unwrap_or(rest.len()));
            if word.contains('"') {
                return Err(EpdError::Quotes { found: word.to_owned() });
            }
            part.push(Operand::Word(word.to_owned()));
            rest = after;
        }
        rest = rest.trim_ascii_start();
    }
    parts.push(part);
    Ok(parts)
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
    use alloc::{format, vec};
    use types::Square;

    use super::*;

    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

    fn epd(operations: &str) -> Result<Epd, EpdError> {
        format!("{CASTLES}{operations}").parse()
    }

    fn opcodes(epd: &Epd) -> Vec<&str> {
        epd.operations.iter().map(Operation::opcode).collect()
    }

    #[test]
    fn a_line_with_all_that_suites_use() {
        let epd = epd(r#" bm O-O Ra7; am Kd1; id "both; wings"; dm 3; c0 "x" y; hmvc 4; fmvn 20;"#).unwrap();
        assert_eq!(opcodes(&epd), ["bm", "am", "id", "dm", "c0"]);
        assert_eq!(epd.position.fen(), format!("{CASTLES} 4 20"));
        let castle = Move::castle(Square::E1, Square::H1);
        assert_eq!(epd.best_moves(), Ok(vec![castle, Move::normal(Square::A1, Square::A7)]));
        assert_eq!(epd.avoid_moves(), Ok(vec![Move::normal(Square::E1, Square::D1)]));
        assert_eq!(epd.id().as_deref(), Some("both; wings"));
        assert_eq!(epd.operation("dm").unwrap().operands(), [word("3")]);
        let operands: Vec<&str> = epd.operation("c0").unwrap().operands().iter().map(Operand::text).collect();
        assert_eq!(operands, ["x", "y"]);
    }

    #[test]
    fn perft_lines_carry_full_fens() {
        for counters in [" 0 1 ", " 0 1", " 0 ", " ", ""] {
            let epd = epd(&format!("{counters};D1 26 ;D2 568 ;D6 179862938")).unwrap();
            assert_eq!(opcodes(&epd), ["D1", "D2", "D6"], "'{counters}'");
            assert_eq!(epd.position.fen(), format!("{CASTLES} 0 1"));
        }
        assert_eq!(epd(" 7 9 bm O-O;").unwrap().position.fen(), format!("{CASTLES} 7 9"));
    }

    #[test]
    fn lines_without_operations() {
        for end in ["", " ", ";", " ;; ; "] {
            let epd = epd(end).unwrap();
            assert_eq!((epd.operations.len(), epd.id()), (0, None));
            assert_eq!((epd.best_moves(), epd.avoid_moves()), (Ok(vec![]), Ok(vec![])));
            assert_eq!(epd.to_string(), CASTLES);
        }
    }

    #[test]
    fn quirks_of_real_suites() {
        let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01 ";
        let epd: Epd = line.parse().unwrap();
        assert_eq!(epd.best_moves(), Ok(vec![Move::normal(Square::D6, Square::D1)]));
        assert_eq!(epd.id().as_deref(), Some("BK.01"));
        let line = "4KBkr/7p/6PP/4P3/8/3P1p2/8/8 w - - bm g7; id \"ZPTS.02\"; CCC post 27.4.2004 by somebody";
        let epd: Epd = line.parse().unwrap();
        assert_eq!(opcodes(&epd), ["bm", "id", "CCC"]);
    }

    #[test]
    fn written_text_is_read_back() {
        let lines = [
            r#" bm O-O Ra7; id "both; wings"; c0 word "" "é \\ ' \"";"#,
            r#" c1 "\"" "\\" "say \\\"; \\\\ and "; c2 "C:\\suites\\"; c_0 +1.5 é " "; draw;"#,
            " hmvc 4; fmvn 20; D1 26; D2 568;",
            " noop;",
            "",
        ];
        for line in lines {
            let epd = epd(line).unwrap();
            assert_eq!(epd.to_string(), format!("{CASTLES}{line}"));
            assert_eq!(epd.to_string().parse(), Ok(epd));
        }
    }

    #[test]
    fn errors_name_the_text() {
        let text = |text: &str| text.to_owned();
        const EXPECTED: &str = "a number from 0 to 65535";
        let counter = |field, found: &str| {
            EpdError::Fen(FenError::Syntax { field, found: text(found), expected: EXPECTED })
        };
        let cases = [
            (" id \"open", EpdError::Quotes { found: text("\"open") }),
            (" id \"two\nlines\"", EpdError::Quotes { found: text("\"two") }),
            (" id \"a\"b;", EpdError::Quotes { found: text("\"a\"b") }),
            (" id a\"b\" c;", EpdError::Quotes { found: text("a\"b\"") }),
            (" bm O-O; +3 x;", EpdError::Opcode { found: text("+3 x") }),
            (" bm O-O; 0 1;", EpdError::Opcode { found: text("0 1") }),
            (" 0 1 2;", EpdError::Opcode { found: text("2") }),
            (" \"bm\" e4;", EpdError::Opcode { found: text("\"bm\" e4") }),
            (" c0 a; c0 b;", EpdError::Repeated { opcode: text("c0") }),
            (" 0 1 hmvc 3;", EpdError::Repeated { opcode: text("hmvc") }),
            (" fmvn 3; fmvn 3;", EpdError::Repeated { opcode: text("fmvn") }),
            (" hmvc;", EpdError::Operands { operation: text("hmvc"), expected: "one number" }),
            (" fmvn 1 2;", EpdError::Operands { operation: text("fmvn 1 2"), expected: "one number" }),
            (" hmvc +1;", counter("halfmove clock", "+1")),
            (" hmvc 65536;", counter("halfmove clock", "65536")),
            (" 0 1x;", counter("fullmove number", "1x")),
        ];
        for (line, error) in cases {
            let found = epd(line).unwrap_err();
            assert_eq!(found, error, "{line}");
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
    fn operands_are_checked_when_they_are_read() {
        let wrong = epd(" bm Kd1 Ke4; am ;").unwrap();
        let error = wrong.position.parse_san("Ke4").unwrap_err();
        assert_eq!(wrong.best_moves(), Err(EpdError::Move { operation: "bm Kd1 Ke4".to_owned(), error }));
        assert!(matches!(wrong.avoid_moves(), Err(EpdError::Operands { .. })));
    }

    fn word(text: &str) -> Operand {
        Operand::Word(text.to_owned())
    }

    fn quoted(text: &str) -> Operand {
        Operand::Quoted(text.to_owned())
    }

    #[test]
    fn a_backslash_escapes_quotation_marks_and_itself() {
        let read = |line: &str| tokenize(line).map(|parts| parts.concat());
        for (line, texts) in [
            (r#""say \"e4\"; then" x"#, vec![quoted(r#"say "e4"; then"#), word("x")]),
            (r#""a\\b" "c\d""#, vec![quoted(r"a\b"), quoted(r"c\d")]),
            (r#""\\""#, vec![quoted(r"\")]),
            (r#""\"" "\"""#, vec![quoted("\""), quoted("\"")]),
            // No escapes are meant where there is no end with them.
            (r#""C:\suites\""#, vec![quoted(r"C:\suites\")]),
            (r#""C:\suites\"; id "x""#, vec![quoted(r"C:\suites\"), word("id"), quoted("x")]),
        ] {
            assert_eq!(read(line), Ok(texts), "{line}");
        }
        for line in [r#""\"x"#, r#""\\"x"#, r#""open \\ "#] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
