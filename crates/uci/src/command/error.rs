//! Errors of lines that are not commands.

use std::fmt;

/// An error in a line: the text that was found, and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CommandError {
    /// The first word is not a command.
    UnknownCommand { found: String, suggestion: Option<String> },
    /// A token that does not belong here.
    Unexpected { found: String, expected: &'static str },
    /// Words of a `go` that are not limits.
    UnknownLimits { found: String, expected: &'static str, suggestion: Option<&'static str> },
    /// A token that does not belong after another one.
    UnexpectedAfter { after: &'static str, found: String, expected: &'static str },
    /// The line ends too early.
    Missing { after: String, expected: &'static str },
    /// A token that is not a number in its range.
    Number { after: &'static str, found: String, range: (i64, u64) },
    /// A limit given twice.
    Repeated { found: &'static str },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand { found, suggestion } => {
                write!(f, "found '{found}', expected a command; ")?;
                match suggestion {
                    Some(meant) => write!(f, "did you mean '{meant}'?"),
                    None => write!(f, "'help' lists them"),
                }
            }
            Self::Unexpected { found, expected } => write!(f, "found '{found}', expected {expected}"),
            Self::UnknownLimits { found, expected, suggestion } => {
                write!(f, "found '{found}', expected {expected}")?;
                suggestion.map_or(Ok(()), |meant| write!(f, " (did you mean '{meant}'?)"))
            }
            Self::UnexpectedAfter { after, found, expected } => {
                write!(f, "found '{found}' after '{after}', expected {expected}")
            }
            Self::Missing { after, expected } => write!(f, "nothing follows '{after}', expected {expected}"),
            Self::Number { after, found, range: (min, max) } => {
                write!(f, "'{after}' is followed by '{found}', expected a number from {min} to {max}")
            }
            Self::Repeated { found } => write!(f, "'{found}' is given twice, expected once"),
        }
    }
}

impl std::error::Error for CommandError {}

impl CommandError {
    pub(super) fn unknown_command(found: &str, suggestion: Option<String>) -> CommandError {
        CommandError::UnknownCommand { found: found.to_owned(), suggestion }
    }
}
