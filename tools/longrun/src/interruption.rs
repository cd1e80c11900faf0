//! A signal to end raises a flag, so that what was done is kept: Ctrl-C, and where there are such SIGTERM, which service
//! managers and `kill` send, and SIGHUP, which a terminal sends when it is closed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Listens to the signals to end from now on. The flag is raised by them.
///
/// # Errors
/// If the system does not let us, or the program listens already.
pub fn listen() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let signalled = Arc::clone(&stop);
    ctrlc::set_handler(move || signalled.store(true, Ordering::Relaxed))
        .context("signals to end cannot be listened to")?;
    Ok(stop)
}
