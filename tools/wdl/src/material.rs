//! What is on the board, as one number: as the engine counts it, since constants fitted with another count mean nothing
//! there.

use eval::wdl::Material;
use pgn_reader::shakmaty::{self, Position as _};
use types::Role;

/// The material of a position that a PGN file told of.
pub fn of_game(position: &shakmaty::Chess) -> u32 {
    let material = Material::counted(|role| {
        let role = match role {
            Role::Pawn => shakmaty::Role::Pawn,
            Role::Knight => shakmaty::Role::Knight,
            Role::Bishop => shakmaty::Role::Bishop,
            Role::Rook => shakmaty::Role::Rook,
            Role::Queen => shakmaty::Role::Queen,
            Role::King => shakmaty::Role::King,
        };
        position.board().by_role(role).count() as u32
    });
    material.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::wdl::FULL_MATERIAL;
    use pgn_reader::shakmaty::CastlingMode;
    use pgn_reader::shakmaty::fen::Fen;

    #[test]
    fn both_libraries_count_alike() {
        let cases = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FULL_MATERIAL),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
            ("4k3/p7/8/8/8/8/8/4K2R w K - 0 1", 6),
            ("q3k3/8/2b5/8/8/5N2/8/4K3 b - - 0 1", 15),
        ];
        for (fen, expected) in cases {
            assert_eq!(Material::of(&fen.parse().unwrap()).0, expected, "{fen}");
            let position = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            assert_eq!(of_game(&position), expected, "{fen}");
        }
    }
}
