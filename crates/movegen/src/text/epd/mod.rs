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
//! checked when they are read: [`best_moves`](Epd::best_moves) reads SAN moves, [`mate_in`](Epd::mate_in) a number.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
mod error;
mod operation;

pub use error::EpdError;
pub use operation::{Operand, Operation};

use operation::{FULLMOVE_NUMBER, HALFMOVE_CLOCK};

use core::fmt;
use core::str::FromStr;

use types::Move;

use crate::Position;
use crate::position::setup::Setup;
use crate::text::fen;
use crate::text::san::SanError;

/// A position with operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, its move counters included.
    pub position: Position,
    /// Everything else the line says, in its order.
    pub operations: Vec<Operation>,
}

/// The number of leaves that a perft suite claims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftCount {
    /// In plies.
    pub depth: u32,
    /// Leaves of the tree of legal moves at that depth.
    pub nodes: u64,
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        let (placement, rest) = line.split_at(placement_length(line));
        let setup = fen::parse_placement(&mut placement.split_ascii_whitespace())?;
        let mut counters = Counters::default();
        let mut operations: Vec<Operation> = Vec::new();
        for (index, mut tokens) in operation::tokenize(rest)?.into_iter().enumerate() {
            if index == 0 {
                counters.take_fields(&mut tokens)?;
            }
            let Some(operation) = Operation::from_tokens(tokens)? else { continue };
            if counters.take_operation(&operation)? {
                continue;
            }
            if operations.iter().any(|earlier| earlier.opcode() == operation.opcode()) {
                return Err(EpdError::Repeated { opcode: operation.opcode().to_owned() });
            }
            operations.push(operation);
        }
        Ok(Epd { position: counters.apply(setup).into_position()?, operations })
    }
}

/// The length of the first four fields, which end at white space or a semicolon.
fn placement_length(line: &str) -> usize {
    let is_end = |c: char| c.is_ascii_whitespace() || c == ';';
    let mut rest = line;
    for _ in 0..4 {
        rest = rest.trim_ascii_start();
        rest = &rest[rest.find(is_end).unwrap_or(rest.len())..];
    }
    line.len() - rest.len()
}

/// The move counters that a line gives, in whatever way.
#[derive(Default)]
struct Counters {
    halfmove_clock: Option<u16>,
    fullmove_number: Option<u16>,
}

impl Counters {
    /// Takes the numbers that follow the position as in a FEN. No opcode starts with a digit.
    fn take_fields(&mut self, tokens: &mut Vec<Operand>) -> Result<(), EpdError> {
        let is_number =
            |token: &Operand| token.is_word() && token.text().starts_with(|c: char| c.is_ascii_digit());
        let count = tokens.iter().take(2).take_while(|token| is_number(token)).count();
        for (opcode, token) in [HALFMOVE_CLOCK, FULLMOVE_NUMBER].into_iter().zip(tokens.drain(..count)) {
            self.set(opcode, token.text())?;
        }
        Ok(())
    }

    /// Takes the counter of an operation; whether it was one.
    fn take_operation(&mut self, operation: &Operation) -> Result<bool, EpdError> {
        if ![HALFMOVE_CLOCK, FULLMOVE_NUMBER].contains(&operation.opcode()) {
            return Ok(false);
        }
        self.set(operation.opcode(), operation.single("one number")?)?;
        Ok(true)
    }

    fn set(&mut self, opcode: &str, text: &str) -> Result<(), EpdError> {
        let (counter, name) = match opcode {
            HALFMOVE_CLOCK => (&mut self.halfmove_clock, fen::HALFMOVE_CLOCK),
            _ => (&mut self.fullmove_number, fen::FULLMOVE_NUMBER),
        };
        match counter.replace(fen::parse_counter(text, name)?) {
            Some(_) => Err(EpdError::Repeated { opcode: opcode.to_owned() }),
            None => Ok(()),
        }
    }

    fn apply(self, mut setup: Setup) -> Setup {
        setup.halfmove_clock = self.halfmove_clock.unwrap_or(setup.halfmove_clock);
        setup.fullmove_number = self.fullmove_number.unwrap_or(setup.fullmove_number);
        setup
    }
}

impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position.epd())?;
        let (clock, number) = (self.position.halfmove_clock(), self.position.fullmove_number());
        if clock != 0 {
            write!(f, " {HALFMOVE_CLOCK} {clock};")?;
        }
        if number != 1 {
            write!(f, " {FULLMOVE_NUMBER} {number};")?;
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

    /// In how many moves the side to move mates: `dm`.
    ///
    /// # Errors
    /// If that is not one number.
    pub fn mate_in(&self) -> Result<Option<u32>, EpdError> {
        self.operation("dm").map(|operation| operation.number()).transpose()
    }

    /// The perft counts of the line: `D1 20`, `D2 400`, in its order.
    ///
    /// # Errors
    /// If one of them is not one number.
    pub fn perft_counts(&self) -> Result<Vec<PerftCount>, EpdError> {
        self.operations.iter().filter_map(perft_count).collect()
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

/// The count of an operation `D<depth> <nodes>`; `None` for other operations.
fn perft_count(operation: &Operation) -> Option<Result<PerftCount, EpdError>> {
    let digits = operation.opcode().strip_prefix('D')?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let depth = digits.parse().map_err(|_| operation.refused("a smaller depth"));
    Some(depth.and_then(|depth| Ok(PerftCount { depth, nodes: operation.number()? })))
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::vec;
    use types::Square;

    use crate::position::setup::PositionError;
    use crate::text::fen::FenError;

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
        assert_eq!(epd.mate_in(), Ok(Some(3)));
        assert_eq!(epd.perft_counts(), Ok(vec![]));
        let operands: Vec<&str> = epd.operation("c0").unwrap().operands().iter().map(Operand::text).collect();
        assert_eq!(operands, ["x", "y"]);
    }

    #[test]
    fn perft_lines_carry_full_fens() {
        let expected =
            [(1, 26), (2, 568), (6, 179_862_938)].map(|(depth, nodes)| PerftCount { depth, nodes });
        for counters in [" 0 1 ", " 0 1", " 0 ", " ", ""] {
            let epd = epd(&format!("{counters};D1 26 ;D2 568 ;D6 179862938")).unwrap();
            assert_eq!(epd.perft_counts().as_deref(), Ok(&expected[..]), "'{counters}'");
            assert_eq!(epd.position.fen(), format!("{CASTLES} 0 1"));
        }
        assert_eq!(epd(" 7 9 bm O-O;").unwrap().position.fen(), format!("{CASTLES} 7 9"));
    }

    #[test]
    fn lines_without_operations() {
        for end in ["", " ", ";", " ;; ; "] {
            let epd = epd(end).unwrap();
            assert_eq!((epd.operations.len(), epd.id(), epd.mate_in()), (0, None, Ok(None)));
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
        let counter = |field, found: &str| EpdError::Fen(FenError::Counter { field, found: text(found) });
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
        let epd = epd(" bm Kd1 Ke4; am ; dm soon; D1 many; D2 1 2; D99999999999 1; D3x 7; D 7;").unwrap();
        let error = epd.position.parse_san("Ke4").unwrap_err();
        assert_eq!(epd.best_moves(), Err(EpdError::Move { operation: "bm Kd1 Ke4".to_owned(), error }));
        assert!(matches!(epd.avoid_moves(), Err(EpdError::Operands { .. })));
        assert!(matches!(epd.mate_in(), Err(EpdError::Operands { .. })));
        assert!(matches!(epd.perft_counts(), Err(EpdError::Operands { .. })));
        let counts = |index: usize| perft_count(&epd.operations[index]);
        assert_eq!(
            (3..8).map(|index| counts(index).is_some()).collect::<Vec<_>>(),
            [true, true, true, false, false]
        );
        assert!((3..6).all(|index| counts(index).unwrap().is_err()));
    }

    #[test]
    fn numbers_have_no_sign() {
        let signed = epd(" dm +3; D4 +7;").unwrap();
        assert!(signed.mate_in().is_err() && signed.perft_counts().is_err());
    }
}
