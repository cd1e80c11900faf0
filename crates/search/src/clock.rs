//! The clock of a search.
//!
//! The search reads the time only from a [`Clock`]. The engine uses the [`SystemClock`], tests a clock that they set
//! themselves. WebAssembly has no clock of its own: there the host sets one with [`set_host_clock`].

use std::sync::OnceLock;
use std::time::Duration;

use crate::Control;

/// A clock.
pub trait Clock: Sync {
    /// The time since some fixed moment. It never decreases.
    fn now(&self) -> Duration;

    /// Waits until `is_over` returns true. Only a signal of `control` may change its result. A host without threads
    /// handles its events meanwhile.
    fn wait_until(&self, control: &Control, is_over: &dyn Fn(&Control) -> bool) {
        control.wait_until(is_over);
    }
}

impl<C: Clock + ?Sized> Clock for &C {
    fn now(&self) -> Duration {
        (**self).now()
    }

    fn wait_until(&self, control: &Control, is_over: &dyn Fn(&Control) -> bool) {
        (**self).wait_until(control, is_over);
    }
}

/// The monotonic clock of the system, or of the host where the system has none. All of them show the same time.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

/// The clock of a host such as a browser.
pub type HostClock = &'static (dyn Clock + Send + Sync);

static HOST_CLOCK: OnceLock<HostClock> = OnceLock::new();

/// Sets the clock of the host, which [`SystemClock`] reads on WebAssembly. The first call counts.
pub fn set_host_clock(clock: HostClock) {
    let _ = HOST_CLOCK.set(clock);
}

#[cfg(not(target_family = "wasm"))]
impl Clock for SystemClock {
    fn now(&self) -> Duration {
        static EPOCH: OnceLock<std::time::Instant> = OnceLock::new();
        EPOCH.get_or_init(std::time::Instant::now).elapsed()
    }
}

#[cfg(target_family = "wasm")]
impl SystemClock {
    fn host() -> HostClock {
        match HOST_CLOCK.get() {
            Some(clock) => *clock,
            None => panic!("no clock: expected a call of set_host_clock before"),
        }
    }
}

#[cfg(target_family = "wasm")]
impl Clock for SystemClock {
    fn now(&self) -> Duration {
        SystemClock::host().now()
    }

    fn wait_until(&self, control: &Control, is_over: &dyn Fn(&Control) -> bool) {
        SystemClock::host().wait_until(control, is_over);
    }
}
