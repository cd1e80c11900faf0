//! Distances in king's moves, from a table: the evaluation asks for two of every piece, always of the same
//! two kings, whose lines of the table are 64 bytes each.

use types::{BySquare, Square};

/// How many moves a king on a square needs to each other square of an empty board, 0 to 7.
#[inline]
pub(crate) fn distances(king: Square) -> &'static BySquare<u8> {
    &DISTANCES[king]
}

static DISTANCES: BySquare<BySquare<u8>> = table();

const fn table() -> BySquare<BySquare<u8>> {
    let mut table = BySquare([BySquare([0; Square::COUNT]); Square::COUNT]);
    let mut from = 0;
    while from < Square::COUNT {
        let mut to = 0;
        while to < Square::COUNT {
            table.0[from].0[to] = Square::ALL[from].distance(Square::ALL[to]);
            to += 1;
        }
        from += 1;
    }
    table
}
