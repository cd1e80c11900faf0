//! The random numbers behind position keys.
//!
//! A key is the exclusive or of one number for each fact: this piece on that square, this rook may castle,
//! an en-passant capture is possible on that file, Black is to move. (Zobrist, *A new hashing method with
//! application for game playing*, 1970.)
//!
//! The numbers are the outputs of SplitMix64 from a fixed seed, in a fixed order, computed at compile time.
//! **They are stable**: keys may be written to files and compared between versions. A test pins the keys of
//! the start position and of one with all kinds of facts in it.

use types::{ByPiece, BySquare, Color, File, Key, Piece, Square};

/// The number that each fact contributes to a key.
struct Numbers {
    pieces: ByPiece<BySquare<Key>>,
    castling: BySquare<Key>,
    en_passant: [Key; File::COUNT],
    black_to_move: Key,
}

const SEED: u64 = 0x0C0F_F1CE_0F7E_EE05;

static NUMBERS: Numbers = numbers();

/// One step of SplitMix64 (Steele, Lea and Flood, 2014): the next state and the number drawn.
const fn split_mix(state: u64) -> (u64, Key) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, Key(z ^ z >> 31))
}

const fn fill<const N: usize>(mut state: u64, row: &mut [Key; N]) -> u64 {
    let mut index = 0;
    while index < N {
        (state, row[index]) = split_mix(state);
        index += 1;
    }
    state
}

const fn numbers() -> Numbers {
    let mut numbers = Numbers {
        pieces: ByPiece::splat(BySquare::splat(Key(0))),
        castling: BySquare::splat(Key(0)),
        en_passant: [Key(0); File::COUNT],
        black_to_move: Key(0),
    };
    let mut state = SEED;
    let mut piece = 0;
    while piece < Piece::COUNT {
        state = fill(state, &mut numbers.pieces.0[piece].0);
        piece += 1;
    }
    state = fill(state, &mut numbers.castling.0);
    state = fill(state, &mut numbers.en_passant);
    (_, numbers.black_to_move) = split_mix(state);
    numbers
}

/// `piece` stands on `square`.
#[inline]
pub fn piece(piece: Piece, square: Square) -> Key {
    NUMBERS.pieces[piece][square]
}

/// The rook on `square` may still castle.
#[inline]
pub fn castling(square: Square) -> Key {
    NUMBERS.castling[square]
}

/// A legal en-passant capture exists on `file`.
#[inline]
pub fn en_passant(file: File) -> Key {
    NUMBERS.en_passant[file.index()]
}

/// The side to move: 0 for White.
#[inline]
pub fn side_to_move(color: Color) -> Key {
    match color {
        Color::White => Key(0),
        Color::Black => NUMBERS.black_to_move,
    }
}

/// A number for a material signature: the same mixing, so that signatures one bit apart share nothing.
#[inline]
pub fn mix(signature: u64) -> Key {
    split_mix(signature).1
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Position;

    #[test]
    fn all_numbers_differ_and_none_is_zero() {
        let mut seen = HashSet::from([Key(0)]);
        let pieces = Piece::ALL.into_iter().flat_map(|p| Square::ALL.map(|s| piece(p, s)));
        let rest = Square::ALL.into_iter().map(castling).chain(File::ALL.map(en_passant));
        let mut count = 0;
        for key in pieces.chain(rest).chain([side_to_move(Color::Black)]) {
            assert!(seen.insert(key), "{key} appears twice");
            count += 1;
        }
        assert_eq!(count, 12 * 64 + 64 + 8 + 1);
    }

    /// Pieces, the right of each rook, the en-passant file and the side to move, as files have them.
    #[test]
    fn keys_are_those_of_earlier_versions() {
        for (fen, key) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0xe3af_eb74_ae74_7fac),
            ("1rk2r2/8/8/8/3pP3/8/8/R1K4R b HAfb e3 0 1", 0x2c87_062f_c87d_c504),
        ] {
            let position: Position = fen.parse().expect("legal");
            assert_eq!(position.key(), Key(key), "{fen}");
        }
    }
}
