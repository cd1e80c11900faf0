//! Games: what is won is won before the 50-move rule draws, and what is drawn is drawn.

use movegen::Position;
use search::{Engine, Game};
use types::{Color, Ply};

use crate::support::{Oracle, engine, random_position, rng, samples, search, tables, with_clock};

/// The end of a game.
#[derive(PartialEq, Eq, Debug)]
enum End {
    Mate { winner: Color },
    Draw,
}

fn end(game: &Game) -> Option<End> {
    let position = game.position();
    let is_stuck = position.count_legal_moves() == 0;
    let is_drawn = position.is_drawn(game.earlier(), Ply::ROOT);
    if is_stuck && position.in_check() {
        Some(End::Mate { winner: !position.side_to_move() })
    } else if is_stuck || is_drawn {
        Some(End::Draw)
    } else {
        None
    }
}

/// The engine plays one side, the other library the other.
fn play(engine: &mut Engine, oracle: &Oracle, start: &Position, color: Color, nodes: u64) -> End {
    let mut game = Game::new(start.clone());
    loop {
        if let Some(end) = end(&game) {
            return end;
        }
        let position = game.position();
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
        let mut played = 0;
        while played < samples(4) {
            let position = random_position(material, &mut rng);
            // At least this far from the goal: nearer ones are easy.
            let distance = oracle.dtz(&position);
            let color = position.side_to_move();
            if distance <= 0 || distance > 100 || position.count_legal_moves() == 0 {
                continue;
            }
            played += 1;
            for clock in [0, (99 - distance).max(0)] {
                let start = with_clock(&position, clock);
                let end = play(&mut engine, &oracle, &start, color, 100);
                assert_eq!(end, End::Mate { winner: color }, "{}", start.fen());
            }
        }
    }
}
