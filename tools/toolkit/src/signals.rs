//! Signals to end set a flag, so that a program can save its work: Ctrl-C, and on Unix also SIGTERM (sent by service
//! managers and `kill`) and SIGHUP (sent by a terminal that is closed). If SIGHUP is ignored at the start, as under
//! `nohup`, it stays ignored.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

#[cfg(unix)]
pub use handler::is_hangup_ignored;

/// Returns a flag that signals to end set from now on.
///
/// # Errors
/// If the system refuses the signal handler.
pub fn listen() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let signalled = Arc::clone(&stop);
    on_interruption(move || signalled.store(true, Ordering::Relaxed))?;
    Ok(stop)
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
