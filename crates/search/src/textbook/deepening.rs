//! Iterative deepening: depth 1, depth 2, and so on, as long as time allows.
//!
//! It looks like waste and saves time: each depth costs several times the one before, so all of them together
//! cost little more than the last; and each begins with the best move of the one before, which makes the last
//! much cheaper. There is a move to play at any moment, too.
//!
//! A depth that cannot be finished in time is not worth beginning. What it will take can be told beforehand: by
//! the formula of Knuth and Moore two plies more cost `b` times as much, be the depth even or odd, while one ply
//! more costs now little, now much. So the time of a depth is foretold from the last three: that of the depth two plies
//! less, times what two plies more cost last time:
//!
//! ```text
//!   t(d + 1) ≈ t(d − 1) · t(d) / t(d − 2)
//! ```
//!
//! Returns the value itself, of every depth that was finished.
//!
//! Source: D. Slate and L. Atkin, *Chess 4.5*, 1977.

use std::time::Duration;

use super::alphabeta;
use super::order::{Order, Ordered};
use super::tree::{Found, GameTree, Player};
use crate::{Clock, Window};

/// A depth that was finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Iteration<M> {
    /// The depth.
    pub depth: u32,
    /// The value and the best move.
    pub found: Found<M>,
    /// The time it took.
    pub time: Duration,
    /// The time it was thought to take; `None` as long as there is nothing to go by.
    pub predicted: Option<Duration>,
}

/// Searches to depth 1, 2, … `last` by alpha-beta, and begins no depth that would not end within `budget`.
pub fn deepen<G: GameTree>(
    tree: &mut G,
    last: u32,
    clock: &dyn Clock,
    budget: Duration,
) -> Vec<Iteration<G::Move>> {
    let started = clock.now();
    let mut iterations: Vec<Iteration<G::Move>> = Vec::new();
    for depth in 1..=last {
        let predicted = predict(&iterations);
        let begun = clock.now();
        if predicted.is_some_and(|time| time > budget.saturating_sub(begun - started)) {
            break;
        }
        let best = iterations.last().and_then(|iteration| iteration.found.best);
        let mut led = Ordered::new(Borrowed { tree, ply: 0 }, BestAtRoot(best));
        let found = alphabeta::fail_soft(&mut led, depth, Window::FULL);
        iterations.push(Iteration { depth, found, time: clock.now() - begun, predicted });
    }
    iterations
}

/// What the next depth will take.
pub fn predict<M>(finished: &[Iteration<M>]) -> Option<Duration> {
    let [.., before, last] = finished else { return None };
    // With two depths only, the next is thought to grow as the last did.
    let (base, growth) = match finished {
        [.., earlier, _, _] => (before.time, ratio(last.time, earlier.time)),
        _ => (last.time, ratio(last.time, before.time)),
    };
    Some(Duration::try_from_secs_f64(base.as_secs_f64() * growth).unwrap_or(Duration::MAX))
}

/// How many times as long; times too short to be measured count as a nanosecond.
fn ratio(time: Duration, before: Duration) -> f64 {
    let nanoseconds = |time: Duration| time.as_nanos().max(1) as f64;
    nanoseconds(time) / nanoseconds(before)
}

/// Puts a move first, at the root.
struct BestAtRoot<M>(Option<M>);

impl<G: GameTree> Order<Borrowed<'_, G>> for BestAtRoot<G::Move> {
    fn arrange(&mut self, tree: &mut Borrowed<'_, G>, moves: &mut [G::Move]) {
        if tree.ply == 0 {
            // Stable: all others keep their order.
            moves.sort_by_key(|&mv| Some(mv) != self.0);
        }
    }

    fn note_cut(&mut self, tree: &mut Borrowed<'_, G>, mv: G::Move, depth: u32) {
        tree.note_cut(mv, depth);
    }
}

/// Somebody else's tree, and how far from its root it stands.
struct Borrowed<'a, G> {
    tree: &'a mut G,
    ply: u32,
}

impl<G: GameTree> GameTree for Borrowed<'_, G> {
    type Move = G::Move;

    fn player(&self) -> Player {
        self.tree.player()
    }

    fn outcome(&mut self) -> Option<types::Score> {
        self.tree.outcome()
    }

    fn evaluate(&mut self) -> types::Score {
        self.tree.evaluate()
    }

    fn moves(&mut self) -> Vec<G::Move> {
        self.tree.moves()
    }

    fn play(&mut self, mv: G::Move) {
        self.ply += 1;
        self.tree.play(mv);
    }

    fn take_back(&mut self) {
        self.ply -= 1;
        self.tree.take_back();
    }

    fn horizon(&mut self, window: Window) -> types::Score {
        self.tree.horizon(window)
    }

    fn note_cut(&mut self, mv: G::Move, depth: u32) {
        self.tree.note_cut(mv, depth);
    }
}
