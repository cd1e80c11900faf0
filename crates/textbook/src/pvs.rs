//! Principal variation search: proves that the other moves are not better instead of finding out how good they are.
//!
//! With moves in good order the first one is mostly the best. For each of the others the search only asks if it is
//! better than α, by a window without a score in it, `(α, α + 1)`. Such a window cuts more than any other. A move that
//! turns out to be better is searched again, with the rest of the window.
//!
//! ```text
//!   first move       α ├──────────────┤ β        the value
//!   other moves      α ├┤                        not better? then done
//!   if better        α ├──────────────┤ β        again: its value, which lies above α
//! ```
//!
//! The re-search keeps α as its lower bound. The zero window's score is a lower bound of the value as well, but if α
//! were raised to it, a value equal to it would not exceed α, and the best move would be missed. No re-search is
//! needed if the score reaches β already, or if the window was a zero window from the start.
//!
//! Fail-soft. Sources: J. Pearl, *Asymptotic properties of minimax trees and game-searching procedures*, 1980
//! (Scout); T. Marsland and M. Campbell, *Parallel search of strongly ordered game trees*, 1982.

use types::{Score, Window};

use super::alphabeta::search_moves;
use super::tree::{GameTree, SearchResult, search_node};

pub fn search<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> SearchResult<G::Move> {
    search_node(tree, depth, window, |tree| {
        let moves = tree.moves();
        search_moves(tree, moves, depth, window, |tree, window, index| {
            search_child(tree, depth - 1, window, index == 0)
        })
    })
}

/// The score of the child that the tree stands on, from its parent's view.
fn search_child<G: GameTree>(tree: &mut G, depth: u32, window: Window, is_first: bool) -> Score {
    if !is_first {
        let zero = Window::zero(window.alpha);
        let score = -search(tree, depth, zero.flipped()).score;
        let lies_inside = window.alpha < score && score < window.beta;
        if !lies_inside {
            return score;
        }
    }
    -search(tree, depth, window.flipped()).score
}
