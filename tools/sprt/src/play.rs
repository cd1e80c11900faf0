//! Plays a match: starts the runner, listens, and stops it when the test is decided.
//!
//! ```text
//!   runner ──lines──▶ transcript ──pairs──▶ tally ──▶ LLR ──▶ enough?
//! ```
//!
//! The runner's own test, where it has one, sees the games of its session only; after a resumption ours sees all. So
//! ours decides, and the runner's numbers serve to check ours: of the same counts both must make the same LLR.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use indicatif::ProgressBar;
use longrun::End;

use crate::ending::{self, Ending};
use crate::llr::Test;
use crate::pentanomial::Pentanomial;
use crate::progress;
use crate::state::Match;
use crate::transcript::{News, Transcript};

/// Plays what is left of a match until it is over or `stop` is raised, and keeps its folder up to date.
///
/// # Errors
/// If the runner does not start, ends without a finished pair, or makes another LLR of its counts than we do.
pub(crate) fn play(game: &mut Match, folder: &Path, stop: &AtomicBool) -> Result<End> {
    while !game.is_over() && !stop.load(Ordering::Relaxed) {
        let before = game.tally.pairs.pairs();
        Session::start(game, folder)?.follow(game, folder, stop)?;
        ensure!(
            game.tally.pairs.pairs() > before || stop.load(Ordering::Relaxed),
            "the runner ended without a finished pair; {} says why",
            folder.join(LOG).display()
        );
    }
    Ok(if game.is_over() { End::Complete } else { End::Interrupted })
}

const LOG: &str = "runner.log";
/// How often signals are looked for.
const TICK: Duration = Duration::from_millis(200);

/// One run of the runner.
struct Session {
    child: Child,
    lines: Receiver<String>,
    log: File,
    transcript: Transcript,
    bar: ProgressBar,
}

impl Session {
    fn start(game: &mut Match, folder: &Path) -> Result<Session> {
        let runner = &game.settings.runner;
        let name = runner.path.display();
        let path = folder.join(LOG);
        let open = || OpenOptions::new().create(true).append(true).open(&path);
        let log = open().with_context(|| format!("{}: cannot be written", path.display()))?;
        let mut command = Command::new(&runner.path);
        command
            .args(runner.arguments(&game.settings, game.pairs_left(), game.sessions))
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log.try_clone()?);
        // The runner is to end when we say so.
        process::group::separate(&mut command);
        let mut child = command.spawn().with_context(|| format!("runner {name} does not start"))?;
        let stdout = child.stdout.take().with_context(|| format!("runner {name} has no output"))?;
        game.sessions += 1;
        let transcript = Transcript::new(&game.settings.new.name, &game.settings.base.name)?;
        let bar = progress::bar(game.settings.most_pairs, "pairs").with_position(game.tally.pairs.pairs());
        Ok(Session { child, lines: process::lines::read(stdout), log, transcript, bar })
    }

    /// Listens until the runner ends.
    fn follow(mut self, game: &mut Match, folder: &Path, stop: &AtomicBool) -> Result<()> {
        let mut ending = Ending::default();
        loop {
            let line = match self.lines.recv_timeout(TICK) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => String::new(),
            };
            if !line.is_empty() {
                writeln!(self.log, "{line}")?;
            }
            match self.transcript.hear(&line)? {
                // What ends after the decision does not count: it would not have been played.
                Some(News::Pair(pair)) if !ending.was_asked() => {
                    game.tally.add(&pair);
                    game.save(folder)?;
                    self.show(game);
                }
                Some(News::Checkpoint { results, llr }) => check(&game.settings.test, &results, llr)?,
                _ => {}
            }
            if !ending.was_asked() && (game.is_over() || stop.load(Ordering::Relaxed)) {
                ending.ask(&mut self.child)?;
            }
            if ending.is_overdue() {
                ending::kill(&mut self.child);
                break;
            }
        }
        self.child.wait().context("the runner cannot be waited for")?;
        self.bar.finish_and_clear();
        game.save(folder)
    }

    fn show(&self, game: &Match) {
        let test = &game.settings.test;
        let (low, high) = test.bounds();
        let (llr, elo) = (test.llr(&game.tally.pairs), game.tally.pairs.elo());
        self.bar.set_position(game.tally.pairs.pairs());
        self.bar.set_message(format!("LLR {llr:+.2} ({low:.2}, {high:.2}), Elo {elo}, {}", game.tally.pairs));
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // An error on the way must not leave it running. If it has ended, both fail.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The runner prints two decimals, of a number that it too found by approximation.
const ROUNDING: f64 = 0.01;

/// Of the same counts both must make the same LLR.
fn check(test: &Test, results: &Pentanomial, llr: f64) -> Result<()> {
    let ours = test.llr(results);
    ensure!(
        (ours - llr).abs() <= ROUNDING,
        "of {results} the runner makes an LLR of {llr}, we make {ours:.4}: one of the two is wrong"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llr::Model;

    #[test]
    fn an_llr_that_differs_in_what_is_printed_is_an_error() {
        let test = Test { model: Model::Normalized, elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        let results = Pentanomial([71, 558, 1250, 676, 86]);
        check(&test, &results, 3.04).unwrap();
        let error = check(&test, &results, 3.06).unwrap_err().to_string();
        assert!(
            error.starts_with("of [71, 558, 1250, 676, 86] the runner makes an LLR of 3.06, we make 3.03"),
            "{error}"
        );
    }
}
