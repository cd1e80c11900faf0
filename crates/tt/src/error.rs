//! The error of a table that cannot have its size.

use std::error::Error;
use std::fmt;

use crate::Mebibytes;

/// A size that a table cannot have. The table that was there before stays unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllocError {
    /// A size of zero.
    Empty,
    /// More than a process can address.
    BeyondAddressSpace(Mebibytes),
    /// More than the system will give.
    Refused(Mebibytes),
}

impl fmt::Display for AllocError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AllocError::Empty => write!(f, "cannot have a table of 0 MiB: expected at least 1 MiB"),
            AllocError::BeyondAddressSpace(size) => {
                write!(f, "cannot have a table of {size}: expected a size that a process can address")
            }
            AllocError::Refused(size) => {
                write!(
                    f,
                    "cannot have a table of {size}: the system refused; expected a size that it has free"
                )
            }
        }
    }
}

impl Error for AllocError {}
