//! How a runner is made to end before its games are over: it is asked to, and if it does not, it is not asked again.

use std::process::Child;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// A runner that was asked has so long for its engines and its files.
const PATIENCE: Duration = Duration::from_secs(10);

/// The end of a runner, once it was asked for.
#[derive(Default)]
pub(crate) struct Ending {
    asked: Option<Instant>,
}

impl Ending {
    /// Whether the runner was asked to end.
    pub(crate) fn was_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Whether it has had the time that it takes.
    pub(crate) fn is_overdue(&self) -> bool {
        self.asked.is_some_and(|asked| asked.elapsed() > PATIENCE)
    }

    /// Asks the runner to end, as Ctrl-C would.
    ///
    /// # Errors
    /// If the system does not let us.
    pub(crate) fn ask(&mut self, runner: &mut Child) -> Result<()> {
        self.asked = Some(Instant::now());
        interrupt(runner)
    }
}

#[cfg(unix)]
fn interrupt(runner: &mut Child) -> Result<()> {
    // One that has just ended needs no signal.
    match rustix::process::kill_process(number_of(runner)?, rustix::process::Signal::INT) {
        Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
        Err(error) => Err(error).context("the runner cannot be stopped"),
    }
}

/// Where nothing can be asked of a program it is ended at once.
#[cfg(not(unix))]
fn interrupt(runner: &mut Child) -> Result<()> {
    runner.kill().context("the runner cannot be stopped")
}

/// Ends a runner that leads a group of its own, and the engines with it.
pub(crate) fn kill(runner: &mut Child) {
    // Each fails if what it ends has ended, which is fine.
    #[cfg(unix)]
    if let Ok(leader) = number_of(runner) {
        let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
    }
    let _ = runner.kill();
}

#[cfg(unix)]
fn number_of(runner: &Child) -> Result<rustix::process::Pid> {
    let number = i32::try_from(runner.id()).ok();
    number.and_then(rustix::process::Pid::from_raw).context("the runner has no number")
}
