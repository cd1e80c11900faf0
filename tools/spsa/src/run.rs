//! Plays the iterations of a tune, several at a time.
//!
//! ```text
//!   worker:  take a number k ──▶ perturb θ ──▶ two games ──▶ update θ ──▶ next
//!                 └────────── the state, behind one lock ──────┘
//! ```
//!
//! A perturbation starts from θ when its games begin, and its result is added to θ when they end. With few workers
//! and small steps the difference is negligible. An interruption drops unfinished pairs; a resumed tune starts with
//! their numbers, so that each is used exactly once.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use toolkit::Book;
use toolkit::End;

use crate::engine_pair::EnginePair;
use crate::state::TuneState;

const SAVED_EVERY: Duration = Duration::from_secs(10);

/// State that the workers share.
struct Tune<'a> {
    progress: Mutex<SharedState>,
    book: &'a Book,
    path: &'a Path,
    bar: ProgressBar,
    /// Set by a signal to end, or by a worker that failed.
    stop: Arc<AtomicBool>,
}

struct SharedState {
    state: TuneState,
    /// The last iteration that a worker has started.
    taken: u64,
    saved: Instant,
}

/// Plays the rest of a tune until `stop` is set, and keeps its file up to date. Returns the new state.
///
/// # Errors
/// If an engine fails or the file cannot be written. The progress until then is saved.
pub(crate) fn run(
    state: TuneState,
    book: &Book,
    path: &Path,
    concurrency: usize,
    stop: Arc<AtomicBool>,
) -> Result<(TuneState, End)> {
    let bar = progress_bar(&state);
    let progress = Mutex::new(SharedState { taken: state.done_without_gap(), state, saved: Instant::now() });
    let tune = Tune { progress, book, path, bar, stop };
    let outcome = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..concurrency).map(|_| scope.spawn(|| tune.work())).collect();
        workers.into_iter().map(|worker| worker.join().expect("workers do not panic")).collect()
    });
    tune.bar.finish_and_clear();
    let SharedState { state, .. } = tune.progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.save(path)?;
    let outcome: Result<Vec<()>> = outcome;
    outcome.with_context(|| format!("stopped after {} pairs, which are saved", state.done))?;
    let is_complete = state.done == state.iterations();
    Ok((state, if is_complete { End::Complete } else { End::Interrupted }))
}

impl Tune<'_> {
    /// Work of one worker.
    fn work(&self) -> Result<()> {
        let outcome = self.play();
        if outcome.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
        outcome
    }

    fn play(&self) -> Result<()> {
        // Interrupted before the first game: no engines are started.
        if self.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let conditions = self.lock().state.conditions.clone();
        let params = self.lock().state.optimiser.params.clone();
        let mut engines = EnginePair::start(&conditions, self.book.chess960().is_some())?;
        while let Some(iteration) = self.next_iteration() {
            let (trial, opening) = {
                let optimiser = &self.lock().state.optimiser;
                (optimiser.trial(iteration), optimiser.opening(iteration, self.book.lines().len()))
            };
            engines.set(&params, [&trial.plus, &trial.minus])?;
            let opening = &self.book.lines()[opening].position;
            let Some(points) = engines.pair(opening, &self.stop)? else { return Ok(()) };
            let mut progress = self.lock();
            progress.state.update(&trial, points);
            progress.state.tally.time_losses += std::mem::take(&mut engines.time_losses);
            self.bar.set_message(progress.state.tally.to_string());
            self.bar.inc(1);
            if progress.saved.elapsed() >= SAVED_EVERY {
                progress.state.save(self.path)?;
                progress.saved = Instant::now();
            }
        }
        Ok(())
    }

    fn next_iteration(&self) -> Option<u64> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut progress = self.lock();
        progress.taken = progress.state.open_after(progress.taken)?;
        Some(progress.taken)
    }

    fn lock(&self) -> MutexGuard<'_, SharedState> {
        // No worker leaves the state half changed.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn progress_bar(state: &TuneState) -> ProgressBar {
    let bar = ProgressBar::new(state.iterations()).with_position(state.done);
    // If the template is refused, the default bar is used.
    let style = ProgressStyle::with_template(
        "{bar:30} {human_pos}/{human_len} pairs, {msg} for θ+, {per_sec}, {elapsed} ({eta} left)",
    );
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.set_message(state.tally.to_string());
    bar.enable_steady_tick(Duration::from_millis(500));
    bar.reset_eta();
    bar
}
