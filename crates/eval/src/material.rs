//! The imbalance of material: what pairs of pieces are worth together.

use std::num::NonZeroU8;

use movegen::Position;
use types::{Black, ByColor, ByRole, Piece, Role, Side, White};

use crate::endgames::ordinary_share;
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::{Scorer, Trace};

/// Scores and facts of one combination of material, to be cached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MaterialEntry {
    /// The imbalance, White's minus Black's.
    pub(crate) imbalance: Tapered,
    /// The share of an ordinary endgame that counts for a side if it stands better, see [`ordinary_share`].
    pub(crate) ordinary_shares: ByColor<Option<NonZeroU8>>,
}

impl MaterialEntry {
    /// The entry of a position; its features are reported to a trace.
    pub(crate) fn of<T: Trace>(position: &Position, trace: &mut T) -> MaterialEntry {
        MaterialEntry {
            imbalance: imbalance::<White, T>(position, trace) - imbalance::<Black, T>(position, trace),
            ordinary_shares: ByColor([ordinary_share::<White>(position), ordinary_share::<Black>(position)]),
        }
    }
}

/// The roles that are counted, the lowest first.
const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The most pieces of a role that are counted. Games with more are too rare to fit weights to, and their
/// pairs would be worth more than the pieces.
const MAX_COUNTS: ByRole<u32> = ByRole([8, 3, 3, 3, 2, 0]);

/// The imbalance of a side: every pair of its pieces, and every pair of one of its pieces and an enemy one of a lower
/// role, is a feature. (The pair whose higher role is the enemy's counts for the enemy.)
fn imbalance<S: Side, T: Trace>(position: &Position, trace: &mut T) -> Tapered {
    let mut scorer = Scorer::<S, T>::for_either_turn(trace);
    let count = |color| ROLES.map(|role| position.count(Piece::new(color, role)).min(MAX_COUNTS[role]));
    let (own, enemy) = (count(S::COLOR), count(S::Other::COLOR));
    let mut sum = Tapered::ZERO;
    for high in 0..ROLES.len() {
        let first = high * (high + 1) / 2;
        for low in 0..high {
            sum += scorer.score(terms::IMBALANCE_OWN.at(first + low), own[high] * own[low]);
            sum += scorer.score(terms::IMBALANCE_ENEMY.at(first - high + low), own[high] * enemy[low]);
        }
        let alike = own[high] * own[high].saturating_sub(1) / 2;
        sum += scorer.score(terms::IMBALANCE_OWN.at(first + high), alike);
    }
    sum
}
