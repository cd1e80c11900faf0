//! Aspiration windows: search around what is expected, and again if that was wrong.
//!
//! A narrow window cuts more than a wide one. Its result is the value only if it lies inside; otherwise it is a
//! bound, and the search is repeated with that side of the window open. To take the bound for the value is
//! the classic mistake.
//!
//! Returns the value itself.

use types::Score;

use super::alphabeta;
use super::tree::{Found, GameTree};
use crate::Window;

/// The value, searched for within `margin` of what is expected.
pub fn search<G: GameTree>(tree: &mut G, depth: u32, expected: Score, margin: Score) -> Found<G::Move> {
    let mut window = Window { alpha: expected - margin, beta: expected + margin };
    loop {
        let found = alphabeta::fail_soft(tree, depth, window);
        if found.score <= window.alpha && window.alpha > Window::FULL.alpha {
            window.alpha = Window::FULL.alpha;
        } else if found.score >= window.beta && window.beta < Window::FULL.beta {
            window.beta = Window::FULL.beta;
        } else {
            return found;
        }
    }
}
