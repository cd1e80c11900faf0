//! Games of random moves with random labels: every castling right, en-passant square and promotion comes up.

use movegen::{Position, chess960};
use positions::{GameResult, Record};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use types::{Move, Score};

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

/// A game from a random array, both sides' the same or not, to its end or for 150 plies.
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
