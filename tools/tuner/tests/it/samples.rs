//! Positions for tests: random games from fixed seeds, labelled by a known function.

use movegen::Position;
use movegen::position::setup::Setup;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{RngExt as _, SeedableRng as _};
use tuner::recorder::LabelledPosition;
use types::{Color, Piece, Score, Square};

/// Every `step`th position of random games, with the number of its game.
pub(crate) fn random_games(games: u64, step: usize) -> Vec<(u64, Position)> {
    let mut positions = Vec::new();
    for game in 0..games {
        let mut rng = ChaCha8Rng::seed_from_u64(game);
        let mut position = Position::startpos();
        for ply in 1..200 {
            let Some(&mv) = position.legal_moves().choose(&mut rng) else { break };
            position.play(mv);
            if ply % step == 0 {
                positions.push((game, position.clone()));
            }
        }
    }
    positions
}

/// Endgames: both kings and up to five other pieces on random squares. Here the scale matters.
pub(crate) fn few_men(count: usize) -> Vec<Position> {
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

/// A sample with nothing to learn from.
pub(crate) fn unlabelled(position: Position) -> LabelledPosition {
    LabelledPosition { position, points: Some(0.5), score: None }
}

/// Positions of random games. `judge` gives the score for White, and the result follows from it.
pub(crate) fn judged(games: u64, judge: impl Fn(&Position) -> i32) -> Vec<(u64, LabelledPosition)> {
    let label = |(game, position): (u64, Position)| {
        let score = judge(&position);
        let points = if score.abs() < 100 { 0.5 } else { f64::from(u8::from(score > 0)) };
        (game, LabelledPosition { position, points: Some(points), score: Some(Score(score)) })
    };
    random_games(games, 5).into_iter().map(label).collect()
}
