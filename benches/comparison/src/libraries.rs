//! Perft in four libraries, each written as its users would write it to be fast.
//!
//! | | last ply counted | listed | made |
//! |---|---|---|---|
//! | coppice | targets are counted as sets | `MoveList` | `Position::after` |
//! | cozy-chess | `PieceMoves::len` | pushed to an `ArrayVec` | `play_unchecked` on a clone |
//! | chess | `MoveGen::len` | pushed to an `ArrayVec` | `make_move_new` |
//! | shakmaty | `legal_moves().len()`: it always lists | the same | `play_unchecked` on a clone |

use std::hint::black_box;

use arrayvec::ArrayVec;
use shakmaty::Position as _;

/// The treatment of the last ply.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum LeafMode {
    /// They are counted, if the library can count without listing.
    Bulk,
    /// They are written to a list.
    List,
    /// They are made.
    Make,
}

/// A position of some library, of which perft can be counted.
pub(crate) trait Perft {
    /// Leaves at this depth, which is at least 1.
    fn perft(&self, mode: LeafMode, depth: u32) -> u64;
}

/// A rules library under measurement.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    /// Its name on crates.io; ours is not there.
    pub(crate) name: &'static str,
    /// Reads a FEN.
    ///
    /// # Panics
    /// If the library rejects it.
    pub(crate) read: fn(&str) -> Box<dyn Perft>,
}

/// The place of the library that all others are compared with.
pub(crate) const COZY: usize = 1;

/// The four libraries, ours first.
pub(crate) const LIBRARIES: [Library; 4] = [
    Library { name: "coppice", read: |fen| Box::new(read::<movegen::Position>(fen)) },
    Library { name: "cozy-chess", read: |fen| Box::new(read::<cozy_chess::Board>(fen)) },
    Library { name: "chess", read: |fen| Box::new(read::<chess::Board>(fen)) },
    Library { name: "shakmaty", read: |fen| Box::new(read_shakmaty(fen)) },
];

fn read<T: std::str::FromStr<Err: std::fmt::Debug>>(fen: &str) -> T {
    fen.parse().unwrap_or_else(|error| panic!("'{fen}' is a legal position: {error:?}"))
}

fn read_shakmaty(fen: &str) -> shakmaty::Chess {
    let setup: shakmaty::fen::Fen = read(fen);
    setup.into_position(shakmaty::CastlingMode::Standard).expect("a legal position of standard chess")
}

impl Perft for movegen::Position {
    fn perft(&self, mode: LeafMode, depth: u32) -> u64 {
        match mode {
            LeafMode::Bulk => movegen::perft::bulk(self, depth),
            LeafMode::List => movegen::perft::list(self, depth),
            LeafMode::Make => movegen::perft::make(self, depth),
        }
    }
}

/// The moves of a library without a perft of its own.
trait Rules: Sized {
    fn each_child(&self, visit: impl FnMut(&Self));
    fn count(&self) -> u64;
    fn list(&self) -> u64;
}

impl<B: Rules> Perft for B {
    fn perft(&self, mode: LeafMode, depth: u32) -> u64 {
        match mode {
            LeafMode::Bulk => walk(self, depth, B::count),
            LeafMode::List => walk(self, depth, B::list),
            LeafMode::Make => walk(self, depth, make_all),
        }
    }
}

fn make_all<B: Rules>(board: &B) -> u64 {
    let mut leaves = 0;
    board.each_child(|child| {
        black_box(child);
        leaves += 1;
    });
    leaves
}

/// `leaves` is a type parameter, so each way is compiled apart and inlined.
fn walk<B: Rules>(board: &B, depth: u32, leaves: impl Fn(&B) -> u64 + Copy) -> u64 {
    if depth == 1 {
        return leaves(board);
    }
    let mut sum = 0;
    board.each_child(|child| sum += walk(child, depth - 1, leaves));
    sum
}

impl Rules for cozy_chess::Board {
    #[inline]
    fn each_child(&self, mut visit: impl FnMut(&Self)) {
        self.generate_moves(|moves| {
            for mv in moves {
                let mut child = self.clone();
                child.play_unchecked(mv);
                visit(&child);
            }
            false
        });
    }

    #[inline]
    fn count(&self) -> u64 {
        let mut count = 0;
        self.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        count
    }

    #[inline]
    fn list(&self) -> u64 {
        let mut list = ArrayVec::<cozy_chess::Move, 218>::new();
        self.generate_moves(|moves| {
            for mv in moves {
                list.push(mv);
            }
            false
        });
        black_box(&list).len() as u64
    }
}

impl Rules for chess::Board {
    #[inline]
    fn each_child(&self, mut visit: impl FnMut(&Self)) {
        for mv in chess::MoveGen::new_legal(self) {
            visit(&self.make_move_new(mv));
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        chess::MoveGen::new_legal(self).len() as u64
    }

    #[inline]
    fn list(&self) -> u64 {
        let mut list = ArrayVec::<chess::ChessMove, 218>::new();
        for mv in chess::MoveGen::new_legal(self) {
            list.push(mv);
        }
        black_box(&list).len() as u64
    }
}

impl Rules for shakmaty::Chess {
    #[inline]
    fn each_child(&self, mut visit: impl FnMut(&Self)) {
        for &mv in &self.legal_moves() {
            let mut child = self.clone();
            child.play_unchecked(mv);
            visit(&child);
        }
    }

    #[inline]
    fn count(&self) -> u64 {
        self.legal_moves().len() as u64
    }

    #[inline]
    fn list(&self) -> u64 {
        black_box(&self.legal_moves()).len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use benches::positions::PERFT_POSITIONS;
    use clap::ValueEnum as _;

    #[test]
    fn every_library_counts_the_published_numbers_in_every_way() {
        for position in PERFT_POSITIONS {
            for library in LIBRARIES {
                let board = (library.read)(position.fen);
                for &mode in LeafMode::value_variants() {
                    let leaves = board.perft(mode, position.depth);
                    let what = (library.name, mode, position.name);
                    assert_eq!(leaves, position.leaves, "{what:?}");
                }
            }
        }
    }
}
