//! The leaves that a search visits, and their number.

use std::collections::HashSet;

use proptest::prelude::*;
use textbook::handmade::HandMadeNode;
use textbook::visits::LeafLines;
use textbook::{HandMade, SearchResult, VisitCounts, Visited, alphabeta, minimax, pvs};
use types::Window;

use super::forms::{TO_THE_LEAVES, forms};
use super::trees::{any_tree, best_first, ever_better, shuffled, tied};

type Counted = Visited<HandMade, VisitCounts>;

fn counted(root: &HandMadeNode) -> Counted {
    Visited::new(HandMade::new(root.clone()), VisitCounts::default())
}

fn minimax_leaves(root: &HandMadeNode) -> u64 {
    let mut tree = counted(root);
    minimax::minimax(&mut tree, TO_THE_LEAVES);
    tree.visitor.leaves
}

type Search = fn(&mut Visited<HandMade, LeafLines<usize>>, u32, Window) -> SearchResult<usize>;

/// The leaves that a search looks at, in its order.
fn leaf_lines(root: &HandMadeNode, search: Search) -> Vec<Vec<usize>> {
    let mut tree = Visited::new(HandMade::new(root.clone()), LeafLines(Vec::new()));
    search(&mut tree, TO_THE_LEAVES, Window::FULL);
    tree.visitor.0
}

const SHAPES: [(usize, u32); 12] =
    [(1, 4), (2, 1), (2, 2), (2, 3), (2, 8), (3, 3), (3, 4), (3, 6), (4, 5), (7, 3), (10, 3), (30, 2)];

#[test]
fn with_the_best_move_first_the_leaves_are_those_of_knuth_and_moore() {
    for (breadth, depth) in SHAPES {
        let wanted = breadth.pow(depth.div_ceil(2)) + breadth.pow(depth / 2) - 1;
        for root in [shuffled(breadth, depth, 1), tied(breadth, depth, 2)] {
            let root = best_first(&root, true);
            for form in forms::<Counted>() {
                let mut tree = counted(&root);
                (form.search)(&mut tree, depth, Window::FULL);
                assert_eq!(tree.visitor.leaves, wanted as u64, "{}: {breadth}^{depth}", form.name);
            }
            assert_eq!(minimax_leaves(&root), breadth.pow(depth) as u64);
        }
    }
}

/// Every move is better than the one before, whatever follows it.
#[test]
fn in_the_worst_order_no_leaf_is_cut() {
    for (breadth, depth) in SHAPES {
        let (root, all) = (ever_better(breadth, depth), breadth.pow(depth));
        for form in forms::<Counted>().iter().filter(|form| form.name != "principal variation search") {
            let mut tree = counted(&root);
            (form.search)(&mut tree, depth, Window::FULL);
            assert_eq!(tree.visitor.leaves, all as u64, "{}: {breadth}^{depth}", form.name);
        }
        let seen: HashSet<Vec<usize>> = leaf_lines(&root, pvs::search).into_iter().collect();
        assert_eq!(seen.len(), all, "principal variation search: {breadth}^{depth}");
    }
}

/// In random order the zero windows of principal variation search cut more than they cost in re-searches;
/// counted with the re-searches it looks at some leaves twice.
#[test]
fn principal_variation_search_needs_fewer_leaves_than_alpha_beta() {
    let (mut alphabeta, mut pvs, mut pvs_again) = (0, 0, 0);
    for seed in 0..50 {
        let root = shuffled(5, 5, seed);
        alphabeta += leaf_lines(&root, alphabeta::fail_soft).len();
        let lines = leaf_lines(&root, pvs::search);
        pvs_again += lines.len();
        pvs += lines.into_iter().collect::<HashSet<_>>().len();
    }
    assert!(pvs < alphabeta && pvs < pvs_again, "{pvs}, {pvs_again} against {alphabeta}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn no_form_of_alpha_beta_looks_at_more_leaves_than_minimax_nor_twice_at_one(root in any_tree()) {
        let lines = leaf_lines(&root, alphabeta::fail_soft);
        prop_assert!(lines.len() as u64 <= minimax_leaves(&root));
        prop_assert_eq!(lines.iter().collect::<HashSet<_>>().len(), lines.len());
        for form in forms::<Counted>() {
            let mut tree = counted(&root);
            (form.search)(&mut tree, TO_THE_LEAVES, Window::FULL);
            if form.name != "principal variation search" {
                prop_assert_eq!(tree.visitor.leaves, lines.len() as u64, "{}", form.name);
            }
        }
    }

    /// A. Reinefeld, *An improvement to the Scout tree search algorithm*, 1983.
    #[test]
    fn principal_variation_search_looks_at_no_leaf_that_alpha_beta_does_not(root in any_tree()) {
        let alphabeta: HashSet<_> = leaf_lines(&root, alphabeta::fail_soft).into_iter().collect();
        let pvs: HashSet<_> = leaf_lines(&root, pvs::search).into_iter().collect();
        prop_assert!(pvs.is_subset(&alphabeta));
    }
}
