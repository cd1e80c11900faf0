//! All forms of alpha-beta behind one signature.

use textbook::tree::{seen_by_max, window_of_max};
use textbook::{GameTree, SearchResult, alphabeta, pvs, two_player};
use types::{Score, Window};

/// Deeper than any tree of these tests.
pub(crate) const TO_THE_LEAVES: u32 = 99;

/// A search with a window, both as the side to move sees them.
pub(crate) struct Form<G: GameTree> {
    pub(crate) name: &'static str,
    pub(crate) is_soft: bool,
    pub(crate) search: fn(&mut G, u32, Window) -> SearchResult<G::Move>,
}

/// Every form that takes a window.
pub(crate) fn forms<G: GameTree>() -> [Form<G>; 5] {
    [
        Form { name: "two players, fail-hard", is_soft: false, search: two_player_hard },
        Form { name: "two players, fail-soft", is_soft: true, search: two_player_soft },
        Form { name: "alpha-beta, fail-hard", is_soft: false, search: alphabeta::fail_hard },
        Form { name: "alpha-beta, fail-soft", is_soft: true, search: alphabeta::fail_soft },
        Form { name: "principal variation search", is_soft: true, search: pvs::search },
    ]
}

fn two_player_hard<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> SearchResult<G::Move> {
    let player = tree.player();
    let found = two_player::fail_hard(tree, depth, window_of_max(player, window));
    SearchResult { score: seen_by_max(player, found.score), ..found }
}

fn two_player_soft<G: GameTree>(tree: &mut G, depth: u32, window: Window) -> SearchResult<G::Move> {
    let player = tree.player();
    let found = two_player::fail_soft(tree, depth, window_of_max(player, window));
    SearchResult { score: seen_by_max(player, found.score), ..found }
}

/// Returns true if a search with a window may return this for the value `value`.
pub(crate) fn keeps_its_promise(is_soft: bool, value: Score, window: Window, returned: Score) -> bool {
    let Window { alpha, beta } = window;
    if !is_soft {
        returned == value.clamp(alpha, beta)
    } else if value <= alpha {
        value <= returned && returned <= alpha
    } else if value >= beta {
        beta <= returned && returned <= value
    } else {
        returned == value
    }
}
