//! Positions for tests: random games from fixed seeds, in standard chess and in double Chess960.

use std::fs;
use std::path::{Path, PathBuf};

use movegen::Position;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use types::Move;

/// Plays random games of at most `plies` moves from each start, and shows every move to `visit`: the
/// position before it, and the move.
pub(crate) fn random_games(starts: &[Position], plies: usize, mut visit: impl FnMut(&Position, Move)) {
    let mut rng = ChaCha8Rng::seed_from_u64(starts.len() as u64);
    for start in starts {
        let mut position = start.clone();
        for _ in 0..plies {
            let moves = position.legal_moves();
            let Some(&mv) = moves.choose(&mut rng) else { break };
            visit(&position, mv);
            position.play(mv);
        }
    }
}

/// Start positions: the standard one and double Chess960 ones with all castling rights.
pub(crate) fn starts(standard: usize, chess960: usize) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(960);
    let shuffled = (0..chess960).map(|_| {
        let fen = format!(
            "{}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1",
            back_rank(&mut rng),
            back_rank(&mut rng).to_uppercase()
        );
        fen.parse().expect("a shuffled start position is legal")
    });
    (0..standard).map(|_| Position::startpos()).chain(shuffled).collect()
}

/// A back rank of Chess960: bishops on both colours, the king between the rooks.
fn back_rank(rng: &mut ChaCha8Rng) -> String {
    let mut rank = [' '; 8];
    rank[2 * rng.random_range(0..4)] = 'b';
    rank[2 * rng.random_range(0..4) + 1] = 'b';
    let mut free: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
    for piece in ['q', 'n', 'n'] {
        rank[free.remove(rng.random_range(0..free.len()))] = piece;
    }
    for (file, piece) in free.into_iter().zip(['r', 'k', 'r']) {
        rank[file] = piece;
    }
    rank.into_iter().collect()
}

/// The positions of an opening book that lies beside the repository, or of nothing if it does not.
pub(crate) fn book(name: &str, count: usize) -> Vec<Position> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/books").join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("skipped: no book at {}", path.display());
        return Vec::new();
    };
    let fen = |line: &str| line.split(';').next().map(str::to_owned).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim().is_empty()).take(count);
    lines.map(|line| fen(line).parse().unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}
