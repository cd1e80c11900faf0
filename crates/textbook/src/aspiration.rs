//! Aspiration windows: a narrow window around the expected score, and a wider one if the score lies outside.
//!
//! A narrow window cuts more than a wide one. Its result is the value only if it lies inside. Otherwise it is a bound,
//! and the search is repeated with that side of the window open. To take the bound for the value is the classic
//! mistake.
//!
//! Returns the value itself.

use types::{Score, Window};

use super::alphabeta;
use super::tree::{GameTree, SearchResult};

/// The window within `margin` of an expected score.
pub(crate) fn window(expected: Score, margin: Score) -> Window {
    Window { alpha: expected - margin, beta: expected + margin }
}

/// The value, searched within `margin` of the expected score at first.
pub fn search<G: GameTree>(
    tree: &mut G,
    depth: u32,
    expected: Score,
    margin: Score,
) -> SearchResult<G::Move> {
    let mut window = window(expected, margin);
    loop {
        let result = alphabeta::fail_soft(tree, depth, window);
        if result.score <= window.alpha && window.alpha > Window::FULL.alpha {
            window.alpha = Window::FULL.alpha;
        } else if result.score >= window.beta && window.beta < Window::FULL.beta {
            window.beta = Window::FULL.beta;
        } else {
            return result;
        }
    }
}
