//! Running a program for its output, such as a build or a bench, which takes seconds or minutes.
//!
//! A terminal would send Ctrl-C to the program as well, and the interruption would look like a failure of the
//! program. So it runs in its own process group, and is killed when this program is interrupted.

use std::fs::File;
use std::io::{Read, Seek};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use std::{error, fmt, io};

use anyhow::{Context, Result};
use toolkit::ProcessGroup;

/// Interval between checks for signals and for the end of the program.
const TICK: Duration = Duration::from_millis(20);

/// Output and exit status of a program.
pub(crate) struct ProgramOutput {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The error of a program that was interrupted.
#[derive(Debug)]
pub(crate) struct RunInterrupted;

impl fmt::Display for RunInterrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl error::Error for RunInterrupted {}

/// Runs a program to its end.
///
/// # Errors
/// [`RunInterrupted`] if `stop` is set before that; any other error if the program does not start.
pub(crate) fn run(command: &mut Command, stop: &AtomicBool) -> Result<ProgramOutput> {
    // Files, because a full pipe would block the program.
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
    let name = command.get_program().to_string_lossy().into_owned();
    let mut program = ProcessGroup::spawn(command).with_context(|| format!("'{name}' does not start"))?;
    let status = loop {
        if let Some(status) = program.try_wait()? {
            break status;
        }
        if stop.load(Ordering::Relaxed) {
            program.end()?;
            return Err(RunInterrupted.into());
        }
        thread::sleep(TICK);
    };
    Ok(ProgramOutput { status, stdout: text_of(&mut stdout)?, stderr: text_of(&mut stderr)? })
}

fn text_of(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
}
