//! Two mistakes in the re-search of principal variation search, beside those of the course (`textbook::bugs`), each in its
//! smallest form. The oracle (value and best move of minimax on random trees) must tell each from the right form.
//!
//! A test that no wrong form fails would prove nothing about the right one.

use textbook::handmade::HandMadeNode;
use textbook::{GameTree, HandMade, SearchResult, pvs};
use types::{Score, Window};

use super::forms::TO_THE_LEAVES;
use super::trees::{shuffled, tied, value};

type Search = fn(&mut HandMade, Window) -> SearchResult<usize>;

/// Returns true if a search finds the value and one of the best moves of a tree.
fn is_right_on(root: &HandMadeNode, search: Search) -> bool {
    let found = search(&mut HandMade::new(root.clone()), Window::FULL);
    let wanted = value(root, true, u32::MAX);
    let is_best = |mv: usize| value(&root.children[mv], false, u32::MAX) == wanted;
    found.score == wanted && found.best.is_some_and(is_best)
}

/// Returns true if it does so on random trees, with ties and without.
fn is_right(search: Search) -> bool {
    let mut trees = (0..100).flat_map(|seed| [shuffled(3, 4, seed), tied(3, 4, seed), tied(4, 3, seed)]);
    trees.all(|root| is_right_on(&root, search))
}

fn right_pvs(tree: &mut HandMade, window: Window) -> SearchResult<usize> {
    pvs::search(tree, TO_THE_LEAVES, window)
}

/// The re-search asks for more than α, but for no more than the zero window has shown already: the score is lost
/// above it.
fn research_below_the_first_score(tree: &mut HandMade, mut window: Window) -> SearchResult<usize> {
    if let Some(score) = tree.outcome() {
        return SearchResult::leaf(score);
    }
    let again =
        |tree: &mut HandMade, window: Window| -research_below_the_first_score(tree, window.flipped()).score;
    let mut best = SearchResult::leaf(-Score::INFINITE);
    for mv in tree.moves() {
        tree.play(mv);
        let mut score = again(tree, if mv == 0 { window } else { Window::zero(window.alpha) });
        if mv > 0 && window.alpha < score && score < window.beta {
            score = again(tree, Window { alpha: window.alpha, beta: score });
        }
        tree.take_back();
        best.score = best.score.max(score);
        if score > window.alpha {
            (best.best, window.alpha) = (Some(mv), score);
        }
        if score >= window.beta {
            break;
        }
    }
    best
}

/// α is raised to the score of the zero window before the re-search. If the value is that very score, the
/// re-search does not exceed it, and the best move goes unnoticed.
fn alpha_raised_before_the_research(tree: &mut HandMade, window: Window) -> SearchResult<usize> {
    let Window { mut alpha, beta } = window;
    if let Some(score) = tree.outcome() {
        return SearchResult::leaf(score.clamp(alpha, beta));
    }
    let again =
        |tree: &mut HandMade, window: Window| -alpha_raised_before_the_research(tree, window.flipped()).score;
    let mut best = None;
    for mv in tree.moves() {
        tree.play(mv);
        let mut score = again(tree, if mv == 0 { window } else { Window::zero(alpha) });
        if mv > 0 && alpha < score && score < beta {
            alpha = score;
            score = again(tree, Window { alpha, beta });
        }
        tree.take_back();
        if score > alpha {
            (alpha, best) = (score, Some(mv));
        }
        if alpha >= beta {
            break;
        }
    }
    SearchResult { score: alpha, best }
}

#[test]
fn the_research_needs_the_window_that_is_left() {
    assert!(is_right(right_pvs) && !is_right(research_below_the_first_score));
    // The second move is worth 2, and the zero window says only "at least 1".
    let tree: HandMade = "[0,[[1,2],3]]".parse().unwrap();
    let score = |search: Search| search(&mut tree.clone(), Window::FULL).score;
    let forms: [Search; 2] = [right_pvs, research_below_the_first_score];
    assert_eq!(forms.map(score), [2, 1].map(Score));
}

#[test]
fn alpha_is_raised_by_values_only() {
    assert!(!is_right(alpha_raised_before_the_research));
}
