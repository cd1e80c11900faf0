//! Minimax: the definition that all other searches must agree with.
//!
//! One player takes the child with the greatest value, the other the one with the least. Both scores are seen by
//! Max, and so there is a step for each:
//!
//! ```text
//!   Max            3            the greatest of its children
//!          ┌───────┼───────┐
//!   Min    3       2       2    the least of theirs
//!        3 12 8  2 4 6  14 5 2
//! ```
//!
//! Returns the value itself, and looks at every leaf. A tree of depth `d` with `b` moves everywhere has `b^d`.
//!
//! Source: J. von Neumann, *Zur Theorie der Gesellschaftsspiele*, 1928; C. Shannon, *Programming a computer for
//! playing chess*, 1950.

use types::Score;

use super::tree::{Found, GameTree, Player, seen_by_max};
use crate::Window;

/// The value of a node as Max sees it, and the best move of whoever is to move.
pub fn minimax<G: GameTree>(tree: &mut G, depth: u32) -> Found<G::Move> {
    match tree.player() {
        Player::Max => max_step(tree, depth),
        Player::Min => min_step(tree, depth),
    }
}

fn max_step<G: GameTree>(tree: &mut G, depth: u32) -> Found<G::Move> {
    if let Some(score) = leaf(tree, depth) {
        return Found::leaf(score);
    }
    let mut best = Found::leaf(-Score::INFINITE);
    for mv in tree.moves() {
        tree.play(mv);
        let score = minimax(tree, depth - 1).score;
        tree.take_back();
        if score > best.score {
            best = Found { score, best: Some(mv) };
        }
    }
    best
}

fn min_step<G: GameTree>(tree: &mut G, depth: u32) -> Found<G::Move> {
    if let Some(score) = leaf(tree, depth) {
        return Found::leaf(score);
    }
    let mut best = Found::leaf(Score::INFINITE);
    for mv in tree.moves() {
        tree.play(mv);
        let score = minimax(tree, depth - 1).score;
        tree.take_back();
        if score < best.score {
            best = Found { score, best: Some(mv) };
        }
    }
    best
}

/// The value of a leaf as Max sees it, if this is one.
fn leaf<G: GameTree>(tree: &mut G, depth: u32) -> Option<Score> {
    let score = if depth == 0 { Some(tree.horizon(Window::FULL)) } else { tree.outcome() };
    score.map(|score| seen_by_max(tree.player(), score))
}
