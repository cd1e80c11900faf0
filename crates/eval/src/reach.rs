//! What each piece attacks.
//!
//! A bishop looks through its own queen and a rook through its own queen and rooks, since the two press on
//! the same point together. A pinned piece only attacks along its pin.

use movegen::attacks;
use types::{Bitboard, Role, Square};

use crate::facts::{Facts, MOST_PIECES};
use crate::side::Side;

impl Facts<'_> {
    /// Finds what the knights, bishops, rooks and queens of a side attack, and notes it piece by piece, by
    /// role and for all.
    #[inline]
    pub(crate) fn find_reach<S: Side>(&mut self) {
        let occupied = self.occupied;
        let beyond_queens = occupied - self.pieces::<S>(Role::Queen);
        let beyond_majors = beyond_queens - self.pieces::<S>(Role::Rook);
        let mut next = 0;
        self.reach_of::<S>(Role::Knight, &mut next, attacks::knight);
        self.reach_of::<S>(Role::Bishop, &mut next, |square| attacks::bishop(square, beyond_queens));
        self.reach_of::<S>(Role::Rook, &mut next, |square| attacks::rook(square, beyond_majors));
        self.reach_of::<S>(Role::Queen, &mut next, |square| attacks::queen(square, occupied));
    }

    #[inline]
    fn reach_of<S: Side>(&mut self, role: Role, next: &mut usize, from: impl Fn(Square) -> Bitboard) {
        let pieces = self.pieces::<S>(role);
        let army = &mut self.armies[S::COLOR];
        // Sums of their own stay in registers, which fields of an army would not.
        let (mut attacked, mut attacked_twice, mut by_role) =
            (army.attacked, army.attacked_twice, Bitboard::EMPTY);
        for square in pieces {
            let mut reach = from(square);
            if army.pinned.contains(square) {
                reach &= attacks::line(army.king, square);
            }
            attacked_twice |= attacked & reach;
            attacked |= reach;
            by_role |= reach;
            self.reach[S::COLOR][*next % MOST_PIECES] = reach;
            *next += 1;
        }
        (army.attacked, army.attacked_twice) = (attacked, attacked_twice);
        army.attacks[role] = by_role;
    }
}
