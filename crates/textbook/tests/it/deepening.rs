//! Iterative deepening: the values of all depths, the best move first, and no depth begun in vain.

use std::cell::Cell;
use std::time::Duration;

use proptest::prelude::*;
use textbook::deepening::{Iteration, deepen, predict};
use textbook::tree::SearchResult;
use textbook::visits::{LeafLines, Visitor};
use textbook::{HandMade, Visited};
use types::Score;

use super::trees::{any_tree, shuffled, value};

/// An hour.
const AMPLE: Duration = Duration::from_secs(3600);

/// A clock by which every move takes a millisecond.
struct Slow<'a>(&'a Cell<Duration>);

impl<M> Visitor<M> for Slow<'_> {
    fn enter(&mut self, _: &[M]) {
        self.0.set(self.0.get() + Duration::from_millis(1));
    }

    fn leave(&mut self, _: &[M], _: bool) {}
}

proptest! {
    #[test]
    fn every_depth_has_its_value(root in any_tree(), last in 1..7u32) {
        let iterations = deepen(&mut HandMade::new(root.clone()), last, || Duration::ZERO, AMPLE);
        prop_assert!(iterations.iter().map(|iteration| iteration.depth).eq(1..=last));
        for Iteration { depth, result, .. } in iterations {
            prop_assert_eq!(result.score, value(&root, true, depth));
        }
    }
}

#[test]
fn the_best_move_of_a_depth_comes_first_in_the_next() {
    // At depth 1 the third move looks best, at depth 2 the second is.
    let tree: HandMade = "[1[-5,-6],2[4,5],3[-7,-8]]".parse().unwrap();
    let mut visited = Visited::new(tree, LeafLines(Vec::new()));
    let iterations = deepen(&mut visited, 2, || Duration::ZERO, AMPLE);
    let best: Vec<_> = iterations.iter().map(|iteration| iteration.result.best).collect();
    assert_eq!(best, [Some(2), Some(1)]);
    let second = &visited.visitor.0[3..];
    assert_eq!(second[0], [2, 0]);
    let first_moves: Vec<usize> = second.iter().map(|line| line[0]).collect();
    assert_eq!(first_moves, [2, 2, 0, 0, 1, 1]);
}

fn finished(milliseconds: &[u64]) -> Vec<Iteration<()>> {
    let iteration = |(index, &time): (usize, &u64)| Iteration {
        depth: index as u32 + 1,
        result: SearchResult { score: Score(0), best: None },
        time: Duration::from_millis(time),
        predicted: None,
    };
    milliseconds.iter().enumerate().map(iteration).collect()
}

#[test]
fn times_are_forecast_from_two_plies_before() {
    assert_eq!(predict(&finished(&[])), None);
    assert_eq!(predict(&finished(&[5])), None);
    assert_eq!(predict(&finished(&[5, 20])), Some(Duration::from_millis(80)));
    // Even depths are dear and odd ones cheap: 9 times as much every two plies.
    assert_eq!(predict(&finished(&[10, 20, 90])), Some(Duration::from_millis(180)));
    assert_eq!(predict(&finished(&[10, 20, 90, 180])), Some(Duration::from_millis(810)));
    // Nothing measurable is no reason to divide by zero.
    assert_eq!(predict(&finished(&[0, 0, 0])), Some(Duration::ZERO));
}

/// With the best move first, a uniform tree costs what the formula says, and the prediction is close.
#[test]
fn predictions_come_true_on_uniform_trees_and_no_depth_is_begun_in_vain() {
    let root = super::trees::best_first(&shuffled(4, 8, 7), true);
    let run = |budget| {
        let clock = Cell::default();
        let mut visited = Visited::new(HandMade::new(root.clone()), Slow(&clock));
        deepen(&mut visited, 8, || clock.get(), budget)
    };
    let all = run(AMPLE);
    let times: Vec<Duration> = all.iter().map(|iteration| iteration.time).collect();
    for Iteration { depth, time, predicted, .. } in all.iter().filter(|iteration| iteration.depth > 4) {
        let off = predicted.expect("three depths are done").as_secs_f64() / time.as_secs_f64();
        assert!((0.7..1.5).contains(&off), "depth {depth}: {predicted:?} for {time:?}");
    }
    for depth in 4..8 {
        let spent: Duration = times[..depth].iter().sum();
        let next = predict(&all[..depth]).expect("three depths are done");
        assert_eq!(run(spent + next).len().min(depth + 1), depth + 1);
        assert_eq!(run(spent + next - Duration::from_millis(1)).len(), depth);
    }
}
