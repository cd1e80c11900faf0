//! Minimax: the definition that all other searches must agree with.
//!
//! One player takes the child with the greatest value, the other the one with the least. Both scores are from Max's
//! view, so there is a step for each player:
//!
//! ```text
//!   Max            3            the greatest of its children
//!          ┌───────┼───────┐
//!   Min    3       2       2    the least of theirs
//!        3 12 8  2 4 6  14 5 2
//! ```
//!
//! Returns the value itself and visits every leaf. A tree of depth `d` with `b` moves everywhere has `b^d` leaves.
//!
//! Source: J. von Neumann, *Zur Theorie der Gesellschaftsspiele*, 1928; C. Shannon, *Programming a computer for
//! playing chess*, 1950.

use types::{Score, Window};

use super::tree::{GameTree, Player, SearchResult, seen_by_max};

/// The value of a node from Max's view, and the best move of the player to move.
pub fn minimax<G: GameTree>(tree: &mut G, depth: u32) -> SearchResult<G::Move> {
    let player = tree.player();
    tree.enter(depth, Window::FULL);
    let result = match tree.leaf_score(depth, Window::FULL) {
        Some(score) => SearchResult::leaf(seen_by_max(player, score)),
        None if player == Player::Max => max_step(tree, depth),
        None => min_step(tree, depth),
    };
    tree.leave(seen_by_max(player, result.score));
    result
}

fn max_step<G: GameTree>(tree: &mut G, depth: u32) -> SearchResult<G::Move> {
    let mut best = SearchResult::leaf(-Score::INFINITE);
    for mv in tree.moves() {
        tree.play(mv);
        let score = minimax(tree, depth - 1).score;
        tree.take_back();
        if score > best.score {
            best = SearchResult { score, best: Some(mv) };
        }
    }
    best
}

fn min_step<G: GameTree>(tree: &mut G, depth: u32) -> SearchResult<G::Move> {
    let mut best = SearchResult::leaf(Score::INFINITE);
    for mv in tree.moves() {
        tree.play(mv);
        let score = minimax(tree, depth - 1).score;
        tree.take_back();
        if score < best.score {
            best = SearchResult { score, best: Some(mv) };
        }
    }
    best
}
