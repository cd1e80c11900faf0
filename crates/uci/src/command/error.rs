//! Why a line is no command.

use std::fmt;

/// What was found and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub(crate) enum CommandError {
    /// A token that does not belong here.
    Unexpected { found: String, expected: &'static str },
    /// A token that does not belong after another one.
    UnexpectedAfter { after: &'static str, found: String, expected: &'static str },
    /// The line ends too early.
    Missing { after: String, expected: &'static str },
    /// A token that is no number of its range.
    Number { after: &'static str, found: String, range: (i64, u64) },
    /// A limit that is given twice.
    Repeated { found: &'static str },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { found, expected } => write!(f, "found '{found}', expected {expected}"),
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
