//! Interface of everything that is played pair by pair: a match, a gauntlet, a design.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use serde_json::Value;

use crate::conditions::Conditions;
use crate::folder::SavedState;
use crate::llr::Test;
use crate::match_engine::MatchEngine;
use crate::tally::Tally;

/// Games to play, and the results so far.
pub(crate) trait Tournament: SavedState {
    /// The next task for a runner; `None` when all games are played.
    fn next_task(&self) -> Option<RunnerTask<'_>>;

    /// Counts a pair of the current task, which started from this opening of the shuffled book.
    fn count(&mut self, pair: &Tally, opening: u64);

    /// Number of counted pairs.
    fn pairs(&self) -> u64;

    /// Number of pairs at the end, at most.
    fn max_pairs(&self) -> u64;

    /// One-line summary for the progress bar.
    fn status(&self) -> String;

    /// Results as a block of text. The folder holds the games.
    fn report(&self, folder: &Path) -> String;

    /// Results as JSON.
    fn json(&self) -> Value;

    /// Conditions of the games.
    fn conditions(&mut self) -> &mut Conditions;

    /// All engines.
    fn engines(&self) -> Vec<&MatchEngine>;

    /// Returns `true` if nothing is left to play.
    fn is_over(&self) -> bool {
        self.next_task().is_none()
    }

    /// Checks that the engines are unchanged, if there is anything left to play.
    fn check_engines(&self, stop: &AtomicBool) -> Result<()> {
        if self.is_over() {
            return Ok(());
        }
        self.engines().into_iter().try_for_each(|engine| engine.check(stop))
    }
}

/// One run of a runner.
pub(crate) struct RunnerTask<'a> {
    pub(crate) conditions: &'a Conditions,
    /// The two engines. Results are counted for the first.
    pub(crate) sides: [RunnerEngine<'a>; 2],
    pub(crate) pairs: u64,
    /// The first opening of this run, counted from 0 in the order of the shuffled book.
    pub(crate) first_opening: u64,
    /// Test that may end the run early.
    pub(crate) test: Option<Test>,
}

/// An engine as the runner starts it.
pub(crate) struct RunnerEngine<'a> {
    /// Name in games, distinct from its opponent's.
    pub(crate) name: String,
    /// The program.
    pub(crate) path: &'a Path,
    /// Its options, each as `NAME=VALUE`.
    pub(crate) options: Vec<String>,
}

impl<'a> RunnerEngine<'a> {
    /// An engine with its own options, and those common options that it offers and does not set itself.
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
