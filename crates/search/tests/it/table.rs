//! What the search leaves in its table.

use search::{Bound, SearchObserver};
use tt::Entry;
use types::{Depth, Ply};

use crate::support::{POSITIONS, engine, game, nodes, search_with};

/// Counts the nodes that were searched and where no move raised alpha, and those of them that name a move.
#[derive(Default)]
struct FailedLow {
    all: u32,
    with_move: u32,
}

impl SearchObserver for FailedLow {
    fn table_store(&mut self, _: Ply, entry: &Entry) {
        // Quiescence has depth 0, and evaluations of nodes not searched yet have less.
        if entry.bound == Bound::Upper && entry.depth > Depth::ZERO {
            self.all += 1;
            self.with_move += u32::from(entry.mv.is_some());
        }
    }
}

/// Its order is the better for it at the next visit, and nothing is reduced there for want of a move.
#[test]
fn a_node_where_no_move_raised_alpha_leaves_one_to_try_first() {
    let mut failed = FailedLow::default();
    for fen in POSITIONS {
        search_with(&mut engine(), &game(fen), &nodes(10_000), &mut failed);
    }
    // Mates and stalemates have none, nor have nodes whose moves all come too late to mate.
    let FailedLow { all, with_move } = failed;
    assert!(all > 1000 && with_move > all * 9 / 10, "{with_move} of {all}");
}
