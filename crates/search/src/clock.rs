//! The clock of a search.
//!
//! The search reads the time only from a [`Clock`]. The engine uses the [`SystemClock`], tests a clock that they set
//! themselves.

use std::time::{Duration, Instant};

/// A clock.
pub trait Clock: Sync {
    /// The time since some fixed moment. It never decreases.
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
