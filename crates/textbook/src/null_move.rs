//! Null move: if a side still reaches beta after passing, its moves need no search.
//!
//! A move is nearly always better than passing. So if a side passes, and a search two plies less deep than usual still
//! returns beta, the node is cut without any move of its own being searched:
//!
//! ```text
//!   depth d     it is my turn and β would suffice: I pass
//!   depth d−3   the opponent moves twice in a row ... and still does not get me below β: cut
//! ```
//!
//! The first technique of this course that can err. In *zugzwang*, where every move makes things worse, passing is better
//! than any move, and the cut is wrong. So a side that has only its king and pawns does not pass. Two passes in a row
//! would only be a shallower search of the same position, so they are not made either.
//!
//! Fail-soft, but after a pass only beta is known. Source: D. Beal, *A generalised quiescence search algorithm*, 1989;
//! C. Donninger, *Null move and deep search*, 1993.

use types::Window;

use super::alphabeta::search_moves;
use super::tree::{GameTree, SearchResult, search_node};

/// Plies by which the search after a pass is less deep than one after a move.
pub const REDUCTION: u32 = 2;

/// Alpha-beta that tries to pass first, but not after a pass. Passes in zugzwang as well if asked to, which is a mistake.
pub fn search<G: GameTree>(
    tree: &mut G,
    depth: u32,
    window: Window,
    after_pass: bool,
    even_in_zugzwang: bool,
) -> SearchResult<G::Move> {
    search_node(tree, depth, window, |tree| {
        if !after_pass && depth > REDUCTION && window.beta < Window::FULL.beta && tree.pass(even_in_zugzwang)
        {
            let zero = Window { alpha: window.beta - types::Score(1), beta: window.beta };
            let reduced = depth - 1 - REDUCTION;
            let score = -search(tree, reduced, zero.flipped(), true, even_in_zugzwang).score;
            tree.take_back_pass();
            if score >= window.beta {
                return SearchResult::leaf(window.beta);
            }
        }
        let moves = tree.moves();
        search_moves(tree, moves, depth, window, |tree, window, _| {
            -search(tree, depth - 1, window.flipped(), false, even_in_zugzwang).score
        })
    })
}
