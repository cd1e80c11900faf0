//! An engine, run as a child process and asked over UCI for its parameters and its moves.
//!
//! Anything may go wrong with an engine whose search was just changed: it may be silent, end, or refuse an
//! option. Each is an error that names what was asked.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::param::Param;

/// The longest that any answer takes: a move at the node counts of a tune takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine, past its handshake. It is killed when dropped.
pub(crate) struct Engine {
    command: String,
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

/// What an engine plays, and how it sees the game for itself.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    /// As the engine writes it.
    pub(crate) mv: String,
    pub(crate) score: Centipawns,
}

/// A score for the side to move. Mates are beyond all other scores.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Centipawns(pub(crate) i32);

/// Stands for a mate, however far.
const MATE: i32 = 30_000;

impl Engine {
    /// Starts a command, its arguments separated by white space.
    pub(crate) fn start(command: &str) -> Result<Engine> {
        let mut engine =
            Engine::spawn(command).with_context(|| format!("engine '{command}' does not start"))?;
        engine.ask("uci", |line| line == "uciok")?;
        Ok(engine)
    }

    fn spawn(command: &str) -> Result<Engine> {
        let mut words = command.split_whitespace();
        let program = words.next().context("the command is empty, expected a program")?;
        let mut process = Command::new(program);
        process.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A terminal sends Ctrl-C to a whole group. The engine is to play on until it is told to end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let mut child = process.spawn()?;
        let stdin = child.stdin.take().context("it has no standard input")?;
        let stdout = child.stdout.take().context("it has no standard output")?;
        Ok(Engine { command: command.to_owned(), child, stdin, lines: read_lines(stdout) })
    }

    /// All parameters that it can be told.
    pub(crate) fn params(&mut self) -> Result<Vec<Param>> {
        let answer = self.ask("spsa\nisready", |line| line == "readyok")?;
        let complaint = answer.iter().find(|line| line.starts_with("info string"));
        if let Some(complaint) = complaint {
            bail!("engine '{}' lists no parameters: {complaint}", self.command);
        }
        let params: Result<Vec<Param>> =
            answer.iter().filter(|line| *line != "readyok").map(|line| line.parse()).collect();
        let params = params?;
        ensure!(!params.is_empty(), "engine '{}' lists no parameters, expected a tuning build", self.command);
        Ok(params)
    }

    /// Sets options. That it refuses one is an error.
    pub(crate) fn set_options<'a>(
        &mut self,
        options: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<()> {
        let mut request = String::new();
        for (name, value) in options {
            request += &format!("setoption name {name} value {value}\n");
        }
        request += "isready";
        let answer = self.ask(&request, |line| line == "readyok")?;
        match answer.iter().find(|line| line.starts_with("info string error")) {
            Some(complaint) => bail!("engine '{}' refuses an option: {complaint}", self.command),
            None => Ok(()),
        }
    }

    /// Forgets the last game.
    pub(crate) fn new_game(&mut self) -> Result<()> {
        self.ask("ucinewgame\nisready", |line| line == "readyok").map(drop)
    }

    /// Searches so many nodes of a position, given as the `position` command says it.
    pub(crate) fn search(&mut self, position: &str, nodes: u64) -> Result<Answer> {
        let request = format!("position {position}\ngo nodes {nodes}");
        let lines = self.ask(&request, |line| line.starts_with("bestmove"))?;
        let best = lines.last().and_then(|line| line.split_whitespace().nth(1));
        let score = lines.iter().rev().find_map(|line| parse_score(line));
        match (best, score) {
            (Some(mv), Some(score)) => Ok(Answer { mv: mv.to_owned(), score }),
            _ => bail!(
                "engine '{}' answers {lines:?}, expected an 'info' line with a score and a 'bestmove'",
                self.command
            ),
        }
    }

    /// Sends a request and collects the answer, up to and including the line that ends it.
    fn ask(&mut self, request: &str, ends: impl Fn(&str) -> bool) -> Result<Vec<String>> {
        // That the engine has ended shows when its answer is read.
        let _ = writeln!(self.stdin, "{request}").and_then(|()| self.stdin.flush());
        let deadline = Instant::now() + PATIENCE;
        let mut answer = Vec::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let is_last = ends(&line);
                    answer.push(line);
                    if is_last {
                        return Ok(answer);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    bail!(
                        "engine '{}' is silent for {} s after {request:?}",
                        self.command,
                        PATIENCE.as_secs()
                    )
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.last_words();
                    bail!("engine '{}' ended ({status}) after {request:?}", self.command)
                }
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

/// The score of an `info` line.
fn parse_score(line: &str) -> Option<Centipawns> {
    let mut words =
        line.strip_prefix("info ")?.split_whitespace().skip_while(|&word| word != "score").skip(1);
    let (unit, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    match unit {
        "cp" => Some(Centipawns(number.clamp(1 - MATE, MATE - 1))),
        "mate" if number > 0 => Some(Centipawns(MATE)),
        "mate" => Some(Centipawns(-MATE)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_from_info_lines() {
        for (line, score) in [
            ("info depth 3 score cp -27 nodes 5 pv e2e4", Some(-27)),
            ("info depth 3 score cp 99999 lowerbound", Some(29_999)),
            ("info score mate 3 pv a1a8", Some(30_000)),
            ("info score mate -2", Some(-30_000)),
            ("info score mate 0", Some(-30_000)),
            ("info depth 3 currmove e2e4", None),
            ("info string score cp", None),
            ("bestmove e2e4", None),
        ] {
            assert_eq!(parse_score(line), score.map(Centipawns), "{line}");
        }
    }
}
