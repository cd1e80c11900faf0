//! Every form returns what its window promises, on any tree.

use proptest::prelude::*;
use textbook::handmade::HandMadeNode;
use textbook::tree::{GameTree, SearchResult};
use textbook::{HandMade, WithQuiescence, aspiration, minimax, negamax};
use types::{Score, Window};

use super::forms::{TO_THE_LEAVES, forms, keeps_its_promise};
use super::trees::{any_tree, any_window, quiet_value, value};

/// The root moves that lead to the value, looking `depth` plies deep.
fn best_moves(root: &HandMadeNode, depth: u32, value: fn(&HandMadeNode, bool, u32) -> Score) -> Vec<usize> {
    if depth == 0 {
        return Vec::new();
    }
    let wanted = value(root, true, depth);
    let children = root.children.iter().enumerate();
    children.filter(|(_, child)| value(child, false, depth - 1) == wanted).map(|(index, _)| index).collect()
}

fn check_best(found: SearchResult<usize>, wanted: Score, best: &[usize]) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.score, wanted);
    match found.best {
        Some(mv) => prop_assert!(best.contains(&mv), "{} is none of {:?}", mv, best),
        None => prop_assert!(best.is_empty()),
    }
    Ok(())
}

/// All forms with the full window, and minimax both ways.
fn check_values<G>(tree: &G, depth: u32, wanted: Score, best: &[usize]) -> Result<(), TestCaseError>
where
    G: GameTree<Move = usize> + Clone,
{
    check_best(minimax::minimax(&mut tree.clone(), depth), wanted, best)?;
    check_best(negamax::negamax(&mut tree.clone(), depth), wanted, best)?;
    for form in forms() {
        check_best((form.search)(&mut tree.clone(), depth, Window::FULL), wanted, best)?;
    }
    Ok(())
}

fn check_bounds<G>(tree: &G, depth: u32, wanted: Score, window: Window) -> Result<(), TestCaseError>
where
    G: GameTree + Clone,
{
    for form in forms() {
        let returned = (form.search)(&mut tree.clone(), depth, window).score;
        prop_assert!(
            keeps_its_promise(form.is_soft, wanted, window, returned),
            "{} returns {returned} for {wanted} in {window:?}",
            form.name
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn every_form_returns_the_minimax_value_and_one_of_its_moves(root in any_tree(), depth in 0..7u32) {
        let tree = HandMade::new(root.clone());
        for depth in [depth, TO_THE_LEAVES] {
            let best = best_moves(&root, depth, value);
            check_values(&tree, depth, value(&root, true, depth), &best)?;
        }
    }

    #[test]
    fn with_quiescence_on_top_too(root in any_tree(), depth in 0..5u32) {
        let best = best_moves(&root, depth, quiet_value);
        let tree = WithQuiescence(HandMade::new(root.clone()));
        if !root.children.is_empty() {
            check_values(&tree, depth, quiet_value(&root, true, depth), &best)?;
        }
    }

    #[test]
    fn bounds_agree_with_the_window(root in any_tree(), depth in 0..7u32, window in any_window()) {
        check_bounds(&HandMade::new(root.clone()), depth, value(&root, true, depth), window)?;
        check_bounds(&WithQuiescence(HandMade::new(root.clone())), depth, quiet_value(&root, true, depth), window)?;
    }

    #[test]
    fn aspiration_finds_the_value_wherever_it_was_expected(
        root in any_tree(), depth in 0..7u32, expected in -1100..1100i32, margin in 1..200i32,
    ) {
        let mut tree = HandMade::new(root.clone());
        let found = aspiration::search(&mut tree, depth, Score(expected), Score(margin));
        check_best(found, value(&root, true, depth), &best_moves(&root, depth, value))?;
    }
}
