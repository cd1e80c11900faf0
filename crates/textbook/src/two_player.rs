//! Alpha-beta with a step for each player.
//!
//! On the way down a search carries what is certain already: Max has at least α elsewhere, Min has at most β. Best
//! play does not reach a node whose value does not lie between the two, so its other moves need no search:
//!
//! ```text
//!   Max            3                     after the first child, α = 3
//!          ┌───────┴─┬───────┐
//!   Min    3        ≤ 2      2           the first leaf says "at most 2": two leaves are cut
//!        3 12 8    2 ✂ ✂   14 5 2
//! ```
//!
//! Windows and scores are from Max's view. Both steps return a bound as the head of the crate describes.
//!
//! Source: D. Knuth and R. Moore, *An analysis of alpha-beta pruning*, 1975; J. Fishburn, *Another optimization of
//! alpha-beta search*, 1983 (fail-soft).

use types::{Score, Window};

use super::tree::{GameTree, Player, SearchResult, seen_by_max, window_of_max};

/// Fail-hard: never returns a score outside the window.
pub fn fail_hard<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> SearchResult<G::Move> {
    let Window { mut alpha, mut beta } = window;
    if let Some(score) = leaf(tree, depth, window) {
        return SearchResult::leaf(score.clamp(alpha, beta));
    }
    let mut best = None;
    let player = tree.player();
    for mv in tree.moves() {
        tree.play(mv);
        let score = fail_hard(tree, depth - 1, Window { alpha, beta }).score;
        tree.take_back();
        match player {
            Player::Max if score > alpha => (alpha, best) = (score, Some(mv)),
            Player::Min if score < beta => (beta, best) = (score, Some(mv)),
            _ => {}
        }
        if alpha >= beta {
            tree.note_cut(mv, depth);
            break;
        }
    }
    let score = match player {
        Player::Max => alpha,
        Player::Min => beta,
    };
    SearchResult { score, best }
}

/// Fail-soft: returns the best score seen, also if it lies outside the window.
pub fn fail_soft<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> SearchResult<G::Move> {
    if let Some(score) = leaf(tree, depth, window) {
        return SearchResult::leaf(score);
    }
    match tree.player() {
        Player::Max => max_step(tree, depth, window),
        Player::Min => min_step(tree, depth, window),
    }
}

fn max_step<G: GameTree>(tree: &mut G, depth: u32, mut window: Window) -> SearchResult<G::Move> {
    let mut best = SearchResult::leaf(-Score::INFINITE);
    for mv in tree.moves() {
        tree.play(mv);
        let score = fail_soft(tree, depth - 1, window).score;
        tree.take_back();
        best.score = best.score.max(score);
        if score > window.alpha {
            best.best = Some(mv);
            window.alpha = score;
        }
        if score >= window.beta {
            tree.note_cut(mv, depth);
            break;
        }
    }
    best
}

fn min_step<G: GameTree>(tree: &mut G, depth: u32, mut window: Window) -> SearchResult<G::Move> {
    let mut best = SearchResult::leaf(Score::INFINITE);
    for mv in tree.moves() {
        tree.play(mv);
        let score = fail_soft(tree, depth - 1, window).score;
        tree.take_back();
        best.score = best.score.min(score);
        if score < window.beta {
            best.best = Some(mv);
            window.beta = score;
        }
        if score <= window.alpha {
            tree.note_cut(mv, depth);
            break;
        }
    }
    best
}

/// The score of a leaf from Max's view; `None` at other nodes.
fn leaf<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> Option<Score> {
    let player = tree.player();
    let score = tree.leaf_score(depth, window_of_max(player, window));
    score.map(|score| seen_by_max(player, score))
}
