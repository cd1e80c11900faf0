//! What is played: a position, and those before it that it may repeat.

use movegen::Position;
use types::{Key, Move};

/// A position with its past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    position: Position,
    /// The keys of the positions before this one, the oldest first.
    earlier: Vec<Key>,
}

impl Game {
    /// A game that begins here.
    pub fn new(position: Position) -> Game {
        Game { position, earlier: Vec::new() }
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic if the move is not legal.
    pub fn play(&mut self, mv: Move) {
        self.earlier.push(self.position.key());
        self.position.play(mv);
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of earlier positions, the oldest first.
    pub(crate) fn earlier(&self) -> &[Key] {
        &self.earlier
    }
}

/// From the start position.
impl Default for Game {
    fn default() -> Game {
        Game::new(Position::startpos())
    }
}
