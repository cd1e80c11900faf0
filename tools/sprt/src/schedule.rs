//! Several matches in turn, so that a run that is stopped early has results of all.

use serde::{Deserialize, Serialize};

use crate::tally::Tally;

/// Number of parts in which every match is played.
const ROUNDS: u64 = 4;

/// Results of a match so far.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct MatchProgress {
    #[serde(flatten)]
    pub(crate) tally: Tally,
    /// Number of openings of the book already used.
    #[serde(default)]
    pub(crate) openings: u64,
}

impl MatchProgress {
    /// Pairs that were counted.
    pub(crate) fn pairs(&self) -> u64 {
        self.tally.pairs.pairs()
    }

    /// Counts a pair that started from this opening of the book.
    pub(crate) fn count(&mut self, pair: &Tally, opening: u64) {
        self.tally.add(pair);
        self.openings = self.openings.max(opening + 1);
    }
}

/// The next match and its number of pairs to play, if each match gets `pairs` in total.
pub(crate) fn next(matches: &[MatchProgress], pairs: u64) -> Option<(usize, u64)> {
    let fewest = matches.iter().map(MatchProgress::pairs).min()?;
    let round = pairs.div_ceil(ROUNDS);
    let by_now = ((fewest / round + 1) * round).min(pairs);
    let number = matches.iter().position(|played| played.pairs() < by_now)?;
    Some((number, by_now - matches[number].pairs()))
}
