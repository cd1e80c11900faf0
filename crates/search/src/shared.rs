//! The data that all threads of a search share: its input, the node counts, and the signal to end.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use tt::TranspositionTable;

use crate::techniques::Techniques;
use crate::{Control, Limits, Tablebases};

/// The data that all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) limits: &'a Limits,
    pub(crate) tablebases: Option<&'a Tablebases>,
    pub(crate) techniques: Techniques,
    /// The nodes that threads have been granted, if there is a node limit.
    granted: AtomicU64,
    /// The nodes of each thread up to its last poll.
    nodes: Vec<AtomicU64>,
    /// The number of positions found in the tablebases by all threads.
    tablebase_hits: AtomicU64,
    /// The signals from outside.
    control: &'a Control,
    /// Set by the main thread when it has finished.
    halt: AtomicBool,
    /// True if there are many more threads than processors, so that they have to yield to each other.
    pub(crate) is_oversubscribed: bool,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        table: &'a TranspositionTable,
        limits: &'a Limits,
        tablebases: Option<&'a Tablebases>,
        techniques: Techniques,
        control: &'a Control,
        threads: usize,
    ) -> Shared<'a> {
        let nodes = std::iter::repeat_with(AtomicU64::default).take(threads).collect();
        let (granted, tablebase_hits) = (AtomicU64::new(0), AtomicU64::new(0));
        let halt = AtomicBool::new(false);
        Shared {
            table,
            limits,
            tablebases,
            techniques,
            granted,
            nodes,
            tablebase_hits,
            control,
            halt,
            is_oversubscribed: is_oversubscribed(threads),
        }
    }

    /// Ends the search of every thread.
    pub(crate) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Returns true if every thread has to end. Each thread tests the signals itself: with more threads than processors
    /// the main thread may be the last to run again.
    pub(crate) fn is_over(&self) -> bool {
        self.halt.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    /// Grants a thread a number of nodes to search next: at most `most`, none if the node limit is used up. So all
    /// threads together never exceed the limit. Each gets an equal share of what is left, so that none is left without.
    pub(crate) fn grant_nodes(&self, most: u64) -> u64 {
        let Some(limit) = self.limits.nodes else { return most };
        let share = |granted: u64| (limit - granted).div_ceil(self.threads() as u64).min(most);
        let next = |granted| Some(granted + share(granted));
        let granted = self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        granted.map_or(0, share)
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.nodes.len()
    }

    /// Sets the number of moves that a thread has made so far.
    pub(crate) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
    }

    /// The number of moves made so far by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// The number of positions found in the tablebases so far.
    pub(crate) fn tablebase_hits(&self) -> u64 {
        self.tablebase_hits.load(Ordering::Relaxed)
    }

    /// Adds to the number of positions found in the tablebases. This takes no time compared with reading them.
    pub(crate) fn add_tablebase_hits(&self, hits: u64) {
        self.tablebase_hits.fetch_add(hits, Ordering::Relaxed);
    }
}

/// Returns true if there are many more threads than processors.
///
/// A processor runs a thread for some milliseconds before the next one. With hundreds of threads in the queue, a
/// second passes until the thread that reads signals and the threads that search have run.
fn is_oversubscribed(threads: usize) -> bool {
    /// Up to this many threads for each processor run soon enough.
    const FEW: usize = 8;
    // Asking the system for the number of processors takes longer than some searches.
    threads > FEW && threads > FEW * thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
