//! The tables that `build.rs` wrote.

use types::Square;

/// The place of each square's part of the shared table and the numbers that index it, for rooks or bishops.
///
/// One array for each field, because a processor scales an index by 8 at no cost but not by 16.
pub(super) struct Sliders {
    pub(super) masks: [u64; Square::COUNT],
    pub(super) offsets: [u32; Square::COUNT],
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    pub(super) shifts: [u8; Square::COUNT],
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    pub(super) magics: [u64; Square::COUNT],
}

include!(concat!(env!("OUT_DIR"), "/attack_tables.rs"));
