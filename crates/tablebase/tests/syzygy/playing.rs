//! Games: what is won is won before the 50-move rule draws, and what is drawn is drawn.

use movegen::Position;
use search::{Engine, Game};
use types::Color;

use crate::support::{Oracle, engine, random_position, rng, samples, search, tables, with_clock};

/// The winner of a game in which the engine plays one side, and the other library the other; `None` for a draw.
fn play(engine: &mut Engine, oracle: &Oracle, start: &Position, color: Color, nodes: u64) -> Option<Color> {
    let mut game = Game::new(start.clone());
    loop {
        let position = game.position();
        if let Some(outcome) = position.outcome_with_claims(game.earlier()) {
            return outcome.winner();
        }
        let mv = if position.side_to_move() == color {
            search(engine, &game, nodes).best_move().expect("the game is not over")
        } else {
            oracle.best_move(position)
        };
        game.play(mv);
    }
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn wins_are_won_with_time_to_spare_and_without() {
    let (tables, oracle) = (tables(), Oracle::open());
    let mut rng = rng(3);
    let mut engine = engine(&tables);
    for material in ["KBNvK", "KQvKR", "KBBvK", "KPvK", "KRvKN", "KRvKB", "KQvKP", "KNPvK", "KPvKP", "KRvK"] {
        let is_won = |position: &Position| {
            (1..=100).contains(&oracle.dtz(position)) && position.count_legal_moves() > 0
        };
        let starts = std::iter::repeat_with(|| random_position(material, &mut rng)).filter(is_won);
        for position in starts.take(samples(4) as usize) {
            let (distance, color) = (oracle.dtz(&position), position.side_to_move());
            for clock in [0, (99 - distance).max(0)] {
                let start = with_clock(&position, clock);
                let winner = play(&mut engine, &oracle, &start, color, 100);
                assert_eq!(winner, Some(color), "{}", start.fen());
            }
        }
    }
}
