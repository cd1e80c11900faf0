//! A tree that counts its visitors.
//!
//! Searches do not count. The tree they walk can be wrapped in one that sees every move, and so counts and tells
//! the same of all of them:
//!
//! - a *node* is counted with every move that is played: the root is not, and what is below a move that is searched
//!   again counts again;
//! - a *leaf* is a node from which no move was played.

use types::Score;

use super::memory::KeyedTree;
use super::quiescence::{Forcing, ForcingTree};
use super::tree::{GameTree, Player};
use crate::Window;

/// Sees a search come and go. A line is the moves from the root.
pub trait Visitor<M> {
    /// The last move of the line was played.
    fn enter(&mut self, line: &[M]);

    /// The last move of the line is taken back. If none was played after it, it led to a leaf.
    fn leave(&mut self, line: &[M], is_leaf: bool);

    /// Whether the search should come to its end. Every node is a leaf from then on, and what the search returns
    /// means nothing.
    fn has_enough(&self) -> bool {
        false
    }
}

/// A tree with a visitor in every node.
#[derive(Clone, Debug)]
pub struct Visited<G: GameTree, V> {
    tree: G,
    /// What sees the search.
    pub visitor: V,
    line: Vec<G::Move>,
    /// Whether the last thing seen was a move, not a return.
    came_down: bool,
}

impl<G: GameTree, V: Visitor<G::Move>> Visited<G, V> {
    /// Puts a visitor into a tree that stands on its root.
    pub fn new(tree: G, visitor: V) -> Visited<G, V> {
        Visited { tree, visitor, line: Vec::new(), came_down: false }
    }
}

impl<G: GameTree, V: Visitor<G::Move>> GameTree for Visited<G, V> {
    type Move = G::Move;

    fn player(&self) -> Player {
        self.tree.player()
    }

    fn outcome(&mut self) -> Option<Score> {
        if self.visitor.has_enough() { Some(Score::DRAW) } else { self.tree.outcome() }
    }

    fn evaluate(&mut self) -> Score {
        self.tree.evaluate()
    }

    fn moves(&mut self) -> Vec<G::Move> {
        self.tree.moves()
    }

    fn play(&mut self, mv: G::Move) {
        self.line.push(mv);
        self.tree.play(mv);
        self.came_down = true;
        self.visitor.enter(&self.line);
    }

    fn take_back(&mut self) {
        self.visitor.leave(&self.line, self.came_down);
        self.came_down = false;
        self.tree.take_back();
        self.line.pop();
    }

    fn horizon(&mut self, window: Window) -> Score {
        if self.visitor.has_enough() { Score::DRAW } else { self.tree.horizon(window) }
    }

    fn note_cut(&mut self, mv: G::Move, depth: u32) {
        self.tree.note_cut(mv, depth);
    }
}

impl<G: ForcingTree, V: Visitor<G::Move>> ForcingTree for Visited<G, V> {
    fn forcing(&mut self) -> Result<Forcing<G::Move>, Score> {
        if self.visitor.has_enough() { Err(Score::DRAW) } else { self.tree.forcing() }
    }
}

impl<G: KeyedTree, V: Visitor<G::Move>> KeyedTree for Visited<G, V> {
    type Key = G::Key;

    fn key(&self) -> G::Key {
        self.tree.key()
    }
}

/// How much a search looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Moves played.
    pub nodes: u64,
    /// Those of them after which none was played.
    pub leaves: u64,
}

impl<M> Visitor<M> for Counts {
    fn enter(&mut self, _: &[M]) {
        self.nodes += 1;
    }

    fn leave(&mut self, _: &[M], is_leaf: bool) {
        self.leaves += u64::from(is_leaf);
    }
}

/// Which leaves were visited, in this order: for trees so small that one wants to see where the cuts are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeafLines<M>(pub Vec<Vec<M>>);

impl<M> Default for LeafLines<M> {
    fn default() -> LeafLines<M> {
        LeafLines(Vec::new())
    }
}

impl<M: Copy> Visitor<M> for LeafLines<M> {
    fn enter(&mut self, _: &[M]) {}

    fn leave(&mut self, line: &[M], is_leaf: bool) {
        if is_leaf {
            self.0.push(line.to_vec());
        }
    }
}
