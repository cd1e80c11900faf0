//! A signal to end raises a flag, so that what was done is kept: Ctrl-C, and where there are such SIGTERM, which service
//! managers and `kill` send, and SIGHUP, which a terminal sends when it is closed. Who started the program with `nohup`
//! wants it to outlive the terminal, so a SIGHUP that is ignored from the start stays so.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

#[cfg(unix)]
pub use signals::is_hangup_ignored;

/// Listens to the signals to end from now on. The flag is raised by them.
///
/// # Errors
/// If the system does not let us.
pub fn listen() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let signalled = Arc::clone(&stop);
    on_interruption(move || signalled.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// Does something at every signal to end from now on, on a thread of its own.
///
/// # Errors
/// If the system does not let us.
pub fn on_interruption(handler: impl FnMut() + Send + 'static) -> Result<()> {
    signals::each(handler).context("signals to end cannot be listened to")
}

#[cfg(unix)]
mod signals {
    use std::io;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    pub(super) fn each(mut handler: impl FnMut() + Send + 'static) -> io::Result<()> {
        let hangup = (!is_hangup_ignored()).then_some(SIGHUP);
        let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup))?;
        thread::Builder::new()
            .name("signals".to_owned())
            .spawn(move || signals.forever().for_each(|_| handler()))?;
        Ok(())
    }

    /// Returns `true` if the program was started with SIGHUP ignored, as `nohup` does. Only Linux tells without unsafe
    /// code; elsewhere the answer is `false`.
    pub fn is_hangup_ignored() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 1)
    }
}

#[cfg(not(unix))]
mod signals {
    pub(super) fn each(handler: impl FnMut() + Send + 'static) -> Result<(), ctrlc::Error> {
        ctrlc::set_handler(handler)
    }
}
