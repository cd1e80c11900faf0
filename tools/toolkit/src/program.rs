//! A run of a program: numbers of its command line, signals, exit codes, progress, and printing.

use std::fmt::{self, Display};
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

#[cfg(unix)]
pub use handler::is_hangup_ignored;

/// The exit code of bad input and of work that could not be done; clap uses the same for a bad command line.
pub const EXIT_FAILURE: u8 = 2;
/// The exit code of an interrupted program, as shells report it.
pub const EXIT_INTERRUPTED: u8 = 130;

/// The end of a run, other than by an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The work is done.
    Complete,
    /// It was interrupted; the work so far is saved.
    Interrupted,
}

impl End {
    /// Exit code for `main`. An error other than [`Interrupted`] is printed to standard error with its causes.
    pub fn exit_code(end: Result<End>) -> ExitCode {
        match end {
            Ok(End::Complete) => ExitCode::SUCCESS,
            Ok(End::Interrupted) => ExitCode::from(EXIT_INTERRUPTED),
            Err(error) if error.is::<Interrupted>() => ExitCode::from(EXIT_INTERRUPTED),
            Err(error) => {
                eprintln!("error: {error:#}");
                ExitCode::from(EXIT_FAILURE)
            }
        }
    }
}

/// Error of work that a signal to end has interrupted, so that there is no result.
#[derive(Debug)]
pub struct Interrupted;

impl Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// Parses a number of the command line. Another text is an error that names what was expected.
///
/// # Errors
/// If it is no finite number, or not a good one.
pub fn number(text: &str, expected: &str, is_good: impl Fn(f64) -> bool) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number.is_finite() && is_good(number));
    number.ok_or_else(|| format!("expected {expected}"))
}

/// Writes a text to standard output without adding a newline, and flushes.
///
/// # Errors
/// If standard output is closed, where `println` would panic.
pub fn say(text: impl Display) -> Result<()> {
    let mut out = std::io::stdout().lock();
    write!(out, "{text}").and_then(|()| out.flush()).context("standard output cannot be written")
}

/// A bar or line of progress on standard error, if that is a terminal. The template is one of `indicatif`.
///
/// # Panics
/// If the template is wrong, which is a fault of the program.
pub fn progress(template: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|error| panic!("'{template}': {error}"));
    ProgressBar::no_length().with_style(style)
}

static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Returns a flag that signals to end set from now on, so that the program can save its work: Ctrl-C, and on Unix also
/// SIGTERM (sent by service managers and `kill`) and SIGHUP (sent by a terminal that is closed). If SIGHUP is ignored at
/// the start, as under `nohup`, it stays ignored.
///
/// From then on a signal also ends every wait for the answer of another program.
///
/// # Errors
/// If the system refuses the signal handler.
pub fn listen() -> Result<Arc<AtomicBool>> {
    let stop = Arc::clone(STOP.get_or_init(Arc::default));
    let signalled = Arc::clone(&stop);
    on_interruption(move || signalled.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// Returns `true` after a signal to end, if the program listens for them.
pub(crate) fn is_stopping() -> bool {
    STOP.get().is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// Calls a function on its own thread at every signal to end from now on.
///
/// # Errors
/// If the system refuses the signal handler.
pub fn on_interruption(handler: impl FnMut() + Send + 'static) -> Result<()> {
    handler::install(handler).context("the signal handler cannot be installed")
}

#[cfg(unix)]
mod handler {
    use std::io;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    pub(super) fn install(mut handler: impl FnMut() + Send + 'static) -> io::Result<()> {
        let hangup = (!is_hangup_ignored()).then_some(SIGHUP);
        let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup))?;
        thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || signals.forever().for_each(|_| handler()))?;
        Ok(())
    }

    /// Returns `true` if the program was started with SIGHUP ignored, as `nohup` does. Reading this without unsafe
    /// code works only on Linux; elsewhere the result is `false`.
    pub fn is_hangup_ignored() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod handler {
    pub(super) fn install(handler: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
        ctrlc::set_handler(handler)
    }
}
