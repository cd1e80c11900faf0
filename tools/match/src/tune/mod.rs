//! SPSA: tunes the parameters of the search by games of the engine against itself.
//!
//! ```text
//!   worker:  take a number k ──▶ perturb θ ──▶ some pairs of games (fastchess) ──▶ update θ ──▶ next
//!                 └──────────────── the tune, behind one lock ───────────────────────┘
//! ```
//!
//! A perturbation starts from θ when its games begin, and its result is added to θ when they end. With few workers and
//! small steps the difference is negligible. An interruption drops unfinished iterations; a resumed tune starts with
//! their numbers, so that each is used exactly once.

mod optimiser;
pub(crate) mod params;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};
use toolkit::End;

pub(crate) use optimiser::{Gains, Optimiser};

use crate::book::Openings;
use crate::engine::MatchEngine;
use crate::fastchess::{self, Progress};
use crate::games::{self, MatchScore};
use crate::guard;
use crate::play::{GAMES, GameSettings, OPENINGS, words};
use crate::state;
use optimiser::Trial;
use params::{NewValue, TunedParam};

/// A tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Tune {
    pub(crate) engine: MatchEngine,
    pub(crate) settings: GameSettings,
    /// Pairs of games in each iteration.
    pub(crate) pairs: u64,
    pub(crate) concurrency: usize,
    optimiser: Optimiser,
    /// Number of finished iterations.
    done: u64,
    /// Finished iterations with an unfinished one before them, which another worker was still playing.
    ahead: BTreeSet<u64>,
    /// Results of the games from the view of θ+.
    wins: u64,
    draws: u64,
    losses: u64,
    /// Games that ended by a fault: the fault, and their number.
    faults: BTreeMap<String, u64>,
    /// Values at the start and at intervals.
    history: Vec<HistoryPoint>,
}

/// The values after a number of iterations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct HistoryPoint {
    iteration: u64,
    theta: Vec<f64>,
}

/// Maximum number of points of the path of a value.
const SAMPLES: u64 = 500;
/// The same in the report.
const SHOWN: usize = 24;

/// A tune ends if more games than this, and one per cent more, end by a fault.
const MAX_FAULTS: u64 = 10;

/// Interval between two saves.
const SAVED_EVERY: Duration = Duration::from_secs(10);

impl Tune {
    /// A tune before its first game.
    pub(crate) fn new(
        engine: MatchEngine,
        settings: GameSettings,
        [pairs, concurrency]: [usize; 2],
        optimiser: Optimiser,
    ) -> Tune {
        let history = vec![HistoryPoint { iteration: 0, theta: optimiser.theta.clone() }];
        Tune {
            engine,
            settings,
            pairs: pairs as u64,
            concurrency,
            optimiser,
            done: 0,
            ahead: BTreeSet::new(),
            wins: 0,
            draws: 0,
            losses: 0,
            faults: BTreeMap::new(),
            history,
        }
    }

    /// Checks a tune that was read.
    pub(crate) fn check(&self) -> Result<()> {
        let count = self.optimiser.params.len();
        let mut thetas = self.history.iter().map(|point| &point.theta).chain([&self.optimiser.theta]);
        ensure!(
            thetas.all(|theta| theta.len() == count),
            "expected {count} values for its {count} parameters"
        );
        let has_gap = self.done >= self.ahead.len() as u64
            && self.ahead.first().is_none_or(|&first| first > self.done_without_gap() + 1);
        ensure!(has_gap, "expected {} finished iterations", self.done);
        Ok(())
    }

    /// The last iteration up to which all are finished.
    fn done_without_gap(&self) -> u64 {
        self.done - self.ahead.len() as u64
    }

    /// The first unfinished iteration after `taken`, if any.
    fn open_after(&self, taken: u64) -> Option<u64> {
        let first = taken.max(self.done_without_gap()) + 1;
        (first..=self.optimiser.gains.iterations).find(|iteration| !self.ahead.contains(iteration))
    }

    /// Applies the result of a trial, from the view of θ+.
    ///
    /// # Errors
    /// If too many games ended by a fault.
    fn update(&mut self, trial: &Trial, score: &MatchScore) -> Result<()> {
        self.optimiser.update(trial, score.wins as i32 - score.losses as i32);
        self.wins += score.wins;
        self.draws += score.draws;
        self.losses += score.losses;
        for (fault, count) in &score.faults {
            // Both sides are the same engine.
            let fault = fault.split_once(": ").map_or(fault.as_str(), |(_, fault)| fault);
            *self.faults.entry(fault.to_owned()).or_default() += count;
        }
        self.done += 1;
        self.ahead.insert(trial.iteration);
        while self.ahead.remove(&(self.done_without_gap() + 1)) {}
        let iterations = self.optimiser.gains.iterations;
        if self.done.is_multiple_of(iterations.div_ceil(SAMPLES)) || self.done == iterations {
            self.history.push(HistoryPoint { iteration: self.done, theta: self.optimiser.theta.clone() });
        }
        let (games, faulty) = (self.wins + self.draws + self.losses, self.faults.values().sum::<u64>());
        ensure!(
            faulty <= MAX_FAULTS + games / 100,
            "{faulty} of {games} games ended by a fault: {:?}, expected at most {MAX_FAULTS} and one per cent; the last \
             words of engines are in {} in the folder of the tune",
            self.faults,
            guard::LOG
        );
        Ok(())
    }

    /// Plays what is left, until all is played or `stop` is set, and keeps the folder up to date.
    ///
    /// # Errors
    /// If fastchess fails, too many games end by a fault, or the state cannot be written. What was done is saved.
    pub(crate) fn play(self, folder: &Path, stop: &AtomicBool) -> Result<(Tune, End)> {
        self.engine.check()?;
        let openings = Openings::read(&self.settings.book, self.settings.seed)?;
        ensure!(
            openings.list.len() as u64 >= self.pairs,
            "{}: {} openings, expected at least {} for an iteration",
            self.settings.book.display(),
            openings.list.len(),
            self.pairs
        );
        let bar =
            toolkit::progress("{bar:30} {human_pos}/{human_len} iterations, {msg}, {elapsed} ({eta} left)");
        bar.set_length(self.optimiser.gains.iterations);
        bar.set_position(self.done);
        bar.reset_eta();
        let (concurrency, taken) = (self.concurrency, self.done_without_gap());
        let run = Run {
            shared: Mutex::new(Shared { tune: self, taken, saved: Instant::now() }),
            openings: &openings,
            folder,
            bar,
            stop,
            has_failed: AtomicBool::new(false),
        };
        let outcome: Result<Vec<()>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..concurrency)
                .map(|_| {
                    let work = || run.play().inspect_err(|_| run.has_failed.store(true, Ordering::Relaxed));
                    let worker = std::thread::Builder::new().spawn_scoped(scope, work);
                    run.has_failed.fetch_or(worker.is_err(), Ordering::Relaxed);
                    worker
                        .with_context(|| format!("the system refuses one of {concurrency} threads for games"))
                })
                .collect();
            workers.into_iter().map(|worker| worker?.join().expect("workers do not panic")).collect()
        });
        run.bar.finish_and_clear();
        let Shared { tune, .. } = run.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        tune.save(folder)?;
        outcome.with_context(|| format!("stopped after {} iterations, which are saved", tune.done))?;
        let is_complete = tune.done == tune.optimiser.gains.iterations;
        Ok((tune, if is_complete { End::Complete } else { End::Interrupted }))
    }

    /// Writes the state atomically.
    pub(crate) fn save(&self, folder: &Path) -> Result<()> {
        state::write(folder, "tune", self)
    }

    /// The parameters whose rounded values have changed, with these values.
    fn changes(&self) -> impl Iterator<Item = (&TunedParam, i32)> {
        let values = self.optimiser.theta.iter().map(|theta| theta.round() as i32);
        self.optimiser.params.iter().zip(values).filter(|(param, value)| *value != param.default)
    }

    pub(crate) fn new_values(&self) -> Vec<NewValue> {
        let new = |(param, value): (&TunedParam, i32)| {
            let TunedParam { name, default, .. } = param;
            NewValue { name: name.clone(), value, start: Some(*default) }
        };
        self.changes().map(new).collect()
    }
}

/// State that the workers share.
struct Run<'a> {
    shared: Mutex<Shared>,
    openings: &'a Openings,
    folder: &'a Path,
    bar: ProgressBar,
    stop: &'a AtomicBool,
    /// Set by a worker that failed.
    has_failed: AtomicBool,
}

struct Shared {
    tune: Tune,
    /// The last iteration that a worker has started.
    taken: u64,
    saved: Instant,
}

impl Run<'_> {
    /// Plays iterations until none is left.
    fn play(&self) -> Result<()> {
        loop {
            if self.stop.load(Ordering::Relaxed) || self.has_failed.load(Ordering::Relaxed) {
                return Ok(());
            }
            let (trial, fastchess, arguments, openings, pairs) = {
                let mut shared = self.lock();
                let Some(iteration) = shared.tune.open_after(shared.taken) else { return Ok(()) };
                shared.taken = iteration;
                let Tune { engine, settings, pairs, optimiser, .. } = &shared.tune;
                let trial = optimiser.trial(iteration);
                let program = settings.program(&engine.path, self.folder)?;
                let side = |name: &str, values: &[i32]| {
                    let options = optimiser.params.iter().zip(values);
                    let options = options.map(|(param, value)| format!("{}={value}", param.name));
                    engine.arguments(name, program.clone(), options)
                };
                let rounds = words(&format!("-rounds {pairs} -concurrency 1 -config outname=config.json"));
                let sides = [side(PLUS, &trial.plus), side(MINUS, &trial.minus)].concat();
                let arguments = [sides, rounds, settings.arguments(self.openings)].concat();
                let openings = optimiser.openings(iteration, self.openings.list.len(), *pairs as usize);
                (trial, settings.fastchess.clone(), arguments, openings, *pairs)
            };
            let place = tempfile::tempdir().context("no folder for games")?;
            let lines = openings.into_iter().map(|index| self.openings.list[index].fen.as_str());
            fs::write(place.path().join(OPENINGS), lines.collect::<Vec<_>>().join("\n") + "\n")?;
            let (log, tick) = ("fastchess.log", || Ok(()));
            let end =
                fastchess::run(&fastchess, &arguments, place.path(), log, Progress::Hidden, self.stop, tick);
            if end.with_context(|| format!("iteration {}", trial.iteration))? == End::Interrupted {
                return Ok(());
            }
            let score = MatchScore::of(&games::read(&place.path().join(GAMES), self.folder)?, PLUS, MINUS);
            let played = score.pairs.pairs();
            ensure!(played == pairs, "iteration {}: {played} pairs, expected {pairs}", trial.iteration);
            let mut shared = self.lock();
            let outcome = shared.tune.update(&trial, &score);
            self.bar.set_message(shared.tune.counts());
            self.bar.inc(1);
            if shared.saved.elapsed() >= SAVED_EVERY {
                shared.tune.save(self.folder)?;
                shared.saved = Instant::now();
            }
            outcome?;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // No worker leaves the state half changed.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Names of the two sides in games.
const PLUS: &str = "plus";
const MINUS: &str = "minus";

impl Tune {
    /// The path of a parameter as a row of bars. It spans four steps at least, so that small moves do not look large.
    fn path(&self, index: usize) -> String {
        const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let TunedParam { default, step, .. } = &self.optimiser.params[index];
        let values: Vec<f64> = self.history.iter().map(|point| point.theta[index]).collect();
        let least = (f64::from(*default) - 2.0 * step, f64::from(*default) + 2.0 * step);
        let (low, high) = values.iter().fold(least, |(low, high), value| (low.min(*value), high.max(*value)));
        let bar = |value: &f64| BARS[((value - low) / (high - low) * 7.0).round() as usize];
        values.iter().step_by(values.len().div_ceil(SHOWN).max(1)).map(bar).collect()
    }

    fn counts(&self) -> String {
        format!("+{} ={} -{} for θ+", self.wins, self.draws, self.losses)
    }
}

/// The report: changed values, and lines to paste.
impl fmt::Display for Tune {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tune { engine, settings, optimiser, done, .. } = self;
        let book = settings.book.file_name().unwrap_or_default().to_string_lossy();
        let iterations = optimiser.gains.iterations;
        let conditions =
            settings.arguments.iter().chain(&settings.more).map(String::as_str).collect::<Vec<_>>();
        writeln!(
            f,
            "{engine}: {done} of {iterations} iterations of {} pairs, from {book}: {}",
            self.pairs,
            self.counts()
        )?;
        writeln!(f, "{}", conditions.join(" "))?;
        self.faults.iter().try_for_each(|(fault, count)| writeln!(f, "Fault | {fault}: {count}"))?;
        writeln!(
            f,
            "\n{:<28} {:>7} {:>9} {:>9} {:>14}  path",
            "parameter", "start", "now", "steps", "range"
        )?;
        for (index, (param, theta)) in optimiser.params.iter().zip(&optimiser.theta).enumerate() {
            let steps = (theta - f64::from(param.default)) / param.step;
            let (range, path) = (format!("{}..={}", param.min, param.max), self.path(index));
            writeln!(
                f,
                "{:<28} {:>7} {theta:>9.2} {steps:>+9.2} {range:>14}  {path}",
                param.name, param.default
            )?;
        }
        if self.changes().next().is_none() {
            return writeln!(f, "\nno value has changed so far");
        }
        writeln!(
            f,
            "\nnew lines for crates/search/src/params.rs (`match report FOLDER --write FILE` puts them there):"
        )?;
        self.changes().try_for_each(|(TunedParam { name, min, max, step, .. }, value)| {
            writeln!(f, "    {name} = {value} in {min}..={max} step {step};")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tune(iterations: u64) -> Tune {
        let text = r#"{
            "engine": { "name": "e", "path": "/e", "bench": null, "options": [], "common": [],
                "file": { "bytes": 1, "modified": 2 } },
            "settings": { "fastchess": "/f", "book": "/b", "seed": 7, "arguments": [], "more": [] },
            "pairs": 2, "concurrency": 1,
            "optimiser": { "gains": { "iterations": 0, "r_end": 0.002 }, "params": [], "theta": [], "seed": 7 },
            "done": 0, "ahead": [], "wins": 0, "draws": 0, "losses": 0, "faults": {}, "history": []
        }"#;
        let Tune { engine, settings, .. } = serde_json::from_str(text).unwrap();
        let params = vec!["a, int, 5, 1, 9, 2, 0.002".parse().unwrap()];
        let optimiser = Optimiser::new(params, Gains { iterations, r_end: 0.002 }, 7);
        Tune::new(engine, settings, [2, 1], optimiser)
    }

    fn score(wins: u64, losses: u64) -> MatchScore {
        MatchScore { wins, losses, draws: 4 - wins - losses, ..MatchScore::default() }
    }

    fn again(tune: &Tune) -> Tune {
        let tune: Tune = serde_json::from_str(&serde_json::to_string(tune).unwrap()).unwrap();
        tune.check().unwrap();
        tune
    }

    #[test]
    fn a_tune_that_is_saved_and_read_goes_on_as_if_nothing_had_been() {
        let mut one = tune(40);
        let step = |tune: &mut Tune| {
            let trial = tune.optimiser.trial(tune.done + 1);
            tune.update(&trial, &score(1, tune.done % 3)).unwrap();
        };
        (0..20).for_each(|_| step(&mut one));
        let mut two = again(&one);
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
        let mut tune = tune(9);
        let mut played = Vec::new();
        for finished in [&[1, 3, 4][..], &[5, 7], &[2]] {
            for &iteration in finished {
                let trial = tune.optimiser.trial(iteration);
                tune.update(&trial, &score(0, 0)).unwrap();
                played.push(iteration);
            }
            tune = again(&tune);
        }
        let mut taken = tune.done_without_gap();
        while let Some(iteration) = tune.open_after(taken) {
            taken = iteration;
            let trial = tune.optimiser.trial(iteration);
            tune.update(&trial, &score(0, 0)).unwrap();
            played.push(iteration);
        }
        played.sort_unstable();
        assert_eq!(played, (1..=9).collect::<Vec<_>>());
        assert_eq!((tune.done, tune.done_without_gap()), (9, 9));
    }

    #[test]
    fn the_winner_is_moved_towards_and_faults_end_a_tune_only_above_a_limit() {
        let mut tune = tune(100);
        let trial = tune.optimiser.trial(1);
        let illegal = [(format!("{MINUS}: illegal move"), 1)].into();
        tune.update(&trial, &MatchScore { faults: illegal, ..score(4, 0) }).unwrap();
        let is_towards_plus = (tune.optimiser.theta[0] > 5.0) == (trial.plus[0] > trial.minus[0]);
        assert!(is_towards_plus && tune.optimiser.theta[0] != 5.0);
        assert_eq!((tune.counts().as_str(), tune.faults["illegal move"]), ("+4 =0 -0 for θ+", 1));
        let crashes = MatchScore { faults: [(format!("{PLUS}: crash"), 4)].into(), ..score(0, 4) };
        let outcomes = (2..5).map(|iteration| tune.update(&tune.optimiser.trial(iteration), &crashes));
        let outcomes: Vec<_> = outcomes.collect();
        assert!(outcomes[0].is_ok() && outcomes[1].is_ok());
        assert!(outcomes[2].as_ref().unwrap_err().to_string().starts_with("13 of 16 games ended by a fault"));
    }

    #[test]
    fn the_history_has_its_ends_and_stays_short() {
        let mut tune = tune(1_234);
        while tune.done < 1_234 {
            let trial = tune.optimiser.trial(tune.done + 1);
            tune.update(&trial, &score(0, 0)).unwrap();
        }
        let iterations: Vec<u64> = tune.history.iter().map(|sample| sample.iteration).collect();
        assert_eq!((iterations.first(), iterations.last()), (Some(&0), Some(&1_234)));
        assert!((400..=502).contains(&iterations.len()) && iterations.is_sorted());
    }

    #[test]
    fn damaged_states_are_refused() {
        let mut bad = tune(4);
        bad.optimiser.theta.clear();
        assert!(bad.check().unwrap_err().to_string().contains("expected 1 values"));
        let mut bad = tune(4);
        bad.ahead.insert(1);
        assert!(bad.check().is_err());
    }

    #[test]
    fn only_changed_values_are_listed() {
        let mut tune = tune(9);
        tune.optimiser.params.push("b, int, 50, 10, 90, 10, 0.002".parse().unwrap());
        tune.optimiser.theta = vec![5.4, 61.5];
        tune.history[0].theta.push(50.0);
        tune.history.push(HistoryPoint { iteration: 1, theta: tune.optimiser.theta.clone() });
        let text = tune.to_string();
        let row = "b                                 50     61.50     +1.15        10..=90  ▅▇\n";
        assert!(text.contains(row) && text.ends_with(":\n    b = 62 in 10..=90 step 10;\n"), "{text}");
    }
}
