//! The operations of an EPD line: an opcode and its operands.
//!
//! Operands are words, or texts in quotation marks, which alone may contain blanks and semicolons. Inside
//! quotation marks `\"` is a quotation mark and `\\` a backslash; a backslash before anything else is itself.
//! The standard has no such escapes, and some suites end a text with a backslash (`"C:\suites\"`): a text
//! that has no end when escapes are read is read once more without them.
//!
//! A line break cannot be written, so [`Operation::new`] refuses it, and whatever it accepts can be written
//! and read back.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::error::EpdError;

pub(super) const HALFMOVE_CLOCK: &str = "hmvc";
pub(super) const FULLMOVE_NUMBER: &str = "fmvn";

/// An operand of an opcode.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// Anything without blanks, semicolons and quotation marks: moves, numbers.
    Word(String),
    /// A text that is written in quotation marks.
    Quoted(String),
}

impl Operand {
    /// The text, without quotation marks.
    pub fn text(&self) -> &str {
        match self {
            Self::Word(text) | Self::Quoted(text) => text,
        }
    }

    pub(super) fn is_word(&self) -> bool {
        matches!(self, Self::Word(_))
    }

    /// True if the text can be written.
    fn is_representable(&self) -> bool {
        match self {
            Self::Word(text) => !text.is_empty() && !text.contains(|c| ends_word(c) || c == '"'),
            Self::Quoted(text) => !text.contains(['\n', '\r']),
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

/// An opcode with its operands, such as `bm Nf3 Ne5` or `id "WAC.001"`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

impl Operation {
    /// An operation to put on a line.
    ///
    /// # Errors
    /// If the opcode is none, or one of the move counters (they belong to the position), or if an operand
    /// cannot be written.
    pub fn new(opcode: &str, operands: Vec<Operand>) -> Result<Operation, EpdError> {
        let operation = Operation { opcode: opcode.to_owned(), operands };
        if !is_opcode(opcode) {
            return Err(EpdError::Opcode { found: operation.to_string() });
        }
        if [HALFMOVE_CLOCK, FULLMOVE_NUMBER].contains(&opcode) {
            return Err(operation.refused("the move counters in the position"));
        }
        if !operation.operands.iter().all(Operand::is_representable) {
            return Err(
                operation.refused("words without blanks or quotation marks, and texts without line breaks")
            );
        }
        Ok(operation)
    }

    /// The operation that tokens of a line stand for, `None` if there are none.
    pub(super) fn from_tokens(mut tokens: Vec<Operand>) -> Result<Option<Operation>, EpdError> {
        match tokens.first() {
            None => Ok(None),
            Some(Operand::Word(opcode)) if is_opcode(opcode) => {
                let opcode = opcode.clone();
                tokens.remove(0);
                Ok(Some(Operation { opcode, operands: tokens }))
            }
            Some(_) => Err(EpdError::Opcode { found: join(&tokens) }),
        }
    }

    /// The name of the operation.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// The operands, in their order.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The text of the only operand.
    pub(super) fn single(&self, expected: &'static str) -> Result<&str, EpdError> {
        match &self.operands[..] {
            [operand] => Ok(operand.text()),
            _ => Err(self.refused(expected)),
        }
    }

    /// The only operand as a number.
    pub(super) fn number<T: FromStr>(&self) -> Result<T, EpdError> {
        const EXPECTED: &str = "one number in its range";
        let text = self.single(EXPECTED)?;
        // `parse` would also take a plus sign.
        let number = text.parse().ok().filter(|_| !text.starts_with('+'));
        number.ok_or_else(|| self.refused(EXPECTED))
    }

    /// The error that the operands are not what was expected.
    pub(super) fn refused(&self, expected: &'static str) -> EpdError {
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

fn join(tokens: &[Operand]) -> String {
    tokens.iter().map(Operand::to_string).collect::<Vec<_>>().join(" ")
}

/// Splits what follows the position at its semicolons, and each part into words and quoted texts. Parts
/// may be empty.
pub(super) fn tokenize(text: &str) -> Result<Vec<Vec<Operand>>, EpdError> {
    let mut parts = Vec::new();
    let mut part = Vec::new();
    let mut rest = text.trim_ascii_start();
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            parts.push(core::mem::take(&mut part));
            rest = &rest[1..];
        } else {
            let (token, after) = if first == '"' { split_quoted(rest)? } else { split_word(rest)? };
            part.push(token);
            rest = after;
        }
        rest = rest.trim_ascii_start();
    }
    parts.push(part);
    Ok(parts)
}

fn split_word(text: &str) -> Result<(Operand, &str), EpdError> {
    let (word, rest) = text.split_at(text.find(ends_word).unwrap_or(text.len()));
    match word.contains('"') {
        true => Err(EpdError::Quotes { found: word.to_owned() }),
        false => Ok((Operand::Word(word.to_owned()), rest)),
    }
}

/// `text` starts with a quotation mark.
fn split_quoted(text: &str) -> Result<(Operand, &str), EpdError> {
    let line = text.lines().next().unwrap_or_default();
    let escaped = closing_mark(line, true).map(|end| (unescape(&line[1..end]), end));
    let literal = || closing_mark(line, false).map(|end| (line[1..end].to_owned(), end));
    match escaped.or_else(literal) {
        Some((quoted, end)) => Ok((Operand::Quoted(quoted), &text[end + 1..])),
        None => Err(EpdError::Quotes { found: first_quoted(line).to_owned() }),
    }
}

/// The place of the mark that closes the text which `line` opens with one. The operand must end there.
fn closing_mark(line: &str, has_escapes: bool) -> Option<usize> {
    let mut is_escaped = false;
    let end = 1 + line[1..].find(|c| {
        let closes = c == '"' && !is_escaped;
        is_escaped = has_escapes && c == '\\' && !is_escaped;
        closes
    })?;
    let rest = &line[end + 1..];
    (rest.is_empty() || rest.starts_with(ends_word)).then_some(end)
}

/// Resolves `\"` and `\\`.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let escaped = if c == '\\' { rest.next_if(|&next| matches!(next, '"' | '\\')) } else { None };
        plain.push(escaped.unwrap_or(c));
    }
    plain
}

/// The part of `line` that an error about its quotation marks names: through the end of the word after the
/// second mark, or all of it.
fn first_quoted(line: &str) -> &str {
    let second = line[1..].find('"').map_or(line.len(), |index| index + 2);
    &line[..second + line[second..].find(ends_word).unwrap_or(line.len() - second)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::text::epd::Epd;
    use alloc::vec;

    fn word(text: &str) -> Operand {
        Operand::Word(text.to_owned())
    }

    fn quoted(text: &str) -> Operand {
        Operand::Quoted(text.to_owned())
    }

    #[test]
    fn accepted_text_survives_a_round_trip() {
        let operations = vec![
            Operation::new("id", vec![quoted("a; b"), quoted("")]).unwrap(),
            Operation::new("c1", vec![quoted(r#"""#), quoted(r"\"), quoted(r#"say \"; \\" and "#)]).unwrap(),
            Operation::new("c2", vec![quoted(r#"C:\suites\"#), quoted(r#"\\""\"#), quoted("\"; c9 \"")])
                .unwrap(),
            Operation::new("c_0", vec![word("+1.5"), word("é"), quoted(" ")]).unwrap(),
            Operation::new("draw", vec![]).unwrap(),
        ];
        let epd = Epd { position: Position::startpos(), operations };
        assert_eq!(epd.to_string().parse(), Ok(epd));
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

    #[test]
    fn operations_that_could_not_be_read_back_are_refused() {
        for operand in
            [word(""), word("a b"), word("a;"), word("a\"b\""), word("a\n"), quoted("\n"), quoted("\r")]
        {
            let error = Operation::new("id", vec![operand.clone()]).unwrap_err();
            assert!(matches!(error, EpdError::Operands { .. }), "{operand:?}: {error:?}");
        }
        for opcode in ["", "0c", "_c", "é", "b m", "bm;", "a-b"] {
            let error = Operation::new(opcode, vec![]).unwrap_err();
            assert_eq!(error, EpdError::Opcode { found: opcode.to_owned() });
        }
        for opcode in ["hmvc", "fmvn"] {
            assert!(matches!(Operation::new(opcode, vec![word("1")]), Err(EpdError::Operands { .. })));
        }
    }
}
