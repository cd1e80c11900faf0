//! Pawns, moved as sets: all captures to one side are one shift, all pushes another.
//!
//! A pawn pinned on a diagonal may capture along it and never push; one pinned on a file may push and
//! never capture; one pinned on a rank may do nothing. As with other pieces, a pinned pawn that arrives on
//! any pin line of its kind has stayed on its own.

use types::{Bitboard, Move, Role};

use super::side::Side;
use super::{Generator, Kind, MoveSink};

impl<S: Side, K: Kind, M: MoveSink, const IN_CHECK: bool> Generator<'_, S, K, M, IN_CHECK> {
    #[inline(always)]
    pub(super) fn pawns(&mut self) {
        let pawns = self.position.pieces(S::COLOR, Role::Pawn);
        let (diagonal, straight) = (self.masks.diagonal_pins, self.masks.straight_pins);
        if K::CAPTURES {
            let takers = pawns - straight;
            self.pawn_captures(takers, diagonal, Bitboard::east, S::PUSH + 1);
            self.pawn_captures(takers, diagonal, Bitboard::west, S::PUSH - 1);
            self.en_passant();
        }
        self.pawn_pushes(pawns - diagonal, straight);
    }

    #[inline(always)]
    fn pawn_captures(
        &mut self,
        pawns: Bitboard,
        pins: Bitboard,
        sideways: impl Fn(Bitboard) -> Bitboard,
        step: i8,
    ) {
        let capture = |pawns: Bitboard| sideways(pawns.forward(S::COLOR));
        let arrivals = capture(pawns - pins) | capture(pawns & pins) & pins;
        let targets = arrivals & self.position.color(S::Other::COLOR) & self.check_mask();
        self.pawn_arrivals(targets, step);
    }

    /// Pushes. Those that promote count as captures: they change the material.
    #[inline(always)]
    fn pawn_pushes(&mut self, pawns: Bitboard, pins: Bitboard) {
        let empty = !self.occupied;
        let push = |pawns: Bitboard| pawns.forward(S::COLOR) & empty;
        let single = push(pawns - pins) | push(pawns & pins) & pins;
        let last_rank = S::SEVENTH.forward(S::COLOR);
        if K::CAPTURES {
            let promotions = single & last_rank & self.check_mask();
            if promotions.any() {
                self.sink.promotions(promotions, S::PUSH);
            }
        }
        if K::QUIETS {
            let double = push(single & S::THIRD);
            self.sink.pawns((single - last_rank) & self.check_mask(), S::PUSH);
            self.sink.pawns(double & self.check_mask(), 2 * S::PUSH);
        }
    }

    #[inline(always)]
    fn pawn_arrivals(&mut self, targets: Bitboard, step: i8) {
        let last_rank = S::SEVENTH.forward(S::COLOR);
        self.sink.pawns(targets - last_rank, step);
        if targets.intersects(last_rank) {
            self.sink.promotions(targets & last_rank, step);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self) {
        if let Some(to) = self.position.en_passant() {
            for from in self.position.en_passant_capturers(S::COLOR, to) {
                self.sink.single(Move::en_passant(from, to));
            }
        }
    }
}
