//! Colours and wings are alike: the evaluation of a reflected position is that of the position.

use movegen::Position;
use movegen::position::setup::Setup;
use types::{Bitboard, BySquare, Piece, Square};

use crate::positions;

/// The position with each square taken from `origin`, everything else as given.
fn rearranged(position: &Position, origin: impl Fn(Square) -> Square, swap_colors: bool) -> Setup {
    let piece_from = |square| {
        let piece = position.piece_at(origin(square))?;
        Some(if swap_colors { Piece::new(!piece.color(), piece.role()) } else { piece })
    };
    let side_to_move = position.side_to_move();
    Setup {
        board: BySquare::from_fn(piece_from),
        side_to_move: if swap_colors { !side_to_move } else { side_to_move },
        castling: Square::ALL.into_iter().filter(|&s| position.castling().contains(origin(s))).collect(),
        en_passant: position.en_passant().map(&origin),
        halfmove_clock: position.halfmove_clock(),
        fullmove_number: position.fullmove_number(),
    }
}

/// The board upside down, White's pieces and turn given to Black and Black's to White.
fn flipped(position: &Position) -> Position {
    rearranged(position, Square::flip, true).into_position().expect("as legal as the original")
}

/// The board seen in a mirror, without castling rights.
fn mirrored(position: &Position) -> Position {
    let mut setup = rearranged(position, Square::mirror, false);
    setup.castling = Bitboard::EMPTY;
    setup.into_position().expect("as legal as the original")
}

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
