//! What all threads of a search see, and how they learn that it is over.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use tt::TranspositionTable;

use crate::features::Features;
use crate::{Control, Limits, Tablebases};

/// What all threads of a search see.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) limits: &'a Limits,
    pub(crate) tablebases: Option<&'a Tablebases>,
    pub(crate) features: Features,
    /// Nodes of each thread, up to its last look at the clock.
    nodes: Vec<AtomicU64>,
    /// Positions found in the tablebases, by all threads.
    tablebase_hits: AtomicU64,
    /// The signals from outside.
    control: &'a Control,
    /// Raised by the main thread when it has finished.
    halt: AtomicBool,
    /// Whether threads give way to each other, since there are many more of them than processors.
    pub(crate) is_oversubscribed: bool,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        table: &'a TranspositionTable,
        limits: &'a Limits,
        tablebases: Option<&'a Tablebases>,
        features: Features,
        control: &'a Control,
        threads: usize,
    ) -> Shared<'a> {
        let nodes = std::iter::repeat_with(AtomicU64::default).take(threads).collect();
        let (tablebase_hits, halt) = (AtomicU64::new(0), AtomicBool::new(false));
        Shared {
            table,
            limits,
            tablebases,
            features,
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

    /// Whether every thread has to end, where all together made so many moves. Signals and the limit of nodes are seen
    /// by each of them itself: with more threads than processors the main thread may be the last to run again.
    pub(crate) fn is_over(&self, all_nodes: u64) -> bool {
        let is_out_of_nodes = self.limits.nodes.is_some_and(|limit| all_nodes >= limit);
        is_out_of_nodes || self.halt.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    /// How many threads search.
    pub(crate) fn threads(&self) -> usize {
        self.nodes.len()
    }

    /// Notes how many moves a thread has made so far.
    pub(crate) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
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
fn is_oversubscribed(threads: usize) -> bool {
    /// Up to so many for each processor are served soon enough.
    const FEW: usize = 8;
    // Asking how many there are takes longer than some searches do.
    threads > FEW && threads > FEW * thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
