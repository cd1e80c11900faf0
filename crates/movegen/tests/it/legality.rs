//! `is_legal` against the generator: all 65,536 encodings in thousands of positions.

use std::collections::HashSet;

use coppice_chess::{Masks, Position};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use types::{Move, Square};

/// Starts that lead to what start positions seldom show: castling both ways in Chess960, promotions,
/// en passant under pins, checks from everywhere.
const STARTS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/4RKR1 w GEdb - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
];

#[test]
fn every_encoding_is_legal_exactly_if_it_is_generated() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut positions = 0;
    for game in 0..60 {
        let mut position: Position = STARTS[game % STARTS.len()].parse().unwrap();
        for _ in 0..60 {
            let moves = position.legal_moves();
            let generated: HashSet<Move> = moves.iter().copied().collect();
            assert_eq!(generated.len(), moves.len(), "a move was generated twice in {position:?}");
            let masks = Masks::of(&position);
            for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
                assert_eq!(position.is_legal(&masks, mv), generated.contains(&mv), "{mv:?} in {position:?}");
            }
            positions += 1;
            let Some(&mv) = moves.choose(&mut rng) else { break };
            position.play(mv);
        }
    }
    assert!(positions > 2_000, "{positions}");
}

/// In Chess960 the castling rook may shield the king from a rook in the corner, anywhere on that rank.
#[test]
fn a_rook_that_is_pinned_does_not_castle() {
    for (fen, castles) in
        [("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", false), ("4k3/8/8/8/8/8/8/bR2K3 w B - 0 1", true)]
    {
        let position: Position = fen.parse().unwrap();
        assert_eq!(position.legal_moves().into_iter().any(|mv| mv.is_castle()), castles, "{fen}");
        let castling = Move::castle(Square::E1, Square::B1);
        assert_eq!(position.is_legal(&Masks::of(&position), castling), castles, "{fen}");
    }
}
