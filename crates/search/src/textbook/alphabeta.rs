//! Alpha-beta in negamax form: one step for both players.
//!
//! The window changes its view together with the score: what is α for one is −β for the other.
//!
//! Sources: those of [`two_player`](super::two_player).

use types::Score;

use super::tree::{Found, GameTree};
use crate::Window;

/// Fail-hard: never returns anything outside the window.
pub fn fail_hard<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> Found<G::Move> {
    let Window { mut alpha, beta } = window;
    if depth == 0 {
        return Found::leaf(tree.horizon(window).clamp(alpha, beta));
    }
    if let Some(score) = tree.outcome() {
        return Found::leaf(score.clamp(alpha, beta));
    }
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
    Found { score: alpha, best }
}

/// Fail-soft: the best score that was seen, also if it lies outside the window.
///
/// The best score starts below every score, not at alpha. That is the whole difference, and why a bound from
/// outside the window says more: it visits the same nodes.
pub fn fail_soft<G: GameTree>(tree: &mut G, depth: u32, mut window: Window) -> Found<G::Move> {
    if depth == 0 {
        return Found::leaf(tree.horizon(window));
    }
    if let Some(score) = tree.outcome() {
        return Found::leaf(score);
    }
    let mut best = Found::leaf(-Score::INFINITE);
    for mv in tree.moves() {
        tree.play(mv);
        let score = -fail_soft(tree, depth - 1, window.flipped()).score;
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
