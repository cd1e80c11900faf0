//! Late-move reductions: moves late in the order are searched less deep at first.
//!
//! With moves in good order one of the first is nearly always the best. So from the fourth on a move is searched a ply
//! less deep, by a zero window, which only asks whether it beats α. If it does, the guess was wrong, and it is searched
//! again to the full depth, as in principal variation search:
//!
//! ```text
//!   moves 1 to 3   depth d − 1
//!   moves 4, …     depth d − 2, (α, α + 1)      not better? then done
//!   if better      depth d − 1, (α, α + 1)      better still?
//!   if inside      depth d − 1, (α, β)          its value
//! ```
//!
//! It can err: what only the full depth shows is missed. It depends on the order of the moves more than any other
//! technique.
//!
//! Fail-soft. Source: T. Romstad, *An introduction to late move reductions*, 2006.

use types::{Score, Window};

use super::alphabeta::search_moves;
use super::tree::{GameTree, SearchResult, search_node};

/// The number of moves that are searched to the full depth.
pub const FULL_DEPTH_MOVES: usize = 3;
/// The least depth of a node whose late moves are reduced.
pub const MIN_DEPTH: u32 = 3;

/// Principal variation search that reduces late moves. Unless it `searches_again` what a reduced search calls better, it has the
/// bug of the course.
pub fn search<G: GameTree>(
    tree: &mut G,
    depth: u32,
    window: Window,
    searches_again: bool,
) -> SearchResult<G::Move> {
    search_node(tree, depth, window, |tree| {
        let moves = tree.moves();
        search_moves(tree, moves, depth, window, |tree, window, index| {
            let mut child = |plies: u32, window: Window| -> Score {
                -search(tree, plies, window.flipped(), searches_again).score
            };
            if index > 0 {
                let zero = Window::zero(window.alpha);
                let is_late = index >= FULL_DEPTH_MOVES && depth >= MIN_DEPTH;
                let mut score = child(depth - 1 - u32::from(is_late), zero);
                if is_late && !searches_again {
                    return score;
                }
                if is_late && score > window.alpha {
                    score = child(depth - 1, zero);
                }
                if score <= window.alpha || score >= window.beta {
                    return score;
                }
            }
            child(depth - 1, window)
        })
    })
}
