//! Iterative deepening: a search to depth 1, depth 2, and so on, until the time is spent.
//!
//! It looks like waste and saves time. Each depth costs several times the one before, so all of them together cost
//! little more than the last; and each begins with the best move of the one before, which makes the last much cheaper.
//! Besides, there is a move to play at any moment.
//!
//! A depth that cannot be finished in time is not begun, so its time has to be predicted. By the formula of Knuth and
//! Moore two plies more cost `b` times as much at even and odd depths alike, while a single ply costs now little, now
//! much. So the prediction starts from the depth two plies less, and multiplies its time by what two plies cost last
//! time:
//!
//! ```text
//!   t(d + 1) ≈ t(d − 1) · t(d) / t(d − 2)
//! ```
//!
//! Returns the value itself, of every finished depth.
//!
//! Source: D. Slate and L. Atkin, *Chess 4.5*, 1977.

use std::time::Duration;

use types::Window;

use super::alphabeta;
use super::order::{Order, Ordered};
use super::tree::{GameTree, SearchResult};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration<M> {
    pub depth: u32,
    /// The value and the best move.
    pub result: SearchResult<M>,
    /// The time it took.
    pub time: Duration,
    /// The time predicted for it; `None` for the first depths.
    pub predicted: Option<Duration>,
}

/// Searches to depth 1, 2, … `last` by alpha-beta, and begins no depth that is predicted to end after `budget`.
///
/// `now` returns the time since some fixed moment.
pub fn deepen<G: GameTree>(
    tree: &mut G,
    last: u32,
    now: impl Fn() -> Duration,
    budget: Duration,
) -> Vec<Iteration<G::Move>> {
    let started = now();
    let mut iterations: Vec<Iteration<G::Move>> = Vec::new();
    for depth in 1..=last {
        let predicted = predict(&iterations);
        let begun = now();
        if predicted.is_some_and(|time| time > budget.saturating_sub(begun - started)) {
            break;
        }
        let best = iterations.last().and_then(|iteration| iteration.result.best);
        let mut ordered = Ordered::new(&mut *tree, BestAtRoot { best, comes_first: true });
        let result = alphabeta::fail_soft(&mut ordered, depth, Window::FULL);
        iterations.push(Iteration { depth, result, time: now() - begun, predicted });
    }
    iterations
}

/// The predicted time of the next depth.
pub fn predict<M>(finished: &[Iteration<M>]) -> Option<Duration> {
    let [.., before, last] = finished else { return None };
    // With only two depths the next is predicted to grow as the last did.
    let (base, growth) = match finished {
        [.., earlier, _, _] => (before.time, ratio(last.time, earlier.time)),
        _ => (last.time, ratio(last.time, before.time)),
    };
    Some(Duration::try_from_secs_f64(base.as_secs_f64() * growth).unwrap_or(Duration::MAX))
}

/// The ratio of two times; times too short to be measured count as a nanosecond.
fn ratio(time: Duration, before: Duration) -> f64 {
    let nanoseconds = |time: Duration| time.as_nanos().max(1) as f64;
    nanoseconds(time) / nanoseconds(before)
}

/// Puts a move first at the root, whose moves are the first that a search asks for; or last, which is a typical bug.
pub(crate) struct BestAtRoot<M> {
    pub(crate) best: Option<M>,
    pub(crate) comes_first: bool,
}

impl<G: GameTree> Order<G> for BestAtRoot<G::Move> {
    fn arrange(&mut self, _: &mut G, moves: &mut [G::Move]) {
        if let Some(best) = self.best.take() {
            // Stable: all other moves keep their order.
            moves.sort_by_key(|&mv| (mv == best) != self.comes_first);
        }
    }

    fn note_cut(&mut self, tree: &mut G, mv: G::Move, depth: u32) {
        tree.note_cut(mv, depth);
    }
}
