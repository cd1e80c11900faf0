//! Alpha-beta with a transposition table: a position that several lines lead to is searched once.
//!
//! The table keeps the result of the last visit: a score and its bound, the depth, and the best move. An entry
//! replaces a search if it has *exactly* this depth and its bound answers the window. The value then stays that of
//! minimax, as long as the value of a node does not depend on the way to it. (In chess it can, by repetitions.)
//! Otherwise the entry still says which move to try first.
//!
//! Fail-soft. Source: R. Greenblatt, D. Eastlake and S. Crocker, *The Greenblatt chess program*, 1967;
//! D. Slate and L. Atkin, *Chess 4.5*, 1977.

use std::collections::HashMap;
use std::hash::Hash;

use types::{Bound, Score, Window};

use super::alphabeta::search_moves;
use super::tree::{GameTree, SearchResult, search_node};

/// A tree whose nodes have keys. Nodes with the same key have the same value.
pub trait KeyedTree: GameTree {
    /// The key of a node.
    type Key: Copy + Eq + Hash;

    /// The key of the current node.
    fn key(&self) -> Self::Key;
}

/// A transposition table without a size limit.
#[derive(Clone, Debug)]
pub struct Table<K, M> {
    entries: HashMap<K, TableEntry<M>>,
}

#[derive(Clone, Copy, Debug)]
struct TableEntry<M> {
    depth: u32,
    bound: Bound,
    result: SearchResult<M>,
}

impl<K, M> Default for Table<K, M> {
    fn default() -> Table<K, M> {
        Table { entries: HashMap::new() }
    }
}

/// Alpha-beta in negamax form, fail-soft, with a table that may hold entries of earlier searches.
pub fn search<G: KeyedTree>(
    tree: &mut G,
    table: &mut Table<G::Key, G::Move>,
    depth: u32,
    window: Window,
) -> SearchResult<G::Move> {
    search_trusting(Bound::answers, tree, table, depth, window)
}

/// The same. `answers` tells whether an entry of the right depth, with its bound and score, answers a window.
pub(crate) fn search_trusting<G: KeyedTree>(
    answers: fn(Bound, Score, Window) -> bool,
    tree: &mut G,
    table: &mut Table<G::Key, G::Move>,
    depth: u32,
    window: Window,
) -> SearchResult<G::Move> {
    search_node(tree, depth, window, |tree| {
        let key = tree.key();
        let entry = table.entries.get(&key).copied();
        if let Some(TableEntry { depth: searched, bound, result }) = entry
            && searched == depth
            && answers(bound, result.score, window)
        {
            return result;
        }
        let table_move = entry.and_then(|entry| entry.result.best);
        let mut moves = tree.moves();
        // Stable: all other moves keep their order.
        moves.sort_by_key(|&mv| Some(mv) != table_move);
        let result = search_moves(tree, moves, depth, window, |tree, window, _| {
            -search_trusting(answers, tree, table, depth - 1, window.flipped()).score
        });
        // If no move raised alpha, the old move may still be the best.
        let kept = SearchResult { best: result.best.or(table_move), ..result };
        let bound = window.bound_of(result.score);
        table.entries.insert(key, TableEntry { depth, bound, result: kept });
        result
    })
}
