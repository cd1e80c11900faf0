//! The incremental sums are those of the position, whatever was played to reach it.

use eval::{Accumulator, Evaluator};
use movegen::position::BoardObserver;
use types::{Piece, Square};

use crate::positions;

/// Counts the castlings, to check that there were some.
struct Watched {
    sums: Accumulator,
    lifted: u32,
}

impl BoardObserver for Watched {
    fn put(&mut self, piece: Piece, square: Square) {
        self.sums.put(piece, square);
    }

    fn lift(&mut self, piece: Piece, square: Square) {
        self.sums.lift(piece, square);
        self.lifted += 1;
    }

    fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        self.sums.slide(piece, from, to);
    }
}

#[test]
fn every_move_of_random_games_keeps_the_sums() {
    let (mut castlings, mut captures, mut promotions) = (0, 0, 0);
    let mut evaluator = Evaluator::new();
    positions::random_games(&positions::starts(60, 240), 300, |before, mv| {
        let mut after = before.clone();
        let mut watched = Watched { sums: Accumulator::of(before), lifted: 0 };
        after.play_observed(mv, &mut watched);
        assert_eq!(watched.sums, Accumulator::of(&after), "{before:?} {mv}");
        assert_eq!(evaluator.evaluate(&after, &watched.sums), eval::evaluate(&after), "{after:?}");
        castlings += u32::from(mv.is_castle());
        captures += u32::from(before.is_capture(mv) && watched.lifted > 0);
        promotions += u32::from(mv.promoted_to().is_some());
    });
    assert!(castlings > 20 && captures > 1000 && promotions > 20, "{castlings} {captures} {promotions}");
}
