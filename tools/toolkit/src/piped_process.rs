//! A program that reads requests on its standard input and answers on its standard output.
//!
//! A program under development may fail to start, hang, or end. Each is an error that names the program and the
//! request. Its standard error is passed through.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::lines;
use crate::process_group::ProcessGroup;

/// Reason why there is no answer.
#[derive(Debug)]
pub enum ProcessError {
    /// The command is empty, or no program could be started with it.
    Start {
        /// The command.
        command: String,
        /// The system's error.
        why: io::Error,
    },
    /// The program ended before it answered.
    Ended {
        /// The command that started it.
        command: String,
        /// The request.
        request: String,
        /// Exit status.
        status: String,
    },
    /// The program did not answer in time.
    Silent {
        /// The command that started it.
        command: String,
        /// The request.
        request: String,
        /// The time limit.
        timeout: Duration,
    },
}

impl fmt::Display for ProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { command, why } => write!(f, "'{command}' does not start: {why}"),
            Self::Ended { command, request, status } => {
                write!(f, "'{command}' ended ({status}) before it answered {request:?}")
            }
            Self::Silent { command, request, timeout } => {
                write!(f, "'{command}' did not answer {request:?} within {} s", timeout.as_secs_f64())
            }
        }
    }
}

impl std::error::Error for ProcessError {}

/// A running program with pipes. When dropped, it and the processes that it started are killed.
pub struct PipedProcess {
    command: String,
    program: Arc<Mutex<ProcessGroup>>,
    stdin: ChildStdin,
    lines: Receiver<String>,
    timeout: Duration,
}

impl PipedProcess {
    /// Starts a command, its arguments separated by white space, in a group of its own. `timeout` is the longest
    /// that an answer may take.
    ///
    /// # Errors
    /// If the command is empty or does not start.
    pub fn start(command: &str, timeout: Duration) -> Result<PipedProcess, ProcessError> {
        PipedProcess::with(command.to_owned(), parse(command).and_then(spawn), timeout)
    }

    /// Starts a program without arguments, in a group of its own. Its path may contain spaces.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start_program(program: &Path, timeout: Duration) -> Result<PipedProcess, ProcessError> {
        PipedProcess::with(program.display().to_string(), spawn(Command::new(program)), timeout)
    }

    fn with(
        command: String,
        spawned: io::Result<SpawnedProcess>,
        timeout: Duration,
    ) -> Result<PipedProcess, ProcessError> {
        match spawned {
            Ok((program, stdin, lines)) => {
                Ok(PipedProcess { command, program: Arc::new(Mutex::new(program)), stdin, lines, timeout })
            }
            Err(why) => Err(ProcessError::Start { command, why }),
        }
    }

    /// The command that started the program.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// A handle that kills the program from another thread.
    #[must_use]
    pub fn kill_handle(&self) -> KillHandle {
        KillHandle(Arc::clone(&self.program))
    }

    /// Sends one line or several. If the program has ended, reading the answer reports it.
    pub fn send(&mut self, lines: &str) {
        let _ = writeln!(self.stdin, "{lines}").and_then(|()| self.stdin.flush());
    }

    /// Sends a request and collects the answer, up to and including the line that ends it.
    ///
    /// # Errors
    /// If the program ends or is silent for too long before that line.
    pub fn ask(&mut self, request: &str, ends: impl Fn(&str) -> bool) -> Result<Vec<String>, ProcessError> {
        self.send(request);
        let deadline = Instant::now() + self.timeout;
        let mut answer = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| self.no_answer(request, error))?;
            let is_last = ends(&line);
            answer.push(line);
            if is_last {
                return Ok(answer);
            }
        }
    }

    fn no_answer(&mut self, request: &str, error: RecvTimeoutError) -> ProcessError {
        let (command, request) = (self.command.clone(), request.to_owned());
        match error {
            RecvTimeoutError::Timeout => ProcessError::Silent { command, request, timeout: self.timeout },
            RecvTimeoutError::Disconnected => {
                ProcessError::Ended { command, request, status: self.exit_status() }
            }
        }
    }

    /// Exit status of the program, once it has closed its output.
    fn exit_status(&mut self) -> String {
        // A program that closed its output but is still running would block the wait, so it is killed.
        lock(&self.program).end().map_or_else(|error| error.to_string(), |status| status.to_string())
    }
}

impl Drop for PipedProcess {
    fn drop(&mut self) {
        // Killed explicitly, because a kill handle may keep the group alive.
        let _ = lock(&self.program).end();
    }
}

/// Kills a program that another thread uses. The program is in its own group, so Ctrl-C in the terminal does not
/// reach it.
#[derive(Clone)]
pub struct KillHandle(Arc<Mutex<ProcessGroup>>);

impl KillHandle {
    /// Kills the program unless it has ended, then calls a function before any other thread can see how it ended.
    pub fn kill_and(&self, then: impl FnOnce()) {
        let mut program = lock(&self.0);
        let _ = program.end();
        then();
    }
}

fn lock(program: &Mutex<ProcessGroup>) -> MutexGuard<'_, ProcessGroup> {
    // A poisoned lock does not matter: the program can still be killed.
    program.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The program and its arguments.
fn parse(command: &str) -> io::Result<Command> {
    let mut words = command.split_whitespace();
    let program = words
        .next()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it is empty, expected a program"))?;
    let mut command = Command::new(program);
    command.args(words);
    Ok(command)
}

type SpawnedProcess = (ProcessGroup, ChildStdin, Receiver<String>);

fn spawn(mut command: Command) -> io::Result<SpawnedProcess> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = ProcessGroup::spawn(&mut command)?;
    let (Some(stdin), Some(stdout)) = (program.take_stdin(), program.take_stdout()) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    Ok((program, stdin, lines::read(stdout)))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(60);

    fn error_of(command: &str, timeout: Duration) -> String {
        let mut process = PipedProcess::start(command, timeout).unwrap();
        process.ask("are you there?", |line| line == "yes").unwrap_err().to_string()
    }

    #[test]
    fn an_answer_is_all_lines_up_to_the_last() {
        let mut echo = PipedProcess::start("cat", TIMEOUT).unwrap();
        assert_eq!(echo.ask("one\ntwo\nthree", |line| line == "two").unwrap(), ["one", "two"]);
        assert_eq!(echo.ask("four", |line| line == "four").unwrap(), ["three", "four"]);
    }

    #[test]
    fn errors_name_the_program_and_the_request() {
        let asked = "\"are you there?\"";
        assert_eq!(
            error_of("false", TIMEOUT),
            format!("'false' ended (exit status: 1) before it answered {asked}")
        );
        assert_eq!(
            error_of("sleep 60", Duration::from_millis(10)),
            format!("'sleep 60' did not answer {asked} within 0.01 s")
        );
    }

    #[test]
    fn a_program_can_be_killed_from_another_thread() {
        let mut process = PipedProcess::start("sleep 60", TIMEOUT).unwrap();
        let kill_handle = process.kill_handle();
        let thread = std::thread::spawn(move || kill_handle.kill_and(|| ()));
        let error = process.ask("are you there?", |line| line == "yes").unwrap_err();
        assert!(matches!(error, ProcessError::Ended { .. }), "{error}");
        thread.join().unwrap();
    }

    #[test]
    fn a_program_may_be_anywhere() {
        let folder = std::env::temp_dir().join(format!("a folder with spaces {}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let program = folder.join("my cat");
        std::os::unix::fs::symlink("/bin/cat", &program).unwrap();
        let mut echo = PipedProcess::start_program(&program, TIMEOUT).unwrap();
        assert_eq!(echo.ask("one", |line| line == "one").unwrap(), ["one"]);
        std::fs::remove_dir_all(&folder).unwrap();
        let error = PipedProcess::start_program(&program, TIMEOUT).err().unwrap().to_string();
        assert!(error.contains("my cat' does not start: "), "{error}");
    }

    #[test]
    fn a_program_that_does_not_start_is_named() {
        for (command, complaint) in [
            ("no-such-program -x", "'no-such-program -x' does not start: "),
            ("", "it is empty, expected a program"),
        ] {
            let error = PipedProcess::start(command, TIMEOUT).err().unwrap().to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }
}
