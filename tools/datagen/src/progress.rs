//! Progress of a run: a bar on a terminal, lines in a log, and a summary at the end.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use positions::GameResult;

use crate::collect::RunGoal;
use crate::tally::RunCounts;
use toolkit::referee::GameEnding;

/// Interval between lines in a log.
const LOG_INTERVAL: Duration = Duration::from_secs(300);

/// Shows the progress of a run on standard error.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Positions and games from earlier runs.
    before: InitialCounts,
    started: Instant,
    logged: Instant,
}

/// Counts at the start of a run.
#[derive(Clone, Copy)]
pub(crate) struct InitialCounts {
    pub(crate) positions: u64,
    pub(crate) games: u64,
}

impl Progress {
    pub(crate) fn new(goal: &RunGoal, before: InitialCounts) -> Progress {
        let (length, position) = match *goal {
            RunGoal { positions: Some(positions), .. } => (Some(positions), before.positions),
            RunGoal { games: Some(games), .. } => (Some(games), before.games),
            RunGoal { positions: None, games: None } => (None, before.positions),
        };
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        let template = match length {
            Some(_) => "{bar:30} {percent}% {msg}, {elapsed} ({eta} left)",
            None => "{spinner} {msg}, {elapsed}",
        };
        // If the template is refused, the default bar is used.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        // The speed is measured without earlier runs.
        bar.set_position(position);
        bar.reset_eta();
        let now = Instant::now();
        Progress { bar, before, started: now, logged: now }
    }

    pub(crate) fn show(&mut self, goal: &RunGoal, tally: &RunCounts) {
        let is_by_games = goal.positions.is_none() && goal.games.is_some();
        let (before, now) = match is_by_games {
            true => (self.before.games, tally.games),
            false => (self.before.positions, tally.written),
        };
        self.bar.set_position(before + now);
        self.bar.set_message(self.line(tally));
        if self.bar.is_hidden() && self.logged.elapsed() >= LOG_INTERVAL {
            self.logged = Instant::now();
            eprintln!("{}, {}", self.line(tally), HumanDuration(self.started.elapsed()));
        }
    }

    fn line(&self, tally: &RunCounts) -> String {
        let [black, draws, white] = GameResult::ALL.map(|result| tally.results(result));
        format!(
            "{} positions ({}/s), {} games (+{white} ={draws} -{black})",
            HumanCount(self.before.positions + tally.written),
            self.per_second(tally.written),
            HumanCount(self.before.games + tally.games),
        )
    }

    fn per_second(&self, count: u64) -> u64 {
        (count as f64 / self.started.elapsed().as_secs_f64().max(1e-3)) as u64
    }

    /// Removes the bar and returns the summary of this run.
    pub(crate) fn summary(&self, tally: &RunCounts, threads: NonZeroUsize) -> String {
        self.bar.finish_and_clear();
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_summary(&mut text, tally, threads);
        text
    }

    fn write_summary(&self, out: &mut String, tally: &RunCounts, threads: NonZeroUsize) -> std::fmt::Result {
        let seconds = self.started.elapsed().as_secs_f64();
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let rate = tally.written as f64 / seconds.max(1e-3);
        writeln!(
            out,
            "{} positions of {} games in {seconds:.0} s: {rate:.0} positions/s, {:.0} a thread",
            HumanCount(tally.written),
            HumanCount(tally.games),
            rate / threads.get() as f64,
        )?;
        writeln!(
            out,
            "{} duplicates left out ({:.1} %); {:.0} positions a game, {:.0} nodes each",
            HumanCount(tally.duplicates()),
            share(tally.duplicates(), tally.searched),
            tally.searched as f64 / tally.games.max(1) as f64,
            tally.nodes as f64 / tally.searched.max(1) as f64,
        )?;
        for result in GameResult::ALL.into_iter().rev() {
            let games = tally.results(result);
            writeln!(out, "  {:<22}{games:>8} {:>6.1} %", result.pgn(), share(games, tally.games))?;
        }
        for ending in GameEnding::ALL {
            let games = tally.endings(ending);
            writeln!(out, "  {:<22}{games:>8} {:>6.1} %", ending.name(), share(games, tally.games))?;
        }
        let all = self.before.positions + tally.written;
        write!(out, "The file holds {} positions.", HumanCount(all))
    }
}
