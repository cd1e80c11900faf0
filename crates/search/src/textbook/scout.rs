//! Principal variation search: prove that the other moves are not better, rather than find out how good they are.
//!
//! With moves in good order the first one is mostly best. The others are asked only whether they are more than
//! α, by a window in which no score lies, `(α, α + 1)`: it cuts more than any other. One that says yes is
//! searched again, with the window that is left.
//!
//! ```text
//!   first move       α ├──────────────┤ β        the value
//!   other moves      α ├┤                        not better? then done
//!   if better        α ├──────────────┤ β        again: its value, which lies above α
//! ```
//!
//! The re-search has α for its lower bound, and β for its upper. The zero window's score is a lower bound of the value,
//! but were α raised to it, a value equal to it would not exceed α, and the best move would go unnoticed. A re-search is
//! not needed if the score reaches β already, nor if the window was empty to begin with.
//!
//! Fail-soft. Sources: J. Pearl, *Asymptotic properties of minimax trees and game-searching procedures*, 1980
//! (Scout); T. Marsland and M. Campbell, *Parallel search of strongly ordered game trees*, 1982.

use types::Score;

use super::tree::{Found, GameTree};
use crate::Window;

/// Principal variation search, fail-soft.
pub fn search<G: GameTree>(tree: &mut G, depth: u32, mut window: Window) -> Found<G::Move> {
    if depth == 0 {
        return Found::leaf(tree.horizon(window));
    }
    if let Some(score) = tree.outcome() {
        return Found::leaf(score);
    }
    let mut best = Found::leaf(-Score::INFINITE);
    for (index, mv) in tree.moves().into_iter().enumerate() {
        tree.play(mv);
        let score = search_child(tree, depth - 1, window, index == 0);
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

/// The score of the child that the tree stands on, as its parent sees it.
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
