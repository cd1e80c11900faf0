//! Properties that hold for any text that is read as a position or a move.
//!
//! The fuzz targets call these with generated inputs; the tests of `movegen` call them with the inputs in
//! `seeds`, so that earlier finds are checked without a fuzzer.

// Each user needs a part of this.
#![allow(dead_code)]

use coppice_chess::Position;
use coppice_chess::text::{CastlingNotation, Epd, SanError};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _};
use types::Move;

/// Positions that moves are read in; the first letter of an input chooses one, counted from `A`.
///
/// Castling of all kinds, en passant, promotions, pieces to tell apart, pins and checks.
const POSITIONS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1pp1pb1/bn2Qnp1/2qPN3/1p2P3/2N5/PPPBBPPP/R3K2R b KQkq - 3 2",
    "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/4RKR1 w GEdb - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1k6/2b5/2pPp3/8/5K2/8 b - d3 0 1",
    "6k1/2q3q1/8/3N1N2/2q1K1q1/3N1N2/8/2q3q1 w - - 0 1",
    "Q6Q/4k3/8/Q6Q/8/3P4/1N1N1K2/Q2N3Q w - - 0 1",
    "4k2r/6P1/8/8/8/8/4K3/8 b k - 0 1",
];

/// The position that an input chooses, and the rest of it.
fn split_position(input: &str) -> Option<(Position, &str)> {
    let mut letters = input.chars();
    let index = usize::from(u8::try_from(letters.next()?).ok()?.checked_sub(b'A')?);
    let position = POSITIONS.get(index)?.parse().expect("the positions above are well-formed");
    Some((position, letters.as_str()))
}

/// The position in the other library, which is stricter with what no game reaches.
pub(crate) fn to_shakmaty(position: &Position) -> Chess {
    let fen: Fen = position.fen().parse().expect("what is written is well-formed");
    fen.into_position(CastlingMode::Chess960)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .expect("what is accepted here is accepted there")
}

fn move_text(mv: shakmaty::Move) -> String {
    mv.to_uci(CastlingMode::Chess960).to_string()
}

/// A text is refused, or is a position that can be written, read back and played on; likewise as an EPD line. Every FEN is
/// an EPD line of the same position.
pub(crate) fn fen(text: &str) {
    let (position, epd) = (text.parse::<Position>(), text.parse::<Epd>());
    match &position {
        Ok(position) => assert_eq!(epd.as_ref().map(|epd| &epd.position), Ok(position)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    match &epd {
        Ok(epd) => check_position(&epd.position),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check_position(position: &Position) {
    for fen in [position.fen(), position.shredder_fen()] {
        assert_eq!(fen.parse().as_ref(), Ok(position));
    }
    assert!(position.rebuilt() == *position);
    let mut legal: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    let mut expected: Vec<String> = to_shakmaty(position).legal_moves().into_iter().map(move_text).collect();
    legal.sort();
    expected.sort();
    assert_eq!(legal, expected);
    for mv in position.legal_moves() {
        let next = position.after(mv);
        assert!(next.rebuilt() == next);
        assert_eq!(next.fen().parse(), Ok(next));
    }
}

/// A text is refused, or is a legal move that its own text stands for as well. If the text is well-formed and the other
/// library, which demands every `x`, reads it as a move, it is read as the same move.
pub(crate) fn san(input: &str) {
    let Some((position, text)) = split_position(input) else { return };
    let found = position.parse_san(text);
    match &found {
        Ok(mv) => {
            assert!(position.legal_moves().contains(mv));
            assert_eq!(position.parse_san(&position.san(*mv)), Ok(*mv));
        }
        Err(error) => assert!(error.to_string().contains(text)),
    }
    // The other library takes small letters for promotions.
    if matches!(found, Err(SanError::Syntax { .. })) {
        return;
    }
    let chess = to_shakmaty(&position);
    if let Some(expected) = text.parse::<SanPlus>().ok().and_then(|san| san.san.to_move(&chess).ok()) {
        assert_eq!(found.map(|mv| mv.to_string()), Ok(move_text(expected)));
    }
}

/// A text is refused, or is that of a legal move in one of the notations. The other library, which is more
/// tolerant, reads it as the same move.
pub(crate) fn uci(input: &str) {
    let Some((position, text)) = split_position(input) else { return };
    match position.parse_uci(text) {
        Ok(mv) => {
            assert!(position.legal_moves().contains(&mv));
            let texts = [CastlingNotation::Standard, CastlingNotation::Chess960]
                .map(|notation| position.uci(mv, notation).to_string());
            assert!(texts.iter().any(|own| own == text));
            let theirs: UciMove = text.parse().expect("well-formed here is well-formed there");
            let theirs = theirs.to_move(&to_shakmaty(&position)).expect("legal here is legal there");
            assert_eq!(mv.to_string(), move_text(theirs));
        }
        Err(error) => assert!(error.to_string().contains(text)),
    }
}
