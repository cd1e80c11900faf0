//! The trees that every course draws, with the cuts that it marks.

use std::collections::HashSet;

use textbook::visits::LeafLines;
use textbook::{HandMade, Visited, minimax};
use types::{Score, Window};

use super::forms::{TO_THE_LEAVES, forms};

const TWO_PLY: &str = "[[3,12,8],[2,4,6],[14,5,2]]";
const THREE_PLY: &str = "[[[3,12,8],[2,4,6],[14,5,2]],[[1,5,6],[7,7,7],[8,8,8]],[[6,2,1],[9,9,9],[4,4,4]]]";

fn tree(text: &str) -> HandMade {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Checks the value by every form, and that all but the leaves marked with `x` are visited. Principal variation
/// search may visit them more than once.
fn check(text: &str, value: i32, marked: &str) {
    let minimax = minimax::minimax(&mut tree(text), TO_THE_LEAVES);
    assert_eq!((minimax.score, minimax.best), (Score(value), Some(0)));
    let signs = marked.chars().filter(|sign| "x.".contains(*sign));
    let leaves = all_leaves(text);
    assert_eq!(signs.clone().count(), leaves.len());
    let wanted: Vec<_> = leaves.into_iter().zip(signs).filter(|(_, sign)| *sign == '.').collect();
    for form in forms() {
        let mut visited = Visited::new(tree(text), LeafLines(Vec::new()));
        let found = (form.search)(&mut visited, TO_THE_LEAVES, Window::FULL);
        assert_eq!((found.score, found.best), (Score(value), Some(0)), "{}", form.name);
        let mut seen = HashSet::new();
        let mut lines = visited.visitor.0;
        lines.retain(|line| seen.insert(line.clone()) || form.name != "principal variation search");
        assert!(lines.iter().eq(wanted.iter().map(|(line, _)| line)), "{}: {lines:?}", form.name);
    }
}

fn all_leaves(text: &str) -> Vec<Vec<usize>> {
    let mut visited = Visited::new(tree(text), LeafLines(Vec::new()));
    minimax::minimax(&mut visited, TO_THE_LEAVES);
    visited.visitor.0
}

#[test]
fn two_plies_give_3_and_cut_two_leaves() {
    check(TWO_PLY, 3, "[[...],[.xx],[...]]");
}

#[test]
fn three_plies_give_6_and_cut_fourteen_leaves() {
    check(THREE_PLY, 6, "[[[...],[...],[.xx]],[[...],[xxx],[xxx]],[[...],[xxx],[xxx]]]");
}
