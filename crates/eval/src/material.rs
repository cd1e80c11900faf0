//! Plain piece values, those of static exchange: what scaling compares forces by, and what the tuner starts from.
//!
//! The evaluation's own values are terms like all others.

use movegen::see::PIECE_VALUES;
use types::{Role, Score};

/// What a piece of this role is worth, a pawn being 100. A king is never for sale: 0.
#[inline]
pub fn piece_value(role: Role) -> Score {
    PIECE_VALUES[role]
}
