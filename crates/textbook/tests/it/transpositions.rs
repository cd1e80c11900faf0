//! A table keeps the value where nodes can be reached by several ways.

use proptest::collection::vec;
use proptest::prelude::*;
use textbook::transposition::{self, KeyedTree, Table};
use textbook::tree::{GameTree, Player};
use textbook::{VisitCounts, Visited, negamax};
use types::{Score, Window};

use super::forms::keeps_its_promise;
use super::trees::any_window;

/// Layers of nodes. Every node has a value from the view of the side to move, and its children in the next layer.
#[derive(Clone, Debug)]
struct Layers {
    layers: Vec<Vec<(Score, Vec<usize>)>>,
    line: Vec<usize>,
}

impl Layers {
    fn node(&self) -> &(Score, Vec<usize>) {
        let layer = &self.layers[self.line.len()];
        &layer[self.line.last().copied().unwrap_or(0) % layer.len()]
    }
}

impl GameTree for Layers {
    type Move = usize;

    fn player(&self) -> Player {
        if self.line.len().is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    fn outcome(&mut self) -> Option<Score> {
        (self.line.len() + 1 == self.layers.len()).then(|| self.evaluate())
    }

    fn evaluate(&mut self) -> Score {
        self.node().0
    }

    fn moves(&mut self) -> Vec<usize> {
        self.node().1.clone()
    }

    fn play(&mut self, to: usize) {
        self.line.push(to);
    }

    fn take_back(&mut self) {
        self.line.pop();
    }
}

impl KeyedTree for Layers {
    type Key = (usize, usize);

    fn key(&self) -> (usize, usize) {
        let layer = self.line.len();
        (layer, self.line.last().copied().unwrap_or(0) % self.layers[layer].len())
    }
}

fn any_layers() -> impl Strategy<Value = Layers> {
    let node = ((-20..=20).prop_map(Score), vec(0..5usize, 1..=5));
    vec(vec(node, 1..=5), 2..7).prop_map(|layers| Layers { layers, line: Vec::new() })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    /// Several searches share a table, so later ones find what earlier ones left, to other depths and windows.
    #[test]
    fn bounds_hold_with_a_table_that_earlier_searches_filled(
        mut tree in any_layers(), searches in vec((1..7u32, any_window()), 1..8),
    ) {
        let mut table = Table::default();
        for (depth, window) in searches {
            let value = negamax::negamax(&mut tree, depth).score;
            let returned = transposition::search(&mut tree, &mut table, depth, window).score;
            prop_assert!(keeps_its_promise(true, value, window, returned), "{returned} for {value}");
            let found = transposition::search(&mut tree, &mut table, depth, Window::FULL);
            prop_assert_eq!(found.score, value);
            let best = found.best.expect("an inner node");
            tree.play(best);
            prop_assert_eq!(-negamax::negamax(&mut tree, depth - 1).score, value);
            tree.take_back();
        }
    }
}

#[test]
fn a_node_is_searched_once_however_many_ways_lead_to_it() {
    let node = |value| (Score(value), vec![0, 1, 2]);
    let layers = vec![vec![node(1), node(2), node(3)]; 9];
    let tree = Layers { layers, line: Vec::new() };
    let mut visited = Visited::new(tree, VisitCounts::default());
    transposition::search(&mut visited, &mut Table::default(), 8, Window::FULL);
    // Seven layers of three inner nodes below the root, with three moves each, and those of the root.
    assert!(visited.visitor.nodes <= 3 * 3 * 7 + 3, "{:?}", visited.visitor);
}
