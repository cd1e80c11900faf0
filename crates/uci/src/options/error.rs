//! Errors of options that were not set.

use std::fmt;

use crate::suggest;

/// The reason why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub(crate) enum OptionError {
    /// There is no option of that name, but only the known ones.
    Unknown { found: String, known: Vec<&'static str> },
    /// The option needs a value and was given none.
    NoValue { name: &'static str, expected: String },
    /// The value is not one that the option can have.
    Value { name: &'static str, found: String, expected: String },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { found, known } => {
                write!(f, "no option '{found}', expected one of {}", known.join(", "))?;
                // The word `value` is often forgotten, as in `setoption name Hash 64`.
                let (name, value) = found.split_once(' ').unwrap_or((found, ""));
                match suggest::similar(found, known.iter().copied()) {
                    Some(meant) => write!(f, " (did you mean '{meant}'?)"),
                    None if known.iter().any(|known| known.eq_ignore_ascii_case(name)) => {
                        write!(f, " (did you mean '{name} value {value}'?)")
                    }
                    None => Ok(()),
                }
            }
            Self::NoValue { name, expected } => {
                write!(f, "option {name} has no value, expected 'value' and {expected}")
            }
            Self::Value { name, found, expected } => {
                write!(f, "option {name} has the value '{found}', expected {expected}")
            }
        }
    }
}

impl std::error::Error for OptionError {}
