//! The material hash table: the imbalance of pieces, and whether the endgame scale is an ordinary one.
//!
//! Only captures and promotions change the material, so its key finds nearly all entries.

use std::num::NonZeroU8;

use movegen::Position;
use types::{Black, ByColor, ByRole, Key, Piece, Role, Side, White};

use crate::cache::Cache;
use crate::scaling::ordinary_share;
use crate::scorer::Scorer;
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// Scores and facts of one combination of material.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MaterialEntry {
    /// The imbalance, White's minus Black's.
    pub(crate) imbalance: Tapered,
    /// The share of an ordinary endgame that counts for a side if it stands better, see [`ordinary_share`].
    pub(crate) shares: ByColor<Option<NonZeroU8>>,
}

impl MaterialEntry {
    /// The entry of a position; its features are reported to a trace.
    #[inline]
    pub(crate) fn of<T: Trace>(position: &Position, trace: &mut T) -> MaterialEntry {
        MaterialEntry {
            imbalance: imbalance::<White, T>(position, trace) - imbalance::<Black, T>(position, trace),
            shares: ByColor([ordinary_share::<White>(position), ordinary_share::<Black>(position)]),
        }
    }
}

/// 16 KiB. The only material whose key is 0 has eleven white pawns.
pub(crate) type MaterialCache = Cache<MaterialEntry, 1024>;

const _: () = assert!(size_of::<(Key, MaterialEntry)>() == 16);

/// The roles that are counted, the lowest first.
const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The most pieces of a role that are counted. Games with more are too rare to fit weights to, and their
/// pairs would be worth more than the pieces.
const MOST: ByRole<u32> = ByRole([8, 3, 3, 3, 2, 0]);

/// The imbalance of a side: every pair of its pieces, and every pair of one of its pieces and an enemy one of a lower
/// role, is a feature. (The pair whose higher role is the enemy's counts for the enemy.)
fn imbalance<S: Side, T: Trace>(position: &Position, trace: &mut T) -> Tapered {
    let mut scorer = Scorer::<S, T>::for_either_turn(trace);
    let count = |color| ROLES.map(|role| position.count(Piece::new(color, role)).min(MOST[role]));
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
