//! What a side has, wherever it stands.

use movegen::Position;
use types::{Bitboard, Piece, Role};

use crate::material::piece_value;
use crate::side::Side;

/// What a side has, wherever it stands.
pub(crate) struct Force {
    pub(crate) pawns: u32,
    pub(crate) knights: u32,
    pub(crate) bishops: u32,
    rooks: u32,
    queens: u32,
    has_both_bishops: bool,
    /// The plain values of its pieces, pawns left out.
    pub(crate) value: i32,
}

impl Force {
    #[inline]
    pub(crate) fn of<S: Side>(position: &Position) -> Force {
        let count = |role| position.count(Piece::new(S::COLOR, role));
        let value = |role| count(role) as i32 * piece_value(role).0;
        let bishops = position.pieces(S::COLOR, Role::Bishop);
        Force {
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

    /// Whether the pieces alone, without a pawn, can force mate against a bare king.
    #[inline]
    pub(crate) fn mates_a_lone_king(&self) -> bool {
        let minors_do = self.has_both_bishops || self.bishops > 0 && self.knights > 0 || self.knights > 2;
        self.rooks + self.queens > 0 || minors_do
    }

    /// Whether this is a bishop and a knight and nothing else, pawns apart.
    #[inline]
    pub(crate) fn is_bishop_and_knight(&self) -> bool {
        (self.rooks + self.queens, self.bishops, self.knights) == (0, 1, 1)
    }

    /// Whether these are two minor pieces and nothing else, pawns apart, at least one of them a bishop.
    #[inline]
    pub(crate) fn is_bishop_and_minor(&self) -> bool {
        (self.rooks + self.queens, self.bishops + self.knights) == (0, 2) && self.bishops > 0
    }

    /// Whether this is a bishop or a knight and nothing else, pawns apart.
    #[inline]
    pub(crate) fn is_one_minor(&self) -> bool {
        (self.rooks + self.queens, self.bishops + self.knights) == (0, 1)
    }

    /// Whether this is a knight and nothing else, pawns apart.
    #[inline]
    pub(crate) fn is_one_knight(&self) -> bool {
        (self.knights, self.value) == (1, piece_value(Role::Knight).0)
    }

    /// Whether this is a rook and nothing else, pawns apart.
    #[inline]
    pub(crate) fn is_one_rook(&self) -> bool {
        (self.rooks, self.value) == (1, piece_value(Role::Rook).0)
    }

    /// Whether this is a queen and nothing else, pawns apart.
    #[inline]
    pub(crate) fn is_one_queen(&self) -> bool {
        (self.queens, self.value) == (1, piece_value(Role::Queen).0)
    }

    /// Whether this is one piece or none, and no pawn.
    #[inline]
    pub(crate) fn is_one_piece_at_most(&self) -> bool {
        self.pawns == 0 && self.knights + self.bishops + self.rooks + self.queens <= 1
    }

    /// Whether there are bishops or nothing, pawns apart.
    #[inline]
    pub(crate) fn is_bishops_at_most(&self) -> bool {
        self.knights + self.rooks + self.queens == 0
    }

    /// Whether there are no pieces, pawns apart.
    #[inline]
    pub(crate) fn is_none(&self) -> bool {
        self.value == 0
    }
}
