//! Several matches that take turns, so that a run that is stopped early tells of all of them.

use serde::{Deserialize, Serialize};

use crate::tally::Tally;

/// Every match is played in so many parts.
const ROUNDS: u64 = 4;

/// Results of a match so far.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct MatchProgress {
    #[serde(flatten)]
    pub(crate) tally: Tally,
    /// Number of openings of the book that are used up.
    #[serde(default)]
    pub(crate) openings: u64,
}

impl MatchProgress {
    /// Pairs that were counted.
    pub(crate) fn pairs(&self) -> u64 {
        self.tally.pairs.pairs()
    }

    /// Counts a pair, whose opening was this one of the book.
    pub(crate) fn count(&mut self, pair: &Tally, opening: u64) {
        self.tally.add(pair);
        self.openings = self.openings.max(opening + 1);
    }
}

/// The match to go on with, and how many pairs it is to play, if each is to have `pairs` in the end.
pub(crate) fn next(matches: &[MatchProgress], pairs: u64) -> Option<(usize, u64)> {
    let fewest = matches.iter().map(MatchProgress::pairs).min()?;
    let round = pairs.div_ceil(ROUNDS);
    let by_now = ((fewest / round + 1) * round).min(pairs);
    let number = matches.iter().position(|played| played.pairs() < by_now)?;
    Some((number, by_now - matches[number].pairs()))
}
