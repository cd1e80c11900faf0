//! Positions for tests: random games from fixed seeds, in standard chess and in double Chess960.

use std::fs;
use std::path::Path;

use movegen::Position;
use movegen::position::setup::Setup;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use types::{Bitboard, BySquare, Color, Move, Piece, Role, Square};

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

/// The first positions of a perft suite.
pub(crate) fn suite(name: &str, count: usize) -> Vec<Position> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../perft-suites").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).take(count);
    let fen = |line: &str| line.split(';').next().map(str::to_owned).unwrap_or_default();
    lines.map(|line| fen(line).parse().unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// Endgames: both kings and up to four other pieces on random squares.
pub(crate) fn few_pieces(count: usize) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let position = || {
        let pieces = (0..rng.random_range(1..=4)).map(|_| Piece::ALL[rng.random_range(0..10)]).collect();
        scattered(pieces, &mut rng)
    };
    std::iter::repeat_with(position).flatten().take(count).collect()
}

/// Positions that no game reaches: up to fifteen pieces of one role on a side, or on both.
pub(crate) fn hordes(count: usize) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let position = || {
        let mut pieces = Vec::new();
        for color in Color::ALL {
            let role = *Role::PROMOTIONS.choose(&mut rng)?;
            pieces.extend((0..rng.random_range(0..=15)).map(|_| Piece::new(color, role)));
        }
        scattered(pieces, &mut rng)
    };
    std::iter::repeat_with(position).flatten().take(count).collect()
}

/// Both kings and these pieces on random squares, if that is a legal position.
fn scattered(pieces: Vec<Piece>, rng: &mut ChaCha8Rng) -> Option<Position> {
    let mut setup = Setup::empty();
    let mut squares = Square::ALL;
    squares.shuffle(rng);
    for (piece, square) in [Piece::WhiteKing, Piece::BlackKing].into_iter().chain(pieces).zip(squares) {
        setup.board[square] = Some(piece);
    }
    setup.side_to_move = if rng.random() { Color::White } else { Color::Black };
    setup.into_position().ok()
}

/// The position with each square taken from `origin`, everything else as given.
fn rearranged(position: &Position, origin: impl Fn(Square) -> Square, swap_colors: bool) -> Setup {
    let piece_from = |square| {
        let piece = position.piece_at(origin(square))?;
        Some(if swap_colors { Piece::new(!piece.color(), piece.role()) } else { piece })
    };
    let side_to_move = position.side_to_move();
    Setup {
        board: BySquare::from_fn(piece_from),
        side_to_move: if swap_colors { !side_to_move } else { side_to_move },
        castling: Square::ALL.into_iter().filter(|&s| position.castling().contains(origin(s))).collect(),
        en_passant: position.en_passant().map(&origin),
        halfmove_clock: position.halfmove_clock(),
        fullmove_number: position.fullmove_number(),
    }
}

/// The board upside down, White's pieces and turn given to Black and Black's to White.
pub(crate) fn flipped(position: &Position) -> Position {
    rearranged(position, Square::flip, true).into_position().expect("as legal as the original")
}

/// The board seen in a mirror, without castling rights.
pub(crate) fn mirrored(position: &Position) -> Position {
    let mut setup = rearranged(position, Square::mirror, false);
    setup.castling = Bitboard::EMPTY;
    setup.into_position().expect("as legal as the original")
}
