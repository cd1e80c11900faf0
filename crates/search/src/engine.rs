//! The engine: the state kept from one search to the next, and the entry point.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

use tt::{AllocError, Mebibytes, TranspositionTable, has_room};
use types::{Ply, Score};

use crate::mate::{self, MateSearch};
use crate::smp;
pub use crate::smp::{STACK_SIZE, threads_with_room};
use crate::strength::StrengthLimit;
use crate::techniques::Techniques;
use crate::time::{Budget, Lag, TimeManager};
use crate::worker::{MainThread, Shared, ThreadData};
use crate::{Clock, Control, Game, Limits, PvLine, Reporter, SearchObserver, SystemClock, Tablebases};

/// An engine: the transposition table and the histories, which one search leaves to the next.
pub struct Engine {
    clock: Box<dyn Clock + Send>,
    table: TranspositionTable,
    threads: NonZeroUsize,
    /// One item for each thread that is ready, and behind them those that are not cleared yet.
    thread_data: Vec<ThreadData>,
    /// The number of threads whose data is ready, at least one.
    ready_threads: usize,
    /// The last number of threads for which the system has given all: the one to go back to.
    granted_threads: NonZeroUsize,
    tablebases: Option<Tablebases>,
    techniques: Techniques,
    /// The waiting times for a processor, as measured by earlier searches.
    lag: Lag,
}

impl Engine {
    /// Creates an engine with one thread and the system's clock.
    ///
    /// # Errors
    /// If the transposition table cannot be allocated.
    pub fn new(hash: Mebibytes) -> Result<Engine, AllocError> {
        Engine::with_clock(SystemClock, hash)
    }

    /// Creates an engine with one thread and another clock.
    ///
    /// # Errors
    /// If the transposition table cannot be allocated.
    pub fn with_clock(clock: impl Clock + Send + 'static, hash: Mebibytes) -> Result<Engine, AllocError> {
        Ok(Engine {
            clock: Box::new(clock),
            table: TranspositionTable::new(hash)?,
            threads: NonZeroUsize::MIN,
            thread_data: vec![ThreadData::new()],
            ready_threads: 1,
            granted_threads: NonZeroUsize::MIN,
            tablebases: None,
            techniques: Techniques::ALL,
            lag: Lag::default(),
        })
    }

    /// Resizes the transposition table, and clears it. [`prepare`](Self::prepare) does the work.
    ///
    /// # Errors
    /// If the memory cannot be allocated. Then the table stays as it was.
    pub fn resize_hash(&mut self, size: Mebibytes) -> Result<(), AllocError> {
        self.table.resize(size)
    }

    /// The size of the transposition table.
    pub fn hash(&self) -> Mebibytes {
        self.table.size()
    }

    /// Clears the transposition table. [`prepare`](Self::prepare) does the work.
    pub fn clear_hash(&mut self) {
        self.table.clear();
    }

    /// Sets the number of threads. The histories of new threads are empty. [`prepare`](Self::prepare) does the work, and
    /// returns to the number before if the system refuses it.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.threads = threads;
        self.thread_data.truncate(threads.get());
        self.ready_threads = self.ready_threads.min(threads.get());
        self.granted_threads = self.granted_threads.min(threads);
    }

    /// The number of threads: the one that was set, or the one before if the system has refused that.
    pub fn threads(&self) -> NonZeroUsize {
        self.threads
    }

    /// Clears the transposition table and the histories, for another game. [`prepare`](Self::prepare) does the work. The
    /// measured waiting times stay, since they depend on the machine and not on the game.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.thread_data[0].clear();
        self.ready_threads = 1;
    }

    /// Makes threads and table ready after changes, or as much of them as can be done until `is_urgent` returns true.
    ///
    /// A search does it too, and waits for it if it has no time limit. With a time limit it uses the threads and the part
    /// of the table that are ready.
    pub fn prepare(&mut self, is_urgent: &(dyn Fn() -> bool + Sync)) {
        let batch = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        while self.ready_threads < self.threads.get() && !is_urgent() {
            let end = self.threads.get().min(self.ready_threads + batch);
            let missing = self.threads.get().saturating_sub(self.thread_data.len());
            // Asked for all before the first is made: a heap does not give everything back.
            let has_room = missing == 0 || has_room(missing.saturating_mul(ThreadData::SIZE + STACK_SIZE));
            if has_room && self.thread_data.len() < end {
                self.thread_data.resize_with(end, ThreadData::new);
            }
            let is_new = self.threads > self.granted_threads;
            let is_given = has_room && (end < self.threads.get() || !is_new || smp::can_start(end - 1));
            if !is_given {
                self.set_threads(self.granted_threads);
                continue;
            }
            let stale = Mutex::new(self.thread_data[self.ready_threads..end].iter_mut());
            let next = || stale.lock().unwrap_or_else(PoisonError::into_inner).next();
            let clear = || std::iter::from_fn(next).for_each(ThreadData::clear);
            thread::scope(|scope| {
                // If the system refuses a thread, the others clear its part.
                let helpers = self.ready_threads + 1..end;
                let is_tight = smp::is_tight(helpers.len());
                let helpers: Vec<_> = helpers.map_while(|_| smp::start(scope, is_tight, clear)).collect();
                clear();
                smp::join(helpers);
            });
            self.ready_threads = end;
        }
        if self.ready_threads == self.threads.get() {
            self.granted_threads = self.threads;
        }
        self.table.prepare(self.threads, is_urgent);
    }

    /// Returns true if nothing is left to [`prepare`](Self::prepare).
    pub fn is_ready(&self) -> bool {
        self.ready_threads == self.threads.get() && self.table.is_ready()
    }

    /// Sets or removes the tablebases. After `None`, scores from tablebases stay in the transposition table and the
    /// histories until [`Engine::new_game`].
    pub fn use_tablebases(&mut self, tablebases: Option<Tablebases>) {
        self.tablebases = tablebases;
    }

    /// Sets the techniques that searches use. The default is all of them.
    pub fn set_techniques(&mut self, techniques: Techniques) {
        self.techniques = techniques;
    }

    /// Searches until a limit is reached or `control` stops it, and returns the best line, as it was reported last.
    ///
    /// With `infinite` or `ponder` it does not return before a signal allows it.
    ///
    /// The calling thread should have a stack of [`STACK_SIZE`] bytes, for the deepest lines.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> PvLine {
        self.search_with(game, limits, control, reporter, &mut ())
    }

    /// Searches like [`search`](Engine::search), with an observer of every node of the first thread.
    pub fn search_with<O: SearchObserver + ?Sized>(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
        observer: &mut O,
    ) -> PvLine {
        let started = limits.asked_at.unwrap_or_else(|| self.clock.now());
        let side = game.position().side_to_move();
        let wanted = self.threads;
        self.prepare(&|| limits.has_time_limit(side) || control.is_stopped());
        if self.threads < wanted {
            reporter.refused_threads(wanted.get(), self.threads.get());
        }
        let eased = limits.strength.map(|level| level.eased(game.position()));
        let limits = &eased.map_or_else(|| limits.clone(), |level| with_level(limits, level));
        let thread_data = &mut self.thread_data[..self.ready_threads];
        let budget = Budget::of(limits, side);
        self.table.new_search();
        // `go mate` begins with a short playing search.
        let played = if limits.mate.is_some() { &mate::first_search(limits) } else { limits };
        let tablebases = self.tablebases.as_ref();
        let shared =
            Shared::new(&self.table, played, tablebases, self.techniques, control, thread_data.len());
        let time = TimeManager::new(played, control, &*self.clock, budget, started, &mut self.lag);
        let main = MainThread::new(time, reporter);
        let mut lines = smp::search(game, &shared, thread_data, main, observer);
        let mut nodes = shared.nodes();
        if let Some(moves) = limits.mate
            && !lines.is_empty()
        {
            let time = TimeManager::new(limits, control, &*self.clock, budget, started, &mut self.lag);
            (lines, nodes) = MateSearch::new(game, moves, lines, &shared, time, reporter).run();
        }
        let result = if let Some(best) = lines.into_iter().next() {
            PvLine { nodes, time: self.clock.now().saturating_sub(started), ..best }
        } else {
            // Mate or stalemate.
            let in_check = game.position().in_check();
            let score = if in_check { Score::mated_in(Ply::ROOT) } else { Score::DRAW };
            let line = PvLine::new(score, Vec::new());
            reporter.line(&line);
            line
        };
        let is_held = |control: &Control| limits.infinite || limits.ponder && !control.is_ponder_hit();
        control.wait_until(|control| control.is_stopped() || !is_held(control));
        result
    }
}

/// The limits of a search at a level: fewer nodes, and as many lines as candidates.
fn with_level(limits: &Limits, level: StrengthLimit) -> Limits {
    let nodes = level.nodes();
    Limits {
        strength: Some(level),
        soft_nodes: Some(limits.soft_nodes.map_or(nodes, |limit| limit.min(nodes))),
        multi_pv: limits.multi_pv.max(level.candidates()),
        ..limits.clone()
    }
}

#[cfg(test)]
mod tests {
    use types::Depth;

    use super::*;
    use crate::strength::{MAX_ELO, MIN_ELO};

    #[test]
    fn the_users_limits_stay_at_every_level() {
        let [low, high] = [MIN_ELO, MAX_ELO].map(|elo| StrengthLimit::new(elo, 1));
        let user = Limits { nodes: Some(5), soft_nodes: Some(2), depth: Some(Depth(3)), ..Limits::default() };
        assert_eq!(Limits { strength: None, ..with_level(&user, high) }, user);
        let user = Limits { multi_pv: NonZeroUsize::new(100).unwrap(), ..Limits::default() };
        let limits = with_level(&user, low);
        assert_eq!((limits.multi_pv.get(), limits.soft_nodes), (100, Some(low.nodes())));
    }
}
