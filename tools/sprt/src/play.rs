//! Plays a tournament: starts the runner, reads its output, and stops it when enough is played: a match when its test
//! is decided, a design or a gauntlet when each match has its pairs.
//!
//! ```text
//!   runner ──lines──▶ runner_output ──pairs──▶ tally ──▶ LLR ──▶ enough?
//! ```
//!
//! The runner's own test sees only the games of its run, while this program's test also sees those before a
//! resumption. So this program decides, and uses the runner's numbers as a check: the same counts must give the same
//! LLR.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use indicatif::ProgressBar;
use toolkit::End;
use toolkit::ProcessGroup;

use crate::llr::Test;
use crate::openings;
use crate::pentanomial::Pentanomial;
use crate::progress;
use crate::runner_output::{RunnerEvent, RunnerOutput};
use crate::stop_request::StopRequest;
use crate::tournament::{RunnerTask, Tournament};

/// Plays the rest of a tournament until it is over or `stop` is set, and keeps its folder up to date.
///
/// # Errors
/// If the runner does not start, ends without a finished pair, or reports a different LLR for the same counts.
pub(crate) fn play(tournament: &mut impl Tournament, folder: &Path, stop: &AtomicBool) -> Result<End> {
    let bar = progress::bar(tournament.max_pairs(), "pairs").with_position(tournament.pairs());
    while let Some(task) = tournament.next_task()
        && !stop.load(Ordering::Relaxed)
    {
        let before = tournament.pairs();
        let process = RunnerProcess::start(&task, folder)?;
        process.follow(tournament, folder, &bar, stop)?;
        ensure!(
            tournament.pairs() > before || stop.load(Ordering::Relaxed),
            "the runner ended without a finished pair: {}",
            last_line(&folder.join(LOG))
        );
    }
    bar.finish_and_clear();
    Ok(if tournament.is_over() { End::Complete } else { End::Interrupted })
}

/// The last line of a runner's log, which usually gives the reason why it ended.
fn last_line(log: &Path) -> String {
    let text = fs::read(log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    format!("{} ({})", line.unwrap_or("no output"), log.display())
}

const LOG: &str = "runner.log";
/// Interval between checks for signals.
const TICK: Duration = Duration::from_millis(200);

/// One run of the runner. On an error it and its engines are killed.
struct RunnerProcess {
    runner: ProcessGroup,
    lines: Receiver<String>,
    log: File,
    runner_output: RunnerOutput,
    /// Pairs of the task that have not ended.
    left: u64,
    first_opening: u64,
    test: Option<Test>,
}

impl RunnerProcess {
    fn start(task: &RunnerTask<'_>, folder: &Path) -> Result<RunnerProcess> {
        let &RunnerTask { conditions, sides: [ref first, ref second], pairs, first_opening, test } = task;
        let runner = &conditions.runner;
        let name = runner.path.display();
        let path = folder.join(LOG);
        let open = || OpenOptions::new().create(true).append(true).open(&path);
        let log = open().with_context(|| format!("{}: cannot be written", path.display()))?;
        openings::write(&conditions.book, conditions.seed, first_opening, pairs, folder)?;
        let runner_output = RunnerOutput::new(&first.name, &second.name)?;
        let mut command = Command::new(&runner.path);
        command
            .args(runner.arguments(task))
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log.try_clone()?);
        let spawned = ProcessGroup::spawn(&mut command);
        let mut runner = spawned.with_context(|| format!("runner {name} does not start"))?;
        let stdout = runner.take_stdout().with_context(|| format!("runner {name} has no output"))?;
        let lines = toolkit::read_lines(stdout);
        Ok(RunnerProcess { runner, lines, log, runner_output, left: pairs, first_opening, test })
    }

    /// Reads the output until the runner ends.
    fn follow(
        mut self,
        tournament: &mut impl Tournament,
        folder: &Path,
        bar: &ProgressBar,
        stop: &AtomicBool,
    ) -> Result<()> {
        let mut stop_request = StopRequest::default();
        loop {
            let line = match self.lines.recv_timeout(TICK) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => String::new(),
            };
            if !line.is_empty() {
                writeln!(self.log, "{line}")?;
            }
            match self.runner_output.read_line(&line)? {
                // Pairs that end after the decision do not count, as in a test that stops at once.
                Some(RunnerEvent::Pair { number, pair }) if !stop_request.is_sent() => {
                    tournament.count(&pair, self.first_opening + number);
                    self.left -= 1;
                    tournament.save(folder)?;
                    bar.set_position(tournament.pairs());
                    bar.set_message(tournament.status());
                }
                Some(RunnerEvent::Checkpoint { results, llr }) => self.check(&results, llr)?,
                _ => {}
            }
            let is_over = self.left == 0 || tournament.is_over();
            if !stop_request.is_sent() && (is_over || stop.load(Ordering::Relaxed)) {
                stop_request.ask(&mut self.runner)?;
            }
            if stop_request.is_overdue() {
                self.runner.end().context("the runner cannot be stopped")?;
                break;
            }
        }
        self.runner.wait().context("the runner cannot be waited for")?;
        tournament.save(folder)
    }

    fn check(&self, results: &Pentanomial, llr: f64) -> Result<()> {
        self.test.as_ref().map_or(Ok(()), |test| check(test, results, llr))
    }
}

/// The runner prints two decimals of an approximate number.
const ROUNDING: f64 = 0.01;

/// Checks the runner's LLR against this program's for the same counts.
fn check(test: &Test, results: &Pentanomial, llr: f64) -> Result<()> {
    let ours = test.llr(results);
    ensure!(
        (ours - llr).abs() <= ROUNDING,
        "for {results} the runner reports LLR {llr}, but this program computes {ours:.4}: one of the two is wrong"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llr::EloModel;

    #[test]
    fn an_llr_that_differs_in_what_is_printed_is_an_error() {
        let test = Test { model: EloModel::Normalized, elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let results = Pentanomial([71, 558, 1250, 676, 86]);
        check(&test, &results, 3.04).unwrap();
        let error = check(&test, &results, 3.06).unwrap_err().to_string();
        assert!(
            error.starts_with(
                "for [71, 558, 1250, 676, 86] the runner reports LLR 3.06, but this program computes 3.03"
            ),
            "{error}"
        );
    }
}
