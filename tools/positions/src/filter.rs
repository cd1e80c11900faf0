//! Which records a reader wants.
//!
//! A static evaluation can only be held against positions in which nothing is about to happen: no check, no
//! capture or promotion that the search wants to play. The first plies were random, and decided positions teach
//! nothing about the undecided ones.

use types::Score;

use crate::{Entry, Record};

/// What a record must be like. The default takes everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Neither in check nor with a best move that takes or promotes.
    pub quiet: bool,
    /// Only positions at least this many plies into their game.
    pub min_ply: u32,
    /// Only scores that are at most this far from equality. Records without a score pass.
    pub max_score: Option<Score>,
    /// Only positions with at least this many men.
    pub min_men: u32,
}

impl Filter {
    /// What a static evaluation is usually tuned with: quiet positions from ply 16 on, within ±2000.
    pub const TUNING: Filter = Filter { quiet: true, min_ply: 16, max_score: Some(Score(2000)), min_men: 0 };

    /// Whether a record passes.
    pub fn accepts(&self, record: &Record) -> bool {
        let is_loud = record.is_in_check() || record.has_noisy_move();
        let is_decided = |limit: Score| record.white_score().is_some_and(|score| score.0.abs() > limit.0);
        !(self.quiet && is_loud)
            && record.ply() >= self.min_ply
            && record.men() >= self.min_men
            && !self.max_score.is_some_and(is_decided)
    }

    /// The entries that pass. Errors pass as well.
    pub fn apply<E>(
        self,
        entries: impl Iterator<Item = Result<Entry, E>>,
    ) -> impl Iterator<Item = Result<Entry, E>> {
        entries.filter(move |entry| entry.as_ref().map_or(true, |entry| self.accepts(&entry.record)))
    }
}
