//! The king: steps to squares that the enemy does not attack, and castling.
//!
//! The squares that the enemy attacks are computed together, with the king taken off the board,
//! since it gives no cover to the squares behind it, and only if it has a square to go to.

use types::{Bitboard, Color, Move, Role, Square};

use super::side::Side;
use super::{GenerationType, Generator, Masks, MoveSink};
use crate::position::Wing;
use crate::{Position, attacks};

impl<S: Side, G: GenerationType, M: MoveSink, const IN_CHECK: bool> Generator<'_, S, G, M, IN_CHECK> {
    #[inline(always)]
    pub(super) fn king(&mut self) {
        let king = self.position.king(S::COLOR);
        let targets = attacks::king(king) & self.wanted();
        if targets.any() {
            let danger = attacked_by::<S::Other>(self.position, self.occupied ^ king);
            self.sink.piece(king, targets - danger);
            self.castling(king, || danger);
        } else {
            // No room to step, but in Chess960 king and rook may still change places.
            let (position, occupied) = (self.position, self.occupied);
            self.castling(king, || attacked_by::<S::Other>(position, occupied ^ king));
        }
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, danger: impl Fn() -> Bitboard) {
        if IN_CHECK || !G::QUIETS {
            return;
        }
        let rooks = self.position.castling() & self.position.color(S::COLOR);
        if rooks.is_empty() {
            return;
        }
        // King and rook pass each other, so nothing may stand between them: most fall out here.
        for rook in rooks & attacks::rook(king, self.occupied) {
            let path = castling_path(self.position, &self.masks, S::COLOR, king, rook);
            if path.is_some_and(|path| !path.intersects(danger())) {
                self.sink.single(Move::castle(king, rook));
            }
        }
    }
}

/// All squares that a side attacks, its own pieces' squares included, when these squares are occupied.
///
/// One function for this and [`Position::attacked_by`], the colour a value for both, costs perft 2 % more instructions.
#[inline(always)] // Perft with bulk counting: +2 %.
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

/// The squares that a king passes and reaches when it castles with this rook, which has the right to;
/// `None` if something is in the way or the rook is pinned. Castling is legal if no square of it is
/// attacked once the king has left.
///
/// In Chess960 king and rook may start anywhere on the back rank and always end on the squares of standard
/// chess, so the squares that either passes must be empty but for the two themselves. If the rook is
/// pinned, the king would end in the attack that it screened.
#[inline]
pub(crate) fn castling_path(
    position: &Position,
    masks: &Masks,
    us: Color,
    king: Square,
    rook: Square,
) -> Option<Bitboard> {
    let wing = Wing::of(king, rook);
    let (king_target, rook_target) = (wing.king_target(us), wing.rook_target(us));
    let king_path = (attacks::between(king, king_target) | king_target) - king;
    let rook_path = attacks::between(rook, rook_target) | rook_target;
    let others = position.occupied() ^ king ^ rook;
    let is_free = !(king_path | rook_path).intersects(others) && !masks.straight_pins.contains(rook);
    is_free.then_some(king_path)
}
