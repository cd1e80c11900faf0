//! A legality test for moves that were not generated here.
//!
//! Moves come back from the transposition table, from killer slots and from other threads, and may belong
//! to another position or to none: any 16 bits must be judged. That costs less than generating all moves
//! to look for one.

use types::{Bitboard, Move, MoveKind, Rank, Role, Square};

use crate::generate::CastlingPath;
use crate::{Masks, Position, attacks};

impl Position {
    /// True if `mv`, which may be any encoding at all, is a legal move. `masks` are this position's.
    pub fn is_legal(&self, masks: &Masks, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from) else { return false };
        if piece.color() != self.side_to_move() || !mv.is_canonical() {
            return false;
        }
        match (mv.kind(), piece.role()) {
            (MoveKind::Castle, Role::King) => self.is_legal_castling(masks, to),
            (MoveKind::EnPassant, Role::Pawn) => {
                self.en_passant() == Some(to)
                    && attacks::pawn(self.side_to_move(), from).contains(to)
                    && self.en_passant_is_safe(from, to)
            }
            (MoveKind::Promotion(_), Role::Pawn) | (MoveKind::Normal, _) => {
                let last_rank = !self.side_to_move().back_rank().bitboard()
                    & (Rank::First.bitboard() | Rank::Eighth.bitboard());
                let promotes = piece.role() == Role::Pawn && last_rank.contains(to);
                promotes == mv.promoted_to().is_some()
                    && self.reach(piece.role(), from).contains(to)
                    && self.leaves_king_safe(masks, piece.role(), from, to)
            }
            _ => false,
        }
    }

    fn is_legal_castling(&self, masks: &Masks, rook: Square) -> bool {
        let us = self.side_to_move();
        let has_right = (self.castling() & self.color(us)).contains(rook);
        if masks.in_check() || !has_right {
            return false;
        }
        let king = self.king(us);
        let is_safe = |square| !self.is_attacked(square, !us, self.occupied() ^ king);
        let path = CastlingPath::new(us, king, rook);
        let is_free = !path.all.intersects(self.occupied()) && !masks.straight_pins.contains(rook);
        is_free && path.king.into_iter().all(is_safe)
    }

    /// The squares to which a piece of the side to move on `from` could go if its king could not be attacked.
    fn reach(&self, role: Role, from: Square) -> Bitboard {
        let us = self.side_to_move();
        match role {
            Role::Pawn => {
                let empty = !self.occupied();
                let single = from.bitboard().forward(us) & empty;
                let double = (single & Rank::Third.relative_to(us).bitboard()).forward(us) & empty;
                attacks::pawn(us, from) & self.color(!us) | single | double
            }
            _ => attacks::piece(role, from, self.occupied()) - self.color(us),
        }
    }

    fn leaves_king_safe(&self, masks: &Masks, role: Role, from: Square, to: Square) -> bool {
        let us = self.side_to_move();
        if role == Role::King {
            return !self.is_attacked(to, !us, self.occupied() ^ from);
        }
        let stays_on_pin = || attacks::line(self.king(us), from).contains(to);
        !masks.checkers.has_many()
            && masks.check_mask.contains(to)
            && (!masks.pins().contains(from) || stays_on_pin())
    }
}
