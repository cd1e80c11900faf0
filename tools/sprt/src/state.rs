//! A match: its settings and its results so far.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::conditions::Conditions;
use crate::folder::{self, SavedState};
use crate::games;
use crate::llr::{Test, TestVerdict};
use crate::match_engine::MatchEngine;
use crate::report::MatchReport;
use crate::schedule::MatchProgress;
use crate::tally::Tally;
use crate::tournament::{RunnerEngine, RunnerTask, Tournament};

/// Settings of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct MatchSettings {
    pub(crate) new: MatchEngine,
    pub(crate) base: MatchEngine,
    #[serde(flatten)]
    pub(crate) conditions: Conditions,
    pub(crate) test: Test,
    /// Pairs after which the match ends undecided.
    #[serde(rename = "most_pairs")]
    pub(crate) max_pairs: u64,
}

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Match {
    pub(crate) settings: MatchSettings,
    #[serde(rename = "tally")]
    pub(crate) progress: MatchProgress,
}

impl SavedState for Match {
    const FILE: &'static str = folder::MATCH;
}

impl Tournament for Match {
    fn next_task(&self) -> Option<RunnerTask<'_>> {
        let MatchSettings { new, base, conditions, test, max_pairs } = &self.settings;
        let pairs = max_pairs.saturating_sub(self.pairs());
        let is_open = pairs > 0 && test.verdict(&self.progress.tally.pairs) == TestVerdict::Undecided;
        let sides = [new, base].map(|engine| RunnerEngine::of(engine, conditions));
        let first_opening = self.progress.openings;
        is_open.then_some(RunnerTask { conditions, sides, pairs, first_opening, test: Some(*test) })
    }

    fn count(&mut self, pair: &Tally, opening: u64) {
        self.progress.count(pair, opening);
    }

    fn pairs(&self) -> u64 {
        self.progress.pairs()
    }

    fn max_pairs(&self) -> u64 {
        self.settings.max_pairs
    }

    fn status(&self) -> String {
        let (test, pairs) = (&self.settings.test, &self.progress.tally.pairs);
        let (low, high) = test.bounds();
        format!("LLR {:+.2} ({low:.2}, {high:.2}), Elo {}, {pairs}", test.rounded_llr(pairs), pairs.elo())
    }

    fn report(&self, folder: &Path) -> String {
        format!("{}{}", MatchReport(self), games::note(folder))
    }

    fn json(&self) -> Value {
        let MatchSettings { new, base, conditions, test, .. } = &self.settings;
        let pairs = &self.progress.tally.pairs;
        json!({
            "kind": "match",
            "new": new, "base": base, "conditions": conditions, "test": test,
            "results": self.progress.tally.json(),
            "llr": test.llr(pairs), "bounds": test.bounds(), "verdict": test.verdict(pairs).name(),
        })
    }

    fn conditions(&mut self) -> &mut Conditions {
        &mut self.settings.conditions
    }

    fn engines(&self) -> Vec<&MatchEngine> {
        vec![&self.settings.new, &self.settings.base]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Limit;
    use crate::runner::RunnerKind;

    const EARLIER: &str = r#"{
        "settings": {
            "new": { "name": "alpha", "path": "/x/alpha", "bench": 1234 },
            "base": { "name": "beta", "path": "/x/beta", "bench": 1235 },
            "runner": { "kind": "fastchess", "path": "/x/fastchess" },
            "limit": { "nodes": 500 },
            "book": "/x/book.epd",
            "chess960": false,
            "adjudicate": true,
            "hash": 16,
            "threads": 1,
            "concurrency": 2,
            "test": { "model": "normalized", "elo0": 0.0, "elo1": 3.0, "alpha": 0.05, "beta": 0.05 },
            "most_pairs": 20000,
            "seed": 18446744073709551615
        },
        "tally": { "wins": 1, "draws": 1, "losses": 0, "pairs": [0, 0, 0, 1, 0], "faults": {}, "openings": 3 }
    }"#;

    #[test]
    fn matches_are_read_and_written_as_they_were() {
        let game: Match = serde_json::from_str(EARLIER).unwrap();
        let conditions = &game.settings.conditions;
        assert_eq!((conditions.runner.kind, &conditions.limit), (RunnerKind::Fastchess, &Limit::Nodes(500)));
        assert_eq!((conditions.seed, game.pairs()), (u64::MAX, 1));
        let value: serde_json::Value = serde_json::from_str(EARLIER).unwrap();
        assert_eq!(serde_json::to_value(&game).unwrap(), value);
    }
}
