//! Check extensions: a check is answered before the depth ends.
//!
//! A check leaves few answers, and the move behind it may be a mate. So a node whose side is in check is searched a ply
//! deeper: the forced answer costs no depth.
//!
//! ```text
//!   depth 2     I give check          the answer is forced, and free
//!   depth 1+1   my next move          … and is still seen
//! ```
//!
//! Lines full of checks would never end, so a line gets at most [`MOST`] of these plies. Engines extend by a second rule
//! as well: a *singular* move, which a search of all the others shows to be far better than they, is searched deeper.
//!
//! Returns another value than minimax: it looks deeper where it matters. Fail-soft. Sources: C. Strachey and others in the
//! fifties for checks; T. Anantharaman, M. Campbell and F. Hsu, *Singular extensions*, 1988.

use types::Window;

use super::alphabeta::search_moves;
use super::tree::{GameTree, SearchResult, search_node};

/// The most plies by which a line is extended.
pub const MOST: u32 = 8;

/// Alpha-beta that searches answers to checks a ply deeper, with `left` plies to give, [`MOST`] at the root. If asked to, extends
/// each line once without a check, which is a mistake: it only renames the depth.
pub fn search<G: GameTree>(
    tree: &mut G,
    depth: u32,
    window: Window,
    left: u32,
    everywhere: bool,
) -> SearchResult<G::Move> {
    let extension = u32::from(left > 0 && (tree.is_forced() || everywhere && left == MOST));
    let (depth, left) = (depth + extension, left - extension);
    search_node(tree, depth, window, |tree| {
        let moves = tree.moves();
        search_moves(tree, moves, depth, window, |tree, window, _| {
            -search(tree, depth - 1, window.flipped(), left, everywhere).score
        })
    })
}
