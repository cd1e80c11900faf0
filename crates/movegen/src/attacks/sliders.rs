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

use super::tables;

/// The length of the shared table is a power of two, so that an index is masked and not checked.
const _: () = assert!(tables::SLIDER_ATTACKS.len().is_power_of_two());

/// Where one square's part of the shared table is and how to index it.
pub(super) struct Slider {
    pub(super) mask: u64,
    pub(super) offset: u32,
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    pub(super) shift: u32,
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    pub(super) magic: u64,
}

impl Slider {
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    #[inline]
    fn hash(&self, occupied: u64) -> u64 {
        (occupied & self.mask).wrapping_mul(self.magic) >> self.shift
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline]
    fn hash(&self, occupied: u64) -> u64 {
        // SAFETY: the intrinsic needs BMI2 and nothing else, and this function is compiled only for targets
        // that have it. Measured gain: see the head of this file.
        unsafe { std::arch::x86_64::_pext_u64(occupied, self.mask) }
    }

    #[inline]
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        let index = self.offset as usize + self.hash(occupied.0) as usize;
        Bitboard(tables::SLIDER_ATTACKS[index % tables::SLIDER_ATTACKS.len()])
    }
}

/// What a rook attacks when these squares are occupied, the first blocker of each ray included.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    tables::ROOK[square.index()].attacks(occupied)
}

/// What a bishop attacks when these squares are occupied, the first blocker of each ray included.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    tables::BISHOP[square.index()].attacks(occupied)
}
