//! Perft on several threads, for runs of minutes and more.
//!
//! The tree is split at the second ply: the positions two plies from the root are the tasks, and each thread
//! takes the next one when it has finished its last. Meanwhile the calling thread reports progress.

use alloc::vec::Vec;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::thread::{self, Thread};
use std::time::Duration;

use types::Move;

use super::count::bulk;
use super::table::PerftTable;
use crate::Position;

/// Subtrees up to this depth are counted without looking for a stop, some milliseconds each.
const UNINTERRUPTED_DEPTH: u32 = 4;
/// Subtrees below this depth are counted faster than the table answers.
const MIN_TABLE_DEPTH: u32 = 2;
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// The state of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountProgress {
    /// Leaves counted so far.
    pub leaves: u64,
    /// Tasks that are finished, of about equal size.
    pub finished: usize,
    /// All tasks.
    pub tasks: usize,
}

/// Resources for a count.
#[derive(Clone, Copy)]
pub struct Counter<'a> {
    /// The number of threads that count.
    pub threads: NonZeroUsize,
    /// Remembers subtrees that are reached in more than one way. It may hold counts from earlier runs.
    pub table: Option<&'a PerftTable>,
}

impl Counter<'_> {
    /// Each legal move with the leaves below it, in generation order. `depth` is at least 1.
    ///
    /// `watch` is called some twenty times a second. If it breaks, the count ends and the result is `None`.
    pub fn divide(
        &self,
        position: &Position,
        depth: u32,
        mut watch: impl FnMut(CountProgress) -> ControlFlow<()>,
    ) -> Option<Vec<(Move, u64)>> {
        let moves = position.legal_moves();
        let split = Split::new(position, &moves, depth, self.table);
        let active = AtomicUsize::new(self.threads.get());
        thread::scope(|scope| {
            let mut has_thread = false;
            for _ in 0..self.threads.get() {
                let guard = Active { count: &active, waiting: thread::current() };
                let split = &split;
                let work = move || {
                    let _guard = guard;
                    split.work()
                };
                has_thread |= thread::Builder::new().spawn_scoped(scope, work).is_ok();
            }
            if !has_thread {
                // There are no threads, as in WebAssembly.
                return split.work();
            }
            loop {
                thread::park_timeout(PROGRESS_INTERVAL);
                // Asked for first, so that the last progress is of all tasks.
                let is_finished = active.load(Acquire) == 0;
                if watch(split.progress()).is_break() {
                    split.is_stopped.store(true, Relaxed);
                }
                if is_finished {
                    break;
                }
            }
        });
        if split.finished.into_inner() < split.tasks.len() {
            return None;
        }
        let leaves = split.leaves.into_iter().map(AtomicU64::into_inner);
        Some(moves.into_iter().zip(leaves).collect())
    }
}

/// A running thread. When it ends, even by a panic, the waiting thread wakes up.
struct Active<'a> {
    count: &'a AtomicUsize,
    waiting: Thread,
}

impl Drop for Active<'_> {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Release);
        self.waiting.unpark();
    }
}

/// A tree split into tasks.
struct Split<'a> {
    tasks: Vec<Task>,
    /// Depth of the tasks' subtrees.
    depth: u32,
    table: Option<&'a PerftTable>,
    /// By root move.
    leaves: Vec<AtomicU64>,
    next: AtomicUsize,
    finished: AtomicUsize,
    is_stopped: AtomicBool,
}

struct Task {
    root_move: usize,
    position: Position,
}

impl<'a> Split<'a> {
    fn new(position: &Position, moves: &[Move], depth: u32, table: Option<&'a PerftTable>) -> Split<'a> {
        let mut tasks = Vec::new();
        let plies = depth.min(2);
        for (root_move, &mv) in moves.iter().enumerate() {
            let child = position.after(mv);
            match plies {
                2 => tasks.extend(
                    child.legal_moves().iter().map(|&mv| Task { root_move, position: child.after(mv) }),
                ),
                _ => tasks.push(Task { root_move, position: child }),
            }
        }
        Split {
            tasks,
            depth: depth.saturating_sub(plies),
            table,
            leaves: moves.iter().map(|_| AtomicU64::new(0)).collect(),
            next: AtomicUsize::new(0),
            finished: AtomicUsize::new(0),
            is_stopped: AtomicBool::new(false),
        }
    }

    fn work(&self) {
        while let Some(task) = self.tasks.get(self.next.fetch_add(1, Relaxed)) {
            let Some(leaves) = self.count(&task.position, self.depth) else { return };
            self.leaves[task.root_move].fetch_add(leaves, Relaxed);
            self.finished.fetch_add(1, Relaxed);
        }
    }

    /// The leaves at a depth, or `None` if stopped.
    fn count(&self, position: &Position, depth: u32) -> Option<u64> {
        let is_interruptible = depth > UNINTERRUPTED_DEPTH;
        if is_interruptible && self.is_stopped.load(Relaxed) {
            return None;
        }
        // Tables have one byte for the depth, which is enough for any count.
        let table = self.table.zip(u8::try_from(depth).ok()).filter(|_| depth >= MIN_TABLE_DEPTH);
        let key = position.key();
        if let Some(leaves) = table.and_then(|(table, depth)| table.get(key, depth)) {
            return Some(leaves);
        }
        let leaves = if is_interruptible || table.is_some() && depth > MIN_TABLE_DEPTH {
            let below = |&mv| self.count(&position.after(mv), depth - 1);
            position.legal_moves().iter().map(below).sum::<Option<u64>>()?
        } else {
            bulk(position, depth)
        };
        if let Some((table, depth)) = table {
            table.insert(key, depth, leaves);
        }
        Some(leaves)
    }

    fn progress(&self) -> CountProgress {
        CountProgress {
            leaves: self.leaves.iter().map(|leaves| leaves.load(Relaxed)).sum(),
            finished: self.finished.load(Relaxed),
            tasks: self.tasks.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const MATED: &str = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";

    #[test]
    fn threads_and_a_table_do_not_change_the_counts() {
        let table = PerftTable::new(1).unwrap();
        for fen in [KIWIPETE, MATED, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
            let position: Position = fen.parse().unwrap();
            for depth in 1..=4 {
                let expected = perft::divide(&position, depth);
                for threads in 1..=3 {
                    for table in [None, Some(&table)] {
                        let counter = Counter { threads: NonZeroUsize::new(threads).unwrap(), table };
                        let counts = counter.divide(&position, depth, |_| ControlFlow::Continue(()));
                        assert_eq!(counts.as_ref(), Some(&expected), "{fen} {depth} {threads}");
                    }
                }
            }
        }
    }

    #[test]
    fn progress_ends_with_all_tasks_and_all_leaves() {
        let counter = Counter { threads: NonZeroUsize::MIN, table: None };
        let mut last = None;
        let counts = counter.divide(&Position::startpos(), 4, |progress| {
            last = Some(progress);
            ControlFlow::Continue(())
        });
        assert_eq!(counts.unwrap().iter().map(|(_, leaves)| leaves).sum::<u64>(), 197_281);
        assert_eq!(last, Some(CountProgress { leaves: 197_281, finished: 400, tasks: 400 }));
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        let counter = Counter { threads: NonZeroUsize::MIN, table: None };
        assert_eq!(counter.divide(&KIWIPETE.parse().unwrap(), 12, |_| ControlFlow::Break(())), None);
    }
}
