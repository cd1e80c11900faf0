//! Lines of output, one flush each, and a status line where people watch.
//!
//! The main thread and the engine's both write. Each call of [`say`] is one locked write, so lines never mix. They go to
//! standard output, or to a sink that the host sets. If the reader of standard output goes away, the process ends quietly
//! instead of panicking. If a write fails for another reason, as on a full disk, it ends with an error.

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
#[cfg(unix)]
use std::os::fd::AsFd;
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

type Sink = Box<dyn Fn(&str) + Send + Sync>;

static SINK: OnceLock<Sink> = OnceLock::new();

/// Sends all further output to a function instead of standard output: texts of whole lines, one call each, with the end
/// of the last line. The first call counts, later ones change nothing.
pub fn send_to(sink: impl Fn(&str) + Send + Sync + 'static) {
    let _ = SINK.set(Box::new(sink));
}

/// Writes a text and the end of its line.
pub fn say(text: impl Display) {
    write(&format!("{text}\n"), false);
}

/// Writes a text and, unless it is on a terminal, leaves its last line open. The next text ends it: if there is none, the
/// output ends without an empty line.
pub fn say_unended(text: impl Display) {
    write(&text.to_string(), false);
    if is_terminal() {
        say("");
    } else {
        HAS_OPEN_LINE.store(true, Ordering::Relaxed);
    }
}

/// True if the last line of output has no end yet.
static HAS_OPEN_LINE: AtomicBool = AtomicBool::new(false);

fn is_terminal() -> bool {
    static IS_TERMINAL: OnceLock<bool> = OnceLock::new();
    *IS_TERMINAL.get_or_init(|| io::stdout().is_terminal())
}

/// Shows a line until the next text or status replaces it. On a pipe nothing is shown, because a line cannot be replaced
/// there.
pub fn show_status(text: impl Display) {
    if is_terminal() {
        write(&format!("{text}\n"), true);
    }
}

/// Keeps the status line, because other text is below it now.
pub fn keep_status() {
    HAS_STATUS.store(false, Ordering::Relaxed);
}

/// True if the last line of output is a status. Changed under the lock of standard output.
static HAS_STATUS: AtomicBool = AtomicBool::new(false);

/// Moves up one line and erases it.
const ERASE_LINE: &str = "\x1b[1A\x1b[2K";

fn write(text: &str, is_status: bool) {
    let mut stdout = io::stdout().lock();
    PROGRESS.fetch_add(1, Ordering::Relaxed);
    let erase = if HAS_STATUS.swap(is_status, Ordering::Relaxed) { ERASE_LINE } else { "" };
    let end = if HAS_OPEN_LINE.swap(false, Ordering::Relaxed) { "\n" } else { "" };
    let text = format!("{erase}{end}{text}");
    match SINK.get() {
        Some(sink) => sink(&text),
        None => {
            if let Err(error) = write_all(&mut stdout, text.as_bytes()) {
                end_of_output(&error);
            }
        }
    }
    PROGRESS.fetch_add(1, Ordering::Relaxed);
}

/// Writes all of a text and flushes it. Where writes do not block, waits for a slow reader.
fn write_all(stdout: &mut io::StdoutLock<'_>, mut text: &[u8]) -> io::Result<()> {
    loop {
        let result = if text.is_empty() { stdout.flush().map(|()| 0) } else { stdout.write(text) };
        match result {
            Ok(0) if text.is_empty() => return Ok(()),
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => text = &text[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            #[cfg(unix)]
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                wait_until_ready(io::stdout(), PollFlags::OUT);
            }
            Err(error) => return Err(error),
        }
    }
}

/// Waits until a stream that does not block can be read or written, or a little less long. Parents such as Node set their
/// pipes so.
#[cfg(unix)]
pub fn wait_until_ready(stream: impl AsFd, readiness: PollFlags) {
    if poll(&mut [PollFd::new(&stream, readiness)], None).is_err() {
        // The system refuses to wait.
        thread::sleep(Duration::from_millis(1));
    }
}

fn end_of_output(error: &io::Error) -> ! {
    if error.kind() == io::ErrorKind::BrokenPipe {
        process::exit(0);
    }
    fail(format_args!("standard output cannot be written: {error}"))
}

/// Ends the program with an error on standard error.
pub fn fail(reason: impl Display) -> ! {
    // If that cannot be written either, the exit code still reports the error.
    let _ = writeln!(io::stderr(), "error: {reason}");
    process::exit(1);
}

/// Counts beginnings and ends of writes: odd while a line is being written.
static PROGRESS: AtomicU64 = AtomicU64::new(0);

/// Returns when one write has lasted for this time, which means that the output is not read.
pub fn wait_until_stuck_for(time: Duration) {
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
pub fn say_error(error: impl Display) {
    HAD_ERROR.store(true, Ordering::Relaxed);
    say(format_args!("info string error: {error}"));
}

/// Returns true if an error was reported so far.
pub fn had_error() -> bool {
    HAD_ERROR.load(Ordering::Relaxed)
}
