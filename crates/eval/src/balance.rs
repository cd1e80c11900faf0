//! What the material alone decides: what the pieces are worth together, and whether their endgame is an
//! ordinary one.
//!
//! Only captures and promotions change it, so it is remembered by the key of the material.

use std::num::NonZeroU8;

use types::{ByColor, Key};

use crate::cache::Cache;
use crate::facts::Facts;
use crate::imbalance::imbalance;
use crate::scaling::ordinary_share;
use crate::side::{Black, White};
use crate::tapered::Tapered;
use crate::trace::Trace;

/// What is known of a balance of material.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Balance {
    /// What pieces are worth together, White's minus Black's.
    pub(crate) imbalance: Tapered,
    /// The share of an ordinary endgame that counts for a side if it stands better, see [`ordinary_share`].
    pub(crate) shares: ByColor<Option<NonZeroU8>>,
}

impl Balance {
    /// The balance of a position, and what a trace wants to know of it.
    #[inline]
    pub(crate) fn of<T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Balance {
        Balance {
            imbalance: imbalance(facts, trace),
            shares: ByColor([ordinary_share::<White>(facts), ordinary_share::<Black>(facts)]),
        }
    }
}

/// 16 KiB. The one signature of material that mixes to the key 0 has eleven white pawns.
pub(crate) type BalanceCache = Cache<Balance, 1024>;

const _: () = assert!(size_of::<(Key, Balance)>() == 16);
