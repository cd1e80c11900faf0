//! Standard output, one flush per line.
//!
//! The input thread and the search thread both write. Each call of [`say`] is one locked write, so lines never
//! mix. Whoever reads may go away at any time: then there is nobody left to play for, and the process ends
//! quietly instead of panicking.

use std::fmt::Display;
use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes a text and the end of its line.
pub(crate) fn say(text: impl Display) {
    let line = format!("{text}\n");
    let mut stdout = io::stdout().lock();
    if stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush()).is_err() {
        process::exit(0);
    }
}

static HAD_ERROR: AtomicBool = AtomicBool::new(false);

/// Reports something that was not understood or could not be done.
pub(crate) fn say_error(error: impl Display) {
    HAD_ERROR.store(true, Ordering::Relaxed);
    say(format_args!("info string error: {error}"));
}

/// Whether an error was reported: programs that run arguments want to know.
pub(crate) fn had_error() -> bool {
    HAD_ERROR.load(Ordering::Relaxed)
}
