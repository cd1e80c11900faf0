//! Attacks of one side's bishops, rooks and queens, and how they change with one square.

use types::{Bitboard, Square};

use crate::attacks;

/// The most bishops, rooks and queens of a side, queens twice. Positions with more are left to the generator.
pub(super) const MAX_SLIDERS: usize = 12;

/// Attack sets of the sliders of one side. A queen is two of them.
#[derive(Clone, Copy)]
pub(super) struct SliderAttacks {
    pub(super) count: usize,
    /// The first ones move diagonally, the others straight.
    pub(super) diagonal_count: usize,
    pub(super) squares: [Square; MAX_SLIDERS],
    pub(super) attacks: [Bitboard; MAX_SLIDERS],
    /// All attacks.
    pub(super) union: Bitboard,
    /// Attacks of those sliders that attack a square of the zone.
    pub(super) near: Bitboard,
}

impl SliderAttacks {
    #[inline(always)]
    pub(super) fn new(
        diagonal: Bitboard,
        straight: Bitboard,
        occupied: Bitboard,
        zone: Bitboard,
    ) -> Option<SliderAttacks> {
        let (squares, attacks) = ([Square::A1; MAX_SLIDERS], [Bitboard::EMPTY; MAX_SLIDERS]);
        let diagonal_count = diagonal.count() as usize;
        let count = diagonal_count + straight.count() as usize;
        if count > MAX_SLIDERS {
            return None;
        }
        let (union, near) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut sliders = SliderAttacks { count, diagonal_count, squares, attacks, union, near };
        for (index, square) in diagonal.into_iter().chain(straight).enumerate().take(MAX_SLIDERS) {
            sliders.squares[index] = square;
            sliders.attacks[index] = sliders.look_up(index, occupied);
            sliders.add_to_unions(index, zone);
        }
        Some(sliders)
    }

    #[inline(always)]
    pub(super) fn look_up(&self, index: usize, occupied: Bitboard) -> Bitboard {
        let square = self.squares[index];
        if index < self.diagonal_count {
            attacks::bishop(square, occupied)
        } else {
            attacks::rook(square, occupied)
        }
    }

    #[inline(always)]
    pub(super) fn indices(&self) -> core::ops::Range<usize> {
        0..self.count.min(MAX_SLIDERS)
    }

    /// The same sliders after the piece on `square`, which may be one of them, has left the board.
    #[inline(always)]
    pub(super) fn after_leaving(&self, square: Square, occupied: Bitboard, zone: Bitboard) -> SliderAttacks {
        let mut after = *self;
        (after.union, after.near) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for index in self.indices() {
            if self.squares[index] == square {
                after.attacks[index] = Bitboard::EMPTY;
            } else if self.attacks[index].contains(square) {
                after.attacks[index] = self.look_up(index, occupied);
            }
            after.add_to_unions(index, zone);
        }
        after
    }

    #[inline(always)]
    pub(super) fn add_to_unions(&mut self, index: usize, zone: Bitboard) {
        let attacks = self.attacks[index];
        self.union |= attacks;
        if attacks.intersects(zone) {
            self.near |= attacks;
        }
    }

    /// All attacks after `changed` became occupied.
    #[inline(always)]
    pub(super) fn union_after_block(&self, changed: Square, occupied: Bitboard) -> Bitboard {
        if !self.near.contains(changed) {
            return self.union;
        }
        self.indices().fold(Bitboard::EMPTY, |union, index| {
            let attacks = self.attacks[index];
            union | if attacks.contains(changed) { self.look_up(index, occupied) } else { attacks }
        })
    }
}
