//! Negamax: minimax in one function.
//!
//! What one player wins the other loses, so `min(a, b) = −max(−a, −b)`: with every score seen by whoever is to
//! move there, both players maximise, and a child's score changes its sign on the way up.
//!
//! Returns the value itself, and looks at every leaf.

use types::Score;

use super::tree::{Found, GameTree};
use crate::Window;

/// The value of a node as its player sees it, and a best move.
pub fn negamax<G: GameTree>(tree: &mut G, depth: u32) -> Found<G::Move> {
    if depth == 0 {
        return Found::leaf(tree.horizon(Window::FULL));
    }
    if let Some(score) = tree.outcome() {
        return Found::leaf(score);
    }
    let mut best = Found::leaf(-Score::INFINITE);
    for mv in tree.moves() {
        tree.play(mv);
        let score = -negamax(tree, depth - 1).score;
        tree.take_back();
        if score > best.score {
            best = Found { score, best: Some(mv) };
        }
    }
    best
}
