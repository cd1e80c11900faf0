//! The time at which a command is carried out.

/// The time at which a command is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
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

impl Timing {
    /// Returns true if the command waits until the engine is free.
    pub fn needs_engine(self) -> bool {
        matches!(self, Timing::Setup | Timing::Work)
    }
}

/// A command for the host of a session, which runs the jobs.
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
