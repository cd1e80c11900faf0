//! `d`: the position for people.

use std::fmt;

use movegen::Position;

use crate::ending::ending;

/// A diagram, and what it does not show.
pub(crate) struct Board<'a>(pub(crate) &'a Position);

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        let checkers: Vec<String> =
            position.checkers().into_iter().map(|square| square.to_string()).collect();
        writeln!(f, "{position}")?;
        writeln!(f, "FEN: {}", position.fen())?;
        writeln!(f, "Key: {}", position.key())?;
        write!(f, "Checkers: {}", if checkers.is_empty() { "none".to_owned() } else { checkers.join(" ") })?;
        ending(position).map_or(Ok(()), |by| write!(f, "\nThe game is over by {by}"))
    }
}
