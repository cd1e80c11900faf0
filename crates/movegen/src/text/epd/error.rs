//! Errors of EPD lines.

use alloc::string::String;
use core::fmt;

use crate::position::setup::PositionError;
use crate::text::fen::FenError;
use crate::text::san::SanError;

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
