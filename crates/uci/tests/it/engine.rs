//! Drives the built engine through pipes, with a time limit on every wait, so that a hang is a failure and
//! not a stall.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
#[cfg(unix)]
use std::os::fd::AsFd;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::report::Report;

/// Far longer than anything takes, even on a slow and busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A number from the environment, which must be one if it is there.
pub(crate) fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is '{text}', expected a number")))
}

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: Option<Box<dyn Write + Send>>,
    output: Receiver<String>,
    /// All lines that were read.
    pub(crate) log: Vec<String>,
    /// The number of lines read before the last `go`.
    before_go: usize,
}

impl Engine {
    /// Starts the engine and sends nothing.
    pub(crate) fn start() -> Engine {
        Engine::start_read_slowly(Duration::ZERO)
    }

    /// Starts the engine with arguments and an empty input.
    pub(crate) fn with_arguments(arguments: &[impl AsRef<OsStr>]) -> Engine {
        let mut program = command();
        program.args(arguments);
        let mut engine = Engine::spawn(program, Duration::ZERO);
        engine.close_input();
        engine
    }

    /// Starts an engine whose lines are read with a pause after each.
    pub(crate) fn start_read_slowly(pause: Duration) -> Engine {
        Engine::spawn(command(), pause)
    }

    /// Starts an engine with a limit on its address space, in KiB.
    #[cfg(unix)]
    pub(crate) fn start_with_little_memory(kibibytes: u64) -> Engine {
        let mut shell = piped(Command::new("sh"));
        let engine = env!("CARGO_BIN_EXE_coppice");
        shell.args(["-c", &format!("ulimit -v {kibibytes}; exec '{engine}'")]);
        Engine::spawn(shell, Duration::ZERO)
    }

    /// Starts an engine whose streams do not block, and whose lines are read with a pause after each.
    #[cfg(unix)]
    pub(crate) fn start_without_blocking(pause: Duration) -> Engine {
        let [(input, to_engine), (from_engine, output)] =
            [(); 2].map(|()| std::io::pipe().expect("there are pipes"));
        for stream in [input.as_fd(), output.as_fd()] {
            rustix::io::ioctl_fionbio(stream, true).expect("pipes can be set so");
        }
        let mut command = command();
        command.stdin(input).stdout(output);
        let child = command.spawn().expect("the engine starts");
        // So that the engine alone has its ends of the pipes.
        drop(command);
        let mut engine = Engine::of(child, from_engine, pause);
        engine.input = Some(Box::new(to_engine));
        engine
    }

    fn spawn(mut command: Command, pause: Duration) -> Engine {
        let mut child = command.spawn().expect("the engine starts");
        let stdout = child.stdout.take().expect("stdout is a pipe");
        Engine::of(child, stdout, pause)
    }

    fn of(mut child: Child, stdout: impl Read + Send + 'static, pause: Duration) -> Engine {
        let stdout = BufReader::new(stdout);
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
                if !pause.is_zero() {
                    thread::sleep(pause);
                }
            }
        });
        let input = child.stdin.take().map(|input| Box::new(input) as Box<dyn Write + Send>);
        Engine { input, child, output, log: Vec::new(), before_go: 0 }
    }

    /// Starts the engine and sends `uci`.
    pub(crate) fn start_uci() -> Engine {
        let mut engine = Engine::start();
        engine.send("uci");
        engine.wait_for("uciok");
        engine
    }

    pub(crate) fn send(&mut self, line: &str) {
        if line.starts_with("go") {
            self.before_go = self.log.len();
        }
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads its input");
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        self.line_before(Instant::now() + PATIENCE)
    }

    fn line_before(&mut self, deadline: Instant) -> String {
        let line = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now()));
        let line = line.unwrap_or_else(|error| panic!("{error}; so far: {:#?}", self.log));
        self.log.push(line.clone());
        line
    }

    /// The lines up to one that begins with this, which is the last.
    pub(crate) fn lines_until(&mut self, beginning: &str) -> Vec<String> {
        // For all of them: a search that does not end may go on to report.
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            let line = self.line_before(deadline);
            let is_last = line.starts_with(beginning);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// The next line that begins with this.
    pub(crate) fn wait_for(&mut self, beginning: &str) -> String {
        self.lines_until(beginning).pop().expect("there is a last line")
    }

    /// The output of a command before `readyok`.
    pub(crate) fn ask(&mut self, command: &str) -> Vec<String> {
        self.send(command);
        self.send("isready");
        let mut lines = self.lines_until("readyok");
        lines.pop();
        lines
    }

    /// Sends a `go` and reads up to its `bestmove`.
    pub(crate) fn go(&mut self, command: &str) -> Report {
        self.send(command);
        self.report()
    }

    /// Reads up to `bestmove`. The report has all lines since the `go`.
    pub(crate) fn report(&mut self) -> Report {
        self.wait_for("bestmove");
        let lines = self.log[self.before_go..].to_vec();
        self.before_go = self.log.len();
        Report::new(lines)
    }

    /// Waits for `readyok`, with nothing printed before it that begins with `forbidden`.
    pub(crate) fn is_ready_before(&mut self, forbidden: &str) {
        self.send("isready");
        let lines = self.lines_until("readyok");
        let before = &lines[..lines.len() - 1];
        assert!(!before.iter().any(|line| line.starts_with(forbidden)), "{lines:#?}");
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Sends a signal such as `TERM`.
    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args(["-s", name, &id]).status();
        assert!(status.expect("there is a command to send signals").success(), "{name}");
    }

    /// The memory that the process occupies.
    #[cfg(target_os = "linux")]
    pub(crate) fn resident_kibibytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("the process runs");
        let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = size.and_then(|size| size.split_whitespace().next()?.parse().ok());
        number.expect("Linux tells the size")
    }

    /// Waits for the end of the process. Returns what was printed until then.
    pub(crate) fn wait_for_exit(&mut self) -> (ExitStatus, Vec<String>) {
        let status = wait(&mut self.child);
        (status, self.output.iter().collect())
    }

    /// Waits for the end of the process, which must be a success.
    pub(crate) fn exits_well(&mut self) -> Vec<String> {
        let (status, rest) = self.wait_for_exit();
        assert!(status.success(), "{status}; {rest:#?}");
        let mut errors = String::new();
        let stderr = self.child.stderr.as_mut().expect("stderr is a pipe");
        stderr.read_to_string(&mut errors).expect("stderr is text");
        assert_eq!(errors, "");
        rest
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Both fail if the process has ended, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command() -> Command {
    piped(Command::new(env!("CARGO_BIN_EXE_coppice")))
}

/// A program in a directory that is not its own, with pipes to us.
fn piped(mut command: Command) -> Command {
    command.current_dir(std::env::temp_dir());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn wait(child: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().expect("the process can be waited for") {
            return status;
        }
        assert!(Instant::now() < deadline, "the engine does not end");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Starts an engine and sends it a script.
fn begin(script: &str) -> (Child, ChildStdin) {
    let mut child = command().spawn().expect("the engine starts");
    let mut input = child.stdin.take().expect("stdin is a pipe");
    input.write_all(script.as_bytes()).expect("the engine reads its input");
    (child, input)
}

/// Runs the engine with arguments to its end. Returns its exit code and its lines.
pub(crate) fn run(arguments: &[&str]) -> (Option<i32>, Vec<String>) {
    let (status, lines) = Engine::with_arguments(arguments).wait_for_exit();
    (status.code(), lines)
}

/// Sends a line to an engine with a closed output, and waits for its end. Returns its exit code and its standard error.
pub(crate) fn send_to_the_deaf(line: &str) -> (Option<i32>, String) {
    let (mut child, mut input) = begin("");
    drop(child.stdout.take());
    writeln!(input, "{line}").expect("the engine reads its input");
    let status = wait(&mut child);
    let mut errors = String::new();
    child.stderr.take().expect("stderr is a pipe").read_to_string(&mut errors).expect("stderr is text");
    (status.code(), errors)
}

/// Feeds the engine a script and then the end of its input, and reads nothing for a while. Returns its exit code and its
/// lines.
pub(crate) fn pipe_and_read_late(script: &str, delay: Duration) -> (Option<i32>, Vec<String>) {
    let (mut child, input) = begin(script);
    drop(input);
    thread::sleep(delay);
    let stdout = child.stdout.take().expect("stdout is a pipe");
    let lines = BufReader::new(stdout).lines().map_while(Result::ok).collect();
    (wait(&mut child).code(), lines)
}

/// Sends a script to an engine whose output is open but not read. Returns its exit code.
pub(crate) fn send_to_the_silent(script: &str, closes_input: bool) -> Option<i32> {
    let (mut child, input) = begin(script);
    let _open_input = (!closes_input).then_some(input);
    wait(&mut child).code()
}
