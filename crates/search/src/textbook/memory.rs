//! Alpha-beta with a transposition table: what was searched once is not searched again.
//!
//! Many lines lead to the same position. The table keeps what the last visit found: a score with what it means,
//! the depth, and the move that did best. An entry answers if it was searched to *exactly* this depth and its
//! bound settles the question; the value then stays that of minimax, as long as the value of a node does not
//! depend on how it was reached. (In chess it can, by repetitions.) An entry that does not answer still says
//! which move to try first.
//!
//! Fail-soft. Source: R. Greenblatt, D. Eastlake and S. Crocker, *The Greenblatt chess program*, 1967;
//! D. Slate and L. Atkin, *Chess 4.5*, 1977.

use std::collections::HashMap;
use std::hash::Hash;

use types::Score;

use super::tree::{Found, GameTree};
use crate::{Bound, Window};

/// A tree whose nodes have names: with the same name goes the same value.
pub trait KeyedTree: GameTree {
    /// The name of a node.
    type Key: Copy + Eq + Hash;

    /// The name of the node that the tree stands on.
    fn key(&self) -> Self::Key;
}

/// A table without limit.
#[derive(Clone, Debug)]
pub struct Memory<K, M> {
    entries: HashMap<K, Entry<M>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<M> {
    depth: u32,
    score: Score,
    bound: Bound,
    best: Option<M>,
}

impl<K, M> Default for Memory<K, M> {
    fn default() -> Memory<K, M> {
        Memory { entries: HashMap::new() }
    }
}

impl<M> Entry<M> {
    /// Whether the entry tells on which side of the window the value lies, or where in it.
    fn answers(&self, depth: u32, window: Window) -> bool {
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        };
        self.depth == depth && settles
    }
}

/// Alpha-beta in negamax form, fail-soft, with a table that may know something from earlier searches.
pub fn search<G: KeyedTree>(
    tree: &mut G,
    memory: &mut Memory<G::Key, G::Move>,
    depth: u32,
    window: Window,
) -> Found<G::Move> {
    if depth == 0 {
        return Found::leaf(tree.horizon(window));
    }
    if let Some(score) = tree.outcome() {
        return Found::leaf(score);
    }
    let key = tree.key();
    let entry = memory.entries.get(&key).copied();
    if let Some(entry) = entry.filter(|entry| entry.answers(depth, window)) {
        return Found { score: entry.score, best: entry.best };
    }
    let first = entry.and_then(|entry| entry.best);
    let found = search_moves(tree, memory, depth, window, first);
    // A move that raised nothing is no news, and the old one may still be good.
    let (bound, best) = (bound_of(found.score, window), found.best.or(first));
    memory.entries.insert(key, Entry { depth, score: found.score, bound, best });
    found
}

fn search_moves<G: KeyedTree>(
    tree: &mut G,
    memory: &mut Memory<G::Key, G::Move>,
    depth: u32,
    mut window: Window,
    first: Option<G::Move>,
) -> Found<G::Move> {
    let mut moves = tree.moves();
    // Stable: all others keep their order.
    moves.sort_by_key(|&mv| Some(mv) != first);
    let mut best = Found::leaf(-Score::INFINITE);
    for mv in moves {
        tree.play(mv);
        let score = -search(tree, memory, depth - 1, window.flipped()).score;
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

/// What a fail-soft score means, given the window that it was searched with.
fn bound_of(score: Score, window: Window) -> Bound {
    if score >= window.beta {
        Bound::Lower
    } else if score > window.alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
