//! Signals into a running search, and one out of it.
//!
//! A search runs on a thread of its own, and whoever started it holds the same [`Control`]. One is made for
//! each search, so a `stop` that arrives before the search has begun is not lost, and one that arrives after its
//! end stops nothing else.

use std::sync::PoisonError;
#[cfg(not(all(test, loom)))]
use std::sync::{
    Condvar, Mutex,
    atomic::{AtomicBool, Ordering},
};

#[cfg(all(test, loom))]
use loom::sync::{
    Condvar, Mutex,
    atomic::{AtomicBool, Ordering},
};

/// The two things a running search can be told, and the one it tells.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    finished: AtomicBool,
    /// Guards nothing but the wait itself.
    mutex: Mutex<()>,
    signalled: Condvar,
}

impl Control {
    /// For a search that nobody has signalled yet.
    pub fn new() -> Control {
        Control::default()
    }

    /// Ends the search at once.
    pub fn stop(&self) {
        self.set(&self.stop);
    }

    /// The opponent played the expected move: pondering becomes a search on our own time.
    pub fn ponder_hit(&self) {
        self.set(&self.ponder_hit);
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

    /// Tells that the search is over and its move about to be told: who knows the move may rely on this.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Release);
    }

    /// Whether the search is over.
    #[inline]
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }

    fn set(&self, flag: &AtomicBool) {
        let _guard = self.mutex.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(true, Ordering::Relaxed);
        self.signalled.notify_all();
    }

    /// Sleeps until `is_over` holds, which only a signal can bring about.
    pub(crate) fn wait_until(&self, is_over: impl Fn(&Control) -> bool) {
        let mut guard = self.mutex.lock().unwrap_or_else(PoisonError::into_inner);
        while !is_over(self) {
            guard = self.signalled.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Every interleaving of those who signal and who waits, and every order in which signals may be seen:
/// `RUSTFLAGS="--cfg loom" cargo test -p search --lib control::model`. A signal that is missed shows as a
/// deadlock; with the mutex left out of `set`, each of these tests finds one.
#[cfg(all(test, loom))]
mod model {
    use std::sync::Arc;

    use loom::thread;

    use super::*;

    /// Who waits as the engine does at the end of a search.
    fn wait(control: &Control, infinite: bool) {
        control.wait_until(|control| control.is_stopped() || !infinite && control.is_ponder_hit());
    }

    /// Signals from threads of their own to a search that waits.
    fn check(infinite: bool, signals: &'static [fn(&Control)]) {
        loom::model(move || {
            let control = Arc::new(Control::new());
            let threads: Vec<_> = signals
                .iter()
                .map(|signal| {
                    let control = Arc::clone(&control);
                    thread::spawn(move || signal(&control))
                })
                .collect();
            wait(&control, infinite);
            assert!(control.is_stopped() || !infinite && control.is_ponder_hit());
            threads.into_iter().for_each(|thread| thread.join().expect("a signal does not panic"));
        });
    }

    #[test]
    fn a_stop_is_never_missed() {
        check(true, &[Control::stop]);
    }

    #[test]
    fn either_signal_ends_pondering() {
        check(false, &[Control::ponder_hit]);
        check(false, &[Control::ponder_hit, Control::stop]);
    }

    #[test]
    fn a_ponder_hit_does_not_end_an_infinite_search_and_a_stop_does() {
        check(true, &[Control::ponder_hit, Control::stop]);
    }
}
