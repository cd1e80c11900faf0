//! The clock of the page, with pauses.
//!
//! The search looks at its clock every few hundred nodes. So that is where it pauses, and lets the worker receive
//! messages.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use search::{Clock, Control};

/// The time between two pauses. A page that shows sixty pictures a second loses no signal for longer than one of them.
const INTERVAL: Duration = Duration::from_millis(16);
/// The length of a pause of a search that waits for a signal.
const WAIT: Duration = Duration::from_millis(20);

/// The functions of the page that a clock needs.
#[derive(Clone, Copy, Debug)]
pub struct PageTime {
    /// Milliseconds since 1970. They never decrease.
    pub now: fn() -> f64,
    /// Lets the worker handle messages or signals for at least this many milliseconds. Returns false if it could not pause so
    /// long.
    pub pause: fn(f64) -> bool,
}

/// A clock that pauses now and then while a job runs.
#[derive(Debug)]
pub struct PageClock {
    time: PageTime,
    /// True if a job runs that can be suspended, or at least handle signals.
    may_pause: AtomicBool,
    /// The end of the last pause, in milliseconds.
    last_pause: AtomicU64,
}

impl PageClock {
    /// A clock that does not pause yet.
    pub const fn new(time: PageTime) -> PageClock {
        PageClock { time, may_pause: AtomicBool::new(false), last_pause: AtomicU64::new(0) }
    }

    /// Allows pauses, or forbids them, and returns what held before. Outside of a job nothing can be suspended.
    pub fn allow_pauses(&self, allowed: bool) -> bool {
        self.may_pause.swap(allowed, Ordering::Relaxed)
    }

    fn may_pause(&self) -> bool {
        self.may_pause.load(Ordering::Relaxed)
    }

    fn pause(&self, length: Duration) -> bool {
        let has_paused = (self.time.pause)(length.as_secs_f64() * 1000.0);
        self.last_pause.store(self.read().as_millis() as u64, Ordering::Relaxed);
        has_paused
    }

    fn read(&self) -> Duration {
        Duration::from_secs_f64((self.time.now)() / 1000.0)
    }
}

impl Clock for PageClock {
    fn now(&self) -> Duration {
        let now = self.read();
        let last = Duration::from_millis(self.last_pause.load(Ordering::Relaxed));
        if self.may_pause() && now.saturating_sub(last) >= INTERVAL {
            self.pause(Duration::ZERO);
            self.read()
        } else {
            now
        }
    }

    /// Where nothing can be suspended, it returns at once: the worker then holds the answer back.
    fn wait_until(&self, control: &Control, is_over: &dyn Fn(&Control) -> bool) {
        while self.may_pause() && !is_over(control) && self.pause(WAIT) {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    static MILLISECONDS: AtomicU64 = AtomicU64::new(1_000);
    static PAUSES: AtomicU32 = AtomicU32::new(0);

    fn pause(_: f64) -> bool {
        PAUSES.fetch_add(1, Ordering::Relaxed);
        true
    }

    #[test]
    fn it_pauses_every_few_milliseconds_but_only_in_a_job() {
        let now = || MILLISECONDS.load(Ordering::Relaxed) as f64;
        let clock = PageClock::new(PageTime { now, pause });
        let pauses_in_a_second = || {
            let before = PAUSES.load(Ordering::Relaxed);
            for _ in 0..1000 {
                MILLISECONDS.fetch_add(1, Ordering::Relaxed);
                clock.now();
            }
            PAUSES.load(Ordering::Relaxed) - before
        };
        assert_eq!(pauses_in_a_second(), 0);
        clock.allow_pauses(true);
        assert!((55..=65).contains(&pauses_in_a_second()));

        let control = Control::new();
        clock.wait_until(&control, &|_| PAUSES.load(Ordering::Relaxed) > 100);
        clock.allow_pauses(false);
        clock.wait_until(&control, &|_| false);
    }
}
