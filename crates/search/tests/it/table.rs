//! The entries that the search stores in its table.

use search::{Bound, SearchObserver};
use tt::Entry;
use types::{Depth, Ply};

use crate::support::{POSITIONS, engine, game, nodes, search_with};

/// Counts the entries of searched nodes where no move raised alpha, and those of them with a move.
#[derive(Default)]
struct FailedLow {
    all: u32,
    with_move: u32,
}

impl SearchObserver for FailedLow {
    fn table_store(&mut self, _: Ply, entry: &Entry) {
        // Quiescence has depth 0, and entries of nodes not searched yet have less.
        if entry.bound == Bound::Upper && entry.depth > Depth::ZERO {
            self.all += 1;
            self.with_move += u32::from(entry.mv.is_some());
        }
    }
}

/// Checks that entries of nodes that failed low have a move, which improves the order of the next visit and prevents
/// its internal iterative reduction.
#[test]
fn a_node_where_no_move_raised_alpha_leaves_one_to_try_first() {
    let mut failed = FailedLow::default();
    for fen in POSITIONS {
        search_with(&mut engine(), &game(fen), &nodes(10_000), &mut failed);
    }
    // Mates and stalemates have no move, nor have nodes whose moves all come too late to mate.
    let FailedLow { all, with_move } = failed;
    assert!(all > 1000 && with_move > all * 9 / 10, "{with_move} of {all}");
}
