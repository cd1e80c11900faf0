//! The engine: the state kept from one search to the next, and the entry point.

use std::num::NonZeroUsize;
use std::thread;

use tt::{AllocError, Mebibytes, TranspositionTable};
use types::{Ply, Score};

use crate::mate::{self, MateSearch};
pub use crate::smp::STACK_SIZE;
use crate::smp::{self, Shared};
use crate::techniques::Techniques;
use crate::thread::{MainThread, ThreadData};
use crate::time::{Budget, Lag, TimeManager};
use crate::{Clock, Control, Game, Limits, PvLine, Reporter, SearchObserver, SystemClock, Tablebases};

/// An engine: the transposition table and the histories, which one search leaves to the next.
pub struct Engine {
    clock: Box<dyn Clock + Send>,
    table: TranspositionTable,
    /// One item for each thread.
    thread_data: Vec<ThreadData>,
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
        let clock = Box::new(clock);
        let table = TranspositionTable::new(hash)?;
        let (thread_data, techniques, lag) = (vec![ThreadData::new()], Techniques::ALL, Lag::default());
        Ok(Engine { clock, table, thread_data, tablebases: None, techniques, lag })
    }

    /// Resizes the transposition table, and clears it.
    ///
    /// # Errors
    /// If the memory cannot be allocated. Then the table stays as it was.
    pub fn resize_hash(&mut self, size: Mebibytes) -> Result<(), AllocError> {
        let threads = self.threads();
        self.table.resize(size, threads)
    }

    /// The size of the transposition table.
    pub fn hash(&self) -> Mebibytes {
        self.table.size()
    }

    pub fn clear_hash(&mut self) {
        let threads = self.threads();
        self.table.clear(threads);
    }

    /// Sets the number of threads. The histories of new threads are empty.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.thread_data.resize_with(threads.get(), ThreadData::new);
    }

    pub fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.thread_data.len()).unwrap_or(NonZeroUsize::MIN)
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

    /// Clears the transposition table and the histories, for another game. The measured waiting times stay, since
    /// they depend on the machine and not on the game.
    pub fn new_game(&mut self) {
        self.clear_hash();
        clear(&mut self.thread_data);
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
    pub fn search_with<O: SearchObserver>(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
        observer: &mut O,
    ) -> PvLine {
        let started = limits.asked_at.unwrap_or_else(|| self.clock.now());
        let budget = Budget::of(limits, game.position().side_to_move());
        self.table.new_search();
        // `go mate` begins with a short playing search.
        let played = if limits.mate.is_some() { &mate::first_search(limits) } else { limits };
        let tablebases = self.tablebases.as_ref();
        let shared =
            Shared::new(&self.table, played, tablebases, self.techniques, control, self.thread_data.len());
        let time = TimeManager::new(played, control, &*self.clock, budget, started, &mut self.lag);
        let main = MainThread::new(time, reporter);
        let mut lines = smp::search(game, &shared, &mut self.thread_data, main, observer);
        let mut nodes = shared.nodes();
        if let Some(moves) = limits.mate
            && !lines.is_empty()
        {
            let time = TimeManager::new(limits, control, &*self.clock, budget, started, &mut self.lag);
            (lines, nodes) = MateSearch::new(game, moves, lines, &shared, time, reporter).run();
        }
        let result = if let Some(best) = lines.first() {
            PvLine { nodes, time: self.clock.now().saturating_sub(started), ..best.clone() }
        } else {
            // Mate or stalemate.
            let in_check = game.position().in_check();
            let score = if in_check { Score::mated_in(Ply::ROOT) } else { Score::DRAW };
            let line = PvLine::new(score, Vec::new());
            reporter.line(&line);
            line
        };
        let is_held = |control: &Control| limits.infinite || limits.ponder && !control.is_ponder_hit();
        self.clock.wait_until(control, &|control| control.is_stopped() || !is_held(control));
        result
    }
}

/// Clears the data of all threads, in parallel on all processors.
fn clear(thread_data: &mut [ThreadData]) {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let share = thread_data.len().div_ceil(processors).max(1);
    thread::scope(|scope| {
        let mut shares = thread_data.chunks_mut(share);
        let own = shares.next();
        for share in shares {
            scope.spawn(|| share.iter_mut().for_each(ThreadData::clear));
        }
        own.into_iter().flatten().for_each(ThreadData::clear);
    });
}
