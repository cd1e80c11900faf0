//! Mistakes of tutorials beside those of the course (`textbook::bugs`), each in its smallest form. The oracle (value and
//! best move of minimax on random trees) must tell each from the right form.
//!
//! A test that no wrong form fails would prove nothing about the right one.

use textbook::handmade::HandMadeNode;
use textbook::tree::{GameTree, Player, SearchResult, seen_by_max};
use textbook::{HandMade, pvs, two_player};
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

fn check(right: Search, wrong: Search) {
    assert!(is_right(right));
    assert!(!is_right(wrong), "the oracle does not see the mistake");
}

fn right_pvs(tree: &mut HandMade, window: Window) -> SearchResult<usize> {
    pvs::search(tree, TO_THE_LEAVES, window)
}

fn right_two_player(tree: &mut HandMade, window: Window) -> SearchResult<usize> {
    two_player::fail_soft(tree, TO_THE_LEAVES, window)
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
    check(right_pvs, research_below_the_first_score);
    // The second move is worth 2, and the zero window says only "at least 1".
    let tree: HandMade = "[0,[[1,2],3]]".parse().unwrap();
    let score = |search: Search| search(&mut tree.clone(), Window::FULL).score;
    let forms: [Search; 2] = [right_pvs, research_below_the_first_score];
    assert_eq!(forms.map(score), [2, 1].map(Score));
}

#[test]
fn alpha_is_raised_by_values_only() {
    check(right_pvs, alpha_raised_before_the_research);
}

/// The min step computes its best and ends without saying so; what the caller gets is whatever a result is
/// before it is set.
fn min_step_without_result(tree: &mut HandMade, mut window: Window) -> SearchResult<usize> {
    let player = tree.player();
    if let Some(score) = tree.outcome() {
        return SearchResult::leaf(seen_by_max(player, score));
    }
    let mut result = SearchResult::leaf(Score::default());
    for mv in tree.moves() {
        tree.play(mv);
        let score = min_step_without_result(tree, window).score;
        tree.take_back();
        match player {
            Player::Max if score > window.alpha => {
                window.alpha = score;
                result = SearchResult { score, best: Some(mv) };
            }
            Player::Min => window.beta = window.beta.min(score),
            Player::Max => {}
        }
        if window.is_empty() {
            break;
        }
    }
    result
}

#[test]
fn the_min_step_says_what_it_found() {
    check(right_two_player, min_step_without_result);
}

/// The bounds are variables of the whole search and are not restored on the way up, so a node begins with those of
/// another branch.
fn bounds_not_unwound(tree: &mut HandMade, mut window: Window) -> SearchResult<usize> {
    fn step(tree: &mut HandMade, bounds: &mut Window) -> SearchResult<usize> {
        let player = tree.player();
        if let Some(score) = tree.outcome() {
            return SearchResult::leaf(seen_by_max(player, score));
        }
        let mut best = SearchResult::leaf(seen_by_max(player, -Score::INFINITE));
        for mv in tree.moves() {
            tree.play(mv);
            let score = step(tree, bounds).score;
            tree.take_back();
            if seen_by_max(player, score) > seen_by_max(player, best.score) {
                best = SearchResult { score, best: Some(mv) };
            }
            match player {
                Player::Max => bounds.alpha = bounds.alpha.max(score),
                Player::Min => bounds.beta = bounds.beta.min(score),
            }
            if bounds.is_empty() {
                break;
            }
        }
        best
    }
    step(tree, &mut window)
}

#[test]
fn bounds_belong_to_their_node() {
    check(right_two_player, bounds_not_unwound);
}
