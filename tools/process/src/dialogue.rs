//! A program that is asked over its standard input, and answers on its output.
//!
//! Anything may go wrong with a program under development: it may not start, be silent, or end. Each is an
//! error that names the program and what it was asked. Its standard error is passed through, where it may say
//! why.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::group::Leader;
use crate::lines;

/// Reason why there is no answer.
#[derive(Debug)]
pub enum DialogueError {
    /// The command is empty, or no program could be started with it.
    Start {
        /// The command.
        command: String,
        /// The system's reason.
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
        /// Time after which it was given up.
        patience: Duration,
    },
}

impl fmt::Display for DialogueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { command, why } => write!(f, "'{command}' does not start: {why}"),
            Self::Ended { command, request, status } => {
                write!(f, "'{command}' ended ({status}) before it answered {request:?}")
            }
            Self::Silent { command, request, patience } => {
                write!(f, "'{command}' did not answer {request:?} within {} s", patience.as_secs_f64())
            }
        }
    }
}

impl std::error::Error for DialogueError {}

/// A running program. It is killed when dropped, and with it what it has started.
pub struct Dialogue {
    command: String,
    program: Arc<Mutex<Leader>>,
    stdin: ChildStdin,
    lines: Receiver<String>,
    patience: Duration,
}

impl Dialogue {
    /// Starts a command, its arguments separated by white space, in a group of its own. `patience` is the longest
    /// that an answer may take.
    ///
    /// # Errors
    /// If the command is empty or does not start.
    pub fn start(command: &str, patience: Duration) -> Result<Dialogue, DialogueError> {
        Dialogue::with(command.to_owned(), parse(command).and_then(spawn), patience)
    }

    /// Starts a program without arguments, in a group of its own. What its path holds does not matter.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start_program(program: &Path, patience: Duration) -> Result<Dialogue, DialogueError> {
        Dialogue::with(program.display().to_string(), spawn(Command::new(program)), patience)
    }

    fn with(
        command: String,
        spawned: io::Result<Spawned>,
        patience: Duration,
    ) -> Result<Dialogue, DialogueError> {
        match spawned {
            Ok((program, stdin, lines)) => {
                Ok(Dialogue { command, program: Arc::new(Mutex::new(program)), stdin, lines, patience })
            }
            Err(why) => Err(DialogueError::Start { command, why }),
        }
    }

    /// The command that started the program.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Ends the program from another thread.
    #[must_use]
    pub fn ender(&self) -> Ender {
        Ender(Arc::clone(&self.program))
    }

    /// Sends one line or several. That the program has ended shows when its answer is read.
    pub fn send(&mut self, lines: &str) {
        let _ = writeln!(self.stdin, "{lines}").and_then(|()| self.stdin.flush());
    }

    /// Sends a request and collects the answer, up to and including the line that ends it.
    ///
    /// # Errors
    /// If the program ends or is silent for too long before that line.
    pub fn ask(&mut self, request: &str, ends: impl Fn(&str) -> bool) -> Result<Vec<String>, DialogueError> {
        self.send(request);
        let deadline = Instant::now() + self.patience;
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

    fn no_answer(&mut self, request: &str, error: RecvTimeoutError) -> DialogueError {
        let (command, request) = (self.command.clone(), request.to_owned());
        match error {
            RecvTimeoutError::Timeout => DialogueError::Silent { command, request, patience: self.patience },
            RecvTimeoutError::Disconnected => {
                DialogueError::Ended { command, request, status: self.last_words() }
            }
        }
    }

    /// Exit status of the program, once it has closed its output.
    fn last_words(&mut self) -> String {
        // One that closed its output but lives on would keep us waiting.
        lock(&self.program).end().map_or_else(|error| error.to_string(), |status| status.to_string())
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // Not left to its own drop, since somebody else may hold an ender.
        let _ = lock(&self.program).end();
    }
}

/// Ends a program that another thread talks to: it is in a group of its own, and no terminal does it.
#[derive(Clone)]
pub struct Ender(Arc<Mutex<Leader>>);

impl Ender {
    /// Ends the program, unless it has ended, and then does something before anybody can find out how it ended.
    pub fn end_and(&self, then: impl FnOnce()) {
        let mut program = lock(&self.0);
        let _ = program.end();
        then();
    }
}

fn lock(program: &Mutex<Leader>) -> MutexGuard<'_, Leader> {
    // Whatever a thread was doing with it, it can be ended.
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

type Spawned = (Leader, ChildStdin, Receiver<String>);

fn spawn(mut command: Command) -> io::Result<Spawned> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = Leader::spawn(&mut command)?;
    let (Some(stdin), Some(stdout)) = (program.take_stdin(), program.take_stdout()) else {
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    Ok((program, stdin, lines::read(stdout)))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    fn error_of(command: &str, patience: Duration) -> String {
        let mut dialogue = Dialogue::start(command, patience).unwrap();
        dialogue.ask("are you there?", |line| line == "yes").unwrap_err().to_string()
    }

    #[test]
    fn an_answer_is_all_lines_up_to_the_last() {
        let mut echo = Dialogue::start("cat", PATIENCE).unwrap();
        assert_eq!(echo.ask("one\ntwo\nthree", |line| line == "two").unwrap(), ["one", "two"]);
        assert_eq!(echo.ask("four", |line| line == "four").unwrap(), ["three", "four"]);
    }

    #[test]
    fn errors_name_the_program_and_what_it_was_asked() {
        let asked = "\"are you there?\"";
        assert_eq!(
            error_of("false", PATIENCE),
            format!("'false' ended (exit status: 1) before it answered {asked}")
        );
        assert_eq!(
            error_of("sleep 60", Duration::from_millis(10)),
            format!("'sleep 60' did not answer {asked} within 0.01 s")
        );
    }

    #[test]
    fn a_program_can_be_ended_by_somebody_else() {
        let mut dialogue = Dialogue::start("sleep 60", PATIENCE).unwrap();
        let ender = dialogue.ender();
        let thread = std::thread::spawn(move || ender.end_and(|| ()));
        let error = dialogue.ask("are you there?", |line| line == "yes").unwrap_err();
        assert!(matches!(error, DialogueError::Ended { .. }), "{error}");
        thread.join().unwrap();
    }

    #[test]
    fn a_program_may_be_anywhere() {
        let folder = std::env::temp_dir().join(format!("a folder with spaces {}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let program = folder.join("my cat");
        std::os::unix::fs::symlink("/bin/cat", &program).unwrap();
        let mut echo = Dialogue::start_program(&program, PATIENCE).unwrap();
        assert_eq!(echo.ask("one", |line| line == "one").unwrap(), ["one"]);
        std::fs::remove_dir_all(&folder).unwrap();
        let error = Dialogue::start_program(&program, PATIENCE).err().unwrap().to_string();
        assert!(error.contains("my cat' does not start: "), "{error}");
    }

    #[test]
    fn what_does_not_start_is_named() {
        for (command, complaint) in [
            ("no-such-program -x", "'no-such-program -x' does not start: "),
            ("", "it is empty, expected a program"),
        ] {
            let error = Dialogue::start(command, PATIENCE).err().unwrap().to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }
}
