//! Reads `terms! { Form "Group" { NAME[length] = [(middlegame, endgame), ...]; ... } ... }`, where `, moving [...]` may
//! stand before the semicolon.

use std::ops::Range;

use anyhow::{Result, bail};

use super::TermTable;
use super::lexer::{RustToken, TokenKind, line_of, tokens};

/// All tables of the list in a text.
pub(super) fn tables(text: &str) -> Result<Vec<TermTable>> {
    let tokens = tokens(text)?;
    let head = [TokenKind::Word("terms"), TokenKind::Sign('!'), TokenKind::Sign('{')];
    let is_head = |window: &[RustToken<'_>]| window.iter().map(|token| token.kind).eq(head);
    let Some(start) = tokens.windows(head.len()).position(is_head) else {
        bail!("expected a list of terms, which begins with: terms! {{");
    };
    ListParser { text, tokens: &tokens, next: start + head.len() }.groups()
}

struct ListParser<'a> {
    text: &'a str,
    tokens: &'a [RustToken<'a>],
    next: usize,
}

impl<'a> ListParser<'a> {
    /// All groups up to the brace that ends the list.
    fn groups(mut self) -> Result<Vec<TermTable>> {
        let mut tables = Vec::new();
        while !self.is_sign('}') {
            self.word("a form like Linear")?;
            let name = "the name of a group in quotes";
            if self.advance(name)?.kind != TokenKind::Text {
                return self.unexpected(name);
            }
            self.sign('{')?;
            while !self.is_sign('}') {
                tables.extend(self.term()?);
            }
            self.sign('}')?;
        }
        Ok(tables)
    }

    /// One table or two.
    fn term(&mut self) -> Result<Vec<TermTable>> {
        let name = self.word("the name of a term")?;
        self.sign('[')?;
        let length = self.number()?;
        self.sign(']')?;
        self.sign('=')?;
        let mut tables = vec![self.table(name, length, false)?];
        if self.is_sign(',') {
            self.sign(',')?;
            let expected = "moving";
            if self.word(expected)? != expected {
                return self.unexpected(expected);
            }
            tables.push(self.table(name, length, true)?);
        }
        self.sign(';')?;
        Ok(tables)
    }

    fn table(&mut self, name: &str, length: i64, is_moving: bool) -> Result<TermTable> {
        let start = self.sign('[')?.start;
        let (mut weights, mut pairs) = (Vec::new(), Vec::new());
        while !self.is_sign(']') {
            let (pair, span) = self.pair()?;
            weights.push(pair);
            pairs.push(span);
            if weights.len() == 1 && self.is_sign(';') {
                self.sign(';')?;
                weights = vec![pair; usize::try_from(self.number()?).unwrap_or(0)];
                break;
            }
            if !self.is_sign(']') {
                self.sign(',')?;
            }
        }
        let end = self.sign(']')?.end;
        if length != weights.len() as i64 {
            bail!("line {}: {name}[{length}] has {} weights", line_of(self.text, start), weights.len());
        }
        Ok(TermTable { name: name.to_owned(), is_moving, weights, span: start..end, pairs })
    }

    fn pair(&mut self) -> Result<((i16, i16), Range<usize>)> {
        let start = self.sign('(')?.start;
        let middlegame = self.weight()?;
        self.sign(',')?;
        let endgame = self.weight()?;
        let end = self.sign(')')?.end;
        Ok(((middlegame, endgame), start..end))
    }

    fn weight(&mut self) -> Result<i16> {
        match i16::try_from(self.number()?) {
            Ok(weight) => Ok(weight),
            Err(_) => self.unexpected("a weight of 16 bits"),
        }
    }

    fn number(&mut self) -> Result<i64> {
        match self.advance("a number")?.kind {
            TokenKind::Number(number) => Ok(number),
            _ => self.unexpected("a number"),
        }
    }

    fn word(&mut self, expected: &str) -> Result<&'a str> {
        match self.advance(expected)?.kind {
            TokenKind::Word(word) => Ok(word),
            _ => self.unexpected(expected),
        }
    }

    fn sign(&mut self, sign: char) -> Result<Range<usize>> {
        let expected = format!("{sign:?}");
        let token = self.advance(&expected)?;
        if token.kind == TokenKind::Sign(sign) { Ok(token.span.clone()) } else { self.unexpected(&expected) }
    }

    fn is_sign(&self, sign: char) -> bool {
        self.tokens.get(self.next).is_some_and(|token| token.kind == TokenKind::Sign(sign))
    }

    fn advance(&mut self, expected: &str) -> Result<&'a RustToken<'a>> {
        let Some(token) = self.tokens.get(self.next) else {
            bail!("the list ends where {expected} was expected");
        };
        self.next += 1;
        Ok(token)
    }

    /// The token just read is wrong.
    fn unexpected<T>(&self, expected: &str) -> Result<T> {
        let span = self.tokens[self.next - 1].span.clone();
        bail!("line {}: found {}, expected {expected}", line_of(self.text, span.start), &self.text[span])
    }
}
