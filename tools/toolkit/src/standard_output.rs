//! Standard output, which may be closed: `println` would panic.

use std::fmt::Display;
use std::io::Write;

use anyhow::{Context, Result};

/// Writes a text without adding a newline, and flushes.
///
/// # Errors
/// If standard output is closed.
pub fn say(text: impl Display) -> Result<()> {
    let mut out = std::io::stdout().lock();
    write!(out, "{text}").and_then(|()| out.flush()).context("standard output cannot be written")
}
