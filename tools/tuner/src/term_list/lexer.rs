//! Splits Rust text into tokens with their positions. Comments and white space are skipped.

use std::ops::Range;

use anyhow::{Result, bail};

/// The content of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind<'a> {
    /// A name or keyword.
    Word(&'a str),
    /// A whole number, its sign included.
    Number(i64),
    /// A string literal.
    Text,
    /// Any other character.
    Sign(char),
}

/// A token with its position.
#[derive(Clone, Debug)]
pub(super) struct RustToken<'a> {
    pub(super) kind: TokenKind<'a>,
    /// Its byte range.
    pub(super) span: Range<usize>,
}

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<RustToken<'_>>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        at += if first.is_whitespace() {
            first.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            let (kind, length) = token(rest, first, line_of(text, at))?;
            tokens.push(RustToken { kind, span: at..at + length });
            length
        };
    }
    Ok(tokens)
}

/// The token at the start of a text, and its length.
fn token(rest: &str, first: char, line: usize) -> Result<(TokenKind<'_>, usize)> {
    let while_true = |from: usize, is_part: fn(char) -> bool| {
        from + rest[from..].find(|c| !is_part(c)).unwrap_or(rest.len() - from)
    };
    if first.is_alphabetic() || first == '_' {
        let length = while_true(0, |c| c.is_alphanumeric() || c == '_');
        return Ok((TokenKind::Word(&rest[..length]), length));
    }
    if first == '"' {
        let Some(end) = rest[1..].find('"') else { bail!("line {line}: a text without an end") };
        return Ok((TokenKind::Text, end + 2));
    }
    let length = while_true(usize::from(first == '-'), |c| c.is_ascii_digit());
    match rest[..length].parse() {
        Ok(number) => Ok((TokenKind::Number(number), length)),
        Err(_) => Ok((TokenKind::Sign(first), first.len_utf8())),
    }
}

/// The line number of a byte offset, counted from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}
