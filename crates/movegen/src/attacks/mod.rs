//! Attacks of each piece from each square.
//!
//! Knights, kings and pawns look it up by square. Rooks and bishops look it up by square and by what is in
//! their way. A queen is both. Two more tables say what lies [`between`] two squares and on
//! the whole [`line()`] through them, which is all that pins and checks need.
//!
//! The tables are made by `build.rs`, which walks the rays of [`rays`].
//!
//! # Sliders
//!
//! Of all squares only the slider's *blocker mask* matters: its rays without their last squares. A perfect
//! hash turns the occupied squares of the mask into an index of the square's part of one shared table.
//! There are two such hashes:
//!
//! - **magic**: `(occupied & mask) * magic >> shift`, with a multiplier found by `tests/magics.rs`;
//! - **PEXT**: on x86-64 with BMI2 one instruction gathers the masked bits. It is kept because perft with
//!   bulk counting runs faster with it.
//!
//! `build.rs` lays the table out for the hash that the target will use.

pub mod rays;

use types::{Bitboard, Color, Role, Square};

/// The place of each square's part of the shared table and the numbers that index it, for rooks or bishops.
///
/// One array for each field, because a processor scales an index by 8 at no cost but not by 16.
struct Sliders {
    masks: [u64; Square::COUNT],
    offsets: [u32; Square::COUNT],
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    shifts: [u8; Square::COUNT],
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    magics: [u64; Square::COUNT],
}

include!(concat!(env!("OUT_DIR"), "/attack_tables.rs"));

/// The length of the shared table is a power of two, so that an index is masked and not checked.
const _: () = assert!(SLIDER_ATTACKS.len().is_power_of_two());

impl Sliders {
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    #[inline]
    fn hash(&self, square: Square, occupied: Bitboard) -> u64 {
        let square = square.index();
        (occupied.0 & self.masks[square]).wrapping_mul(self.magics[square]) >> self.shifts[square]
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline]
    fn hash(&self, square: Square, occupied: Bitboard) -> u64 {
        // SAFETY: the intrinsic needs BMI2 and nothing else, and this function is compiled only for targets
        // that have it. Measured gain: see the head of this file.
        unsafe { core::arch::x86_64::_pext_u64(occupied.0, self.masks[square.index()]) }
    }

    #[inline]
    fn attacks(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let index = self.offsets[square.index()] as usize + self.hash(square, occupied) as usize;
        Bitboard(SLIDER_ATTACKS[index % SLIDER_ATTACKS.len()])
    }
}

/// The squares that a rook attacks when these squares are occupied, the first blocker of each ray included.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK.attacks(square, occupied)
}

/// The squares that a bishop attacks when these squares are occupied, the first blocker of each ray included.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP.attacks(square, occupied)
}

/// The squares that a knight attacks.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    Bitboard(KNIGHT[square.index()])
}

/// The squares that a king attacks.
#[inline]
pub fn king(square: Square) -> Bitboard {
    Bitboard(KING[square.index()])
}

/// The squares that a pawn of `color` attacks: those it may capture on.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    Bitboard(match color {
        Color::White => WHITE_PAWN[square.index()],
        Color::Black => BLACK_PAWN[square.index()],
    })
}

/// The squares that a set of pawns of `color` attacks.
#[inline]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let forward = pawns.forward(color);
    forward.east() | forward.west()
}

/// The squares that a queen attacks when these squares are occupied.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    rook(square, occupied) | bishop(square, occupied)
}

/// The squares that a rook attacks on an empty board.
#[inline]
pub fn rook_rays(square: Square) -> Bitboard {
    Bitboard(ROOK_RAYS[square.index()])
}

/// The squares that a bishop attacks on an empty board.
#[inline]
pub fn bishop_rays(square: Square) -> Bitboard {
    Bitboard(BISHOP_RAYS[square.index()])
}

/// The squares that a piece of any role but the pawn attacks.
///
/// # Panics
/// If `role` is the pawn, whose attacks depend on its colour.
#[inline]
pub fn piece(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => panic!("what a pawn attacks depends on its colour"),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The squares strictly between two squares of a common rank, file or diagonal; none if there is no such.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole rank, file or diagonal through two squares; empty if they share none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    Bitboard(LINE[a.index()][b.index()])
}

#[cfg(test)]
mod tests {
    use super::rays::{BISHOP_STEPS, KING_STEPS, KNIGHT_STEPS, ROOK_STEPS};
    use super::*;

    /// Every subset of every blocker mask: 102,400 for rooks and 5,248 for bishops.
    #[test]
    fn sliders_agree_with_the_ray_walker_on_every_occupancy() {
        let mut walked = 0;
        for square in Square::ALL {
            let index = square as u8;
            for (steps, fast) in
                [(&ROOK_STEPS, rook as fn(Square, Bitboard) -> Bitboard), (&BISHOP_STEPS, bishop)]
            {
                let mask = rays::blocker_mask(index, steps);
                for occupied in rays::subsets(mask) {
                    let wanted = rays::slides(index, steps, occupied);
                    assert_eq!(fast(square, Bitboard(occupied)).0, wanted, "{square}, {occupied:#x}");
                    // Squares outside the mask are no blockers, whatever stands there.
                    assert_eq!(fast(square, Bitboard(occupied | !mask)).0, wanted, "{square}");
                    walked += 1;
                }
            }
        }
        assert_eq!(walked, 107_648);
    }

    #[test]
    fn leapers_agree_with_the_walker() {
        for square in Square::ALL {
            let index = square as u8;
            assert_eq!(knight(square).0, rays::leaps(index, &KNIGHT_STEPS));
            assert_eq!(king(square).0, rays::leaps(index, &KING_STEPS));
            for color in Color::ALL {
                assert_eq!(pawn(color, square), pawns(color, square.bitboard()));
                let rank = if color == Color::White { 1 } else { -1 };
                let wanted: Bitboard = [-1, 1].into_iter().filter_map(|f| square.offset(f, rank)).collect();
                assert_eq!(pawn(color, square), wanted);
            }
        }
    }

    #[test]
    fn between_and_line_are_what_a_walk_finds() {
        for from in Square::ALL {
            for steps in [&ROOK_STEPS, &BISHOP_STEPS] {
                for &direction in steps {
                    let mut passed = Bitboard::EMPTY;
                    for to in rays::ray(from as u8, direction).map(Square::wrapping) {
                        assert_eq!(between(from, to), passed);
                        passed |= to;
                        let back = (-direction.0, -direction.1);
                        let whole: Bitboard = rays::ray(from as u8, direction)
                            .chain(rays::ray(from as u8, back))
                            .map(Square::wrapping)
                            .collect();
                        assert_eq!(line(from, to), whole | from);
                    }
                }
            }
            let aligned = queen(from, Bitboard::EMPTY);
            for to in Square::ALL.into_iter().filter(|&to| !aligned.contains(to)) {
                assert!(between(from, to).is_empty() && line(from, to).is_empty());
            }
        }
    }
}
