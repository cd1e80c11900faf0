//! `d`: the board as text.

use std::fmt;

use search::Game;

use crate::ending::ending_of_game;

/// A diagram with FEN, key and checkers.
pub(crate) struct BoardDiagram<'a>(pub(crate) &'a Game);

impl fmt::Display for BoardDiagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0.position();
        let checkers: Vec<String> =
            position.checkers().into_iter().map(|square| square.to_string()).collect();
        writeln!(f, "{position}")?;
        writeln!(f, "FEN: {}", position.fen())?;
        writeln!(f, "Key: {}", position.key())?;
        write!(f, "Checkers: {}", if checkers.is_empty() { "none".to_owned() } else { checkers.join(" ") })?;
        ending_of_game(self.0).map_or(Ok(()), |by| write!(f, "\nThe game is over by {by}"))
    }
}
