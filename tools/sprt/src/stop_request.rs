//! Stopping a runner before its games are over: it is interrupted, and killed if it does not end in time.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use toolkit::ProcessGroup;

/// Time for the runner to stop its engines and close its files.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A request to stop a runner.
#[derive(Default)]
pub(crate) struct StopRequest {
    asked: Option<Instant>,
}

impl StopRequest {
    /// Returns `true` if the request was sent.
    pub(crate) fn is_sent(&self) -> bool {
        self.asked.is_some()
    }

    /// Returns `true` if the runner has had enough time to end.
    pub(crate) fn is_overdue(&self) -> bool {
        self.asked.is_some_and(|asked| asked.elapsed() > TIMEOUT)
    }

    /// Sends the runner an interrupt, as Ctrl-C would.
    ///
    /// # Errors
    /// If the signal cannot be sent.
    pub(crate) fn ask(&mut self, runner: &mut ProcessGroup) -> Result<()> {
        self.asked = Some(Instant::now());
        runner.interrupt().context("the runner cannot be stopped")
    }
}
