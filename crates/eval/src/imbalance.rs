//! What pieces are worth together: a knight more among many pawns, a second rook less than the first.
//!
//! Each pair of own pieces counts as a feature of its two roles, and so does each pair of an own piece and an
//! enemy one of a lower role. (The same pair with the higher role on the other side counts for that side.)

use types::{ByRole, Piece, Role};

use crate::facts::Facts;
use crate::side::{Black, Side, Weigher, White};
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// The roles that are counted, the lowest first.
const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// More pieces of a role than this are counted as so many: hardly a game has them, so nothing tells what they are
/// worth, and their pairs would be worth more than the pieces.
const MOST: ByRole<u32> = ByRole([8, 3, 3, 3, 2, 0]);

/// All pairs of pieces, White's minus Black's.
#[inline]
pub(crate) fn imbalance<T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    pairs::<White, T>(facts, trace) - pairs::<Black, T>(facts, trace)
}

/// All pairs of a side's pieces with each other and with the enemy's.
fn pairs<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::for_either_turn(trace);
    let count = |color| ROLES.map(|role| facts.position.count(Piece::new(color, role)).min(MOST[role]));
    let (own, enemy) = (count(S::COLOR), count(S::Other::COLOR));
    let mut sum = Tapered::ZERO;
    for high in 0..ROLES.len() {
        let first = high * (high + 1) / 2;
        for low in 0..high {
            sum += side.weigh(terms::IMBALANCE_OWN.at(first + low), own[high] * own[low]);
            sum += side.weigh(terms::IMBALANCE_ENEMY.at(first - high + low), own[high] * enemy[low]);
        }
        let alike = own[high] * own[high].saturating_sub(1) / 2;
        sum += side.weigh(terms::IMBALANCE_OWN.at(first + high), alike);
    }
    sum
}
