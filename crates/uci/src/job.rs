//! Work for an engine: searches, counts, benches, openings, and changes of the engine itself.

use search::{Control, Engine};

type Work = Box<dyn FnOnce(&mut Engine, &Control) + Send>;

/// Work that needs an engine or takes long.
pub struct Job {
    kind: JobKind,
    work: Work,
}

/// The kinds of jobs, which differ in how they end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// A search of the session's game.
    Search {
        /// True if only a stop ends it.
        infinite: bool,
        /// True if only a stop ends it until a ponder hit.
        ponder: bool,
    },
    /// A count, a bench or a list of openings.
    Count,
    /// A change of the engine (another table, other threads or tablebases, another game), or the preparation after it.
    Setup,
}

impl JobKind {
    /// Returns true if the job ends without a further signal.
    pub fn ends_by_itself(self, control: &Control) -> bool {
        let waits = match self {
            JobKind::Search { infinite, ponder } => infinite || ponder && !control.is_ponder_hit(),
            JobKind::Count | JobKind::Setup => false,
        };
        !waits || control.is_stopped()
    }
}

impl Job {
    pub(crate) fn search(
        infinite: bool,
        ponder: bool,
        work: impl FnOnce(&mut Engine, &Control) + Send + 'static,
    ) -> Job {
        Job { kind: JobKind::Search { infinite, ponder }, work: Box::new(work) }
    }

    pub(crate) fn count(work: impl FnOnce(&Control) + Send + 'static) -> Job {
        Job { kind: JobKind::Count, work: Box::new(|_, control| work(control)) }
    }

    pub(crate) fn setup(change: impl FnOnce(&mut Engine) + Send + 'static) -> Job {
        Job { kind: JobKind::Setup, work: Box::new(|engine, _| change(engine)) }
    }

    /// Gets the engine ready after changes, until it is stopped.
    pub(crate) fn preparation(work: impl FnOnce(&mut Engine, &Control) + Send + 'static) -> Job {
        Job { kind: JobKind::Setup, work: Box::new(work) }
    }

    /// The kind of the job.
    pub fn kind(&self) -> JobKind {
        self.kind
    }

    /// Does the work and prints its result. It ends early if `control` is stopped.
    pub fn run(self, engine: &mut Engine, control: &Control) {
        (self.work)(engine, control);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_that_wait_for_a_signal_end_with_it() {
        let ends = |infinite, ponder, signal: fn(&Control)| {
            let control = Control::new();
            signal(&control);
            JobKind::Search { infinite, ponder }.ends_by_itself(&control)
        };
        assert!(ends(false, false, |_| ()));
        assert!(!ends(true, false, |_| ()) && !ends(false, true, |_| ()));
        assert!(!ends(true, true, Control::ponder_hit) && ends(false, true, Control::ponder_hit));
        assert!(ends(true, true, Control::stop));
        assert!(JobKind::Count.ends_by_itself(&Control::new()));
    }
}
