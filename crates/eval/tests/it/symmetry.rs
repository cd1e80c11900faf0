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
fn reflections_keep_the_score_in_opening_books() {
    for book in ["uho_4060_20k.epd", "8moves_v3.epd", "dfrc_4852_10k.epd"] {
        let positions = positions::book(book, 3000);
        positions.iter().for_each(check);
        positions::random_games(&positions[..positions.len().min(300)], 60, |position, _| check(position));
    }
}

/// Positions of few pieces, which have rules of their own and which games seldom reach.
#[test]
fn reflections_keep_the_score_of_few_pieces() {
    positions::few_pieces(20_000).iter().for_each(check);
}
