//! The slow, obvious way to find attacks: walk square by square until something is in the way.
//!
//! This file speaks only `u8` squares and `u64` sets, because three programs share it: `build.rs`, which
//! fills the fast tables with it, `tests/magics.rs`, which searches for magic numbers with it, and the tests,
//! which hold the fast tables against it.

/// A step on the board: files to the right, ranks up.
pub type Step = (i8, i8);

/// The directions in which rooks (and queens) move.
pub const ROOK_STEPS: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The directions in which bishops (and queens) move.
pub const BISHOP_STEPS: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The leaps of a knight.
pub const KNIGHT_STEPS: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The steps of a king.
pub const KING_STEPS: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The square one step further, unless that is off the board.
pub fn step(square: u8, (files, ranks): Step) -> Option<u8> {
    let file = (square % 8) as i8 + files;
    let rank = (square / 8) as i8 + ranks;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as u8)
}

/// The squares from `square`, which is left out, to the edge of the board.
pub fn ray(square: u8, direction: Step) -> impl Iterator<Item = u8> {
    core::iter::successors(step(square, direction), move |&next| step(next, direction))
}

/// The squares that a slider on `square` attacks: every ray up to and including the first occupied square.
pub fn slides(square: u8, directions: &[Step; 4], occupied: u64) -> u64 {
    let mut attacks = 0;
    for &direction in directions {
        for target in ray(square, direction) {
            attacks |= 1 << target;
            if occupied & 1 << target != 0 {
                break;
            }
        }
    }
    attacks
}

/// The squares that a leaper attacks from `square`.
pub fn leaps(square: u8, steps: &[Step]) -> u64 {
    steps.iter().filter_map(|&s| step(square, s)).fold(0, |set, target| set | 1 << target)
}

/// The squares whose occupancy matters to a slider on `square`: its rays without their last squares,
/// beyond which nothing can be hidden.
pub fn blocker_mask(square: u8, directions: &[Step; 4]) -> u64 {
    let mut mask = 0;
    for &direction in directions {
        for target in ray(square, direction) {
            if step(target, direction).is_some() {
                mask |= 1 << target;
            }
        }
    }
    mask
}

/// All subsets of `mask`, the empty set first, each once (the carry-rippler trick).
pub fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    core::iter::successors(Some(0u64), move |subset| {
        let next = subset.wrapping_sub(mask) & mask;
        (next != 0).then_some(next)
    })
}
