//! The events of every node, for tools that draw or count trees.
//!
//! The observer is a type parameter of the search. `()` observes nothing and costs nothing: every method is
//! empty and disappears.
//!
//! Calls nest as nodes do: [`enter`](SearchObserver::enter), the events of the node and of its children,
//! [`leave`](SearchObserver::leave). A node may be entered again with
//! another window or depth (a re-search). A singular search, the verification of a null move and razoring enter their
//! own node a second time while they are in it, razoring with depth zero, a verification sometimes.

use tt::Entry;
use types::{Depth, Key, Move, Ply, Score, Window};

use crate::techniques::Technique;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entered {
    pub ply: Ply,
    /// The move that led to it: `None` at the root and after a null move.
    pub mv: Option<Move>,
    /// The key of its position.
    pub key: Key,
    /// The depth to which it is searched; zero is quiescence.
    pub depth: Depth,
    /// The window with which it is searched.
    pub window: Window,
}

/// The reason for deciding a node before all its moves are searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cut {
    /// A move reached beta.
    Beta,
    /// A draw by repetition, by the 50-move rule or by insufficient material.
    Draw,
    /// The entry of the transposition table answered the window.
    Table,
    Tablebase,
    /// Quiescence: the evaluation reached beta.
    StandPat,
    /// The greatest ply is reached.
    Horizon,
    /// A technique that needs no move, or not all of them.
    By(Technique),
}

/// Observes the events of a search, node by node.
pub trait SearchObserver {
    fn enter(&mut self, node: &Entered) {
        let _ = node;
    }

    /// A move of the node at this ply is made. The nodes entered before the next move is made belong to it: its
    /// child, possibly several times with other depths or windows.
    fn play(&mut self, ply: Ply, mv: Move) {
        let _ = (ply, mv);
    }

    /// The table has an entry for the node at this ply.
    fn table_hit(&mut self, ply: Ply, entry: &Entry) {
        let _ = (ply, entry);
    }

    /// An entry for the node at this ply is offered to the table, which may keep its old one instead.
    fn table_store(&mut self, ply: Ply, entry: &Entry) {
        let _ = (ply, entry);
    }

    /// A move of the node at this ply is not searched.
    fn skip(&mut self, ply: Ply, mv: Move, why: Technique) {
        let _ = (ply, mv, why);
    }

    /// By late-move pruning no more quiet moves of the node at this ply are generated. It may be called again for the node.
    fn skip_quiets(&mut self, ply: Ply) {
        let _ = ply;
    }

    /// The search of a move of the node at this ply is reduced by this much.
    fn reduce(&mut self, ply: Ply, mv: Move, by: Depth) {
        let _ = (ply, mv, by);
    }

    /// The search of a move of the node at this ply is extended by this much, or reduced if that is negative.
    fn extend(&mut self, ply: Ply, mv: Move, by: Depth) {
        let _ = (ply, mv, by);
    }

    /// The node at this ply is decided.
    fn cut(&mut self, ply: Ply, why: Cut) {
        let _ = (ply, why);
    }

    /// The node at this ply is left: with a score, or without one if the search was stopped.
    fn leave(&mut self, ply: Ply, score: Option<Score>) {
        let _ = (ply, score);
    }
}

impl SearchObserver for () {}
