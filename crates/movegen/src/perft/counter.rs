//! Perft on several threads, for runs of minutes and more.
//!
//! The tree is split at the second ply: the positions two plies from the root are the tasks, and each thread
//! takes the next one when it has finished its last. Meanwhile the calling thread reports progress.

use alloc::vec::Vec;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use types::Move;

use super::bulk;
use crate::Position;

/// Subtrees up to this depth are counted without looking for a stop, some milliseconds each.
const UNINTERRUPTED_DEPTH: u32 = 4;
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

/// Each legal move with the leaves below it, in generation order, counted by several threads. `depth` is at least 1.
///
/// `watch` is called some twenty times a second. If it breaks, the count ends and the result is `None`.
pub fn divide_on_threads(
    position: &Position,
    depth: u32,
    threads: NonZeroUsize,
    mut watch: impl FnMut(CountProgress) -> ControlFlow<()>,
) -> Option<Vec<(Move, u64)>> {
    let moves = position.legal_moves();
    let split = Split::new(position, &moves, depth);
    // Nothing is sent: the channel closes when all threads have ended, even by a panic.
    let (running, ended) = channel::<()>();
    thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads.get() {
            let (running, split) = (running.clone(), &split);
            let work = move || {
                let _running = running;
                split.work(&mut || {})
            };
            started += usize::from(thread::Builder::new().spawn_scoped(scope, work).is_ok());
        }
        drop(running);
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
            // Asked for first, so that the last progress is of all tasks.
            let is_finished = ended.recv_timeout(PROGRESS_INTERVAL) == Err(RecvTimeoutError::Disconnected);
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

/// A tree split into tasks.
struct Split {
    tasks: Vec<Task>,
    /// Depth of the tasks' subtrees.
    depth: u32,
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

impl Split {
    fn new(position: &Position, moves: &[Move], depth: u32) -> Split {
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
        if depth <= UNINTERRUPTED_DEPTH {
            return Some(bulk(position, depth));
        }
        look();
        if self.is_stopped.load(Relaxed) {
            return None;
        }
        let below = |&mv| self.count(&position.after(mv), depth - 1, look);
        position.legal_moves().iter().map(below).sum()
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

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const MATED: &str = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";

    #[test]
    fn threads_do_not_change_the_counts() {
        for (fen, deepest) in [
            (KIWIPETE, 4),
            (MATED, 2),
            // Two plies lead to a mate, a task without leaves.
            ("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", 3),
            // At depth 7 a task is divided further.
            ("4k3/2p5/8/8/8/8/2P5/4K3 w - - 0 1", 8),
        ] {
            let position: Position = fen.parse().unwrap();
            for depth in 1..=deepest {
                let count = |mv| (mv, bulk(&position.after(mv), depth - 1));
                let expected: Vec<(Move, u64)> = position.legal_moves().into_iter().map(count).collect();
                for threads in (1..=3).filter_map(NonZeroUsize::new) {
                    let counts = divide_on_threads(&position, depth, threads, |_| ControlFlow::Continue(()));
                    assert_eq!(counts.as_ref(), Some(&expected), "{fen} {depth} {threads}");
                }
            }
        }
    }

    #[test]
    fn progress_ends_with_all_tasks_and_all_leaves() {
        let mut last = None;
        let counts = divide_on_threads(&Position::startpos(), 4, NonZeroUsize::MIN, |progress| {
            last = Some(progress);
            ControlFlow::Continue(())
        });
        assert_eq!(counts.unwrap().iter().map(|(_, leaves)| leaves).sum::<u64>(), 197_281);
        let end = CountProgress { threads: NonZeroUsize::MIN, leaves: 197_281, finished: 400, tasks: 400 };
        assert_eq!(last, Some(end));
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        let position = KIWIPETE.parse().unwrap();
        let counts = divide_on_threads(&position, 12, NonZeroUsize::MIN, |_| ControlFlow::Break(()));
        assert_eq!(counts, None);
    }
}
