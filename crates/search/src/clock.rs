//! Where time comes from.
//!
//! The search never asks the system for the time: it asks a [`Clock`]. The engine has the [`SystemClock`],
//! tests have a clock that they turn by hand.

use std::time::{Duration, Instant};

/// Time that passes.
pub trait Clock: Sync {
    /// The time since some fixed moment. Never goes back.
    fn now(&self) -> Duration;
}

impl<C: Clock + ?Sized> Clock for &C {
    fn now(&self) -> Duration {
        (**self).now()
    }
}

/// The monotonic clock of the system.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    epoch: Instant,
}

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock { epoch: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.epoch.elapsed()
    }
}
