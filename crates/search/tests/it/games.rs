//! Whole games of self-play.

use search::Limits;
use types::Depth;

use crate::support::{POSITIONS, engine, game, is_drawn, search};

/// Checks every search of these games, with a table and histories full of other positions.
#[test]
fn whole_games_of_legal_moves_and_lines() {
    let mut engine = engine();
    for fen in POSITIONS {
        let mut game = game(fen);
        for ply in 0..60 {
            let limits = Limits { depth: Some(Depth(5 + ply % 3)), nodes: Some(10_000), ..Limits::default() };
            let (outcome, _) = search(&mut engine, &game, &limits);
            match outcome.best_move() {
                Some(best) if !is_drawn(&game) => game.play(best),
                _ => break,
            }
        }
    }
}
