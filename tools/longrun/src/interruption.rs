//! Ctrl-C raises a flag, so that what was done is kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Listens to Ctrl-C from now on. The flag is raised by it.
///
/// # Errors
/// If the system does not let us, or the program listens already.
pub fn listen() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let signalled = Arc::clone(&stop);
    ctrlc::set_handler(move || signalled.store(true, Ordering::Relaxed))
        .context("Ctrl-C cannot be listened to")?;
    Ok(stop)
}
