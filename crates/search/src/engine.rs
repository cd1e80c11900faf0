//! The engine: what outlives a search, and the way in.

use std::num::NonZeroUsize;

use crate::worker::Worker;
use crate::{Clock, Control, Game, Limits, Outcome, Reporter, SearchObserver, SystemClock};

/// Everything that one search leaves to the next.
#[derive(Debug, Default)]
pub struct Engine<C = SystemClock> {
    clock: C,
}

impl Engine {
    /// An engine on the system's clock.
    pub fn new() -> Engine {
        Engine::default()
    }
}

impl<C: Clock> Engine<C> {
    /// An engine on another clock.
    pub fn with_clock(clock: C) -> Engine<C> {
        Engine { clock }
    }

    /// Gives the transposition table another size, in MiB, and empties it. (The table is still to come: the
    /// argument will be `tt::Mebibytes`, the error `tt::AllocError`, which displays itself.)
    ///
    /// # Errors
    /// If there is not so much memory. The table goes on as it was.
    pub fn resize_hash(&mut self, _mebibytes: usize) -> Result<(), std::fmt::Error> {
        Ok(())
    }

    /// Empties the transposition table.
    pub fn clear_hash(&mut self) {}

    /// How many threads search.
    pub fn set_threads(&mut self, _threads: NonZeroUsize) {}

    /// Forgets everything: the next search is of another game.
    pub fn new_game(&mut self) {}

    /// Searches until a limit is reached or `control` stops it.
    ///
    /// With `infinite` or `ponder` it does not return before a signal allows it, whatever it has found.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        self.search_observed(game, limits, control, reporter, &mut ())
    }

    /// The same, with an observer in every node of the first thread.
    pub fn search_observed<O: SearchObserver>(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
        observer: &mut O,
    ) -> Outcome {
        let outcome =
            Worker::new(game, limits, control, &self.clock, observer).iterate(game.position(), reporter);
        let is_held = |control: &Control| limits.infinite || limits.ponder && !control.is_ponder_hit();
        control.wait_until(|control| control.is_stopped() || !is_held(control));
        outcome
    }
}
