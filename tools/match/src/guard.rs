//! A program between fastchess and an engine. fastchess keeps what an engine writes to standard error to itself, and at
//! fixed nodes it waits for a move without end:
//!
//! ```text
//!   fastchess ──▶ match guard 61 ./engine engines.log ──▶ ./engine
//!             ◀──                                     ◀──
//! ```
//!
//! The engine's standard error goes into the log. At fixed nodes all lines pass through the guard: if a search takes
//! longer than the limit, both end. For fastchess the engine has then disconnected, as after a crash: it loses the game,
//! and is started again for the next one. The log says which of the two it was. With a clock fastchess tells them apart,
//! and the guard gives its place to the engine, so that it costs no time.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use movegen::Position;
use toolkit::process::ENDING;
use toolkit::{ProcessGroup, read_lines, say};

use crate::book;

/// The log in the folder of a match or a tune.
pub(crate) const LOG: &str = "engines.log";

/// Interval between looks at the clock.
const TICK: Duration = Duration::from_millis(100);
/// Time for an engine to end when it is told to. fastchess waits longer than this.
const GRACE: Duration = Duration::from_millis(500);

/// A copy of this program in a folder, so that a match can go on while this one is built anew.
pub(crate) fn copy_to(folder: &Path) -> Result<PathBuf> {
    let path = folder.join("guard").with_extension(std::env::consts::EXE_EXTENSION);
    if !path.exists() {
        let place = tempfile::tempdir_in(folder)?;
        let draft = place.path().join("guard");
        let copied = fs::copy(std::env::current_exe()?, &draft).and_then(|_| fs::rename(&draft, &path));
        copied.with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    Ok(fs::canonicalize(path)?)
}

/// The state of an engine.
#[derive(Default)]
struct Watch {
    /// The end of its time for a search, or for ending.
    deadline: Option<Instant>,
    /// True if it was told to end.
    is_leaving: bool,
    /// The last request, and the last command `position`.
    request: String,
    position: String,
}

impl Watch {
    /// Takes note of a request, and of the end of its time if it is a search.
    fn request(&mut self, line: &str, deadline: Option<Instant>) {
        match line.split_whitespace().next() {
            Some("go") => self.deadline = deadline,
            Some("position") => line.clone_into(&mut self.position),
            _ => {}
        }
        line.clone_into(&mut self.request);
    }

    /// Takes note of an answer.
    fn answer(&mut self, line: &str) {
        if line.starts_with("bestmove") && !self.is_leaving {
            self.deadline = None;
        }
    }
}

/// Runs an engine until it ends, its input ends, or it searches for longer than `limit`. A limit of 0 is none.
///
/// # Errors
/// If it does not start, crashes or is too slow.
pub(crate) fn run(limit: Duration, program: &Path, log: &Path) -> Result<()> {
    let name = program.display();
    let open = OpenOptions::new().create(true).append(true).open(log);
    let mut log = open.with_context(|| format!("{}: cannot be written", log.display()))?;
    let mut command = Command::new(program);
    command.stderr(log.try_clone()?);
    #[cfg(unix)]
    if limit.is_zero() {
        // fastchess takes it for a crash if nobody can write to its pipe any more, so the engine inherits that too.
        std::mem::forget(rustix::io::dup(std::io::stderr())?);
        let error = std::os::unix::process::CommandExt::exec(&mut command);
        return Err(error).with_context(|| format!("{name} does not start"));
    }
    let spawned = ProcessGroup::spawn(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut engine = spawned.with_context(|| format!("{name} does not start"))?;
    let mut input = engine.take_stdin().context("the engine has no input")?;
    let output = read_lines(engine.take_stdout().context("the engine has no output")?)
        .with_context(|| name.to_string())?;
    let watch: Arc<Mutex<Watch>> = Arc::default();
    let shared = Arc::clone(&watch);
    let pass_on = move || {
        let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        for line in std::io::stdin().lines().map_while(Result::ok) {
            if line.split_whitespace().next() == Some("quit") {
                break;
            }
            lock().request(&line, (!limit.is_zero()).then(|| Instant::now() + limit));
            if writeln!(input, "{line}").is_err() {
                return;
            }
        }
        let mut watch = lock();
        (watch.is_leaving, watch.deadline) = (true, Some(Instant::now() + GRACE));
        // If this fails, the engine has ended.
        let _ = writeln!(input, "quit");
    };
    let thread = thread::Builder::new().spawn(pass_on);
    thread.with_context(|| format!("the system refuses a thread for the input of {name}"))?;
    let event = loop {
        let line = output.recv_timeout(TICK);
        let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
        match line {
            Ok(line) => {
                watch.answer(&line);
                say(format_args!("{line}\n"))?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) if watch.is_leaving => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => {
                drop(watch);
                // It may only have closed its output.
                break match engine.wait_for(ENDING)? {
                    Some(status) => format!("crash ({status})"),
                    None => "crash (it closed its output)".to_owned(),
                };
            }
        }
        if watch.deadline.is_some_and(|deadline| deadline < Instant::now()) {
            ensure!(!watch.is_leaving, "{name} does not end when it is told to, and is killed");
            break format!("hang (no move within {} s)", limit.as_secs());
        }
    };
    let watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
    let place =
        position_of(&watch.position).map_or(String::new(), |position| format!(" in '{}'", position.fen()));
    let event = format!("{name}: {event} after '{}'{place}", watch.request);
    writeln!(log, "{event}")?;
    bail!(event)
}

/// The position that a command `position` sets up.
fn position_of(command: &str) -> Option<Position> {
    let (start, moves) = command.split_once(" moves ").unwrap_or((command, ""));
    let mut position = match start.strip_prefix("position fen ") {
        Some(fen) => fen.parse().ok()?,
        None => Position::startpos(),
    };
    for mv in moves.split_whitespace() {
        position.play(position.parse_uci(mv).ok()?);
    }
    Some(position)
}

/// The positions in which engines hung, by a log.
pub(crate) fn hangs(log: &str) -> HashSet<String> {
    let hangs = log.lines().filter(|line| line.contains(": hang (no move within "));
    let fens = hangs.filter_map(|line| line.strip_suffix('\'')?.rsplit('\'').next()?.parse().ok());
    fens.map(|position: Position| book::identity(&position)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_from_a_search_to_its_move_and_for_an_engine_that_leaves_to_its_end() {
        let (mut watch, end) = (Watch::default(), Some(Instant::now()));
        watch.request("isready", end);
        assert_eq!(watch.deadline, None);
        watch.request("go nodes 5", end);
        watch.answer("info depth 1");
        assert_eq!(watch.deadline, end);
        watch.answer("bestmove e2e4");
        assert_eq!(watch.deadline, None);
        (watch.is_leaving, watch.deadline) = (true, end);
        watch.answer("bestmove e2e4");
        assert_eq!(watch.deadline, end);
    }
}
