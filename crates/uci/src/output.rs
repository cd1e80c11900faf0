//! Standard output, one flush per line.
//!
//! The main thread and the search thread both write. Each call of [`say`] is one locked write, so lines never
//! mix. Whoever reads may go away at any time: then there is nobody left to play for, and the process ends
//! quietly instead of panicking. Where it cannot write for another reason, as on a full disk, it says so and fails.

use std::fmt::Display;
use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// Writes a text and the end of its line.
pub(crate) fn say(text: impl Display) {
    let line = format!("{text}\n");
    let mut stdout = io::stdout().lock();
    PROGRESS.fetch_add(1, Ordering::Relaxed);
    if let Err(error) = stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush()) {
        end_of_output(&error);
    }
    PROGRESS.fetch_add(1, Ordering::Relaxed);
}

fn end_of_output(error: &io::Error) -> ! {
    if error.kind() == io::ErrorKind::BrokenPipe {
        process::exit(0);
    }
    // If nobody can be told of it either, the exit code does.
    let _ = writeln!(io::stderr(), "error: standard output cannot be written: {error}");
    process::exit(1);
}

/// Counts beginnings and ends of writing: odd while a line is being written.
static PROGRESS: AtomicU64 = AtomicU64::new(0);

/// Whether one and the same line is being written for all of this time, since nobody reads.
pub(crate) fn hangs_for(time: Duration) -> bool {
    let before = PROGRESS.load(Ordering::Relaxed);
    thread::sleep(time);
    before % 2 == 1 && PROGRESS.load(Ordering::Relaxed) == before
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
