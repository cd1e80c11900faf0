//! Text in random games of standard chess, Chess960 and double Chess960: whatever is written is read back
//! as the same, and reads as a second rules library writes it.

use coppice_chess::Position;
use coppice_chess::text::{CastlingNotation, UciMove, UciMoveError};
use shakmaty::CastlingMode;
use shakmaty::san::SanPlus;
use types::{Move, Role, Square};

use crate::support::{Variant, for_games, for_positions, move_by_shakmaty, to_shakmaty};

const GAMES: u32 = 150;

#[test]
fn san_is_what_a_second_library_writes_and_is_read_back() {
    for_positions(GAMES, |position| {
        let chess = to_shakmaty(position);
        for mv in position.legal_moves() {
            let san = position.san(mv);
            let expected = SanPlus::from_move(chess.clone(), move_by_shakmaty(&chess, mv));
            assert_eq!(san, expected.to_string(), "{position:?}");
            assert_eq!(position.parse_san(&san), Ok(mv), "{position:?}");
        }
    });
}

/// Spellings of a SAN move by other programs.
fn careless(position: &Position, mv: Move, san: &str) -> [String; 5] {
    let unmarked = san.trim_end_matches(['+', '#']);
    let full_origin = match position.piece_at(mv.from()).unwrap().role() {
        _ if mv.is_castle() => unmarked.replace('O', "0"),
        Role::Pawn => format!("{}{}", mv.from(), &unmarked[unmarked.find(&mv.to().to_string()).unwrap()..]),
        role => format!("{}{}{}", role.letter().to_ascii_uppercase(), mv.from(), mv.to()),
    };
    [
        unmarked.to_owned(),
        format!("{unmarked}+!?"),
        unmarked.replace('=', ""),
        unmarked.replace('x', ""),
        full_origin,
    ]
}

#[test]
fn careless_san_means_the_same_move() {
    for_positions(GAMES / 5, |position| {
        for mv in position.legal_moves() {
            for text in careless(position, mv, &position.san(mv)) {
                assert_eq!(position.parse_san(&text), Ok(mv), "{text} in {position:?}");
            }
        }
    });
}

#[test]
fn uci_in_both_castling_notations_is_read_back() {
    for_positions(GAMES, |position| {
        for mv in position.legal_moves() {
            for notation in [CastlingNotation::Standard, CastlingNotation::Chess960] {
                let text = position.uci(mv, notation).to_string();
                assert_eq!(position.parse_uci(&text), Ok(mv), "{text} in {position:?}");
            }
        }
    });
}

#[test]
fn uci_is_what_a_second_library_writes() {
    for variant in Variant::ALL {
        for_games(variant, GAMES, |game| {
            for (position, mv) in game.plies() {
                let theirs = move_by_shakmaty(&to_shakmaty(&position), mv);
                let chess960 = position.uci(mv, CastlingNotation::Chess960).to_string();
                assert_eq!(chess960, theirs.to_uci(CastlingMode::Chess960).to_string());
                if variant == Variant::Standard {
                    let standard = position.uci(mv, CastlingNotation::Standard).to_string();
                    assert_eq!(standard, theirs.to_uci(CastlingMode::Standard).to_string());
                }
            }
        });
    }
}

/// Every well-formed UCI move there is.
fn all_uci_moves() -> impl Iterator<Item = UciMove> {
    let promotions = [None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];
    let pairs = Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)));
    pairs.flat_map(move |(from, to)| promotions.map(|promotion| UciMove { from, to, promotion }))
}

#[test]
fn only_legal_moves_are_read() {
    for variant in Variant::ALL {
        for_games(variant, 5, |game| {
            let position = game.end();
            let mut read = Vec::new();
            for mv in all_uci_moves() {
                match position.parse_uci(&mv.to_string()) {
                    Ok(found) => read.push(found),
                    Err(UciMoveError::Illegal { mv: named, fen }) => {
                        assert_eq!((named, fen), (mv, position.fen()))
                    }
                    Err(UciMoveError::PromotionMissing { mv: named, .. }) => assert_eq!(named, mv),
                    Err(error) => panic!("{error} for {mv}"),
                }
            }
            // Castling of a king on the e-file is read twice, unless its rook stands where the king goes.
            let mut legal = position.legal_moves();
            legal.sort_by_key(|mv| mv.bits());
            read.sort_by_key(|mv| mv.bits());
            read.dedup();
            assert_eq!(read, legal.to_vec(), "{position:?}");
        });
    }
}
