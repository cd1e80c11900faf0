//! fastchess, which plays the games: <https://github.com/Disservin/fastchess>.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use toolkit::{End, ProcessGroup, read_lines};

use crate::engine::on_search_path;

/// The place of the program after the commands below have built it.
const BUILT: &str = "target/fastchess/fastchess";

/// The program that was asked for, or else the one on the search path or in `target`.
///
/// # Errors
/// If there is none; the error says how to get it.
pub(crate) fn find(requested: Option<&Path>) -> Result<PathBuf> {
    let built = || {
        Some(Path::new(BUILT).with_extension(std::env::consts::EXE_EXTENSION)).filter(|path| path.exists())
    };
    let found = match requested {
        Some(path) => Some(path.to_owned()),
        None => on_search_path("fastchess").or_else(built),
    };
    let Some(path) = found else {
        bail!(
            "fastchess, which plays the games, is not on the search path. To build it (a C++ compiler and some two \
             minutes on one core):\n\
             \n    git clone --depth 1 https://github.com/Disservin/fastchess target/fastchess\
             \n    make -C target/fastchess -j\n\
             \nThen repeat this command; --fastchess PROGRAM names one in another place."
        )
    };
    std::fs::canonicalize(&path)
        .with_context(|| format!("{}: cannot be found, expected fastchess", path.display()))
}

/// Arguments that this program sets itself, because it reads what they write.
const RESERVED: [&str; 8] =
    ["-engine", "-openings", "-pgnout", "-config", "-output", "-tournament", "-noswap", "-games"];

/// Checks arguments that are passed through.
pub(crate) fn check_arguments(arguments: &[String]) -> Result<()> {
    let reserved = arguments.iter().find(|argument| RESERVED.contains(&argument.as_str()));
    ensure!(
        reserved.is_none(),
        "{} is set by this program, expected other arguments of fastchess",
        RESERVED.join(", ")
    );
    let first = arguments.first().is_none_or(|first| first.starts_with('-'));
    ensure!(first, "'{}' behind --, expected arguments of fastchess such as -sprt", arguments[0]);
    Ok(())
}

/// Interval between checks for signals.
const TICK: Duration = Duration::from_millis(100);
/// Time between two blocks of results on the terminal. All are in the log.
const SHOWN_EVERY: Duration = Duration::from_secs(10);
/// Time for fastchess to stop its engines when it is interrupted. Finished games are in their file by then.
const GRACE: Duration = Duration::from_secs(2);

/// The results so far, as the terminal shows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// Now and then, as fastchess prints them.
    Shown,
    /// Nothing. An interruption kills fastchess at once.
    Hidden,
}

/// Runs fastchess in a folder to its end, or until `stop` is set, and appends its output to a log there. `tick` is
/// called now and then.
///
/// # Errors
/// If fastchess does not start, or fails, with its last complaint.
pub(crate) fn run(
    program: &Path,
    arguments: &[String],
    folder: &Path,
    log: &str,
    progress: Progress,
    stop: &AtomicBool,
    mut tick: impl FnMut() -> Result<()>,
) -> Result<End> {
    let log = folder.join(log);
    let open = OpenOptions::new().create(true).append(true).open(&log);
    let mut file = open.with_context(|| format!("{}: cannot be written", log.display()))?;
    // fastchess inherits this lock with its standard input. If this program is killed, fastchess plays on until it
    // cannot print, and a resumed match must not meet it.
    let lock = File::create(folder.join("fastchess.lock"))?;
    lock.try_lock().map_err(|error| {
        anyhow!("{}: a fastchess plays here still ({error}); it ends with its game", folder.display())
    })?;
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).stdin(lock).stdout(Stdio::piped()).stderr(file.try_clone()?);
    let spawned = ProcessGroup::spawn(&mut command);
    let mut fastchess = spawned.with_context(|| format!("'{}' does not start", program.display()))?;
    let lines =
        read_lines(fastchess.take_stdout().context("fastchess has no output")?).context("fastchess")?;
    let (mut complaint, mut last) = (None, String::new());
    let (mut block, mut is_block): (Vec<String>, bool) = (Vec::new(), false);
    let (mut shown, mut asked): (Option<Instant>, Option<Instant>) = (None, None);
    loop {
        match lines.recv_timeout(TICK) {
            Ok(line) => {
                writeln!(file, "{line}").with_context(|| log.display().to_string())?;
                if line.starts_with("-----") {
                    if is_block
                        && progress == Progress::Shown
                        && shown.is_none_or(|then| then.elapsed() > SHOWN_EVERY)
                    {
                        eprintln!("{}\n", block.join("\n"));
                        shown = Some(Instant::now());
                    }
                    is_block = !is_block;
                    block.clear();
                } else if is_block {
                    block.push(line);
                } else if ["Fatal", "Error", "Invalid", "Unrecognized", "Missing"]
                    .iter()
                    .any(|word| line.contains(word))
                {
                    complaint = Some(line);
                } else if !line.is_empty() {
                    last = line;
                }
            }
            Err(RecvTimeoutError::Timeout) => tick()?,
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if stop.load(Ordering::Relaxed) && asked.is_none() {
            asked = Some(Instant::now());
            if progress == Progress::Hidden {
                break;
            }
            fastchess.interrupt().context("fastchess cannot be stopped")?;
        }
        if asked.is_some_and(|asked| asked.elapsed() > GRACE) {
            break;
        }
    }
    if asked.is_some() {
        fastchess.end().context("fastchess cannot be stopped")?;
        return Ok(End::Interrupted);
    }
    let status = fastchess.wait().context("fastchess cannot be waited for")?;
    if !status.success() {
        // A signal to this program's group can reach fastchess before it has a group of its own.
        std::thread::sleep(TICK);
        if stop.load(Ordering::Relaxed) {
            return Ok(End::Interrupted);
        }
    }
    tick()?;
    ensure!(
        status.success(),
        "fastchess ended ({status}): {} (more in {})",
        complaint.unwrap_or(last),
        log.display()
    );
    Ok(End::Complete)
}

/// State of the sequential test (SPRT) after some pairs, as fastchess prints it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SprtState {
    /// `2.96 (100.5%) (-2.94, 2.94) [0.00, 3.00]`
    pub(crate) text: String,
    /// Pairs behind it: `[3, 10, 40, 22, 5]`.
    pub(crate) pairs: String,
    pub(crate) verdict: Option<&'static str>,
}

/// The last state in a log of fastchess.
///
/// ```text
///   Ptnml(0-2): [0, 0, 4, 0, 0], WL/DD Ratio: 3.00
///   LLR: 0.12 (4.1%) (-2.94, 2.94) [0.00, 5.00]
///   SPRT ([0.00, 5.00]) completed - H1 was accepted
/// ```
///
/// The last line alone is no proof: fastchess can print it also when the games run out.
pub(crate) fn sprt_state(log: &str) -> Option<SprtState> {
    let last = |start: &str| log.lines().rev().find_map(|line| line.strip_prefix(start));
    let text = last("LLR: ")?.to_owned();
    let pairs = last("Ptnml(0-2): ")?.split_inclusive(']').next()?.to_owned();
    let per_cent: f64 = text.split_once('(')?.1.split_once('%')?.0.parse().ok()?;
    let is_completed = last("SPRT (").is_some();
    // Both numbers are rounded.
    let verdict = match per_cent {
        share if is_completed && share >= 99.9 => Some("H1 accepted"),
        share if is_completed && share <= -99.9 => Some("H0 accepted"),
        _ => None,
    };
    Some(SprtState { text, pairs, verdict })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_state_of_a_test_is_read() {
        let log = "Ptnml(0-2): [0, 0, 4, 0, 0], WL/DD Ratio: inf\nLLR: 0.12 (4.1%) (-2.94, 2.94) [0.00, 5.00]\nx\n\
                   Ptnml(0-2): [1, 2, 9, 3, 1], WL/DD Ratio: 3.00\nLLR: -2.95 (-100.1%) (-2.94, 2.94) [0.00, 5.00]\n";
        let state = sprt_state(log).unwrap();
        assert_eq!((state.pairs.as_str(), state.verdict), ("[1, 2, 9, 3, 1]", None));
        let completed =
            sprt_state(&format!("{log}SPRT ([0.00, 5.00]) completed - H0 was accepted\n")).unwrap();
        assert_eq!(completed.verdict, Some("H0 accepted"));
        assert_eq!(completed.text, "-2.95 (-100.1%) (-2.94, 2.94) [0.00, 5.00]");
        let ran_out = log.replace("-2.95 (-100.1%)", "1.20 (40.8%)")
            + "SPRT ([0.00, 5.00]) completed - H1 was accepted";
        assert_eq!(sprt_state(&ran_out).unwrap().verdict, None);
        assert_eq!(sprt_state("Finished match"), None);
    }

    #[test]
    fn what_this_program_sets_cannot_be_passed_through() {
        let check =
            |text: &str| check_arguments(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        check("").unwrap();
        check("-sprt elo0=0 elo1=5 -each tc=2+0.02").unwrap();
        assert!(check("-sprt elo0=0 -pgnout file=x").unwrap_err().to_string().contains("-pgnout"));
        assert!(check("elo0=0").unwrap_err().to_string().starts_with("'elo0=0' behind --"));
    }
}
