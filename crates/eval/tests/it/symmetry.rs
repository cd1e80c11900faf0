//! Colours and wings are alike: the evaluation of a reflected position is that of the position.

use movegen::Position;

use crate::positions::{self, flipped, mirrored};

fn check(position: &Position) {
    let score = eval::evaluate(position);
    assert_eq!(eval::evaluate(&flipped(position)), score, "colours: {position:?}");
    if position.castling().is_empty() {
        assert_eq!(eval::evaluate(&mirrored(position)), score, "wings: {position:?}");
    }
}

#[test]
fn reflections_keep_the_score_in_random_games() {
    positions::random_games(&positions::starts(100, 200), 400, |position, _| check(position));
}

#[test]
fn reflections_keep_the_score_in_perft_suites() {
    for name in ["random.epd", "standard.epd", "tricky.epd", "dfrc.epd"] {
        let positions = positions::suite(name, 1000);
        positions.iter().for_each(check);
        positions::random_games(&positions[..positions.len().min(300)], 60, |position, _| check(position));
    }
}

/// Positions of few pieces, which have rules of their own and which games seldom reach.
#[test]
fn reflections_keep_the_score_of_few_pieces() {
    positions::few_pieces(20_000).iter().for_each(check);
}
