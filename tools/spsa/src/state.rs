//! The file of a tune: its conditions, its state and its history.
//!
//! It is JSON, written every few seconds and when the tune ends or is interrupted. It is replaced atomically, so
//! there is always a complete file. The process that plays the tune holds a lock file beside it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use toolkit::Lock;

use crate::game::Limit;
use crate::optimiser::{Optimiser, Trial};
use crate::tally::GameCounts;

/// Conditions of the games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Conditions {
    /// The command that starts the engine.
    pub(crate) engine: String,
    pub(crate) book: PathBuf,
    /// The limit of each search.
    #[serde(flatten)]
    pub(crate) limit: Limit,
    /// The size of the transposition table in MiB.
    pub(crate) hash: u32,
    /// The parameters came from a file, and the engine does not list them by itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) from_file: bool,
}

/// The values after a number of iterations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct HistoryPoint {
    pub(crate) iteration: u64,
    pub(crate) theta: Vec<f64>,
}

/// A tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct TuneState {
    pub(crate) conditions: Conditions,
    pub(crate) optimiser: Optimiser,
    /// Number of finished iterations.
    pub(crate) done: u64,
    /// Finished iterations with an unfinished one before them, which another worker was still playing.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    ahead: BTreeSet<u64>,
    pub(crate) tally: GameCounts,
    /// Values at the start and at intervals, for the plot.
    pub(crate) history: Vec<HistoryPoint>,
}

/// Maximum number of points in the plot.
const SAMPLES: u64 = 500;

impl TuneState {
    /// A tune before its first game.
    pub(crate) fn new(conditions: Conditions, optimiser: Optimiser) -> TuneState {
        let history = vec![HistoryPoint { iteration: 0, theta: optimiser.theta.clone() }];
        TuneState {
            conditions,
            optimiser,
            done: 0,
            ahead: BTreeSet::new(),
            tally: GameCounts::default(),
            history,
        }
    }

    /// Number of iterations in all.
    pub(crate) fn iterations(&self) -> u64 {
        self.optimiser.gains.iterations
    }

    /// The last iteration up to which all are finished.
    pub(crate) fn done_without_gap(&self) -> u64 {
        self.done - self.ahead.len() as u64
    }

    /// The first unfinished iteration after `taken`, if any.
    pub(crate) fn open_after(&self, taken: u64) -> Option<u64> {
        let first = taken.max(self.done_without_gap()) + 1;
        (first..=self.iterations()).find(|iteration| !self.ahead.contains(iteration))
    }

    /// Applies the result of a trial: the points of the first and the second game for `plus`.
    pub(crate) fn update(&mut self, trial: &Trial, points: [i32; 2]) {
        self.optimiser.update(trial, points.iter().sum());
        self.tally.add(points);
        self.done += 1;
        self.ahead.insert(trial.iteration);
        while self.ahead.remove(&(self.done_without_gap() + 1)) {}
        if self.done.is_multiple_of(self.iterations().div_ceil(SAMPLES)) || self.done == self.iterations() {
            self.history.push(HistoryPoint { iteration: self.done, theta: self.optimiser.theta.clone() });
        }
    }

    /// Writes a new tune and locks it. No other process can play it while the lock is held.
    pub(crate) fn begin(&self, path: &Path) -> Result<Lock> {
        let lock = Lock::hold(path)?;
        // Another process may have created the file meanwhile.
        expect_new(path)?;
        self.save(path)?;
        Ok(lock)
    }

    /// Reads a tune and locks it, to continue it.
    pub(crate) fn open(path: &Path) -> Result<(TuneState, Lock)> {
        // Read first, so that no lock file is created beside an unrelated file.
        TuneState::load(path)?;
        let lock = Lock::hold(path)?;
        // Read again, since the previous holder of the lock may have written.
        Ok((TuneState::load(path)?, lock))
    }

    /// Reads a tune.
    pub(crate) fn load(path: &Path) -> Result<TuneState> {
        let name = path.display();
        let text = fs::read_to_string(path)
            .with_context(|| format!("{name}: unreadable, expected the state file of a tune"))?;
        let state: TuneState = serde_json::from_str(&text)
            .with_context(|| format!("{name}: damaged, expected the state file of a tune"))?;
        let count = state.optimiser.params.len();
        let is_whole = std::iter::once(&state.optimiser.theta)
            .chain(state.history.iter().map(|sample| &sample.theta))
            .all(|theta| theta.len() == count);
        ensure!(is_whole, "{name}: damaged, expected {count} values for its {count} parameters");
        let is_counted = state.done >= state.ahead.len() as u64
            && state.ahead.first().is_none_or(|&first| first > state.done_without_gap() + 1);
        ensure!(is_counted, "{name}: damaged, expected {} pairs without a gap", state.done);
        Ok(state)
    }

    /// Writes the state atomically.
    pub(crate) fn save(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string(self)?;
        toolkit::write_file(path, &text)
    }
}

/// A tune is never overwritten.
pub(crate) fn expect_new(path: &Path) -> Result<()> {
    ensure!(!path.exists(), "{}: exists, expected a new file, or `spsa resume`", path.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimiser::Gains;

    fn state(iterations: u64) -> TuneState {
        let params = vec!["a, int, 5, 1, 9, 2, 0.002".parse().unwrap()];
        let limit = Limit::Nodes(100);
        let (engine, book) = ("e".to_owned(), PathBuf::from("b"));
        let conditions = Conditions { engine, book, limit, hash: 1, from_file: false };
        TuneState::new(conditions, Optimiser::new(params, Gains { iterations, r_end: 0.002 }, 7))
    }

    #[test]
    fn a_tune_that_is_saved_and_read_goes_on_as_if_nothing_had_been() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tune.json");
        let mut one = state(40);
        let step = |state: &mut TuneState| {
            let trial = state.optimiser.trial(state.done + 1);
            state.update(&trial, [1, if state.done.is_multiple_of(3) { -1 } else { 0 }]);
        };
        (0..20).for_each(|_| step(&mut one));
        one.save(&path).unwrap();
        let mut two = TuneState::load(&path).unwrap();
        assert_eq!(one, two);
        (0..20).for_each(|_| {
            step(&mut one);
            step(&mut two);
        });
        assert_eq!(one, two);
    }

    /// Three workers are interrupted when one has finished nothing and the others are ahead of it.
    #[test]
    fn each_iteration_is_played_once_however_workers_are_interrupted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tune.json");
        let mut state = state(9);
        let mut played = Vec::new();
        for finished in [&[1, 3, 4][..], &[5, 7], &[2]] {
            for &iteration in finished {
                let trial = state.optimiser.trial(iteration);
                state.update(&trial, [0, 0]);
                played.push(iteration);
            }
            state.save(&path).unwrap();
            state = TuneState::load(&path).unwrap();
        }
        let mut taken = state.done_without_gap();
        while let Some(iteration) = state.open_after(taken) {
            taken = iteration;
            let trial = state.optimiser.trial(iteration);
            state.update(&trial, [0, 0]);
            played.push(iteration);
        }
        played.sort_unstable();
        assert_eq!(played, (1..=9).collect::<Vec<_>>());
        assert_eq!((state.done, state.done_without_gap()), (9, 9));
    }

    #[test]
    fn the_history_has_its_ends_and_stays_short() {
        let mut state = state(1_234);
        while state.done < state.iterations() {
            let trial = state.optimiser.trial(state.done + 1);
            state.update(&trial, [0, 0]);
        }
        let iterations: Vec<u64> = state.history.iter().map(|sample| sample.iteration).collect();
        assert_eq!((iterations.first(), iterations.last()), (Some(&0), Some(&1_234)));
        assert!((400..=502).contains(&iterations.len()) && iterations.is_sorted());
    }

    #[test]
    fn a_clock_is_kept_as_well() {
        let clock = Limit::Clock { base: 2.0, increment: 0.02 };
        let conditions = Conditions { limit: clock, from_file: true, ..state(1).conditions };
        let text = serde_json::to_string(&conditions).unwrap();
        assert_eq!(serde_json::from_str::<Conditions>(&text).unwrap(), conditions);
        let earlier = r#"{ "engine": "e", "book": "b", "nodes": 100, "hash": 1 }"#;
        assert_eq!(serde_json::from_str::<Conditions>(earlier).unwrap(), state(1).conditions);
    }

    #[test]
    fn files_that_are_no_state_are_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = format!("{:#}", TuneState::load(file.path()).unwrap_err());
        assert!(error.contains("damaged, expected the state file of a tune"), "{error}");
        let mut bad = state(4);
        bad.optimiser.theta.clear();
        bad.save(file.path()).unwrap();
        assert!(TuneState::load(file.path()).unwrap_err().to_string().contains("expected 1 values"));
    }
}
