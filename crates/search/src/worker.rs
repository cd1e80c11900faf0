//! One thread of a search: what it shares with the others, what it has for itself, and when it stops.

use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use eval::Evaluator;
use movegen::KeyHistory;
use tt::TranspositionTable;
use types::{Depth, Key, Move, Ply, Score};

use crate::board::Board;
use crate::history::{Continuation, Corrections, Histories, Past};
use crate::iterate::Found;
use crate::ranking::{RankedRoot, Tree};
use crate::root::RootMoves;
use crate::stack::Stack;
use crate::techniques::{Technique, Techniques};
use crate::variation::Variations;
use crate::watch::Watch;
use crate::{Control, Limits, Reporter, SearchObserver, Tablebases};

/// The search was ended from outside; there is no score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// The value of a node, unless the search was stopped in it.
pub(crate) type Searched = Result<Score, Stopped>;

/// What all threads of a search see.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) limits: &'a Limits,
    pub(crate) tablebases: Option<&'a Tablebases>,
    /// Nodes of each thread, up to its last look at the clock.
    nodes: Vec<AtomicU64>,
    /// Positions found in the tablebases, by all threads.
    tablebase_hits: AtomicU64,
    /// The signals from outside.
    control: &'a Control,
    /// Raised by the main thread when it has finished.
    halt: AtomicBool,
    /// Whether threads give way to each other, since there are many more of them than processors.
    is_crowded: bool,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        table: &'a TranspositionTable,
        limits: &'a Limits,
        tablebases: Option<&'a Tablebases>,
        control: &'a Control,
        threads: usize,
    ) -> Shared<'a> {
        let nodes = std::iter::repeat_with(AtomicU64::default).take(threads).collect();
        let (tablebase_hits, halt) = (AtomicU64::new(0), AtomicBool::new(false));
        Shared {
            table,
            limits,
            tablebases,
            nodes,
            tablebase_hits,
            control,
            halt,
            is_crowded: is_crowded(threads),
        }
    }

    /// Ends the search of every thread.
    pub(crate) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Whether every thread has to end, where all together made so many moves. Signals and the limit of nodes are seen
    /// by each of them itself: with more threads than processors the main thread may be the last to run again.
    fn is_over(&self, all_nodes: u64) -> bool {
        let is_out_of_nodes = self.limits.nodes.is_some_and(|limit| all_nodes >= limit);
        is_out_of_nodes || self.halt.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    /// Moves made so far, by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Positions found in the tablebases so far.
    pub(crate) fn tablebase_hits(&self) -> u64 {
        self.tablebase_hits.load(Ordering::Relaxed)
    }

    /// Counts positions that were found there. This takes no time beside finding them.
    pub(crate) fn add_tablebase_hits(&self, hits: u64) {
        self.tablebase_hits.fetch_add(hits, Ordering::Relaxed);
    }
}

/// Whether so many threads are many for this machine.
///
/// A processor lets a thread run for milliseconds before the next one has its turn. With hundreds of threads in the
/// queue nobody hears of a signal for a second, neither those who listen to it nor those who are to obey it.
fn is_crowded(threads: usize) -> bool {
    /// Up to so many for each processor are served soon enough.
    const FEW: usize = 8;
    // Asking how many there are takes longer than some searches do.
    threads > FEW && threads > FEW * thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// What a thread keeps from one search to the next.
pub(crate) struct Memory {
    histories: Histories,
    corrections: Corrections,
    evaluator: Evaluator,
    stack: Stack,
    variations: Variations,
    /// Nothing was learnt since it was made or cleared.
    is_blank: bool,
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory {
            histories: Histories::new(),
            corrections: Corrections::new(),
            evaluator: Evaluator::new(),
            stack: Stack::new(),
            variations: Variations::new(),
            is_blank: true,
        }
    }

    /// Forgets what it has learnt: another game begins.
    pub(crate) fn clear(&mut self) {
        if self.is_blank {
            // The system gives pages when they are first written to, so this saves some, and their time.
            return;
        }
        self.is_blank = true;
        self.histories.clear();
        self.corrections.clear();
    }
}

/// What only the main thread has: the right to end the search, and somebody to tell about it.
pub(crate) struct Helm<'a> {
    pub(crate) watch: Watch<'a>,
    pub(crate) reporter: &'a mut dyn Reporter,
    /// What was said last of the best line.
    pub(crate) said: Option<Found>,
}

impl<'a> Helm<'a> {
    pub(crate) fn new(watch: Watch<'a>, reporter: &'a mut dyn Reporter) -> Helm<'a> {
        Helm { watch, reporter, said: None }
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a, T, O> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) helm: Option<Helm<'a>>,
    pub(crate) observer: &'a mut O,
    pub(crate) histories: &'a mut Histories,
    pub(crate) corrections: &'a mut Corrections,
    pub(crate) evaluator: &'a mut Evaluator,
    pub(crate) stack: &'a mut Stack,
    pub(crate) variations: &'a mut Variations,
    pub(crate) keys: KeyHistory,
    /// How many positions came before the root.
    earlier: usize,
    pub(crate) root: RootMoves,
    /// What nodes are looked up in.
    pub(crate) tablebases: Option<&'a Tablebases>,
    /// The most pieces with which they are.
    pub(crate) reach: u32,
    pub(crate) seldepth: Ply,
    /// No null move is tried before this ply: one is being verified.
    pub(crate) no_pass_before: Ply,
    /// The depth of the present iteration.
    pub(crate) iteration: Depth,
    /// What keys are mixed with in the table, so that answers to another question than "how good?" are kept apart.
    pub(crate) question: Key,
    id: usize,
    nodes: u64,
    next_poll: u64,
    techniques: PhantomData<T>,
}

/// At most so many nodes lie between two looks at the clock: a fraction of a millisecond.
const POLL_INTERVAL: u64 = 256;

impl<'a, T: Techniques, O: SearchObserver> Worker<'a, T, O> {
    pub(crate) fn new(
        id: usize,
        root: &RankedRoot<'_>,
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        helm: Option<Helm<'a>>,
        observer: &'a mut O,
    ) -> Self {
        let Memory { histories, corrections, evaluator, stack, variations, is_blank } = memory;
        *is_blank = false;
        stack.clear();
        let mut keys = root.game.earlier().clone();
        keys.reserve(Ply::MAX.index() + 1);
        let tablebases = shared.tablebases.filter(|_| root.tree == Tree::Aided);
        let mut worker = Worker {
            shared,
            helm,
            observer,
            histories,
            corrections,
            evaluator,
            stack,
            variations,
            keys,
            earlier: root.game.earlier().len(),
            root: root.moves.clone(),
            tablebases,
            reach: tablebases.map_or(0, Tablebases::reach),
            seldepth: Ply::ROOT,
            no_pass_before: Ply::ROOT,
            iteration: Depth::ZERO,
            question: Key(0),
            id,
            nodes: 0,
            next_poll: 0,
            techniques: PhantomData,
        };
        worker.schedule_poll(0);
        worker
    }

    /// Whether a technique is in use: known at compile time.
    #[inline]
    pub(crate) const fn uses(technique: Technique) -> bool {
        T::IN_USE.has(technique)
    }

    /// Moves made by this thread.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Makes this thread's count known to the others.
    pub(crate) fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }

    /// Has the table's entry for the position after a move fetched, which takes longer than making the move.
    #[inline]
    pub(crate) fn foresee(&self, board: &Board, mv: Move) {
        self.shared.table.prefetch(board.likely_key_after(mv) ^ self.question);
    }

    /// Has fetched what the node at `ply` will ask of tables.
    #[inline]
    fn foresee_node(&self, board: &Board, ply: Ply) {
        self.shared.table.prefetch(self.table_key(board));
        self.corrections.prefetch(board, &Past::of(self.stack, ply));
    }

    /// Plays a legal move of the node at `ply`, on a copy of its board that becomes that of the child.
    ///
    /// The copy is the caller's, who keeps it where it is: returned in a `Result` it would be copied twice more.
    pub(crate) fn play(&mut self, copy: &mut Board, mv: Move, ply: Ply) -> Result<(), Stopped> {
        self.count_node()?;
        self.observer.play(ply, mv);
        self.keys.push(copy.key());
        let frame = &mut self.stack[ply];
        frame.mv = Some(mv);
        frame.is_quiet = copy.is_quiet(mv);
        frame.continuation = Continuation::of(copy.mover(mv), mv.to());
        copy.play(mv);
        self.foresee_node(copy, ply.next());
        Ok(())
    }

    /// Passes in the node at `ply`, on a copy of its board.
    #[inline]
    pub(crate) fn play_null(&mut self, copy: &mut Board, ply: Ply) -> Result<(), Stopped> {
        self.count_node()?;
        self.keys.push_null(copy.key());
        let frame = &mut self.stack[ply];
        frame.mv = None;
        frame.is_quiet = false;
        frame.continuation = Continuation::default();
        copy.pass();
        self.foresee_node(copy, ply.next());
        Ok(())
    }

    /// Goes back to the node before the last move. Not needed when stopped: whoever goes on goes back to the root.
    #[inline]
    pub(crate) fn take_back(&mut self) {
        self.keys.pop();
    }

    /// Goes back to the root, from wherever the search was stopped.
    pub(crate) fn go_back_to_root(&mut self) {
        while self.keys.len() > self.earlier {
            self.keys.pop();
        }
    }

    /// Counts a move made, and looks every now and then whether the search has to end.
    #[inline]
    fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        if self.shared.is_crowded {
            thread::yield_now();
        }
        self.publish_nodes();
        let all_nodes = self.shared.nodes();
        self.schedule_poll(all_nodes);
        let is_out_of_time = |helm: &mut Helm<'_>| helm.watch.is_out_of_time();
        let is_over = self.shared.is_over(all_nodes) || self.helm.as_mut().is_some_and(is_out_of_time);
        if is_over { Err(Stopped) } else { Ok(()) }
    }

    /// One thread alone stops at the very node of the limit. Several come close to it: once it is reached none makes
    /// more moves than it had left until its next look.
    fn schedule_poll(&mut self, all_nodes: u64) {
        let left = self.shared.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(all_nodes));
        let share = left.div_ceil(self.shared.nodes.len() as u64);
        self.next_poll = self.nodes + share.min(POLL_INTERVAL);
    }
}
