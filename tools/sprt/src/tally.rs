//! The results of a match, from the view of the new version.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::pentanomial::Pentanomial;

/// Games and pairs, counted.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Tally {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pub(crate) pairs: Pentanomial,
    /// Losses on time, illegal moves and the like: the engine's name with the fault, and its count.
    pub(crate) faults: BTreeMap<String, u64>,
}

impl Tally {
    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same games from the view of the other side.
    pub(crate) fn mirrored(&self) -> Tally {
        Tally { wins: self.losses, losses: self.wins, pairs: self.pairs.mirrored(), ..self.clone() }
    }

    /// Counts and estimates as JSON. Infinite values and NaN become `null`.
    pub(crate) fn json(&self) -> Value {
        json!({
            "games": self.games(), "won": self.wins, "drawn": self.draws, "lost": self.losses,
            "pentanomial": self.pairs, "elo": self.pairs.elo(), "nelo": self.pairs.normalised_elo(),
            "faults": self.faults,
        })
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
