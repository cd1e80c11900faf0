//! What is on the board, as one number: pawns count 1, knights and bishops 3, rooks 5, queens 9, of both sides.
//!
//! The engine counts the same way in `crates/eval/src/wdl.rs`; constants fitted with another count mean nothing there.

use pgn_reader::shakmaty::{self, Position as _};
use types::{Color, Piece, Role};

/// The material of a game's beginning, the most that the fit knows.
pub const FULL: u32 = 78;

/// Polynomials are in the material as a share of this: of a middlegame.
pub const REFERENCE: u32 = 58;

const fn worth(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// The material of a position of the engine's own kind.
pub fn of(position: &movegen::Position) -> u32 {
    let pieces = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece::new(color, role)));
    pieces.map(|piece| worth(piece.role()) * position.count(piece)).sum()
}

/// The material of a position that a PGN file told of.
pub fn of_game(position: &shakmaty::Chess) -> u32 {
    let known = |role| match role {
        shakmaty::Role::Pawn => Role::Pawn,
        shakmaty::Role::Knight => Role::Knight,
        shakmaty::Role::Bishop => Role::Bishop,
        shakmaty::Role::Rook => Role::Rook,
        shakmaty::Role::Queen => Role::Queen,
        shakmaty::Role::King => Role::King,
    };
    shakmaty::Role::ALL
        .into_iter()
        .map(|role| worth(known(role)) * position.board().by_role(role).count() as u32)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgn_reader::shakmaty::CastlingMode;
    use pgn_reader::shakmaty::fen::Fen;

    #[test]
    fn both_libraries_count_alike() {
        let cases = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FULL),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
            ("4k3/p7/8/8/8/8/8/4K2R w K - 0 1", 6),
            ("q3k3/8/2b5/8/8/5N2/8/4K3 b - - 0 1", 15),
        ];
        for (fen, expected) in cases {
            assert_eq!(of(&fen.parse().unwrap()), expected, "{fen}");
            let position = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            assert_eq!(of_game(&position), expected, "{fen}");
        }
    }
}
