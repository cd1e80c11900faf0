//! Whole games against itself: the walking skeleton's one promise.

use search::{Control, Engine, Game, Limits, Mebibytes};
use types::Depth;

#[test]
fn plays_a_whole_game_of_legal_moves() {
    let mut engine = Engine::new(Mebibytes(16)).unwrap();
    let limits = Limits { depth: Some(Depth(3)), nodes: Some(20_000), ..Limits::default() };
    let mut game = Game::default();
    for _ in 0..60 {
        let outcome = engine.search(&game, &limits, &Control::new(), &mut ());
        let legal = game.position().legal_moves();
        let Some(best) = outcome.best else {
            assert!(legal.is_empty());
            break;
        };
        assert!(legal.contains(&best), "{best} in {:?}", game.position());
        game.play(best);
    }
}
