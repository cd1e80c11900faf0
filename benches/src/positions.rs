//! The positions of the benches: six with widely published perft counts, and many from random play.

use movegen::Position;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

/// A position and how far its tree is counted.
#[derive(Clone, Copy, Debug)]
pub struct PerftPosition {
    /// The usual name.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// A depth with 2 to 16 million leaves, which takes some milliseconds.
    pub depth: u32,
    /// The leaves at `depth`.
    pub leaves: u64,
}

/// The start position and the five others of the Chess Programming Wiki's perft page.
pub const PERFT_POSITIONS: [PerftPosition; 6] = [
    PerftPosition {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 5,
        leaves: 4_865_609,
    },
    PerftPosition {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 4,
        leaves: 4_085_603,
    },
    PerftPosition {
        name: "endgame",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 6,
        leaves: 11_030_083,
    },
    PerftPosition {
        name: "promotions",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 5,
        leaves: 15_833_292,
    },
    PerftPosition {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 4,
        leaves: 2_103_487,
    },
    PerftPosition {
        name: "symmetrical",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 4,
        leaves: 3_894_594,
    },
];

/// This many varied positions: every seventh position of random games that start at the six in turn. The same at every
/// call.
pub fn from_random_play(count: usize) -> Vec<Position> {
    const SEED: u64 = 7;
    const PLIES_PER_GAME: usize = 98;
    const STRIDE: usize = 7;
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let mut positions = Vec::with_capacity(count);
    for start in PERFT_POSITIONS.iter().cycle() {
        let mut position: Position = start.fen.parse().expect("a legal position");
        for ply in 0..PLIES_PER_GAME {
            let moves = position.legal_moves();
            let Some(&mv) = moves.choose(&mut rng) else { break };
            if positions.len() == count {
                return positions;
            }
            position.play(mv);
            if (ply + 1) % STRIDE == 0 {
                positions.push(position.clone());
            }
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn random_play_is_reproducible_and_of_the_requested_size() {
        for count in [0, 1, 700] {
            let positions = from_random_play(count);
            assert_eq!(positions.len(), count);
            assert_eq!(positions, from_random_play(count));
            let keys: HashSet<_> = positions.iter().map(Position::key).collect();
            // Positions like bare kings may repeat.
            assert!(keys.len() * 100 >= count * 99, "{} of {count} differ", keys.len());
        }
    }
}
