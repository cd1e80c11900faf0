//! Move ordering: a tree with its moves in another order.
//!
//! Alpha-beta returns the same value in every order, but visits anything between all leaves and about their square
//! root. So the order is no part of the search here: it is a wrapper around the tree.

use types::{Score, Window};

use super::quiescence::{Forcing, ForcingTree};
use super::transposition::KeyedTree;
use super::tree::{GameTree, pass_on};

/// A rule for the order of moves.
pub trait Order<G: GameTree> {
    /// Sorts the moves of the current node.
    fn arrange(&mut self, tree: &mut G, moves: &mut [G::Move]);

    /// Learns that a move of the current node reached beta.
    fn note_cut(&mut self, tree: &mut G, mv: G::Move, depth: u32) {
        let _ = (tree, mv, depth);
    }
}

/// A tree with its moves in the order of `O`.
#[derive(Clone, Debug)]
pub struct Ordered<G, O> {
    tree: G,
    order: O,
}

impl<G: GameTree, O: Order<G>> Ordered<G, O> {
    /// Wraps a tree that stands on its root.
    pub fn new(tree: G, order: O) -> Ordered<G, O> {
        Ordered { tree, order }
    }
}

impl<G: GameTree, O: Order<G>> GameTree for Ordered<G, O> {
    pass_on!(|this| this.tree; player outcome evaluate play take_back pass take_back_pass is_forced horizon enter leave);

    fn moves(&mut self) -> Vec<G::Move> {
        let mut moves = self.tree.moves();
        self.order.arrange(&mut self.tree, &mut moves);
        moves
    }

    fn note_cut(&mut self, mv: G::Move, depth: u32) {
        self.order.note_cut(&mut self.tree, mv, depth);
    }
}

impl<G: ForcingTree, O: Order<G>> ForcingTree for Ordered<G, O> {
    fn forcing(&mut self) -> Result<Forcing<G::Move>, Score> {
        let mut forcing = self.tree.forcing()?;
        self.order.arrange(&mut self.tree, &mut forcing.moves);
        Ok(forcing)
    }
}

impl<G: KeyedTree, O: Order<G>> KeyedTree for Ordered<G, O> {
    type Key = G::Key;

    fn key(&self) -> G::Key {
        self.tree.key()
    }
}

/// Another order reversed.
#[derive(Clone, Copy, Debug)]
pub struct Reversed<O>(pub O);

impl<G: GameTree, O: Order<G>> Order<G> for Reversed<O> {
    fn arrange(&mut self, tree: &mut G, moves: &mut [G::Move]) {
        self.0.arrange(tree, moves);
        moves.reverse();
    }
}

/// A random order, determined by a seed.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Starts the random sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// A number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// The next number of splitmix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

impl<G: GameTree> Order<G> for Random {
    fn arrange(&mut self, _: &mut G, moves: &mut [G::Move]) {
        // Fisher-Yates shuffle.
        for last in (1..moves.len()).rev() {
            moves.swap(last, self.below(last + 1));
        }
    }
}
