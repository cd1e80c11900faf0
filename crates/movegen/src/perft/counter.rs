//! Perft on several threads, for runs of minutes and more.
//!
//! The tree is split at the second ply: the positions two plies from the root are the tasks, and each thread
//! takes the next one when it has finished its last. Meanwhile the calling thread reports progress.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::thread::{self, Thread};
use std::time::Duration;

use types::{Key, Move};

use super::bulk;
use crate::Position;

/// Subtrees up to this depth are counted without looking for a stop, some milliseconds each.
const UNINTERRUPTED_DEPTH: u32 = 4;
/// Subtrees below this depth are counted faster than the table answers.
const MIN_TABLE_DEPTH: u32 = 2;
const PROGRESS_INTERVAL: Duration = Duration::from_millis(50);

/// The state of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountProgress {
    /// The threads that count. There are fewer than were asked for if the system refuses some.
    pub threads: NonZeroUsize,
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
            let mut started = 0;
            for _ in 0..self.threads.get() {
                let guard = Active { count: &active, waiting: thread::current() };
                let split = &split;
                let work = move || {
                    let _guard = guard;
                    split.work(&mut || {})
                };
                started += usize::from(thread::Builder::new().spawn_scoped(scope, work).is_ok());
            }
            let threads = NonZeroUsize::new(started).unwrap_or(NonZeroUsize::MIN);
            let mut look = || {
                if watch(split.progress(threads)).is_break() {
                    split.is_stopped.store(true, Relaxed);
                }
            };
            if started == 0 {
                // The system has no threads to give.
                look();
                return split.work(&mut look);
            }
            loop {
                thread::park_timeout(PROGRESS_INTERVAL);
                // Asked for first, so that the last progress is of all tasks.
                let is_finished = active.load(Acquire) == 0;
                look();
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

    /// Counts tasks until none is left. `look` is called every few milliseconds.
    fn work(&self, look: &mut dyn FnMut()) {
        while let Some(task) = self.tasks.get(self.next.fetch_add(1, Relaxed)) {
            let Some(leaves) = self.count(&task.position, self.depth, look) else { return };
            self.leaves[task.root_move].fetch_add(leaves, Relaxed);
            self.finished.fetch_add(1, Relaxed);
        }
    }

    /// The leaves at a depth, or `None` if stopped.
    fn count(&self, position: &Position, depth: u32, look: &mut dyn FnMut()) -> Option<u64> {
        let is_interruptible = depth > UNINTERRUPTED_DEPTH;
        if is_interruptible {
            look();
            if self.is_stopped.load(Relaxed) {
                return None;
            }
        }
        // Tables have one byte for the depth, which is enough for any count.
        let table = self.table.zip(u8::try_from(depth).ok()).filter(|_| depth >= MIN_TABLE_DEPTH);
        let key = position.key();
        if let Some(leaves) = table.and_then(|(table, depth)| table.get(key, depth)) {
            return Some(leaves);
        }
        let leaves = if is_interruptible || table.is_some() && depth > MIN_TABLE_DEPTH {
            let below = |&mv| self.count(&position.after(mv), depth - 1, look);
            position.legal_moves().iter().map(below).sum::<Option<u64>>()?
        } else {
            bulk(position, depth)
        };
        if let Some((table, depth)) = table {
            table.insert(key, depth, leaves);
        }
        Some(leaves)
    }

    fn progress(&self, threads: NonZeroUsize) -> CountProgress {
        CountProgress {
            threads,
            leaves: self.leaves.iter().map(|leaves| leaves.load(Relaxed)).sum(),
            finished: self.finished.load(Relaxed),
            tasks: self.tasks.len(),
        }
    }
}

/// Leaf counts of positions by key and depth, shared by threads without locks.
///
/// An entry is two words: the leaves with their depth in the upper byte, and the key of the position combined
/// with them by exclusive or. Two threads that write one entry at once may mix their words; the key of such an
/// entry then fits no position, except by a chance of one in 2⁶⁴, and it is taken for empty. All 64 bits of the
/// key and the depth are compared, so a wrong count needs two positions with the same Zobrist key.
pub struct PerftTable {
    buckets: Vec<SubtreeBucket>,
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct SubtreeBucket([SubtreeEntry; 4]);

#[derive(Default)]
struct SubtreeEntry {
    /// The key, exclusive or `data`.
    check: AtomicU64,
    /// The depth in the upper byte, the leaves below it. 0 in an empty entry, since depths begin at 1.
    data: AtomicU64,
}

const LEAF_BITS: u32 = 56;
const LEAVES: u64 = (1 << LEAF_BITS) - 1;

impl PerftTable {
    /// An empty table of this size, or of one bucket if that is more.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn new(mebibytes: usize) -> Result<PerftTable, TryReserveError> {
        let count = mebibytes.saturating_mul((1 << 20) / size_of::<SubtreeBucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, SubtreeBucket::default);
        Ok(PerftTable { buckets })
    }

    /// The leaves of this position at this depth, if they are known.
    #[inline]
    pub fn get(&self, key: Key, depth: u8) -> Option<u64> {
        self.bucket(key, depth).0.iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            let is_wanted =
                entry.check.load(Relaxed) ^ data == key.0 && data >> LEAF_BITS == u64::from(depth);
            is_wanted.then_some(data & LEAVES)
        })
    }

    /// Stores a count in place of the smallest of its bucket, which costs least to count again.
    #[inline]
    pub fn insert(&self, key: Key, depth: u8, leaves: u64) {
        if leaves > LEAVES {
            return;
        }
        let data = u64::from(depth) << LEAF_BITS | leaves;
        let bucket = self.bucket(key, depth);
        let smallest = bucket.0.iter().min_by_key(|entry| entry.data.load(Relaxed) & LEAVES);
        if let Some(entry) = smallest {
            entry.check.store(key.0 ^ data, Relaxed);
            entry.data.store(data, Relaxed);
        }
    }

    #[inline]
    fn bucket(&self, key: Key, depth: u8) -> &SubtreeBucket {
        // The same position at another depth belongs elsewhere.
        let hash = key.0.wrapping_add(u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let index = (u128::from(hash) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
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
        let end = CountProgress { threads: NonZeroUsize::MIN, leaves: 197_281, finished: 400, tasks: 400 };
        assert_eq!(last, Some(end));
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        let counter = Counter { threads: NonZeroUsize::MIN, table: None };
        assert_eq!(counter.divide(&KIWIPETE.parse().unwrap(), 12, |_| ControlFlow::Break(())), None);
    }

    #[test]
    fn counts_are_found_by_key_and_depth_alone() {
        let table = PerftTable::new(1).unwrap();
        let key = |number: u64| Key(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        for number in 1..1000 {
            table.insert(key(number), 3, number);
            table.insert(key(number), 4, number + LEAVES / 2);
        }
        table.insert(key(1000), 3, LEAVES + 1);
        for number in 1..1000 {
            assert_eq!(table.get(key(number), 3), Some(number));
            assert_eq!(table.get(key(number), 4), Some(number + LEAVES / 2));
            assert_eq!(table.get(key(number), 5), None);
        }
        assert_eq!((table.get(key(1000), 3), table.get(Key(0), 1)), (None, None));
    }

    #[test]
    fn a_full_bucket_loses_its_smallest_count() {
        let table = PerftTable::new(0).unwrap();
        for (key, leaves) in [(1, 40), (2, 10), (3, 30), (4, 20), (5, 5)] {
            table.insert(Key(key), 1, leaves);
        }
        let known: Vec<_> = (1..=5).filter_map(|key| table.get(Key(key), 1)).collect();
        assert_eq!(known, [40, 30, 20, 5]);
    }

    /// Words of two writers are never taken for an entry.
    #[test]
    fn an_entry_of_mixed_words_is_not_found() {
        let table = PerftTable::new(0).unwrap();
        table.insert(Key(7), 2, 100);
        table.buckets[0].0[0].data.store(2 << LEAF_BITS | 101, Relaxed);
        assert_eq!(table.get(Key(7), 2), None);
    }
}
