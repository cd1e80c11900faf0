//! Board geometry that several terms share: distances in king moves, sets of files, and the wings of the board.

use types::{Bitboard, BySquare, Color, File, Square};

/// The squares of the files c to f.
pub(crate) const CENTRAL_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

/// The squares of the files a to d.
pub(crate) const QUEENSIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

/// Returns whether a square is on the files a to d.
pub(crate) const fn is_on_queenside(square: Square) -> bool {
    square.file().index() < 4
}

/// The distance of a file from the nearer edge, 0 to 3.
pub(crate) fn edge_distance(file: File) -> usize {
    file.index().min(file.mirror().index())
}

/// The wing of a king: four files around it, in the middle those from c to f, at the edge three.
pub(crate) fn wing(king: Square) -> Bitboard {
    let files = match king.file() {
        File::A => 0x07,
        File::B | File::C => 0x0f,
        File::D | File::E => 0x3c,
        File::F | File::G => 0xf0,
        File::H => 0xe0,
    };
    Files(files).bitboard()
}

/// The files between a king and the edge of its wing.
pub(crate) fn files_beyond(king: Square) -> Bitboard {
    let nearer_a = (1 << king.file().index()) - 1;
    Files(if is_on_queenside(king) { nearer_a } else { !(nearer_a << 1 | 1) }).bitboard()
}

/// The king ring: the nine squares around a king, for a king on the edge those around the next square inwards.
pub(crate) fn king_ring(king: Square) -> Bitboard {
    KING_RING[king]
}

static KING_RING: BySquare<Bitboard> = king_rings();

const fn king_rings() -> BySquare<Bitboard> {
    let mut rings = BySquare([Bitboard::EMPTY; Square::COUNT]);
    let mut index = 0;
    while index < Square::COUNT {
        let king = Square::ALL[index];
        let centre = (inwards(king.rank().index()) * 8 + inwards(king.file().index())) as u8;
        // Three squares in each of three ranks.
        rings.0[index] = Bitboard(0x0007_0707 << (centre - 9));
        index += 1;
    }
    rings
}

/// The nearest file or rank that is not at the edge.
const fn inwards(line: usize) -> usize {
    match line {
        0 => 1,
        7 => 6,
        _ => line,
    }
}

/// The king moves from a square to each other square of an empty board, 0 to 7.
///
/// A table, because the evaluation looks up two distances of every piece, always from the same two kings, whose lines
/// of the table are 64 bytes each.
pub(crate) fn distances(king: Square) -> &'static BySquare<u8> {
    &DISTANCES[king]
}

static DISTANCES: BySquare<BySquare<u8>> = distance_table();

const fn distance_table() -> BySquare<BySquare<u8>> {
    let mut table = BySquare([BySquare([0; Square::COUNT]); Square::COUNT]);
    let mut from = 0;
    while from < Square::COUNT {
        let mut to = 0;
        while to < Square::COUNT {
            table.0[from].0[to] = Square::ALL[from].distance(Square::ALL[to]);
            to += 1;
        }
        from += 1;
    }
    table
}

/// The king moves from a square to the nearest square of a set that does not contain it; 0 if the set is empty.
pub(crate) fn distance_to_nearest(king: Square, set: Bitboard) -> usize {
    if set.is_empty() {
        return 0;
    }
    let (mut reached, mut distance) = (king.bitboard(), 0);
    while !reached.intersects(set) && distance < 7 {
        let row = reached | reached.east() | reached.west();
        reached = row | row.forward(Color::White) | row.forward(Color::Black);
        distance += 1;
    }
    distance
}

/// A set of files in a byte: the a-file is its lowest bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Files(u8);

impl Files {
    /// The files on which a set has a square.
    pub(crate) fn of(set: Bitboard) -> Files {
        let halves = set.0 | set.0 >> 32;
        let quarters = halves | halves >> 16;
        Files((quarters | quarters >> 8) as u8)
    }

    /// All their squares.
    pub(crate) fn bitboard(self) -> Bitboard {
        // One copy of the byte in each rank.
        Bitboard(u64::from(self.0) * File::A.bitboard().0)
    }

    /// The number of groups of neighbouring files, 0 to 4.
    pub(crate) fn groups(self) -> u32 {
        // Each group has one file with none on its left.
        (self.0 & !(self.0 << 1)).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_king_ring_is_nine_squares_with_the_king_among_them() {
        use movegen::attacks;
        for square in Square::ALL {
            let ring = king_ring(square);
            assert_eq!(ring.count(), 9);
            let centre = ring.into_iter().find(|&s| ring - s == attacks::king(s)).expect("a centre");
            assert!(centre.distance(square) <= 1 && ring.contains(square));
            assert!(attacks::king(centre).count() == 8 && (centre == square || square.distance(centre) == 1));
        }
    }

    #[test]
    fn the_nearest_square_of_a_set_is_as_near_as_its_distance_says() {
        // Squares of all distances, in sets that change from king to king.
        for king in Square::ALL {
            assert_eq!(distance_to_nearest(king, Bitboard::EMPTY), 0);
            for other in Square::ALL.into_iter().filter(|&other| other != king) {
                assert_eq!(distance_to_nearest(king, other.bitboard()), usize::from(king.distance(other)));
                let third = Square::ALL[(king.index() * 7 + other.index() * 13) % Square::COUNT];
                if third != king {
                    let nearer = king.distance(other).min(king.distance(third));
                    assert_eq!(distance_to_nearest(king, other.bitboard() | third), usize::from(nearer));
                }
            }
        }
    }

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
        for square in Square::ALL {
            assert_eq!(Files::of(square.bitboard()).bitboard(), square.file().bitboard());
        }
    }
}
