//! What a search asks of a tree.
//!
//! A tree is walked by playing moves and taking them back; it stands on one node at a time. Every score is seen
//! by the side to move there, so the two sides of one node see `s` and `−s`.

use std::fmt;

use types::Score;

use crate::Window;

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Wants the greatest value. White, in chess.
    Max,
    /// Wants the least.
    Min,
}

/// A game for two, in which one wins what the other loses.
pub trait GameTree {
    /// What leads from a node to a child.
    type Move: Copy + PartialEq + fmt::Debug;

    /// Who is to move.
    fn player(&self) -> Player;

    /// The score if the game ends here, whatever depth is left; `None` if it goes on, and then there is a move.
    fn outcome(&mut self) -> Option<Score>;

    /// A guess at the value of the node without looking further.
    fn evaluate(&mut self) -> Score;

    /// The moves, in the order in which they are to be tried.
    fn moves(&mut self) -> Vec<Self::Move>;

    /// Goes to a child.
    fn play(&mut self, mv: Self::Move);

    /// Goes back to where the last move was played.
    fn take_back(&mut self);

    /// What a search takes for the value where its depth ends: the outcome, or else the evaluation. Something
    /// cleverer may use the window, and then returns a fail-soft bound.
    fn horizon(&mut self, window: Window) -> Score {
        let _ = window;
        self.outcome().unwrap_or_else(|| self.evaluate())
    }

    /// Hears that a move of this node cut, so that it may come earlier elsewhere.
    fn note_cut(&mut self, mv: Self::Move, depth: u32) {
        let _ = (mv, depth);
    }
}

/// What a search found out about a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// Its value, or a bound of it.
    pub score: Score,
    /// The move that the score rests on. `None` where no move is played, or none was better than alpha.
    pub best: Option<M>,
}

impl<M> Found<M> {
    /// A score without a move.
    pub fn leaf(score: Score) -> Found<M> {
        Found { score, best: None }
    }
}

/// The score from Max's view of what the player to move sees as `score`. Its own inverse.
pub fn seen_by_max(player: Player, score: Score) -> Score {
    match player {
        Player::Max => score,
        Player::Min => -score,
    }
}

/// The window from Max's view of what the player to move sees as `window`. Its own inverse.
pub fn window_of_max(player: Player, window: Window) -> Window {
    match player {
        Player::Max => window,
        Player::Min => window.flipped(),
    }
}
