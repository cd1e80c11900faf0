//! Negamax: minimax in one function.
//!
//! One player wins what the other loses, so `min(a, b) = −max(−a, −b)`. If every score is from the view of the side
//! to move, both players take the greatest, and a child's score changes its sign on the way up.
//!
//! Returns the value itself and visits every leaf.

use types::{Score, Window};

use super::tree::{GameTree, SearchResult, search_node};

/// The value of a node from the view of the side to move, and the first best move.
pub fn negamax<G: GameTree>(tree: &mut G, depth: u32) -> SearchResult<G::Move> {
    search_node(tree, depth, Window::FULL, |tree| {
        let mut best = SearchResult::leaf(-Score::INFINITE);
        for mv in tree.moves() {
            tree.play(mv);
            let score = -negamax(tree, depth - 1).score;
            tree.take_back();
            if score > best.score {
                best = SearchResult { score, best: Some(mv) };
            }
        }
        best
    })
}
