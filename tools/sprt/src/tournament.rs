//! What runners are made to play, pair by pair: a match until its test is decided, or the matches of a design.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use serde_json::Value;

use crate::conditions::Conditions;
use crate::folder::SavedState;
use crate::llr::Test;
use crate::match_engine::MatchEngine;
use crate::tally::Tally;

/// Something to play, with what was played of it.
pub(crate) trait Tournament: SavedState {
    /// Next task for a runner; `None` if everything is played.
    fn next_task(&self) -> Option<RunnerTask<'_>>;

    /// Counts a pair of what was ordered, which began from this opening of the shuffled book.
    fn count(&mut self, pair: &Tally, opening: u64);

    /// Number of counted pairs.
    fn pairs(&self) -> u64;

    /// Number of pairs at the end, at most.
    fn most_pairs(&self) -> u64;

    /// State in a few words.
    fn status(&self) -> String;

    /// Results as a block of text. The folder has the games.
    fn report(&self, folder: &Path) -> String;

    /// Results for programs.
    fn json(&self) -> Value;

    /// Conditions of the games.
    fn conditions(&mut self) -> &mut Conditions;

    /// Those who play.
    fn engines(&self) -> Vec<&MatchEngine>;

    /// Returns `true` if nothing is left to play.
    fn is_over(&self) -> bool {
        self.next_task().is_none()
    }

    /// Sees to it that what will play is what has played, if there is anything left to play.
    fn check_engines(&self, stop: &AtomicBool) -> Result<()> {
        if self.is_over() {
            return Ok(());
        }
        self.engines().into_iter().try_for_each(|engine| engine.check(stop))
    }
}

/// Task for one run of a runner.
pub(crate) struct RunnerTask<'a> {
    pub(crate) conditions: &'a Conditions,
    /// The first is the one whose points are counted.
    pub(crate) sides: [RunnerEngine<'a>; 2],
    pub(crate) pairs: u64,
    /// The first opening of this run, counted from 0 in the order of the shuffled book.
    pub(crate) first_opening: u64,
    /// Test that may end it earlier.
    pub(crate) test: Option<Test>,
}

/// A player.
pub(crate) struct RunnerEngine<'a> {
    /// Name in games, other than that of its opponent.
    pub(crate) name: String,
    /// The program.
    pub(crate) path: &'a Path,
    /// Its options, each as `NAME=VALUE`.
    pub(crate) options: Vec<String>,
}

impl<'a> RunnerEngine<'a> {
    /// A contestant with its own options, and those of the conditions that it offers and does not set itself.
    pub(crate) fn of(engine: &'a MatchEngine, conditions: &Conditions) -> RunnerEngine<'a> {
        let MatchEngine { name, path, options, lacks, .. } = engine;
        let is_set = |name: &str| {
            let sets =
                |option: &String| option.split('=').next().is_some_and(|set| set.eq_ignore_ascii_case(name));
            options.iter().any(sets) || lacks.iter().any(|lacked| lacked == name)
        };
        let common = [("Hash", conditions.hash), ("Threads", conditions.threads)];
        let common = common.into_iter().filter(|(name, _)| !is_set(name));
        let common = common.map(|(name, value)| format!("{name}={value}"));
        RunnerEngine { name: name.clone(), path, options: common.chain(options.iter().cloned()).collect() }
    }
}
