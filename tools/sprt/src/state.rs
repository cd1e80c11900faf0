//! The folder of a match: `match.json` says how it is played and how it stands, `games.pgn` has the games,
//! `runner.log` what the runner said, and `engines/` the two that play. Who plays it holds `match.json.lock`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use longrun::Lock;
use serde::{Deserialize, Serialize};

use crate::contestant::Contestant;
use crate::llr::{Test, Verdict};
use crate::runner::Runner;
use crate::tally::Tally;

/// What ends a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Limit {
    /// Seconds and increment, as runners write them: `8+0.08`.
    Clock(String),
    Nodes(u64),
}

/// How a match is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    pub(crate) new: Contestant,
    pub(crate) base: Contestant,
    pub(crate) runner: Runner,
    pub(crate) limit: Limit,
    pub(crate) book: PathBuf,
    pub(crate) chess960: bool,
    /// Whether clear games are cut short.
    pub(crate) adjudicate: bool,
    /// In MiB.
    pub(crate) hash: u32,
    /// Of each engine.
    pub(crate) threads: u32,
    /// Games at a time.
    pub(crate) concurrency: usize,
    pub(crate) test: Test,
    /// The match ends undecided after so many.
    pub(crate) most_pairs: u64,
    pub(crate) seed: u64,
}

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Match {
    pub(crate) settings: Settings,
    /// How often a runner was started.
    pub(crate) sessions: u64,
    pub(crate) tally: Tally,
}

const FILE: &str = "match.json";

impl Match {
    pub(crate) fn is_over(&self) -> bool {
        self.pairs_left() == 0 || self.settings.test.verdict(&self.tally.pairs) != Verdict::Undecided
    }

    pub(crate) fn pairs_left(&self) -> u64 {
        self.settings.most_pairs.saturating_sub(self.tally.pairs.pairs())
    }

    /// The file of the match in its folder.
    pub(crate) fn file(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Reads a match to go on with it, which nobody else can while the lock is held.
    pub(crate) fn open(folder: &Path) -> Result<(Match, Lock)> {
        // What is no match gets no lock.
        Match::load(folder)?;
        let lock = Lock::hold(&Match::file(folder))?;
        // Who held it until now may have written.
        Ok((Match::load(folder)?, lock))
    }

    /// Sees to it that what will play is what has played, if there is anything left to play.
    pub(crate) fn check_engines(&self, stop: &AtomicBool) -> Result<()> {
        if self.is_over() {
            return Ok(());
        }
        self.settings.new.check(stop)?;
        self.settings.base.check(stop)
    }

    pub(crate) fn load(folder: &Path) -> Result<Match> {
        let path = Match::file(folder);
        let name = path.display();
        let text = fs::read_to_string(&path)
            .with_context(|| format!("{name}: unreadable, expected the folder of a match"))?;
        serde_json::from_str(&text).with_context(|| format!("{name}: damaged, expected a match"))
    }

    /// Writes it to its folder, whole or not at all.
    pub(crate) fn save(&self, folder: &Path) -> Result<()> {
        let path = Match::file(folder);
        let text = serde_json::to_string_pretty(self)?;
        longrun::replace(&path, &text).with_context(|| format!("{}: cannot be written", path.display()))
    }
}
