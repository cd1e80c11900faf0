//! The results of a match, from the view of the new version.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::pentanomial::Pentanomial;

/// Games and pairs, counted.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pub(crate) pairs: Pentanomial,
    /// Losses on time, illegal moves and the like, with the name of who is to blame, and how often.
    pub(crate) faults: BTreeMap<String, u64>,
}

impl Tally {
    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.pairs.add(&other.pairs);
        for (fault, count) in &other.faults {
            *self.faults.entry(fault.clone()).or_default() += count;
        }
    }
}
