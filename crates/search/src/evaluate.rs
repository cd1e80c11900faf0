//! A count of the material, until the evaluator is there.

use movegen::Position;
use types::{Color, Piece, Role, Score};

const VALUE: [i32; Role::COUNT] = [100, 320, 330, 500, 950, 0];

pub(crate) fn evaluate(position: &Position) -> Score {
    let side = |color: Color| -> i32 {
        Role::ALL
            .into_iter()
            .map(|role| VALUE[role.index()] * position.count(Piece::new(color, role)) as i32)
            .sum()
    };
    let us = position.side_to_move();
    Score(side(us) - side(!us))
}
