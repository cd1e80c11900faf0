//! The node count of minimax without searching.
//!
//! Minimax plays every legal move to the full depth, so perft counts its nodes some hundred times faster. Draws by rule
//! on the way would make the count a little smaller.

use std::sync::atomic::{AtomicBool, Ordering};

use movegen::{Position, perft};

/// The greatest tree that is counted, in leaves; larger ones would take too long.
const COUNTABLE: u64 = 2_000_000_000;

/// The nodes of all trees of legal moves to a depth; `None` if they are too large to be counted, or if the user
/// interrupts the program, which is checked before each depth of each position.
pub fn of(positions: &[Position], depth: u32, interrupted: &AtomicBool) -> Option<u64> {
    positions.iter().map(|position| of_position(position, depth, interrupted)).sum()
}

fn of_position(position: &Position, depth: u32, interrupted: &AtomicBool) -> Option<u64> {
    let (mut nodes, mut leaves, mut growth) = (0, 1u64, u64::from(position.count_legal_moves()));
    for depth in 1..=depth {
        if leaves.saturating_mul(growth) > COUNTABLE || interrupted.load(Ordering::Relaxed) {
            return None;
        }
        let next = perft::bulk(position, depth);
        // An estimate of the next depth is enough here: trees of bare kings and pawns may even shrink.
        (nodes, growth, leaves) = (nodes + next, (next / leaves.max(1)).max(1), next);
    }
    Some(nodes)
}
