//! Other programs as child processes.
//!
//! - [`ProcessGroup`]: a terminal sends Ctrl-C to a whole group, so a program that must finish its work first is started
//!   in its own group, and later killed together with the processes that it started.
//! - [`PipedProcess`]: requests to a program and its answers, with a time limit. A program under development may fail to
//!   start, hang, or end; each is an error that names the program and the request. Its standard error is passed through.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::is_stopping;

/// Makes a program start a new process group. Without Unix nothing changes.
pub fn separate(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// A running program and its process group. When dropped, the whole group is killed.
///
/// The group's id is the id of its leader, which the system may reuse once the leader has been waited for. From then
/// on nothing is killed.
#[derive(Debug)]
pub struct ProcessGroup {
    child: Child,
    /// Exit status, once the leader has been waited for.
    status: Option<ExitStatus>,
}

impl ProcessGroup {
    /// Starts a program.
    ///
    /// # Errors
    /// If it does not start.
    pub fn spawn(command: &mut Command) -> io::Result<ProcessGroup> {
        separate(command);
        Ok(ProcessGroup { child: command.spawn()?, status: None })
    }

    /// Takes its standard input, if that is a pipe that was not taken yet.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Takes its standard output, if that is a pipe that was not taken yet.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Exit status, if it has ended.
    ///
    /// # Errors
    /// If the system call fails.
    pub fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        if self.status.is_none() {
            self.status = self.child.try_wait()?;
        }
        Ok(self.status)
    }

    /// Waits until it has ended, and returns its exit status.
    ///
    /// # Errors
    /// If the system call fails.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.status.map_or_else(|| self.child.wait(), Ok)?;
        self.status = Some(status);
        Ok(status)
    }

    /// Asks it to end, as Ctrl-C would. Without Unix it is killed.
    ///
    /// # Errors
    /// If the system call fails.
    pub fn interrupt(&mut self) -> io::Result<()> {
        if self.status.is_some() {
            return Ok(());
        }
        interrupt(&mut self.child)
    }

    /// Kills it and its whole group, unless it has been waited for, and returns its exit status.
    ///
    /// # Errors
    /// If the system call fails.
    pub fn end(&mut self) -> io::Result<ExitStatus> {
        if self.status.is_none() {
            // Each fails if its target has ended, which does not matter.
            kill_group(&self.child);
            let _ = self.child.kill();
        }
        self.wait()
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

#[cfg(unix)]
fn interrupt(child: &mut Child) -> io::Result<()> {
    // A program that has just ended needs no signal.
    let number = number_of(child).ok_or(io::ErrorKind::NotFound)?;
    match rustix::process::kill_process(number, rustix::process::Signal::INT) {
        Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn interrupt(child: &mut Child) -> io::Result<()> {
    child.kill()
}

#[cfg(unix)]
fn kill_group(leader: &Child) {
    if let Some(number) = number_of(leader) {
        let _ = rustix::process::kill_process_group(number, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_leader: &Child) {}

#[cfg(unix)]
fn number_of(child: &Child) -> Option<rustix::process::Pid> {
    i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)
}

/// Reads lines, without the white space around them, until the program closes its output, which closes the channel.
/// Invalid UTF-8 is replaced.
///
/// Reads on its own thread, because only waiting on a channel can time out.
///
/// # Errors
/// If the system refuses a thread.
pub fn read_lines(output: impl Read + Send + 'static) -> io::Result<Receiver<String>> {
    let (sender, receiver) = channel();
    let read = move || {
        let mut output = BufReader::new(output);
        let mut bytes = Vec::new();
        while output.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            bytes.clear();
            if sender.send(line).is_err() {
                break;
            }
        }
    };
    match thread::Builder::new().spawn(read) {
        Ok(_) => Ok(receiver),
        Err(error) => {
            Err(io::Error::new(error.kind(), format!("the system refuses a thread for its output: {error}")))
        }
    }
}

/// Reason why a program gave no answer. Each names the command and, if there was one, the request.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum ProcessError {
    /// The command is empty, or no program could be started with it.
    Start { command: String, why: io::Error },
    /// The program ended before it answered.
    Ended { command: String, request: String, status: ExitStatus },
    /// The program closed its output before it answered, and runs on.
    Closed { command: String, request: String },
    /// The program did not answer in time.
    Silent { command: String, request: String, timeout: Duration },
    /// A signal asked this program to end, see [`listen`](crate::listen).
    Interrupted,
}

impl fmt::Display for ProcessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { command, why } => write!(f, "'{command}' does not start: {why}"),
            Self::Ended { command, request, status } => {
                write!(f, "'{command}' ended ({status}) before it answered {request:?}")
            }
            Self::Closed { command, request } => {
                write!(f, "'{command}' closed its output before it answered {request:?}")
            }
            Self::Silent { command, request, timeout } => {
                write!(f, "'{command}' did not answer {request:?} within {} s", timeout.as_secs_f64())
            }
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for ProcessError {}

/// The time between two looks at the signals while waiting for a program.
const POLL: Duration = Duration::from_millis(50);
/// A program that has closed its output mostly ends within this time.
const ENDING: Duration = Duration::from_secs(1);

/// A running program with pipes. When dropped, it and the processes that it started are killed.
pub struct PipedProcess {
    command: String,
    program: ProcessGroup,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl PipedProcess {
    /// Starts a command, its arguments separated by white space, in a group of its own.
    ///
    /// # Errors
    /// If the command is empty or does not start.
    pub fn start(command: &str) -> Result<PipedProcess, ProcessError> {
        let mut words = command.split_whitespace();
        let Some(program) = words.next() else {
            let why = io::Error::new(io::ErrorKind::InvalidInput, "it is empty, expected a program");
            return Err(ProcessError::Start { command: command.to_owned(), why });
        };
        PipedProcess::spawn(command.to_owned(), Command::new(program).args(words))
    }

    /// Starts a program without arguments, in a group of its own. Its path may contain spaces.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start_program(program: &Path) -> Result<PipedProcess, ProcessError> {
        PipedProcess::spawn(program.display().to_string(), &mut Command::new(program))
    }

    fn spawn(command: String, program: &mut Command) -> Result<PipedProcess, ProcessError> {
        let spawned = ProcessGroup::spawn(program.stdin(Stdio::piped()).stdout(Stdio::piped()));
        let piped = spawned.and_then(|mut program| match (program.take_stdin(), program.take_stdout()) {
            (Some(stdin), Some(stdout)) => Ok((program, stdin, read_lines(stdout)?)),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        });
        match piped {
            Ok((program, stdin, lines)) => Ok(PipedProcess { command, program, stdin, lines }),
            Err(why) => Err(ProcessError::Start { command, why }),
        }
    }

    /// The command that started the program.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Sends one line or several. If the program has ended, reading the answer reports it.
    pub fn send(&mut self, lines: &str) {
        let _ = writeln!(self.stdin, "{lines}").and_then(|()| self.stdin.flush());
    }

    /// Sends a request and collects the answer, up to and including the line that ends it.
    ///
    /// # Errors
    /// If the program ends, or the answer is not complete within `timeout`, or a signal asks this program to end.
    pub fn ask(
        &mut self,
        request: &str,
        timeout: Duration,
        ends: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, ProcessError> {
        self.send(request);
        let deadline = Instant::now() + timeout;
        let mut answer = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // Also for a program that never stops to print.
            if is_stopping() {
                return Err(ProcessError::Interrupted);
            }
            if left.is_zero() {
                let (command, request) = (self.command.clone(), request.to_owned());
                return Err(ProcessError::Silent { command, request, timeout });
            }
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => {
                    let is_last = ends(&line);
                    answer.push(line);
                    if is_last {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.end_of_output(request)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The error of a program that has closed its output. It is given time to end by itself, so that its exit status is
    /// its own and not that of being killed by this program.
    fn end_of_output(&mut self, request: &str) -> ProcessError {
        let (command, request) = (self.command.clone(), request.to_owned());
        let deadline = Instant::now() + ENDING;
        while Instant::now() < deadline {
            if let Ok(Some(status)) = self.program.try_wait() {
                return ProcessError::Ended { command, request, status };
            }
            thread::sleep(Duration::from_millis(5));
        }
        ProcessError::Closed { command, request }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(60);

    #[test]
    fn lines_of_any_bytes_are_read_one_by_one() {
        let lines: Vec<String> =
            read_lines(&b"uciok\r\n\n a \xff b \nlast without an end"[..]).unwrap().iter().collect();
        assert_eq!(lines, ["uciok", "", "a \u{fffd} b", "last without an end"]);
    }

    #[test]
    fn an_answer_is_all_lines_up_to_the_last() {
        let mut echo = PipedProcess::start("cat").unwrap();
        assert_eq!(echo.ask("one\ntwo\nthree", TIMEOUT, |line| line == "two").unwrap(), ["one", "two"]);
        assert_eq!(echo.ask("four", TIMEOUT, |line| line == "four").unwrap(), ["three", "four"]);
    }

    #[test]
    fn errors_name_the_program_and_the_request() {
        let folder = tempfile::tempdir().unwrap();
        let closes = folder.path().join("closes");
        std::fs::write(&closes, "exec >&-; sleep 600").unwrap();
        let closes = format!("sh {}", closes.display());
        let brief = Duration::from_millis(10);
        for (command, timeout, complaint) in [
            ("false", TIMEOUT, "'false' ended (exit status: 1) before it answered"),
            // It ends by itself; its status is not that of a kill.
            ("ls /", TIMEOUT, "'ls /' ended (exit status: 0) before it answered"),
            (&closes, TIMEOUT, "closed its output before it answered"),
            ("sleep 60", brief, "'sleep 60' did not answer"),
            // It never stops to print.
            ("yes", brief, "'yes' did not answer"),
            ("no-such-program -x", TIMEOUT, "'no-such-program -x' does not start: "),
            ("", TIMEOUT, "it is empty, expected a program"),
        ] {
            let answer = PipedProcess::start(command)
                .and_then(|mut process| process.ask("are you there?", timeout, |line| line == "yes"));
            let error = answer.unwrap_err().to_string();
            assert!(error.contains(complaint), "{error}");
            assert!(error.contains("not start") || error.contains("\"are you there?\""), "{error}");
        }
    }

    #[test]
    fn a_program_may_be_anywhere() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("my cat");
        std::os::unix::fs::symlink("/bin/cat", &program).unwrap();
        let mut echo = PipedProcess::start_program(&program).unwrap();
        assert_eq!(echo.ask("one", TIMEOUT, |line| line == "one").unwrap(), ["one"]);
        let error = PipedProcess::start_program(&folder.path().join("none")).err().unwrap().to_string();
        assert!(error.contains("none' does not start: "), "{error}");
    }

    /// A shell that starts another program; both hold the same pipe.
    fn shell(script: &str) -> (ProcessGroup, BufReader<ChildStdout>) {
        let mut command = Command::new("sh");
        let mut leader = ProcessGroup::spawn(command.args(["-c", script]).stdout(Stdio::piped())).unwrap();
        let stdout = leader.take_stdout().unwrap();
        (leader, BufReader::new(stdout))
    }

    fn first_line(stdout: &mut BufReader<ChildStdout>) -> String {
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        line
    }

    /// Until all that hold the pipe have ended, its end cannot be read.
    fn expect_end(stdout: &mut BufReader<ChildStdout>) {
        assert_eq!(stdout.read_to_string(&mut String::new()).unwrap(), 0);
    }

    #[test]
    fn processes_that_a_program_started_end_with_it() {
        // In the second case the leader has ended by itself, and nobody has waited for it.
        for script in ["sleep 600 & echo begun; wait", "sleep 600 & echo begun"] {
            let (leader, mut stdout) = shell(script);
            assert_eq!(first_line(&mut stdout), "begun\n");
            drop(leader);
            expect_end(&mut stdout);
        }
    }

    #[test]
    fn the_exit_status_can_be_read_repeatedly() {
        let (mut leader, mut stdout) = shell("exit 3");
        expect_end(&mut stdout);
        let codes = [leader.wait(), leader.end(), leader.wait()].map(|status| status.unwrap().code());
        assert_eq!(codes, [Some(3); 3]);
        assert_eq!(leader.try_wait().unwrap().and_then(|status| status.code()), Some(3));
        leader.interrupt().unwrap();
    }
}
