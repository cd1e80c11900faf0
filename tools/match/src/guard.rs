//! A time limit for an engine at fixed nodes. fastchess waits for its moves without end there, so it starts this program in
//! between, which passes all lines on:
//!
//! ```text
//!   fastchess ──▶ match guard 61 ./engine ──▶ ./engine
//!             ◀──                         ◀──
//! ```
//!
//! If a search takes longer, both end. For fastchess the engine has then disconnected: it loses the game, and is started
//! again for the next one.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use toolkit::{ProcessGroup, read_lines, say};

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

/// Runs an engine until it ends, its input ends, or it searches for longer than `limit`.
///
/// # Errors
/// If it does not start or is too slow.
pub(crate) fn run(limit: Duration, program: &Path) -> Result<()> {
    let name = program.display();
    let mut command = Command::new(program);
    let spawned = ProcessGroup::spawn(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut engine = spawned.with_context(|| format!("{name} does not start"))?;
    let mut input = engine.take_stdin().context("the engine has no input")?;
    let output = read_lines(engine.take_stdout().context("the engine has no output")?)
        .with_context(|| name.to_string())?;
    let deadline: Arc<Mutex<Option<Instant>>> = Arc::default();
    let set = move |deadline: &Mutex<Option<Instant>>, after: Option<Duration>| {
        *deadline.lock().unwrap_or_else(PoisonError::into_inner) = after.map(|after| Instant::now() + after);
    };
    let shared = Arc::clone(&deadline);
    let pass_on = move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            match line.split_whitespace().next() {
                Some("go") => set(&shared, Some(limit)),
                Some("quit") => break,
                _ => {}
            }
            if writeln!(input, "{line}").is_err() {
                break;
            }
        }
        // If this fails, the engine has ended.
        let _ = writeln!(input, "quit");
        set(&shared, Some(GRACE));
    };
    let thread = thread::Builder::new().spawn(pass_on);
    thread.with_context(|| format!("the system refuses a thread for the input of {name}"))?;
    loop {
        match output.recv_timeout(TICK) {
            Ok(line) => {
                if line.starts_with("bestmove") {
                    set(&deadline, None);
                }
                say(format_args!("{line}\n"))?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        let deadline = *deadline.lock().unwrap_or_else(PoisonError::into_inner);
        if deadline.is_some_and(|deadline| deadline < Instant::now()) {
            bail!("{name} hangs, and is killed");
        }
    }
}
