//! The words of a line.

use types::Depth;

use super::error::CommandError;

/// The words of a line that are still to be read.
#[derive(Clone, Copy)]
pub(crate) struct Tokens<'a> {
    /// The rest of the line, as it was typed.
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(line: &'a str) -> Tokens<'a> {
        Tokens { rest: line }
    }

    /// The next word, and the text behind it.
    fn split(&self) -> Option<(&'a str, &'a str)> {
        let rest = self.rest.trim_ascii_start();
        let end = rest.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(rest.len());
        (end > 0).then(|| rest.split_at(end))
    }

    pub(crate) fn next(&mut self) -> Option<&'a str> {
        let (word, rest) = self.split()?;
        self.rest = rest;
        Some(word)
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.split().map(|(word, _)| word)
    }

    /// The next word, which must be there.
    pub(crate) fn required(&mut self, after: &str, expected: &'static str) -> Result<&'a str, CommandError> {
        self.next().ok_or_else(|| CommandError::Missing { after: after.to_owned(), expected })
    }

    /// The next word must be this one.
    pub(crate) fn expect(
        &mut self,
        after: &'static str,
        word: &str,
        expected: &'static str,
    ) -> Result<(), CommandError> {
        match self.required(after, expected)? {
            found if found == word => Ok(()),
            found => Err(CommandError::UnexpectedAfter { after, found: found.to_owned(), expected }),
        }
    }

    /// Nothing may be left.
    pub(crate) fn expect_end(&mut self) -> Result<(), CommandError> {
        match self.next() {
            None => Ok(()),
            Some(found) => {
                Err(CommandError::Unexpected { found: found.to_owned(), expected: "the end of the line" })
            }
        }
    }

    pub(crate) fn skip_all(&mut self) {
        self.rest = "";
    }

    /// All words before this one, which is left to be read.
    pub(crate) fn words_until(&mut self, end: &str) -> String {
        let mut words = Vec::new();
        while let Some((word, rest)) = self.split().filter(|&(word, _)| word != end) {
            words.push(word);
            self.rest = rest;
        }
        words.join(" ")
    }

    /// All that is left, with the white space inside it: a path may have two spaces in a row.
    pub(crate) fn text_until_end(&mut self) -> &'a str {
        std::mem::take(&mut self.rest).trim_ascii()
    }

    /// A number from `min` up.
    pub(crate) fn number<T: Integer>(&mut self, after: &'static str, min: T) -> Result<T, CommandError> {
        let found = self.required(after, "a number")?;
        let number = found.parse().ok().filter(|number| *number >= min && !found.starts_with('+'));
        let range = (min.to_i64(), T::MAX.to_u64());
        number.ok_or_else(|| CommandError::Number { after, found: found.to_owned(), range })
    }

    /// A depth.
    pub(crate) fn depth(&mut self, after: &'static str) -> Result<Depth, CommandError> {
        self.number(after, 1).map(depth_of)
    }
}

/// A number of plies as a depth. One beyond what the search can do becomes the deepest.
pub(crate) fn depth_of(plies: u32) -> Depth {
    i32::try_from(plies).map_or(Depth::MAX, |plies| Depth(plies).min(Depth::MAX))
}

/// The integers that commands contain.
pub(crate) trait Integer: std::str::FromStr + PartialOrd + Copy {
    /// The greatest of them.
    const MAX: Self;

    /// The number, or the nearest one.
    fn to_i64(self) -> i64;

    /// The number, or the nearest one.
    fn to_u64(self) -> u64;
}

macro_rules! number {
    ($($integer:ident)*) => {$(
        impl Integer for $integer {
            const MAX: Self = $integer::MAX;

            fn to_i64(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }

            fn to_u64(self) -> u64 {
                u64::try_from(self).unwrap_or(0)
            }
        }
    )*};
}

number! { u8 u16 u32 u64 i64 }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_that_the_standard_library_finds() {
        for line in ["", " ", "a", "  a b\t\tc \r\n", "\x0ca\x0bb\u{a0}c  é\tß ", "word  "] {
            let mut tokens = Tokens::new(line);
            let words: Vec<_> = std::iter::from_fn(|| {
                let seen = tokens.peek();
                assert_eq!(tokens.next(), seen);
                seen
            })
            .collect();
            assert_eq!(words, line.split_ascii_whitespace().collect::<Vec<_>>(), "{line:?}");
            assert_eq!(Tokens::new(line).words_until("b"), words_before(&words, "b"));
            assert_eq!(tokens.text_until_end(), "");
        }
    }

    fn words_before(words: &[&str], end: &str) -> String {
        words.iter().copied().take_while(|&word| word != end).collect::<Vec<_>>().join(" ")
    }
}
