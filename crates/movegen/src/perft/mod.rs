//! Perft: the number of leaves of the tree of legal moves, the field's test of move generation.
//!
//! Three ways to treat the last ply give the same number at different cost, and each exercises other code:
//! [`bulk`] counts its moves without listing them, [`list`] lists them, [`make`] also plays them. [`Counter`]
//! is for long runs: several threads on one position, a table of subtrees, progress.

mod parallel;
mod table;

pub use parallel::{Counter, Progress};
pub use table::PerftTable;

use types::{Color, Move};

use crate::Position;
use crate::generate::side::{Black, Side, White};
use crate::generate::{All, Masks, MoveCount, MoveList, generate_for};

/// Leaves at this depth, the last ply counted.
pub fn bulk(position: &Position, depth: u32) -> u64 {
    run::<Bulk>(position, depth)
}

/// Leaves at this depth, the last ply listed.
pub fn list(position: &Position, depth: u32) -> u64 {
    run::<List>(position, depth)
}

/// Leaves at this depth, every leaf made.
pub fn make(position: &Position, depth: u32) -> u64 {
    run::<Make>(position, depth)
}

/// Each legal move with the leaves below it, in generation order. `depth` is at least 1.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let count = |mv| bulk(&position.after(mv), depth.saturating_sub(1));
    position.legal_moves().into_iter().map(|mv| (mv, count(mv))).collect()
}

/// What is done with a position one ply above the leaves.
trait LastPly {
    fn leaves<S: Side>(position: &Position) -> u64;
}

struct Bulk;
struct List;
struct Make;

impl LastPly for Bulk {
    #[inline(always)]
    fn leaves<S: Side>(position: &Position) -> u64 {
        let masks = Masks::for_side::<S>(position);
        generate_for::<S, All, _>(position, masks, MoveCount::default()).0.into()
    }
}

impl LastPly for List {
    #[inline(always)]
    fn leaves<S: Side>(position: &Position) -> u64 {
        let mut moves = MoveList::new();
        generate_for::<S, All, _>(position, Masks::for_side::<S>(position), &mut moves);
        std::hint::black_box(&moves);
        moves.len() as u64
    }
}

impl LastPly for Make {
    #[inline(always)]
    fn leaves<S: Side>(position: &Position) -> u64 {
        let mut moves = MoveList::new();
        generate_for::<S, All, _>(position, Masks::for_side::<S>(position), &mut moves);
        for &mv in &moves {
            let mut next = position.clone();
            next.play(mv);
            std::hint::black_box(&next);
        }
        moves.len() as u64
    }
}

fn run<L: LastPly>(position: &Position, depth: u32) -> u64 {
    match (depth, position.side_to_move()) {
        (0, _) => 1,
        (1, Color::White) => L::leaves::<White>(position),
        (1, Color::Black) => L::leaves::<Black>(position),
        (_, Color::White) => descend::<L, White>(position, depth),
        (_, Color::Black) => descend::<L, Black>(position, depth),
    }
}

/// Leaves at a depth of at least 2. The last two plies share one loop, which saves a call a position.
fn descend<L: LastPly, S: Side>(position: &Position, depth: u32) -> u64 {
    let mut moves = MoveList::new();
    generate_for::<S, All, _>(position, Masks::for_side::<S>(position), &mut moves);
    let mut leaves = 0;
    for &mv in &moves {
        let mut next = position.clone();
        next.play(mv);
        leaves += match depth {
            2 => L::leaves::<S::Other>(&next),
            _ => descend::<L, S::Other>(&next, depth - 1),
        };
    }
    leaves
}
