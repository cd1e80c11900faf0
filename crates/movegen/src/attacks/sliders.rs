//! Rook and bishop attacks: one lookup by square and occupancy.
//!
//! Of all squares only the slider's *blocker mask* matters: its rays without their last squares. A perfect
//! hash turns the occupied squares of the mask into an index of the square's part of one shared table.
//! There are two such hashes:
//!
//! - **magic**: `(occupied & mask) * magic >> shift`, with a multiplier found by `tools/magics`;
//! - **PEXT**: on x86-64 with BMI2 one instruction gathers the masked bits. It is kept because perft with
//!   bulk counting runs faster with it (figures in `docs/speed.md`).
//!
//! `build.rs` lays the table out for the hash that the target will use.

use types::{Bitboard, Square};

use super::tables::{self, Sliders};

/// The length of the shared table is a power of two, so that an index is masked and not checked.
const _: () = assert!(tables::SLIDER_ATTACKS.len().is_power_of_two());

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
        Bitboard(tables::SLIDER_ATTACKS[index % tables::SLIDER_ATTACKS.len()])
    }
}

/// The squares that a rook attacks when these squares are occupied, the first blocker of each ray included.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    tables::ROOK.attacks(square, occupied)
}

/// The squares that a bishop attacks when these squares are occupied, the first blocker of each ray included.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    tables::BISHOP.attacks(square, occupied)
}
