//! Attacks on squares.

use types::{Bitboard, Color, Role, Square};

use super::Position;
use crate::attacks;

impl Position {
    /// The pieces of both colours that attack `square` when these squares are occupied.
    ///
    /// A piece outside `occupied` still attacks (mask the result if that matters): only the lines are
    /// cut by it.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [white, black] = Color::ALL.map(|color| self.color(color));
        let diagonal = self.role(Role::Bishop) | self.role(Role::Queen);
        let straight = self.role(Role::Rook) | self.role(Role::Queen);
        attacks::pawn(Color::White, square) & self.role(Role::Pawn) & black
            | attacks::pawn(Color::Black, square) & self.role(Role::Pawn) & white
            | attacks::knight(square) & self.role(Role::Knight)
            | attacks::king(square) & self.role(Role::King)
            | attacks::bishop(square, occupied) & diagonal
            | attacks::rook(square, occupied) & straight
    }

    /// True if `color` attacks `square` when these squares are occupied.
    #[inline]
    pub fn is_attacked(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        (self.attackers_to(square, occupied) & self.color(color)).any()
    }

    /// Every square that `color` attacks, own pieces' squares among them.
    #[inline]
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        let occupied = self.occupied();
        let mut attacked =
            attacks::pawns(color, self.pieces(color, Role::Pawn)) | attacks::king(self.king(color));
        for square in self.pieces(color, Role::Knight) {
            attacked |= attacks::knight(square);
        }
        for square in self.diagonal_sliders(color) {
            attacked |= attacks::bishop(square, occupied);
        }
        for square in self.straight_sliders(color) {
            attacked |= attacks::rook(square, occupied);
        }
        attacked
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let us = self.side_to_move();
        self.attackers_to(self.king(us), self.occupied()) & self.color(!us)
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// True if an en-passant capture from `from` to `to` leaves the mover's king safe.
    ///
    /// Two pawns leave a rank at once, which no pin line describes, so the king's attackers are looked up
    /// on the board as it would be.
    #[inline]
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = match to.rank() {
            types::Rank::Sixth => Color::White,
            _ => Color::Black,
        };
        let captured = Square::new(to.file(), from.rank());
        let occupied = (self.occupied() ^ from ^ captured) | to;
        let attackers = self.attackers_to(self.king(us), occupied) & self.color(!us);
        (attackers & occupied).is_empty()
    }

    /// The pawns of `us` that may legally take en passant on `to`.
    #[inline]
    pub(crate) fn en_passant_capturers(&self, us: Color, to: Square) -> impl Iterator<Item = Square> {
        let candidates = attacks::pawn(!us, to) & self.pieces(us, Role::Pawn);
        candidates.into_iter().filter(move |&from| self.en_passant_is_safe(from, to))
    }
}
