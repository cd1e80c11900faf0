//! Signals to a running search, and its signal that it has finished.
//!
//! A search runs on a thread of its own, and shares a [`Control`] with the thread that started it. Each search has
//! its own, so a `stop` that arrives before the search has begun is not lost, and one that arrives after its end
//! stops no other search.

use std::sync::PoisonError;
#[cfg(not(all(test, loom)))]
use std::sync::{
    Condvar, Mutex,
    atomic::{AtomicBool, Ordering},
};

/// The signals of one search: stop, ponder hit and finished.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
    finished: AtomicBool,
    /// Protects no data, only the wait for a signal.
    mutex: Mutex<()>,
    signalled: Condvar,
}

impl Control {
    /// Creates the signals of a search, none of them set.
    pub fn new() -> Control {
        Control::default()
    }

    /// Tells the search to end at once.
    pub fn stop(&self) {
        self.set(&self.stop);
    }

    /// Tells the search that the opponent played the expected move: from now on our own time runs.
    pub fn ponder_hit(&self) {
        self.set(&self.ponder_hit);
    }

    /// Returns true if the search is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns true if the expected move was played.
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Relaxed)
    }

    /// Sets the signal that the search is over. It is set before the move is written, so it holds once the move is
    /// known.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Release);
    }

    /// Returns true if the search is over.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }

    fn set(&self, flag: &AtomicBool) {
        let _guard = self.mutex.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(true, Ordering::Relaxed);
        self.signalled.notify_all();
    }

    /// Sleeps until `is_over` returns true. Only a signal may change its result.
    pub(crate) fn wait_until(&self, is_over: impl Fn(&Control) -> bool) {
        let mut guard = self.mutex.lock().unwrap_or_else(PoisonError::into_inner);
        while !is_over(self) {
            guard = self.signalled.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(all(test, loom))]
use loom::sync::{
    Condvar, Mutex,
    atomic::{AtomicBool, Ordering},
};

/// A model check of every interleaving of signalling and waiting threads:
/// `RUSTFLAGS="--cfg loom" cargo test -p search --lib control::model`. A signal that is missed shows as a
/// deadlock; with the mutex left out of `set`, each of these tests finds one.
#[cfg(all(test, loom))]
mod model {
    use std::sync::Arc;

    use loom::thread;

    use super::*;

    /// Waits as the engine does at the end of a search.
    fn wait(control: &Control, infinite: bool) {
        control.wait_until(|control| control.is_stopped() || !infinite && control.is_ponder_hit());
    }

    /// Sends each signal from a thread of its own to a waiting search.
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
