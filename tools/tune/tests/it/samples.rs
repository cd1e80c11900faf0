//! Positions for tests: random games from fixed seeds, with random labels or with those of a known function.

use movegen::position::setup::Setup;
use movegen::{Position, chess960};
use pgn::GameResult;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use tune::Record;
use tune::fit::traces::TraceBlock;
use types::{Color, Move, Piece, Score, Square};

/// Contents of a record.
pub(crate) struct Labelled {
    pub(crate) position: Position,
    pub(crate) score: Option<Score>,
    pub(crate) best: Option<Move>,
    pub(crate) result: GameResult,
}

impl Labelled {
    pub(crate) fn pack(&self) -> Record {
        Record::pack(&self.position, self.score, self.best, self.result).unwrap()
    }
}

/// A game from a random array, both sides' the same or not, to its end or for 150 plies, with random labels: every castling
/// right, en-passant square and promotion comes up.
pub(crate) fn random_game(seed: u64) -> Vec<Labelled> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut array = || rng.random_range(0..chess960::COUNT);
    let mut position = chess960::start(array(), array());
    let result = *GameResult::ALL.choose(&mut rng).unwrap();
    let mut game = Vec::new();
    for _ in 0..150 {
        let Some(&mv) = position.legal_moves().choose(&mut rng) else { break };
        if position.halfmove_clock() == 100 {
            break;
        }
        let score = rng.random_bool(0.9).then(|| Score(rng.random_range(-Score::MATE.0..=Score::MATE.0)));
        let best = rng.random_bool(0.9).then_some(mv);
        game.push(Labelled { position: position.clone(), score, best, result });
        position.play(mv);
    }
    game
}

/// Every `step`th position of games of random moves from the start array.
pub(crate) fn random_positions(games: u64, step: usize) -> Vec<Vec<Position>> {
    let game = |seed| {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (mut position, mut positions) = (Position::startpos(), Vec::new());
        for ply in 1..200 {
            let Some(&mv) = position.legal_moves().choose(&mut rng) else { break };
            position.play(mv);
            if ply % step == 0 && position.halfmove_clock() < 100 {
                positions.push(position.clone());
            }
        }
        positions
    };
    (0..games).map(game).collect()
}

/// Endgames: both kings and up to five other pieces on random squares. Here the scale matters.
pub(crate) fn few_pieces(count: usize) -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let position = || {
        let mut squares = Square::ALL;
        squares.shuffle(&mut rng);
        let pieces = (0..rng.random_range(1..=5)).map(|_| Piece::ALL[rng.random_range(0..10)]);
        let pieces: Vec<Piece> = [Piece::WhiteKing, Piece::BlackKing].into_iter().chain(pieces).collect();
        let mut setup = Setup::empty();
        for (piece, square) in pieces.into_iter().zip(squares) {
            setup.board[square] = Some(piece);
        }
        setup.side_to_move = if rng.random() { Color::White } else { Color::Black };
        setup.into_position().ok()
    };
    std::iter::repeat_with(position).flatten().take(count).collect()
}

/// A record with nothing to learn from.
pub(crate) fn unlabelled(position: &Position) -> Record {
    Record::pack(position, None, None, GameResult::Draw).unwrap()
}

/// Random games. `judge` gives the score for White, and the result of each position follows from it.
pub(crate) fn judged(games: u64, judge: impl Fn(&Position) -> i32) -> Vec<Vec<Record>> {
    let label = |position: &Position| {
        let score = judge(position);
        let result = match score {
            -99..100 => GameResult::Draw,
            100.. => GameResult::WhiteWins,
            _ => GameResult::BlackWins,
        };
        let sign = if position.side_to_move() == Color::White { 1 } else { -1 };
        Record::pack(position, Some(Score(sign * score)), None, result).unwrap()
    };
    random_positions(games, 5).iter().map(|game| game.iter().map(label).collect()).collect()
}

/// The engine's evaluation, from White's view.
pub(crate) fn white_score(position: &Position) -> i32 {
    let score = eval::evaluate(position).0;
    if position.side_to_move() == Color::White { score } else { -score }
}

pub(crate) fn blocks(records: &[Record]) -> Vec<TraceBlock> {
    records.chunks(100).map(|records| TraceBlock::of(records).unwrap()).collect()
}
