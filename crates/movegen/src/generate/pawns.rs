//! Pawns, moved as sets: all captures to one side are one shift, all pushes another.
//!
//! Most pawns are not pinned, and in most positions none is about to promote: pins and promotions cost
//! nothing if there are none. A pawn pinned on a diagonal may capture along it and never push; one
//! pinned on a file may push and never capture; one pinned on a rank may do nothing. As with other pieces,
//! a pinned pawn that arrives on any pin line of its kind has stayed on its own.

use types::{Bitboard, Move, Role};

use super::side::{PawnMoves, Side};
use super::{GenerationType, Generator, Masks, MoveSink};

/// The target squares of pawns whose moves leave their king safe.
struct Arrivals {
    /// By a capture towards the h-file.
    east: Bitboard,
    /// By a capture towards the a-file.
    west: Bitboard,
    /// By a single push.
    push: Bitboard,
}

impl<S: Side, G: GenerationType, M: MoveSink, const IN_CHECK: bool> Generator<'_, S, G, M, IN_CHECK> {
    #[inline(always)]
    pub(super) fn pawns(&mut self) {
        let pawns = self.position.pieces(S::COLOR, Role::Pawn);
        if pawns.intersects(S::SEVENTH) {
            self.pawn_moves::<true>(pawns);
        } else {
            self.pawn_moves::<false>(pawns);
        }
    }

    /// `PROMOTES` if some pawn stands where it may. Such pushes count as captures: they change the material.
    #[inline(always)]
    fn pawn_moves<const PROMOTES: bool>(&mut self, pawns: Bitboard) {
        let Arrivals { east, west, push } = self.pawn_arrivals(pawns);
        let (area, last_rank) = (self.check_mask(), S::SEVENTH.forward(S::COLOR));
        if G::CAPTURES {
            for (targets, step) in [(east & area, S::PUSH + 1), (west & area, S::PUSH - 1)] {
                self.sink.pawns(if PROMOTES { targets - last_rank } else { targets }, step);
                if PROMOTES {
                    self.sink.promotions(targets & last_rank, step);
                }
            }
            self.en_passant();
            if PROMOTES {
                self.sink.promotions(push & area & last_rank, S::PUSH);
            }
        }
        if G::QUIETS {
            let double = (push & S::THIRD).forward(S::COLOR) - self.occupied;
            let quiet = if PROMOTES { push - last_rank } else { push };
            self.sink.pawns(quiet & area, S::PUSH);
            self.sink.pawns(double & area, 2 * S::PUSH);
        }
    }

    /// Pins are minded here, checks are not: a double push may end one that the single push does not.
    #[inline(always)]
    fn pawn_arrivals(&self, pawns: Bitboard) -> Arrivals {
        let pins = self.masks.pins();
        let mut arrivals = self.unpinned_arrivals(pawns - pins);
        // A pinned piece cannot end a check.
        if !IN_CHECK && pawns.intersects(pins) {
            let Masks { diagonal_pins, straight_pins, .. } = self.masks;
            let pinned = self.unpinned_arrivals(pawns & diagonal_pins);
            arrivals.east |= pinned.east & diagonal_pins;
            arrivals.west |= pinned.west & diagonal_pins;
            arrivals.push |= self.unpinned_arrivals(pawns & straight_pins).push & straight_pins;
        }
        arrivals
    }

    #[inline(always)]
    fn unpinned_arrivals(&self, pawns: Bitboard) -> Arrivals {
        let ahead = pawns.forward(S::COLOR);
        let victims = self.position.color(S::Other::COLOR);
        Arrivals { east: ahead.east() & victims, west: ahead.west() & victims, push: ahead - self.occupied }
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
