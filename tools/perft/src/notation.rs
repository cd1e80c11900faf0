//! Positions and moves as text for another engine.
//!
//! Standard chess and Chess960 differ in how castling moves are written ([`CastlingNotation`]) and in how
//! castling rights are.

use movegen::Position;
use movegen::text::CastlingNotation;
use types::{Color, File, Move, Role, Square};

const EN_PASSANT_FIELD: usize = 3;

/// The castling notation of a game from this position; `chess960` asks for that even where standard would do.
pub(crate) fn needed_by(position: &Position, chess960: bool) -> CastlingNotation {
    if chess960 || !castles_as_in_standard_chess(position) {
        CastlingNotation::Chess960
    } else {
        CastlingNotation::Standard
    }
}

/// The text of a position in a game of that kind. The square that a pawn has just passed over is named even if
/// no capture there is legal; [`Position`] keeps it only if one is.
pub(crate) fn fen(position: &Position, passed_square: Option<Square>, notation: CastlingNotation) -> String {
    let fen = match notation {
        CastlingNotation::Standard => position.fen(),
        CastlingNotation::Chess960 => position.shredder_fen(),
    };
    let Some(square) = passed_square else { return fen };
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let square = square.to_string();
    fields[EN_PASSANT_FIELD] = &square;
    fields.join(" ")
}

/// The square that a pawn passes over by this legal move.
pub(crate) fn passed_square(position: &Position, mv: Move) -> Option<Square> {
    let is_pawn = position.piece_at(mv.from()).is_some_and(|piece| piece.role() == Role::Pawn);
    let is_double_push = is_pawn && (mv.from() as u8).abs_diff(mv.to() as u8) == 16;
    is_double_push.then(|| Square::wrapping((mv.from() as u8 + mv.to() as u8) / 2))
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
        let notation = needed_by(&position, chess960);
        let moves = position.legal_moves().into_iter().filter(|mv| mv.is_castle());
        let mut texts: Vec<String> = moves.map(|mv| position.uci(mv, notation).to_string()).collect();
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
