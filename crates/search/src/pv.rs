//! The principal variation: the line that both sides are expected to play.

use arrayvec::ArrayVec;
use types::{Move, Ply};

/// The best line from one ply on.
pub(crate) type Variation = ArrayVec<Move, { Ply::MAX.0 as usize + 1 }>;

/// Makes `line` the move followed by what comes after it.
pub(crate) fn prepend(line: &mut Variation, mv: Move, rest: &Variation) {
    line.clear();
    line.push(mv);
    line.extend(rest.iter().copied().take(line.remaining_capacity()));
}
