//! A game: a position, and the positions before it, which it may repeat.

use movegen::{KeyHistory, Position};
use types::Move;

/// A position with the positions before it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    earlier: KeyHistory,
}

impl Game {
    /// A game that begins with this position.
    pub fn new(position: Position) -> Game {
        Game { position, earlier: KeyHistory::new() }
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic if the move is not legal.
    pub fn play(&mut self, mv: Move) {
        self.earlier.push(self.position.key());
        self.position.play(mv);
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The positions before this one.
    pub fn earlier(&self) -> &KeyHistory {
        &self.earlier
    }
}

/// A game that begins with the start position.
impl Default for Game {
    fn default() -> Game {
        Game::new(Position::startpos())
    }
}
