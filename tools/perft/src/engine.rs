//! Another engine, run as a child process and asked over UCI for the leaves below each move.
//!
//! ```text
//!   us      position fen <FEN> moves e2e4 e7e5
//!           go perft 2
//!   engine  a2a3: 30
//!           ...
//!           Nodes searched: 903
//! ```
//!
//! Anything may go wrong with a program that is under suspicion: it may be silent, end, or contradict
//! itself. Each is an error of its own; its standard error is passed through, where it may say why.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use movegen::text::CastlingNotation;

/// The moves that an engine reports, as it writes them, each with the leaves below it.
pub(crate) type Counts = Vec<(String, u64)>;

/// Why there is no answer from an engine.
#[derive(Debug)]
pub(crate) enum EngineError {
    /// The command is empty, or no program could be started with it.
    Start { command: String, why: std::io::Error },
    /// The engine ended before it answered.
    Ended { request: String, status: String },
    /// The engine did not answer in time.
    Silent { request: String, timeout: Duration },
    /// The engine cannot be told that the game is Chess960.
    NoChess960,
    /// The lines for the moves do not add up to the total.
    Sum { request: String, sum: u64, total: u64 },
    /// The total is not a number.
    Total { found: String },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { command, why } => write!(f, "engine '{command}' does not start: {why}"),
            Self::Ended { request, status } => {
                write!(f, "the engine ended ({status}) before it answered {request:?}")
            }
            Self::Silent { request, timeout } => {
                write!(f, "the engine did not answer {request:?} within {} s", timeout.as_secs())
            }
            Self::NoChess960 => {
                write!(f, "the engine has no option UCI_Chess960, expected it for a Chess960 position")
            }
            Self::Sum { request, sum, total } => {
                write!(f, "the engine's answer to {request:?} adds up to {sum}, but it says {total}")
            }
            Self::Total { found } => {
                write!(f, "'{found}' from the engine, expected 'Nodes searched: <number>'")
            }
        }
    }
}

impl std::error::Error for EngineError {}

/// A running engine, past its handshake. It is killed when dropped.
pub(crate) struct Engine {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    timeout: Duration,
}

impl Engine {
    /// Starts a command, its arguments separated by white space, and sets it up.
    pub(crate) fn start(
        command: &str,
        notation: CastlingNotation,
        timeout: Duration,
    ) -> Result<Engine, EngineError> {
        let mut engine = Engine::spawn(command, timeout)
            .map_err(|why| EngineError::Start { command: command.to_owned(), why })?;
        engine.handshake(notation)?;
        Ok(engine)
    }

    fn spawn(command: &str, timeout: Duration) -> std::io::Result<Engine> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or(std::io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        };
        Ok(Engine { child, stdin, lines: read_lines(stdout), timeout })
    }

    fn handshake(&mut self, notation: CastlingNotation) -> Result<(), EngineError> {
        let options = self.ask("uci", |line| line == "uciok")?;
        if notation == CastlingNotation::Chess960 {
            if !options.iter().any(|line| line.starts_with("option name UCI_Chess960 ")) {
                return Err(EngineError::NoChess960);
            }
            self.send("setoption name UCI_Chess960 value true");
        }
        self.ask("isready", |line| line == "readyok").map(drop)
    }

    /// The leaves `depth` plies below the position that these moves lead to, by first move.
    pub(crate) fn counts(&mut self, fen: &str, moves: &[String], depth: u32) -> Result<Counts, EngineError> {
        let with_moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let request = format!("position fen {fen}{with_moves}\ngo perft {depth}");
        let answer = self.ask(&request, |line| line.starts_with(TOTAL))?;
        let counts: Counts = answer.iter().filter_map(|line| parse_count(line)).collect();
        let total = parse_total(answer.last().map_or("", String::as_str))?;
        let sum =
            counts.iter().map(|(_, leaves)| leaves).fold(0, |sum: u64, &leaves| sum.saturating_add(leaves));
        if sum == total { Ok(counts) } else { Err(EngineError::Sum { request, sum, total }) }
    }

    /// Sends one line or several. That the engine has ended shows when its answer is read.
    fn send(&mut self, lines: &str) {
        let _ = writeln!(self.stdin, "{lines}").and_then(|()| self.stdin.flush());
    }

    /// Sends a request and collects the answer, up to and including the line that ends it.
    fn ask(&mut self, request: &str, ends: impl Fn(&str) -> bool) -> Result<Vec<String>, EngineError> {
        self.send(request);
        let deadline = Instant::now() + self.timeout;
        let mut answer = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => {
                    EngineError::Silent { request: request.to_owned(), timeout: self.timeout }
                }
                RecvTimeoutError::Disconnected => {
                    EngineError::Ended { request: request.to_owned(), status: self.last_words() }
                }
            })?;
            let is_last = ends(&line);
            answer.push(line);
            if is_last {
                return Ok(answer);
            }
        }
    }

    /// How the engine ended, once it has closed its output.
    fn last_words(&mut self) -> String {
        // One that closed its output but lives on would keep us waiting.
        let _ = self.child.kill();
        self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads on a thread of its own, since only waiting on a channel can be given up after a time.
fn read_lines(stdout: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut stdout = BufReader::new(stdout);
        let mut bytes = Vec::new();
        while stdout.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            bytes.clear();
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

const TOTAL: &str = "Nodes searched:";

fn parse_total(line: &str) -> Result<u64, EngineError> {
    let number = line.strip_prefix(TOTAL).and_then(|number| number.trim().parse().ok());
    number.ok_or_else(|| EngineError::Total { found: line.to_owned() })
}

/// `e2e4: 20`. Other lines are none of our business.
fn parse_count(line: &str) -> Option<(String, u64)> {
    let (mv, leaves) = line.split_once(": ")?;
    let squares = mv.get(..4)?;
    let is_square = |text: &str| text.parse::<types::Square>().is_ok();
    let is_move = is_square(&squares[..2]) && is_square(&squares[2..]) && mv.len() <= 5;
    if is_move { Some((mv.to_owned(), leaves.trim().parse().ok()?)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_told_from_other_lines() {
        assert_eq!(parse_count("e2e4: 20"), Some(("e2e4".to_owned(), 20)));
        assert_eq!(parse_count("a7b8q: 1"), Some(("a7b8q".to_owned(), 1)));
        for line in
            ["", "e2e4", "e2e9: 1", "e2e4qq: 1", "e2e4: x", "info string e2e4: 20", "Nodes searched: 20"]
        {
            assert_eq!(parse_count(line), None, "{line}");
        }
        assert_eq!(parse_count("é2e: 1"), None);
    }
}
