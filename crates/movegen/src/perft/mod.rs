//! Perft: the number of leaves of the tree of legal moves, the field's test of move generation.
//!
//! Three ways to treat the last ply give the same number at different cost, and each exercises other code:
//! [`bulk`] counts its moves without listing them, [`list`] lists them, [`make`] also plays them.
//! [`divide_on_threads`] is for long runs: several threads on one position, and progress.

#[cfg(feature = "std")]
mod counter;
mod replies;

use types::{Black, Color, Side, White};

#[cfg(feature = "std")]
pub use counter::{CountProgress, divide_on_threads};

use crate::Position;
use crate::generate::children::for_each_child;
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

/// Treatment of the last ply.
trait LeafMode {
    /// Leaves one ply below a position.
    fn one_ply<S: Side>(position: &Position) -> u64;

    /// Leaves two plies below a position.
    #[inline(always)]
    fn two_plies<S: Side>(position: &Position) -> u64 {
        sum_of_children::<S>(position, Self::one_ply::<S::Other>)
    }
}

struct Bulk;
struct List;
struct Make;

impl LeafMode for Bulk {
    #[inline(always)]
    fn one_ply<S: Side>(position: &Position) -> u64 {
        let masks = Masks::for_side::<S>(position);
        generate_for::<S, All, _>(position, masks, MoveCount::default()).0.into()
    }

    #[inline(always)]
    fn two_plies<S: Side>(position: &Position) -> u64 {
        replies::count::<S>(position)
    }
}

impl LeafMode for List {
    #[inline(always)]
    fn one_ply<S: Side>(position: &Position) -> u64 {
        let mut moves = MoveList::new();
        generate_for::<S, All, _>(position, Masks::for_side::<S>(position), &mut moves);
        core::hint::black_box(&moves);
        moves.len() as u64
    }
}

impl LeafMode for Make {
    #[inline(always)]
    fn one_ply<S: Side>(position: &Position) -> u64 {
        sum_of_children::<S>(position, |child| {
            core::hint::black_box(child);
            1
        })
    }
}

fn run<L: LeafMode>(position: &Position, depth: u32) -> u64 {
    match position.side_to_move() {
        Color::White => leaves::<L, White>(position, depth),
        Color::Black => leaves::<L, Black>(position, depth),
    }
}

fn leaves<L: LeafMode, S: Side>(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => L::one_ply::<S>(position),
        2 => L::two_plies::<S>(position),
        _ => sum_of_children::<S>(position, |child| leaves::<L, S::Other>(child, depth - 1)),
    }
}

#[inline(always)]
fn sum_of_children<S: Side>(position: &Position, leaves: impl Fn(&Position) -> u64) -> u64 {
    let mut sum = 0;
    for_each_child::<S, _>(position, |_, child| sum += leaves(child));
    sum
}
