//! A set of files in a byte: the a-file is its lowest bit.

use types::{Bitboard, File};

/// The squares of the files c to f.
pub(crate) const CENTRAL_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

/// Some of the eight files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Files(u8);

impl Files {
    /// The files on which a set has a square.
    #[inline]
    pub(crate) fn of(set: Bitboard) -> Files {
        let halves = set.0 | set.0 >> 32;
        let quarters = halves | halves >> 16;
        Files((quarters | quarters >> 8) as u8)
    }

    /// All their squares.
    #[inline]
    pub(crate) fn bitboard(self) -> Bitboard {
        // One copy of the byte in each rank.
        Bitboard(u64::from(self.0) * File::A.bitboard().0)
    }

    /// The number of groups of neighbouring files, 0 to 4.
    #[inline]
    pub(crate) fn groups(self) -> u32 {
        // Each group has one file with none on its left.
        (self.0 & !(self.0 << 1)).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares of the first rank are all sets of files.
    #[test]
    fn whole_files_and_their_groups() {
        for bits in 0..=u8::MAX {
            let files = Files::of(Bitboard(u64::from(bits)));
            let held: Vec<File> =
                File::ALL.into_iter().filter(|file| bits >> file.index() & 1 != 0).collect();
            let squares = held.iter().fold(Bitboard::EMPTY, |set, file| set | file.bitboard());
            assert_eq!(files.bitboard(), squares);
            assert_eq!(Files::of(squares), files);
            let groups = held.iter().filter(|file| file.index() == 0 || bits >> (file.index() - 1) & 1 == 0);
            assert_eq!(files.groups() as usize, groups.count());
        }
    }

    #[test]
    fn each_square_is_on_its_file() {
        for square in types::Square::ALL {
            assert_eq!(Files::of(square.bitboard()).bitboard(), square.file().bitboard());
        }
    }
}
