//! How an engine that knows only UCI is to be spoken to: in standard chess or in Chess960.
//!
//! The two differ in how castling is written, as the king's own move (`e1g1`) or as king takes rook
//! (`e1h1`), and in how castling rights are.

use movegen::Position;
use movegen::position::Wing;
use types::{Color, File, Move};

/// How castling moves and rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Notation {
    Standard,
    Chess960,
}

impl Notation {
    /// What a game from this position needs; `chess960` asks for that even where standard would do.
    pub(crate) fn of(position: &Position, chess960: bool) -> Notation {
        if chess960 || !castles_as_in_standard_chess(position) {
            Notation::Chess960
        } else {
            Notation::Standard
        }
    }

    /// The text of a legal move.
    pub(crate) fn write(self, position: &Position, mv: Move) -> String {
        if self == Notation::Standard && mv.is_castle() {
            let target = Wing::of(mv.from(), mv.to()).king_target(position.side_to_move());
            return format!("{}{target}", mv.from());
        }
        mv.to_string()
    }

    /// The text of a position.
    pub(crate) fn fen(self, position: &Position) -> String {
        match self {
            Notation::Standard => position.fen(),
            Notation::Chess960 => position.shredder_fen(),
        }
    }
}

fn castles_as_in_standard_chess(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| {
        let mut rooks = (position.castling() & position.color(color)).into_iter();
        rooks.all(|rook| matches!(rook.file(), File::A | File::H) && position.king(color).file() == File::E)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn castling(fen: &str, chess960: bool) -> Vec<String> {
        let position: Position = fen.parse().unwrap();
        let notation = Notation::of(&position, chess960);
        let moves = position.legal_moves().into_iter().filter(|mv| mv.is_castle());
        let mut texts: Vec<String> = moves.map(|mv| notation.write(&position, mv)).collect();
        texts.sort();
        texts
    }

    #[test]
    fn castling_from_the_standard_squares_is_written_as_the_kings_move_unless_told_otherwise() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
        assert_eq!(castling(fen, false), ["e8c8", "e8g8"]);
        assert_eq!(castling(fen, true), ["e8a8", "e8h8"]);
    }

    #[test]
    fn castling_from_other_squares_is_king_takes_rook() {
        assert_eq!(castling("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", false), ["d1a1", "d1h1"]);
        assert_eq!(castling("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", false), ["e1g1"]);
        assert_eq!(castling("1r2k3/8/8/8/8/8/8/4K2R w Kb - 0 1", false), ["e1h1"]);
    }
}
