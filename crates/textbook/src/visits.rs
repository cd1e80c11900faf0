//! Counting nodes: a tree that reports every move that a search plays.
//!
//! The searches count nothing themselves. They walk a wrapper that sees every move, so all of them are counted alike:
//!
//! - a *node* is counted for every move played. The root does not count, and the nodes below a re-searched move count
//!   again;
//! - a *leaf* is a node from which no move was played.

use types::{Score, Window};

use super::quiescence::{Forcing, ForcingTree};
use super::transposition::KeyedTree;
use super::tree::{GameTree, pass_on};

/// Code that runs at every move of a search. A line is the moves from the root.
pub trait Visitor<M> {
    /// Runs after the last move of the line was played.
    fn enter(&mut self, line: &[M]);

    /// Runs before the last move of the line is taken back. It led to a leaf if no move was played after it.
    fn leave(&mut self, line: &[M], is_leaf: bool);

    /// Returns true if the search should end. From then on every node is a leaf, and the search returns a
    /// meaningless score.
    fn should_stop(&self) -> bool {
        false
    }
}

/// A tree with a visitor that follows the search.
#[derive(Clone, Debug)]
pub struct Visited<G: GameTree, V> {
    tree: G,
    /// The code that runs at every move.
    pub visitor: V,
    line: Vec<G::Move>,
    /// True if the last event was a move played, not a move taken back.
    came_down: bool,
}

impl<G: GameTree, V: Visitor<G::Move>> Visited<G, V> {
    /// Wraps a tree that stands on its root.
    pub fn new(tree: G, visitor: V) -> Visited<G, V> {
        Visited { tree, visitor, line: Vec::new(), came_down: false }
    }
}

impl<G: GameTree, V: Visitor<G::Move>> GameTree for Visited<G, V> {
    pass_on!(|this| this.tree; player evaluate moves pass take_back_pass is_forced enter leave note_cut);

    fn outcome(&mut self) -> Option<Score> {
        if self.visitor.should_stop() { Some(Score::DRAW) } else { self.tree.outcome() }
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
        if self.visitor.should_stop() { Score::DRAW } else { self.tree.horizon(window) }
    }
}

impl<G: ForcingTree, V: Visitor<G::Move>> ForcingTree for Visited<G, V> {
    fn forcing(&mut self) -> Result<Forcing<G::Move>, Score> {
        if self.visitor.should_stop() { Err(Score::DRAW) } else { self.tree.forcing() }
    }
}

impl<G: KeyedTree, V: Visitor<G::Move>> KeyedTree for Visited<G, V> {
    type Key = G::Key;

    fn key(&self) -> G::Key {
        self.tree.key()
    }
}

/// The size of a searched tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VisitCounts {
    /// Moves played.
    pub nodes: u64,
    /// Moves played after which no other was played.
    pub leaves: u64,
}

impl<M> Visitor<M> for VisitCounts {
    fn enter(&mut self, _: &[M]) {
        self.nodes += 1;
    }

    fn leave(&mut self, _: &[M], is_leaf: bool) {
        self.leaves += u64::from(is_leaf);
    }
}

/// The lines to all visited leaves in the order of the search, to see the cuts in small trees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeafLines<M>(pub Vec<Vec<M>>);

impl<M: Copy> Visitor<M> for LeafLines<M> {
    fn enter(&mut self, _: &[M]) {}

    fn leave(&mut self, line: &[M], is_leaf: bool) {
        if is_leaf {
            self.0.push(line.to_vec());
        }
    }
}
