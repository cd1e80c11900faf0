//! The king: steps to squares that the enemy does not attack, and castling.
//!
//! The attack map is computed with the king taken off the board, since he gives no cover to the squares
//! behind him, and only if he has somewhere to go.

use types::{Bitboard, Move, Role, Square};

use super::side::Side;
use super::{Generator, Kind, Masks, MoveSink};
use crate::position::Wing;
use crate::{Position, attacks};

impl<S: Side, K: Kind, M: MoveSink, const IN_CHECK: bool> Generator<'_, S, K, M, IN_CHECK> {
    #[inline]
    pub(super) fn king(&mut self) {
        let king = self.position.king(S::COLOR);
        let targets = attacks::king(king) & self.wanted();
        if targets.any() {
            let danger = attacked_by::<S::Other>(self.position, self.occupied ^ king);
            self.sink.piece(king, targets - danger);
        }
    }

    #[inline]
    pub(super) fn castling(&mut self) {
        let rooks = self.position.castling() & self.position.color(S::COLOR);
        for rook in rooks {
            if may_castle(self.position, self.masks, rook) {
                self.sink.single(Move::castle(self.position.king(S::COLOR), rook));
            }
        }
    }
}

/// All squares that a side attacks, its own pieces' squares included, when these squares are occupied.
#[inline]
fn attacked_by<S: Side>(position: &Position, occupied: Bitboard) -> Bitboard {
    let mut attacked = attacks::pawns(S::COLOR, position.pieces(S::COLOR, Role::Pawn))
        | attacks::king(position.king(S::COLOR));
    for square in position.pieces(S::COLOR, Role::Knight) {
        attacked |= attacks::knight(square);
    }
    for square in position.diagonal_sliders(S::COLOR) {
        attacked |= attacks::bishop(square, occupied);
    }
    for square in position.straight_sliders(S::COLOR) {
        attacked |= attacks::rook(square, occupied);
    }
    attacked
}

/// Whether the side to move, which is not in check, may castle with this rook that has the right to.
///
/// In Chess960 king and rook may start anywhere on the back rank and always end on the squares of standard
/// chess, so: the squares that either passes must be empty but for the two themselves; the king's path
/// must not be attacked; and the rook must not be pinned, or the king would end in the attack it screened.
#[inline]
pub(crate) fn may_castle(position: &Position, masks: &Masks, rook: Square) -> bool {
    let us = position.side_to_move();
    let king = position.king(us);
    let wing = Wing::of(king, rook);
    let (king_target, rook_target) = (wing.king_target(us), wing.rook_target(us));
    let king_path = attacks::between(king, king_target) | king_target;
    let rook_path = attacks::between(rook, rook_target) | rook_target;
    let occupied = position.occupied() ^ king ^ rook;
    !(king_path | rook_path).intersects(occupied)
        && !masks.straight_pins.contains(rook)
        && (king_path - king).into_iter().all(|square| !position.is_attacked(square, !us, occupied | rook))
}
