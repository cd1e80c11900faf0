//! Signals into a running search.
//!
//! A search runs on a thread of its own, and whoever started it holds the same [`Control`]. One is made for
//! each search, so a `stop` that arrives before the search has begun is not lost, and one that arrives after its
//! end stops nothing else.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// The two things a running search can be told.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    /// Guards nothing but the wait itself.
    gate: Mutex<()>,
    signalled: Condvar,
}

impl Control {
    /// For a search that nobody has signalled yet.
    pub fn new() -> Control {
        Control::default()
    }

    /// Ends the search at once.
    pub fn stop(&self) {
        self.raise(&self.stop);
    }

    /// The opponent played the expected move: pondering becomes a search on our own time.
    pub fn ponder_hit(&self) {
        self.raise(&self.ponder_hit);
    }

    /// Whether the search was told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the expected move was played.
    #[inline]
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }

    fn raise(&self, flag: &AtomicBool) {
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(true, Ordering::Relaxed);
        self.signalled.notify_all();
    }

    /// Sleeps until `is_over` holds, which only a signal can bring about.
    pub(crate) fn wait_until(&self, is_over: impl Fn(&Control) -> bool) {
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let result = self.signalled.wait_while(gate, |()| !is_over(self));
        drop(result.unwrap_or_else(PoisonError::into_inner));
    }
}
