//! Lazy SMP: all threads search the same root, and share nothing but the transposition table.
//!
//! Threads that start together drift apart by chance: an entry that one has just written cuts the search of
//! another. So they search different parts of the tree, and each reuses the results of the others. The main thread
//! alone watches the clock and reports. When it has finished it halts the others, and all vote on the best move.
//!
//! No thread begins before all are started: with many more threads than processors, threads that search would leave
//! the main thread no time to start the others (1,024 threads on two processors: 3 s, and 50 ms with the gate).
//!
//! Source: <https://www.chessprogramming.org/Lazy_SMP>.

use std::num::NonZeroUsize;
use std::sync::{PoisonError, RwLock, mpsc};
use std::thread::{self, Scope, ScopedJoinHandle};

use tt::has_room;
use types::{Move, Score};

use crate::position::SearchPosition;
use crate::report::PvLine;
use crate::root_tablebases::RankedRoot;
use crate::worker::{MainThread, Shared, ThreadData, Worker};
use crate::{Game, SearchObserver};

/// The stack size, in bytes, of a thread that searches. Each node of a line keeps its list of moves on the stack. The
/// deepest line takes less than half of it, which a test measures. The rest is for the caller of the search, and for
/// builds that optimise less.
pub const STACK_SIZE: usize = 8 << 20;

/// Searches on one thread for each item of `thread_data`; the first is the calling thread. Returns the best lines,
/// which are also the last reported ones; none if the root has no move.
pub(crate) fn search<'a, O: SearchObserver + ?Sized>(
    game: &'a Game,
    shared: &'a Shared<'a>,
    thread_data: &'a mut [ThreadData],
    mut main: MainThread<'a>,
    observer: &'a mut O,
) -> Vec<PvLine> {
    let Some((data, helpers)) = thread_data.split_first_mut() else { return Vec::new() };
    if game.position().count_legal_moves() == 0 {
        return Vec::new();
    }
    let root = &SearchPosition::of(game.position());
    let is_late = || shared.is_over() || main.time.is_half_of_time_used();
    let ranked = &RankedRoot::new(game, &shared.limits.search_moves, shared.tablebases, is_late);
    shared.add_tablebase_hits(ranked.hits);
    let gate = &RwLock::new(());
    thread::scope(|scope| {
        let guard = HaltGuard(shared);
        let closed = gate.write().unwrap_or_else(PoisonError::into_inner);
        let is_tight = is_tight(helpers.len());
        let handles: Vec<_> = helpers
            .iter_mut()
            .zip(1..)
            .filter_map(|(data, id)| {
                let help = move || {
                    drop(gate.read());
                    Worker::new(id, ranked, shared, data, None, &mut ()).iterate(root)
                };
                // If the system refuses a thread, the search has one less.
                start(scope, is_tight, help)
            })
            .collect();
        if handles.len() + 1 < shared.threads() {
            main.reporter.refused_threads(shared.threads(), handles.len() + 1);
        }
        let mut main = Worker::new(0, ranked, shared, data, Some(main), observer);
        drop(closed);
        let mut lines = main.iterate(root);
        drop(guard);
        // A helper that panicked has no vote. (In the shipped build a panic ends the program.)
        let others: Vec<_> = handles.into_iter().filter_map(|handle| handle.join().ok()).collect();
        // No vote with a depth limit, nor with several lines, which belong together.
        if shared.limits.depth.is_none() && shared.limits.multi_pv.get() == 1 {
            let others = others.into_iter().filter_map(|lines| lines.into_iter().next());
            lines = elect(lines, others).into_iter().collect();
        }
        if let Some(level) = shared.limits.strength {
            level.choose(&mut lines, game);
        }
        main.report_last(root, &mut lines);
        lines
    })
}

/// Returns true if the system starts so many helper threads at once.
pub(crate) fn can_start(helpers: usize) -> bool {
    let gate = &RwLock::new(());
    thread::scope(|scope| {
        let closed = gate.write();
        let is_tight = is_tight(helpers);
        let started: Vec<_> =
            (0..helpers).map_while(|_| start(scope, is_tight, || drop(gate.read()))).collect();
        drop(closed);
        let is_given = started.len() == helpers;
        join(started);
        is_given
    })
}

/// The number of helper threads that memory suffices for in any case: those that are wanted, or a half, a quarter, ... of them.
pub fn threads_with_room(wanted: NonZeroUsize) -> NonZeroUsize {
    let mut threads = wanted;
    while threads > NonZeroUsize::MIN && is_tight(threads.get()) {
        threads = NonZeroUsize::new(threads.get() / 2).unwrap_or(NonZeroUsize::MIN);
    }
    threads
}

/// Waits until threads have given their memory back, which the end of their scope does not wait for.
pub(crate) fn join(threads: Vec<ScopedJoinHandle<'_, ()>>) {
    for thread in threads {
        // It fails if the thread has panicked. (In the shipped build a panic ends the program.)
        let _ = thread.join();
    }
}

/// Returns true if memory might not suffice for so many helper threads.
pub(crate) fn is_tight(helpers: usize) -> bool {
    /// The addresses that a thread takes: its stack, and the part of the heap that a C library sets aside for it.
    const ADDRESSES: usize = STACK_SIZE + (128 << 20);
    helpers > 0 && !has_room(helpers.saturating_mul(ADDRESSES))
}

/// Starts a helper thread; `None` if the system refuses it.
///
/// A thread that has its stack needs a little more memory before it runs, and ends the program if it does not get that. So
/// where memory is tight, each thread is waited for, and some is left.
pub(crate) fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    is_tight: bool,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    if is_tight && !has_room(STACK_SIZE) {
        return None;
    }
    let (sender, running) = mpsc::channel();
    let run = move || {
        // It fails if nobody waits.
        let _ = sender.send(());
        work()
    };
    let handle = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, run).ok()?;
    if is_tight {
        // It fails only if the thread has panicked, which its handle reports.
        let _ = running.recv();
    }
    Some(handle)
}

/// Halts the helper threads when it is dropped, also in a panic, since the scope waits for them even then.
struct HaltGuard<'a>(&'a Shared<'a>);

impl Drop for HaltGuard<'_> {
    fn drop(&mut self) {
        self.0.halt();
    }
}

/// The weight of a vote for the worst line at depth 1. It is above zero, so that depth decides where scores differ by
/// less.
const MIN_VOTE: Score = Score(15);

/// Chooses the line by vote: each thread votes for its move, with a weight that grows with its depth and score. If
/// there are proven wins, the quickest is taken instead.
fn elect(own: Vec<PvLine>, others: impl Iterator<Item = PvLine>) -> Option<PvLine> {
    let mut lines: Vec<PvLine> = own.into_iter().chain(others).collect();
    let worst = lines.iter().map(|line| line.searched_score).min().unwrap_or(Score::DRAW);
    let votes_of =
        |line: &PvLine| i64::from((line.searched_score - worst + MIN_VOTE).0) * i64::from(line.depth.plies());
    let votes_for =
        |mv: Option<Move>| -> i64 { lines.iter().filter(|line| line.best_move() == mv).map(votes_of).sum() };
    let rank = |line: &PvLine| {
        let proven = if line.searched_score > Score::MAX_EVAL { line.searched_score } else { Score::DRAW };
        (proven, votes_for(line.best_move()), votes_of(line))
    };
    // Among equals the first is taken, which is that of the main thread.
    let elected = (0..lines.len()).rev().max_by_key(|&index| rank(&lines[index]))?;
    Some(lines.swap_remove(elected))
}

#[cfg(test)]
mod tests {
    use types::{Depth, Ply, Square};

    use super::*;

    fn found(to: Square, depth: i32, score: Score) -> PvLine {
        let pv = vec![Move::normal(Square::E2, to)];
        PvLine { depth: Depth(depth), ..PvLine::new(score, pv) }
    }

    fn elected(lines: &[PvLine]) -> PvLine {
        elect(lines[..1].to_vec(), lines[1..].iter().cloned()).expect("there are lines")
    }

    #[test]
    fn the_majority_wins_among_equals() {
        let lines = [Square::E3, Square::E4, Square::E4].map(|to| found(to, 10, Score(20)));
        assert_eq!(elected(&lines).best_move(), lines[1].best_move());
    }

    #[test]
    fn a_much_deeper_line_outweighs_and_a_quicker_mate_is_final() {
        let shallow = found(Square::E3, 5, Score(20));
        let deep = found(Square::E4, 20, Score(20));
        assert_eq!(elected(&[shallow.clone(), deep.clone()]).depth, Depth(20));
        let mate = found(Square::E3, 4, Score::mate_in(Ply(3)));
        let slow_mate = found(Square::E4, 20, Score::mate_in(Ply(5)));
        assert_eq!(elected(&[deep, slow_mate, mate.clone()]).score, mate.score);
    }

    #[test]
    fn alone_or_in_doubt_our_own_line_is_played() {
        let own = found(Square::E4, 10, Score(-30));
        assert_eq!(elected(std::slice::from_ref(&own)).best_move(), own.best_move());
        let equal = found(Square::E3, 10, Score(-30));
        assert_eq!(elected(&[own.clone(), equal]).best_move(), own.best_move());
    }
}
