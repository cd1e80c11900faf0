//! Plain piece values and piece counts: the input of endgame rules and scaling, and the tuner's starting values.
//!
//! The values are those of static exchange evaluation. The evaluation's own values are terms like all others.

use movegen::Position;
use movegen::see::PIECE_VALUES;
use types::{Bitboard, Piece, Role, Score, Side};

/// The plain value of a role, a pawn being 100. A king is never traded: 0.
#[inline]
pub fn piece_value(role: Role) -> Score {
    PIECE_VALUES[role]
}

/// The number of pieces of each role that a side has.
pub(crate) struct MaterialCounts {
    pub(crate) pawns: u32,
    pub(crate) knights: u32,
    pub(crate) bishops: u32,
    rooks: u32,
    queens: u32,
    has_both_bishops: bool,
    /// The plain value of the pieces without pawns.
    pub(crate) value: i32,
}

impl MaterialCounts {
    #[inline]
    pub(crate) fn of<S: Side>(position: &Position) -> MaterialCounts {
        let count = |role| position.count(Piece::new(S::COLOR, role));
        let value = |role| count(role) as i32 * piece_value(role).0;
        let bishops = position.pieces(S::COLOR, Role::Bishop);
        MaterialCounts {
            pawns: count(Role::Pawn),
            knights: count(Role::Knight),
            bishops: count(Role::Bishop),
            rooks: count(Role::Rook),
            queens: count(Role::Queen),
            has_both_bishops: bishops.intersects(Bitboard::LIGHT_SQUARES)
                && bishops.intersects(Bitboard::DARK_SQUARES),
            value: value(Role::Knight) + value(Role::Bishop) + value(Role::Rook) + value(Role::Queen),
        }
    }

    /// Returns whether the pieces alone, without a pawn, can force mate against a bare king.
    #[inline]
    pub(crate) fn can_mate_bare_king(&self) -> bool {
        let minors_do = self.has_both_bishops || self.bishops > 0 && self.knights > 0 || self.knights > 2;
        self.rooks + self.queens > 0 || minors_do
    }

    /// Returns whether the pieces besides pawns are a bishop and a knight.
    #[inline]
    pub(crate) fn is_bishop_and_knight(&self) -> bool {
        (self.rooks + self.queens, self.bishops, self.knights) == (0, 1, 1)
    }

    /// Returns whether the pieces besides pawns are two minor pieces, at least one of them a bishop.
    #[inline]
    pub(crate) fn is_bishop_and_minor(&self) -> bool {
        (self.rooks + self.queens, self.bishops + self.knights) == (0, 2) && self.bishops > 0
    }

    /// Returns whether the only piece besides pawns is a bishop or a knight.
    #[inline]
    pub(crate) fn is_one_minor(&self) -> bool {
        (self.rooks + self.queens, self.bishops + self.knights) == (0, 1)
    }

    /// Returns whether the only piece besides pawns is a knight.
    #[inline]
    pub(crate) fn is_one_knight(&self) -> bool {
        (self.knights, self.value) == (1, piece_value(Role::Knight).0)
    }

    /// Returns whether the only piece besides pawns is a rook.
    #[inline]
    pub(crate) fn is_one_rook(&self) -> bool {
        (self.rooks, self.value) == (1, piece_value(Role::Rook).0)
    }

    /// Returns whether the only piece besides pawns is a queen.
    #[inline]
    pub(crate) fn is_one_queen(&self) -> bool {
        (self.queens, self.value) == (1, piece_value(Role::Queen).0)
    }

    /// Returns whether there is at most one piece and no pawn.
    #[inline]
    pub(crate) fn is_one_piece_at_most(&self) -> bool {
        self.pawns == 0 && self.knights + self.bishops + self.rooks + self.queens <= 1
    }

    /// Returns whether there are no pieces besides pawns but bishops, or none at all.
    #[inline]
    pub(crate) fn is_bishops_at_most(&self) -> bool {
        self.knights + self.rooks + self.queens == 0
    }

    /// Returns whether there are no pieces besides pawns.
    #[inline]
    pub(crate) fn is_none(&self) -> bool {
        self.value == 0
    }
}
