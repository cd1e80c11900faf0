//! The deepest line fits into the stack of a search thread.

use search::SearchObserver;
use search::engine::STACK_SIZE;
use search::observer::Entered;
use types::{Ply, Score};

use crate::support::{POSITIONS, engine, game, nodes, search_with};

/// Records the stack address at every ply.
#[derive(Default)]
struct StackMeter {
    path: Vec<usize>,
    /// The largest distance of a child from its parent, in bytes.
    largest_frame: usize,
}

impl SearchObserver for StackMeter {
    fn enter(&mut self, node: &Entered) {
        let here = std::ptr::from_ref(node).addr();
        if let Some(&parent) = self.path.last() {
            self.largest_frame = self.largest_frame.max(parent.abs_diff(here));
        }
        self.path.push(here);
    }

    fn leave(&mut self, _: Ply, _: Option<Score>) {
        self.path.pop();
    }
}

#[test]
fn the_deepest_line_takes_less_than_half_of_the_stack() {
    for fen in POSITIONS {
        let mut meter = StackMeter::default();
        search_with(&mut engine(), &game(fen), &nodes(20_000), &mut meter);
        let deepest = meter.largest_frame * Ply::MAX.index();
        assert!(2 * deepest < STACK_SIZE, "{} bytes a ply: {deepest} in all, for {fen}", meter.largest_frame);
    }
}
