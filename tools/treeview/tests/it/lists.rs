//! Trees made by hand, with known cuts.

use treeview::algorithm::{Algorithm, search_lists};
use treeview::lists::parse;

/// The tree of two plies that most textbooks begin with.
const TWO_PLIES: &str = "[[3,12,8],[2,4,6],[14,5,2]]";
/// A tree of three plies, in which a whole branch is cut.
const THREE_PLIES: &str = "[[[3,12,8],[2,4,6],[14,5,2]],[[1,5,6],[7,7,7],[8,8,8]],[[6,2,1],[9,9,9],[4,4,4]]]";

/// The value of a tree, and the number of leaves visited.
fn value_and_leaves(algorithm: Algorithm, text: &str) -> (i32, u64) {
    let tree = search_lists(algorithm, &parse(text).unwrap()).unwrap();
    (tree.about.score.unwrap(), tree.about.counts.leaves)
}

#[test]
fn the_examples_of_textbooks() {
    assert_eq!(value_and_leaves(Algorithm::Minimax, TWO_PLIES), (3, 9));
    assert_eq!(value_and_leaves(Algorithm::Alphabeta, TWO_PLIES), (3, 7));
    assert_eq!(value_and_leaves(Algorithm::Minimax, THREE_PLIES), (6, 27));
    assert_eq!(value_and_leaves(Algorithm::Alphabeta, THREE_PLIES), (6, 13));
    assert_eq!(value_and_leaves(Algorithm::Pvs, THREE_PLIES).0, 6);
    assert_eq!(value_and_leaves(Algorithm::Pvs, "7"), (7, 1));
}

#[test]
fn every_leaf_is_searched_or_below_an_untried_move() {
    for text in [TWO_PLIES, THREE_PLIES, "[1,[2,[3,4],5],[[6],7]]"] {
        let tree = search_lists(Algorithm::Alphabeta, &parse(text).unwrap()).unwrap();
        let children = tree.children();
        for (record, children) in tree.records.iter().zip(&children) {
            let mut moves: Vec<u16> = children.iter().map(|&child| tree.records[child as usize].mv).collect();
            moves.extend(tree.untried_of(record).iter().map(|untried| untried.mv));
            assert!(moves.iter().copied().eq(1..=moves.len() as u16), "{text}: {moves:?}");
        }
    }
}

#[test]
fn the_engine_refuses_lists() {
    let error = search_lists(Algorithm::Engine, &parse("1").unwrap()).unwrap_err().to_string();
    assert!(error.contains("positions only"), "{error}");
}

#[test]
fn nonsense_is_refused_and_named() {
    for (text, complaint) in [
        ("[1,2", "expected nested lists"),
        ("[[1],[]]", "']' at character 6, expected a number or '['"),
        ("[1.5]", "'.' at character 2, expected ',' or ']'"),
        ("[99999]", "expected no number beyond 31499"),
        ("[-2147483648]", "expected no number beyond 31499"),
        ("[\"a\"]", "expected a number or '['"),
        ("[1,!2]", "forcing moves, which are not drawn"),
        ("[5[1,2],3]", "a list has the value 5"),
        (&format!("{}1{}", "[".repeat(61), "]".repeat(61)), "nested 61 deep, expected at most 60"),
    ] {
        let error = format!("{:#}", parse(text).unwrap_err());
        assert!(error.contains(complaint), "{text}: {error}");
    }
}
