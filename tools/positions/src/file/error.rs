//! Errors of files of records.

use std::fmt;
use std::io;

/// Reason why a file cannot be read or written.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum FileError {
    /// The system reports an error.
    Io(io::Error),
    /// The magic number is wrong.
    NotPositions,
    /// It is of another version of the format.
    Version { found: u32 },
    /// A block is damaged.
    Corrupt { offset: u64, problem: &'static str },
    /// It has another note than the one given.
    Note { found: String, expected: String },
    /// Another program is writing it.
    Locked,
    /// The note or a block is longer than the format allows.
    TooLarge { what: &'static str },
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::NotPositions => {
                f.write_str("not a file of packed positions, expected one that begins with 'coppice'")
            }
            Self::Version { found } => {
                write!(f, "version {found} of the format, expected {}", super::layout::VERSION)
            }
            Self::Corrupt { offset, problem } => {
                write!(f, "damaged at byte {offset}: {problem} (the {offset} bytes before it are good)")
            }
            Self::Note { found, expected } => {
                write!(f, "was made with\n  {found}\nand cannot be continued with\n  {expected}")
            }
            Self::Locked => f.write_str("is being written by another program"),
            Self::TooLarge { what } => write!(f, "{what} is too large for a file of positions"),
        }
    }
}

/// Without a source, because the message already includes the system's error.
impl std::error::Error for FileError {}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> FileError {
        FileError::Io(error)
    }
}
