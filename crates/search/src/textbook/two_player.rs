//! Alpha-beta with a step for each player.
//!
//! On the way down a search carries what is already certain: Max has at least α elsewhere, Min has at most β.
//! A node whose value turns out not to lie between the two will not be reached by best play, so the rest of
//! it need not be looked at:
//!
//! ```text
//!   Max            3                     after the first child, α = 3
//!          ┌───────┴─┬───────┐
//!   Min    3        ≤ 2      2           the first leaf says "at most 2": two leaves are cut
//!        3 12 8    2 ✂ ✂   14 5 2
//! ```
//!
//! Windows and scores are Max's. Both steps return their bound: the head of [`textbook`](super) says which.
//!
//! Source: D. Knuth and R. Moore, *An analysis of alpha-beta pruning*, 1975; J. Fishburn, *Another optimization of
//! alpha-beta search*, 1983 (fail-soft).

use types::Score;

use super::tree::{Found, GameTree, Player, seen_by_max, window_of_max};
use crate::Window;

/// Fail-hard: never returns anything outside the window.
pub fn fail_hard<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> Found<G::Move> {
    let Window { mut alpha, mut beta } = window;
    if let Some(score) = leaf(tree, depth, window) {
        return Found::leaf(score.clamp(alpha, beta));
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
    Found { score, best }
}

/// Fail-soft: the best score that was seen, also if it lies outside the window.
pub fn fail_soft<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> Found<G::Move> {
    if let Some(score) = leaf(tree, depth, window) {
        return Found::leaf(score);
    }
    match tree.player() {
        Player::Max => max_step(tree, depth, window),
        Player::Min => min_step(tree, depth, window),
    }
}

fn max_step<G: GameTree>(tree: &mut G, depth: u32, mut window: Window) -> Found<G::Move> {
    let mut best = Found::leaf(-Score::INFINITE);
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

fn min_step<G: GameTree>(tree: &mut G, depth: u32, mut window: Window) -> Found<G::Move> {
    let mut best = Found::leaf(Score::INFINITE);
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

/// The value of a leaf as Max sees it, if this is one.
fn leaf<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> Option<Score> {
    let player = tree.player();
    let score = if depth == 0 { Some(tree.horizon(window_of_max(player, window))) } else { tree.outcome() };
    score.map(|score| seen_by_max(player, score))
}
