//! The 960 start positions, by Scharnagl number.
//!
//! Number = ((knights × 6 + queen) × 4 + dark bishop) × 4 + light bishop, where each part says which of
//! the squares still free its piece takes; rook, king and rook then fill the last three from left to right. See
//! <https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>.

use shakmaty::{Bitboard, Board, CastlingMode, Chess, Color, File, Piece, Rank, Role, Setup, Square};

/// A start position's number, below 960.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scharnagl(usize);

impl Scharnagl {
    /// How many there are.
    pub const COUNT: usize = 960;
    /// The start position of standard chess.
    pub const STANDARD: Scharnagl = Scharnagl(518);

    /// The number, if it is one.
    pub fn new(number: usize) -> Option<Self> {
        (number < Self::COUNT).then_some(Self(number))
    }

    /// The pieces of the back rank, from the a-file to the h-file.
    pub fn back_rank(self) -> [Role; 8] {
        let mut rank = [None; 8];
        rank[[1, 3, 5, 7][self.0 % 4]] = Some(Role::Bishop);
        rank[[0, 2, 4, 6][self.0 / 4 % 4]] = Some(Role::Bishop);
        fill(&mut rank, self.0 / 16 % 6, Role::Queen);
        let (left, right) = KNIGHTS[self.0 / 96];
        // The right one first, so that the left one's place among the free squares still holds.
        fill(&mut rank, right, Role::Knight);
        fill(&mut rank, left, Role::Knight);
        for role in [Role::Rook, Role::King, Role::Rook] {
            fill(&mut rank, 0, role);
        }
        rank.map(|role| role.unwrap_or(Role::Rook))
    }
}

/// Places of the two knights among the five squares left to them.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// Puts a piece on the `place`-th free square.
fn fill(rank: &mut [Option<Role>; 8], place: usize, role: Role) {
    if let Some(free) = rank.iter_mut().filter(|square| square.is_none()).nth(place) {
        *free = Some(role);
    }
}

/// The start of a game in which the sides may have different set-ups (double Chess960).
pub fn start(white: Scharnagl, black: Scharnagl) -> Chess {
    let mut setup = Setup { board: Board::empty(), ..Setup::initial() };
    setup.castling_rights = Bitboard::EMPTY;
    line_up(&mut setup, Color::White, white);
    line_up(&mut setup, Color::Black, black);
    match setup.position(CastlingMode::Chess960) {
        Ok(position) => position,
        Err(error) => unreachable!("start positions are legal: {error}"),
    }
}

fn line_up(setup: &mut Setup, color: Color, number: Scharnagl) {
    let (pieces, pawns) = color.fold_wb((Rank::First, Rank::Second), (Rank::Eighth, Rank::Seventh));
    for (file, role) in File::ALL.into_iter().zip(number.back_rank()) {
        let square = Square::from_coords(file, pieces);
        setup.board.set_piece_at(square, Piece { color, role });
        setup.board.set_piece_at(Square::from_coords(file, pawns), color.pawn());
        if role == Role::Rook {
            setup.castling_rights.add(square);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Position as _;
    use std::collections::HashSet;

    fn all() -> impl Iterator<Item = Scharnagl> {
        (0..Scharnagl::COUNT).filter_map(Scharnagl::new)
    }

    #[test]
    fn the_standard_position_has_number_518() {
        assert_eq!(start(Scharnagl::STANDARD, Scharnagl::STANDARD).board(), &Board::new());
    }

    #[test]
    fn numbers_agree_with_cozy_chess() {
        for number in all() {
            let ours = start(number, number);
            let cozy = format!("{:#}", cozy_chess::Board::chess960_startpos(number.0 as u32));
            let text =
                crate::text::fen(&ours, crate::text::Castling::Shredder, shakmaty::EnPassantMode::Always);
            assert_eq!(text, cozy);
        }
    }

    #[test]
    fn all_differ() {
        assert_eq!(all().map(Scharnagl::back_rank).collect::<HashSet<_>>().len(), Scharnagl::COUNT);
        assert_eq!(Scharnagl::new(960), None);
    }
}
