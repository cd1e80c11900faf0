//! Plain piece values, for whoever needs a rough price and no position: exchanges, move ordering, pruning.
//!
//! The evaluation does not use them; its own values are terms like all others.

use types::{ByRole, Role, Score};

const VALUES: ByRole<Score> = ByRole([Score(100), Score(320), Score(330), Score(500), Score(950), Score(0)]);

/// What a piece of this role is worth, a pawn being 100. A king is never for sale: 0.
#[inline]
pub const fn piece_value(role: Role) -> Score {
    VALUES.0[role.index()]
}
