//! The words of a line, the numbers among them, and the error of a line that cannot be carried out.

use std::fmt::{self, Display};
use types::Depth;

/// The reason why a line was not carried out, in words: what was found, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandError(String);

impl CommandError {
    pub(crate) fn new(found: impl Display, expected: impl Display) -> CommandError {
        CommandError(format!("{found}, expected {expected}"))
    }

    /// A word that must not follow another one, or the end of the line.
    pub(crate) fn after(after: &str, found: Option<&str>, expected: impl Display) -> CommandError {
        match found {
            Some(found) => CommandError::new(format_args!("found '{found}' after '{after}'"), expected),
            None => CommandError::new(format_args!("nothing follows '{after}'"), expected),
        }
    }

    /// A word that does not belong where it stands.
    pub(crate) fn unexpected(found: &str, expected: impl Display) -> CommandError {
        CommandError::new(format_args!("found '{found}'"), expected)
    }

    /// An error whose text says already what was expected.
    pub(crate) fn other(error: impl Display) -> CommandError {
        CommandError(error.to_string())
    }
}

impl Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CommandError {}

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

    pub(crate) fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_ascii_start();
        let end = rest.find(|letter: char| letter.is_ascii_whitespace()).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    pub(crate) fn peek(mut self) -> Option<&'a str> {
        self.next()
    }

    /// The next word, which must be there.
    pub(crate) fn required(&mut self, after: &str, expected: &str) -> Result<&'a str, CommandError> {
        self.next().ok_or_else(|| CommandError::after(after, None, expected))
    }

    /// The next word must be this one.
    pub(crate) fn expect(&mut self, after: &str, word: &str, expected: &str) -> Result<(), CommandError> {
        let found = self.next();
        if found == Some(word) { Ok(()) } else { Err(CommandError::after(after, found, expected)) }
    }

    /// Nothing may be left.
    pub(crate) fn expect_end(&mut self) -> Result<(), CommandError> {
        self.next().map_or(Ok(()), |found| Err(CommandError::unexpected(found, "the end of the line")))
    }

    /// All words as long as a condition holds. The first other one is left to be read.
    pub(crate) fn take_while(&mut self, mut condition: impl FnMut(&str) -> bool) -> Vec<&'a str> {
        std::iter::from_fn(|| {
            let word = self.peek().filter(|word| condition(word))?;
            self.next();
            Some(word)
        })
        .collect()
    }

    /// All that is left, with the white space inside it: a path may have two spaces in a row.
    pub(crate) fn text_until_end(&mut self) -> String {
        std::mem::take(&mut self.rest).trim_ascii().to_owned()
    }

    /// A number from `min` up.
    pub(crate) fn number<T: Integer>(&mut self, after: &str, min: T) -> Result<T, CommandError> {
        let found = self.required(after, "a number")?;
        let number = found.parse().ok().filter(|number| *number >= min && !found.starts_with('+'));
        number.ok_or_else(|| {
            CommandError::new(
                format_args!("'{after}' is followed by '{found}'"),
                format_args!("a number from {min} to {}", T::MAX),
            )
        })
    }
}

/// A number of plies as a depth. One beyond what the search can do becomes the deepest.
pub(crate) fn depth_of(plies: u32) -> Depth {
    i32::try_from(plies).map_or(Depth::MAX, |plies| Depth(plies).min(Depth::MAX))
}

/// The integers that commands contain.
pub(crate) trait Integer: std::str::FromStr + PartialOrd + Copy + Display {
    const MAX: Self;
}

macro_rules! integers {
    ($($integer:ident)*) => {
        $(impl Integer for $integer {
            const MAX: Self = $integer::MAX;
        })*
    };
}

integers! { u8 u16 u32 u64 }

/// The known word that an unknown one was probably meant to be: one that begins with it, or is spelt nearly the same.
pub(crate) fn similar<'a>(word: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Option<&'a str> {
    const MIN_BEGINNING: usize = 3;
    /// Longer words are no typing errors.
    const MAX_LENGTH: usize = 24;
    if word.len() > MAX_LENGTH {
        return None;
    }
    let word = word.to_ascii_lowercase();
    let begins = |known: &&str| word.len() >= MIN_BEGINNING && known.to_ascii_lowercase().starts_with(&word);
    if let Some(known) = known.clone().into_iter().find(begins) {
        return Some(known);
    }
    let errors_allowed = match word.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    let rated =
        known.into_iter().map(|known| (strsim::osa_distance(&known.to_ascii_lowercase(), &word), known));
    let (errors, best) = rated.min_by_key(|&(errors, _)| errors)?;
    (errors <= errors_allowed).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_that_the_standard_library_finds() {
        for line in ["", " ", "a", "  a b\t\tc \r\n", "\x0ca\x0bb\u{a0}c  é\tß ", "word  "] {
            let words: Vec<_> = line.split_ascii_whitespace().collect();
            let mut tokens = Tokens::new(line);
            let before = tokens.take_while(|word| word != "b");
            assert_eq!(before, words.iter().copied().take_while(|&word| word != "b").collect::<Vec<_>>());
            assert_eq!(before.into_iter().chain(tokens.take_while(|_| true)).collect::<Vec<_>>(), words);
            assert_eq!((tokens.peek(), tokens.text_until_end()), (None, String::new()));
        }
    }

    #[test]
    fn only_a_word_that_is_nearly_the_same_is_suggested() {
        let words = ["position", "go", "eval", "d", "isready"];
        for (word, meant) in [
            ("positon", Some("position")),
            ("POSITION", Some("position")),
            ("isrady", Some("isready")),
            ("evla", Some("eval")),
            ("pos", Some("position")),
            ("EVA", Some("eval")),
            ("po", None),
            ("GO", Some("go")),
            ("ga", None),
            ("x", None),
            ("hello", None),
            ("", None),
        ] {
            assert_eq!(similar(word, words), meant, "{word}");
        }
        assert_eq!(similar(&"g".repeat(1 << 20), words), None);
    }
}
