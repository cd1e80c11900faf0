//! The time at which a command is carried out.

/// The time at which a command is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// At once, also while the engine works, and not by the session but by its host.
    Signal(Signal),
    /// At once, also while the engine works.
    Now,
    /// At once, unless an earlier command still waits.
    InOrder,
    /// When the engine is free, as it changes the engine.
    Setup,
    /// When the engine is free: a search, a count, a bench.
    Work,
}

impl Turn {
    /// Returns true if the command waits until the engine is free.
    pub fn needs_engine(self) -> bool {
        matches!(self, Turn::Setup | Turn::Work)
    }
}

/// A command that concerns the host of a session, which knows what is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// Answer `readyok` as soon as all changes of the engine are made.
    IsReady,
    /// End the search.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// End the program.
    Quit,
}
