//! How a runner is made to end before its games are over: it is asked to, and if it does not, it is not asked again.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use process::ProcessGroup;

/// A runner that was asked has so long for its engines and its files.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The end of a runner, once it was asked for.
#[derive(Default)]
pub(crate) struct StopRequest {
    asked: Option<Instant>,
}

impl StopRequest {
    /// Returns `true` if the runner was asked to end.
    pub(crate) fn is_sent(&self) -> bool {
        self.asked.is_some()
    }

    /// Returns `true` if it has had the time that it takes.
    pub(crate) fn is_overdue(&self) -> bool {
        self.asked.is_some_and(|asked| asked.elapsed() > TIMEOUT)
    }

    /// Asks the runner to end, as Ctrl-C would.
    ///
    /// # Errors
    /// If the system does not let us.
    pub(crate) fn ask(&mut self, runner: &mut ProcessGroup) -> Result<()> {
        self.asked = Some(Instant::now());
        runner.interrupt().context("the runner cannot be stopped")
    }
}
