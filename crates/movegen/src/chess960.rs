//! The 960 ways to set up the pieces, by their number.
//!
//! ```text
//!   number mod 4: light-squared bishop, then /4 mod 4: dark-squared bishop,
//!   then /4 mod 6: queen among the squares left, then /6: both knights; rook, king, rook fill the rest
//! ```
//!
//! The numbering is Reinhard Scharnagl's, in which standard chess is 518.

use types::{Color, File, Piece, Rank, Role, Square};

use crate::Position;
use crate::position::setup::Setup;

/// The number of arrays.
pub const COUNT: u32 = 960;
/// The array of standard chess.
pub const STANDARD: u32 = 518;

/// The pieces of the first rank, from the a-file. Numbers beyond 959 start anew.
pub fn back_rank(number: u32) -> [Role; 8] {
    let mut rest = number % COUNT;
    let mut digit = |base: u32| {
        let digit = rest % base;
        rest /= base;
        digit as usize
    };
    let mut rank = [None; 8];
    rank[2 * digit(4) + 1] = Some(Role::Bishop);
    rank[2 * digit(4)] = Some(Role::Bishop);
    place(&mut rank, digit(6), Role::Queen);
    // The pairs of the five squares left, in the order 01 02 03 04 12 13 14 23 24 34.
    let (mut first, mut second) = (0, digit(10));
    while second >= 4 - first {
        second -= 4 - first;
        first += 1;
    }
    // The second goes first, so that it does not shift the squares before it.
    place(&mut rank, first + second + 1, Role::Knight);
    place(&mut rank, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut rank, 0, role);
    }
    rank.map(|role| role.unwrap_or(Role::Rook))
}

/// Puts a piece on the free square with this index among the free ones.
fn place(rank: &mut [Option<Role>; 8], index: usize, role: Role) {
    if let Some(square) = rank.iter_mut().filter(|square| square.is_none()).nth(index) {
        *square = Some(role);
    }
}

impl Position {
    /// The position from which standard chess begins.
    pub fn startpos() -> Position {
        start(STANDARD, STANDARD)
    }
}

/// The start of a game in which the sides may have different arrays.
pub fn start(white: u32, black: u32) -> Position {
    let mut setup = Setup::empty();
    for (color, number) in [(Color::White, white), (Color::Black, black)] {
        for (file, role) in File::ALL.into_iter().zip(back_rank(number)) {
            let square = Square::new(file, color.back_rank());
            setup.board[square] = Some(Piece::new(color, role));
            let pawn = Square::new(file, Rank::Second.relative_to(color));
            setup.board[pawn] = Some(Piece::new(color, Role::Pawn));
            if role == Role::Rook {
                setup.castling |= square;
            }
        }
    }
    setup.into_position().expect("every array is a legal position")
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;
    use std::collections::HashSet;

    #[test]
    fn the_arrays_are_all_those_that_the_rules_allow() {
        let arrays: HashSet<[Role; 8]> = (0..COUNT).map(back_rank).collect();
        assert_eq!(arrays.len(), 960);
        for array in arrays {
            let files = |role| (0..8).filter(|&file| array[file] == role).collect::<Vec<_>>();
            let (bishops, rooks, king) = (files(Role::Bishop), files(Role::Rook), files(Role::King));
            assert!(bishops[0] % 2 != bishops[1] % 2, "{array:?}");
            assert!(rooks[0] < king[0] && king[0] < rooks[1], "{array:?}");
            assert_eq!((files(Role::Knight).len(), files(Role::Queen).len()), (2, 1));
        }
    }

    #[test]
    fn standard_chess_is_518() {
        let start = Position::startpos().fen();
        assert_eq!(start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    }

    #[test]
    fn numbers_at_the_ends_are_those_of_the_published_table() {
        let text = |number| back_rank(number).map(|role| role.letter()).iter().collect::<String>();
        assert_eq!(text(0), "bbqnnrkr");
        assert_eq!(text(959), "rkrnnqbb");
    }
}
