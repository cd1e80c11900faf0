//! Alpha-beta in negamax form: one step for both players.
//!
//! The window changes its view together with the score: α of one player is −β of the other.
//!
//! Sources: those of [`two_player`](super::two_player).

use types::{Score, Window};

use super::tree::{GameTree, SearchResult, search_node};

/// Fail-hard: never returns a score outside the window.
pub fn fail_hard<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> SearchResult<G::Move> {
    let result = search_node(tree, depth, window, |tree| {
        let Window { mut alpha, beta } = window;
        let mut best = None;
        for mv in tree.moves() {
            tree.play(mv);
            let score = -fail_hard(tree, depth - 1, Window { alpha, beta }.flipped()).score;
            tree.take_back();
            if score > alpha {
                (alpha, best) = (score, Some(mv));
            }
            if alpha >= beta {
                tree.note_cut(mv, depth);
                break;
            }
        }
        SearchResult { score: alpha, best }
    });
    SearchResult { score: result.score.clamp(window.alpha, window.beta), ..result }
}

/// Fail-soft: returns the best score seen, also if it lies outside the window.
///
/// The best score starts below every score, not at alpha. That is the whole difference from fail-hard. Both visit the
/// same nodes, but a bound from outside the window says more.
pub fn fail_soft<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> SearchResult<G::Move> {
    search_node(tree, depth, window, |tree| {
        let moves = tree.moves();
        search_moves(tree, moves, depth, window, |tree, window, _| {
            -fail_soft(tree, depth - 1, window.flipped()).score
        })
    })
}

/// Searches moves until one reaches beta.
///
/// `search_child` returns the score of the child that the tree stands on, from its parent's view. It gets the parent's
/// window and the number of moves that were searched before. The searches that build on alpha-beta differ in it, and
/// in the order of the moves.
pub(crate) fn search_moves<G: GameTree>(
    tree: &mut G,
    moves: Vec<G::Move>,
    depth: u32,
    mut window: Window,
    mut search_child: impl FnMut(&mut G, Window, usize) -> Score,
) -> SearchResult<G::Move> {
    let mut best = SearchResult::leaf(-Score::INFINITE);
    for (index, mv) in moves.into_iter().enumerate() {
        tree.play(mv);
        let score = search_child(tree, window, index);
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
