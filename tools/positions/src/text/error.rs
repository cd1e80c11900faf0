//! Errors of lines of text.

use std::fmt;

use movegen::text::{EpdError, FenError};
use types::Move;

use crate::{PackError, UnpackError};

/// Reason why a line cannot be read or a record cannot be written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum LineError {
    /// The line does not have the parts of its format.
    Shape { line: String, expected: &'static str },
    /// The score is not a whole number in the range of scores.
    Score { found: String },
    /// The result is not one of the three, nor marked as missing.
    Result { found: String },
    /// The FEN is invalid.
    Fen(FenError),
    /// The EPD is invalid.
    Epd(EpdError),
    /// The position does not fit a record.
    Pack(PackError),
    /// The record is damaged.
    Unpack(UnpackError),
    /// The move of the record is not legal.
    Move { found: Move },
    /// The record has no score, but its line needs one.
    NoScore,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape { line, expected } => write!(f, "'{line}', expected {expected}"),
            Self::Score { found } => write!(f, "score '{found}', expected a whole number within ±32000"),
            Self::Result { found } => {
                write!(f, "result '{found}', expected 1.0, 0.5 or 0.0 (or 1-0, 1/2-1/2, 0-1), or * for none")
            }
            Self::Fen(error) => error.fmt(f),
            Self::Epd(error) => error.fmt(f),
            Self::Pack(error) => error.fmt(f),
            Self::Unpack(error) => error.fmt(f),
            Self::Move { found } => write!(f, "a record whose move {found} is not legal"),
            Self::NoScore => f.write_str("a record without a score, which this format requires"),
        }
    }
}

impl std::error::Error for LineError {}

impl From<FenError> for LineError {
    fn from(error: FenError) -> LineError {
        LineError::Fen(error)
    }
}

impl From<EpdError> for LineError {
    fn from(error: EpdError) -> LineError {
        LineError::Epd(error)
    }
}

impl From<PackError> for LineError {
    fn from(error: PackError) -> LineError {
        LineError::Pack(error)
    }
}

impl From<UnpackError> for LineError {
    fn from(error: UnpackError) -> LineError {
        LineError::Unpack(error)
    }
}
