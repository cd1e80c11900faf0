//! Binary formats that other programs write and read.
//!
//! | format | of | holds |
//! |---|---|---|
//! | [`viriformat`] | viridithas, and others that train with its data | whole games: a position, then moves with scores |
//! | [`bulletformat`] | the trainer bullet | single positions with score and result |
//!
//! The crates of these names are not used, since they panic on invalid bytes; the tests compare this code with them.

pub mod bulletformat;
pub mod viriformat;

use std::{fmt, io};

use types::Score;

use crate::{PackError, Record, UnpackError};

/// Reason why bytes cannot be read or a record cannot be written.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum BinaryError {
    /// The system reports an error.
    Io(io::Error),
    /// The bytes are invalid.
    Format(&'static str),
    /// The position does not fit a record.
    Pack(PackError),
    /// The position is illegal, or the record is damaged.
    Position(UnpackError),
}

impl fmt::Display for BinaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Format(problem) => f.write_str(problem),
            Self::Pack(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BinaryError {}

impl From<io::Error> for BinaryError {
    fn from(error: io::Error) -> BinaryError {
        BinaryError::Io(error)
    }
}

impl From<PackError> for BinaryError {
    fn from(error: PackError) -> BinaryError {
        BinaryError::Pack(error)
    }
}

impl From<UnpackError> for BinaryError {
    fn from(error: UnpackError) -> BinaryError {
        BinaryError::Position(error)
    }
}

/// Converts a score to the range of both formats.
fn score_of(bytes: [u8; 2]) -> Result<Score, BinaryError> {
    let score = Score(i16::from_le_bytes(bytes).into());
    if Record::has_room_for(score) { Ok(score) } else { Err(BinaryError::Format("a score beyond ±32000")) }
}

/// Reads an item of `N` bytes; `None` at the end of the input.
fn read_item<const N: usize>(input: &mut impl io::Read) -> Result<Option<[u8; N]>, BinaryError> {
    let mut bytes = [0; N];
    let mut filled = 0;
    while filled < N {
        match input.read(&mut bytes[filled..]) {
            Ok(0) if filled == 0 => return Ok(None),
            Ok(0) => return Err(BinaryError::Format("the file ends within a record")),
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Some(bytes))
}
