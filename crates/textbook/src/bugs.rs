//! Typical bugs, one or two for each step of the course, as searches that run.
//!
//! Each is the search of its step with one mistake that many programs contained. Some return wrong values or moves; the
//! others return the right ones and visit far too many nodes, which is why they live for years. The tests hold each
//! against minimax: a tree has to reveal it.
//!
//! Six bugs need no search of their own. Moves sorted the wrong way round are [`Reversed`](super::order::Reversed), and
//! [`course::search`](super::course::search) has those that the right search makes if it is called otherwise.

use types::{Score, Window};

use super::alphabeta::search_moves;
use super::quiescence::{Forcing, ForcingTree};
use super::tree::{GameTree, Player, SearchResult, pass_on, search_node, seen_by_max};

/// Minimax whose step for Min starts at 0 instead of above every score: values above 0 are never seen.
pub fn min_starts_at_zero<G: GameTree>(tree: &mut G, depth: u32) -> SearchResult<G::Move> {
    let player = tree.player();
    tree.enter(depth, Window::FULL);
    if let Some(score) = tree.leaf_score(depth, Window::FULL) {
        tree.leave(score);
        return SearchResult::leaf(seen_by_max(player, score));
    }
    let mut best = SearchResult::leaf(match player {
        Player::Max => -Score::INFINITE,
        Player::Min => Score(0),
    });
    for mv in tree.moves() {
        tree.play(mv);
        let score = min_starts_at_zero(tree, depth - 1).score;
        tree.take_back();
        let is_better = match player {
            Player::Max => score > best.score,
            Player::Min => score < best.score,
        };
        if is_better {
            best = SearchResult { score, best: Some(mv) };
        }
    }
    tree.leave(seen_by_max(player, best.score));
    best
}

/// Negamax with evaluations from Max's view, whichever side is to move.
pub fn leaves_seen_by_max<G: GameTree>(tree: &mut G, depth: u32) -> SearchResult<G::Move> {
    search_node(tree, depth, Window::FULL, |tree| {
        let moves = tree.moves();
        search_moves(tree, moves, depth, Window::FULL, |tree, _, _| {
            let is_leaf = depth == 1 || tree.outcome().is_some();
            let player = tree.player();
            let score = leaves_seen_by_max(tree, depth - 1).score;
            if is_leaf { -seen_by_max(player, score) } else { -score }
        })
    })
}

/// Alpha-beta that changes the signs of its window for the opponent but does not swap the bounds.
pub fn window_not_swapped<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> SearchResult<G::Move> {
    search_node(tree, depth, window, |tree| {
        let moves = tree.moves();
        search_moves(tree, moves, depth, window, |tree, Window { alpha, beta }, _| {
            -window_not_swapped(tree, depth - 1, Window { alpha: -alpha, beta: -beta }).score
        })
    })
}

/// Alpha-beta that mixes fail-soft with fail-hard: alpha is set to the best score so far, which may lie below it. The value
/// stays right, and cuts are missed, because the bound that the parents had is forgotten.
pub fn alpha_lowered<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> SearchResult<G::Move> {
    search_node(tree, depth, window, |tree| {
        let mut best = SearchResult::leaf(-Score::INFINITE);
        let mut window = window;
        for mv in tree.moves() {
            tree.play(mv);
            let score = -alpha_lowered(tree, depth - 1, window.flipped()).score;
            tree.take_back();
            if score > best.score {
                best = SearchResult { score, best: Some(mv) };
                window.alpha = score;
            }
            if score >= window.beta {
                tree.note_cut(mv, depth);
                break;
            }
        }
        best
    })
}

/// Principal variation search without a re-search: the bound that a zero window gives is taken for the value.
pub fn no_re_search<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> SearchResult<G::Move> {
    search_node(tree, depth, window, |tree| {
        let moves = tree.moves();
        search_moves(tree, moves, depth, window, |tree, window, index| {
            let asked = if index == 0 { window } else { Window::zero(window.alpha) };
            -no_re_search(tree, depth - 1, asked.flipped()).score
        })
    })
}

/// Quiescence search that has to capture as long as it can, because it may not stand pat.
#[derive(Clone, Debug)]
pub struct NoStandPat<G>(pub G);

impl<G: ForcingTree> ForcingTree for NoStandPat<G> {
    fn forcing(&mut self) -> Result<Forcing<G::Move>, Score> {
        let forcing = self.0.forcing()?;
        // Without a capture the evaluation is all there is.
        Ok(Forcing { stand_pat: forcing.stand_pat.filter(|_| forcing.moves.is_empty()), ..forcing })
    }
}

impl<G: ForcingTree> GameTree for NoStandPat<G> {
    pass_on!(|this| this.0; player outcome evaluate moves play take_back pass take_back_pass is_forced horizon enter leave note_cut);
}
