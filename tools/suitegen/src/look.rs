//! What a position shows: the questions that choosing positions asks of it.
//!
//! The rules questions go to `shakmaty`; what is here is geometry. A wrong answer here could only put a
//! position under the wrong heading: it cannot spoil a count.

use shakmaty::attacks::{self, between};
use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position, Role, Square};

use crate::play::after;

/// Squares of the side to move's king.
pub fn king(position: &Chess) -> Option<Square> {
    position.board().king_of(position.turn())
}

/// Whether the opponent of the side to move attacks a square as the board stands.
pub fn attacked(position: &Chess, square: Square) -> bool {
    let board = position.board();
    board.attacks_to(square, !position.turn(), board.occupied()).any()
}

/// Lines on which exactly `blockers` stand between the side to move's king and an enemy slider that moves
/// along it.
pub fn shielded_by(position: &Chess, blockers: Bitboard) -> bool {
    screens(position).any(|(_, screen)| screen == blockers)
}

/// Own pieces that alone shield their king from a slider.
pub fn pinned(position: &Chess) -> Bitboard {
    let ours = position.us();
    screens(position)
        .filter_map(|(_, screen)| screen.single_square())
        .filter(|&square| ours.contains(square))
        .fold(Bitboard::EMPTY, |set, square| set.with(square))
}

/// For every enemy slider that looks towards the king of the side to move: it, and what stands in between.
fn screens(position: &Chess) -> impl Iterator<Item = (Square, Bitboard)> {
    let board = position.board();
    let king = king(position);
    let enemies = position.them();
    let sliders = king.map_or(Bitboard::EMPTY, |king| {
        let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
        let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
        (straight | diagonal) & enemies
    });
    let occupied = board.occupied();
    sliders.into_iter().filter_map(move |slider| Some((slider, between(king?, slider) & occupied)))
}

/// Legal en passant captures.
pub fn en_passants(position: &Chess) -> Vec<Move> {
    position.legal_moves().into_iter().filter(|m| m.is_en_passant()).collect()
}

/// Pawns of the side to move that stand ready to capture en passant, legally or not.
pub fn capturers(position: &Chess) -> Bitboard {
    position
        .maybe_ep_square()
        .map_or(Bitboard::EMPTY, |ep| attacks::pawn_attacks(!position.turn(), ep) & position.our(Role::Pawn))
}

/// The pawn that has just made a double step.
pub fn pushed_pawn(position: &Chess) -> Option<Square> {
    let ep = position.maybe_ep_square()?;
    Some(Square::from_coords(ep.file(), position.turn().relative_rank(shakmaty::Rank::Fifth)))
}

/// A castling right of the side to move, with its squares.
#[derive(Clone, Copy, Debug)]
pub struct Right {
    /// Which wing.
    pub side: CastlingSide,
    /// Where the king stands and goes.
    pub king: (Square, Square),
    /// Where the rook stands and goes.
    pub rook: (Square, Square),
    /// Nothing stands in the way.
    pub open: bool,
    /// Castling is legal now.
    pub legal: bool,
}

impl Right {
    /// The squares the king crosses on its way, without both ends.
    pub fn crossed(&self) -> Bitboard {
        between(self.king.0, self.king.1)
    }
}

/// The castling rights of the side to move.
pub fn rights(position: &Chess) -> Vec<Right> {
    CastlingSide::ALL.into_iter().filter_map(|side| right(position, side)).collect()
}

fn right(position: &Chess, side: CastlingSide) -> Option<Right> {
    let (turn, castles) = (position.turn(), position.castles());
    let (king, rook) = (king(position)?, castles.rook(turn, side)?);
    Some(Right {
        side,
        king: (king, side.king_to(turn)),
        rook: (rook, side.rook_to(turn)),
        open: (castles.path(turn, side) & position.board().occupied()).is_empty(),
        legal: position.castling_moves(side).into_iter().any(|m| position.is_legal(m)),
    })
}

/// Whether some legal move that `which` selects leads to a position that `then` holds of.
pub fn can(position: &Chess, which: impl Fn(Move) -> bool, then: impl Fn(&Chess, Move) -> bool) -> bool {
    position.legal_moves().into_iter().any(|m| which(m) && then(&after(position, m), m))
}

/// Pieces of one colour and role.
pub fn pieces(position: &Chess, color: Color, role: Role) -> Bitboard {
    position.board().by_piece(role.of(color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, fen::Fen};

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap()
    }

    #[test]
    fn the_rank_pin_of_en_passant() {
        let pos = position("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2");
        assert_eq!(capturers(&pos), Bitboard::from(Square::E5));
        assert_eq!(pushed_pawn(&pos), Some(Square::D5));
        assert!(en_passants(&pos).is_empty());
        assert!(shielded_by(&pos, Bitboard::from(Square::D5).with(Square::E5)));
        assert!(pinned(&pos).is_empty());
    }

    #[test]
    fn a_plain_pin_and_a_legal_en_passant() {
        let pos = position("4k3/8/b7/1Pp5/2K5/8/8/8 w - c6 0 1");
        assert_eq!(pinned(&pos), Bitboard::from(Square::B5));
        assert!(en_passants(&pos).is_empty());
        let pos = position("4k3/8/1b6/2Pp4/3K4/8/8/8 w - d6 0 1");
        assert_eq!(pinned(&pos), Bitboard::from(Square::C5));
    }

    #[test]
    fn castling_rights_know_their_squares() {
        let pos = position("4k3/8/8/8/8/8/8/qR3K2 w B - 0 1");
        let [right] = rights(&pos)[..] else { panic!("one right") };
        assert_eq!(right.king, (Square::F1, Square::C1));
        assert_eq!(right.rook, (Square::B1, Square::D1));
        assert!(right.open && !right.legal, "the rook would uncover a check");
        assert_eq!(right.crossed(), Bitboard::from(Square::D1).with(Square::E1));
        assert!(!attacked(&pos, Square::C1) && attacked(&pos, Square::B1));
    }
}
