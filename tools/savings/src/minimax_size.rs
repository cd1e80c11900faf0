//! How many moves minimax makes, without making them.
//!
//! Minimax plays every legal move to the full depth, so its nodes can be counted by the move generator alone, which
//! is some hundred times faster. Games that end on the way in a draw by rule would make it a little less.

use std::sync::atomic::{AtomicBool, Ordering};

use movegen::{Position, perft};

/// Trees with more leaves than this are not counted: it would take too long.
const COUNTABLE: u64 = 2_000_000_000;

/// The nodes of all trees of legal moves to a depth; `None` if they are too large to be counted, or if somebody would not
/// wait: between one tree and the next depth or position it looks whether it is interrupted.
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
        // Trees of bare kings and pawns may shrink; a guess at the next depth is all this is for.
        (nodes, growth, leaves) = (nodes + next, (next / leaves.max(1)).max(1), next);
    }
    Some(nodes)
}
