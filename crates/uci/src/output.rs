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
use std::time::{Duration, Instant};

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
    fail(format_args!("standard output cannot be written: {error}"))
}

/// Ends the program where what it has to say is lost.
pub(crate) fn fail(reason: impl Display) -> ! {
    // If nobody can be told of it either, the exit code does.
    let _ = writeln!(io::stderr(), "error: {reason}");
    process::exit(1);
}

/// Counts beginnings and ends of writing: odd while a line is being written.
static PROGRESS: AtomicU64 = AtomicU64::new(0);

/// Returns once one and the same line has been written for this time, since nobody reads.
pub(crate) fn wait_until_stuck_for(time: Duration) {
    let progress = || PROGRESS.load(Ordering::Relaxed);
    let (mut seen, mut since) = (progress(), Instant::now());
    loop {
        thread::sleep(time / 10);
        let now = progress();
        if now != seen {
            (seen, since) = (now, Instant::now());
        } else if now % 2 == 1 && since.elapsed() >= time {
            return;
        }
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
