//! Another engine, asked over UCI for the leaves below each move.
//!
//! ```text
//!   us      position fen <FEN> moves e2e4 e7e5
//!           go perft 2
//!   engine  a2a3: 30
//!           ...
//!           Nodes searched: 903
//! ```
//!
//! The engine may be silent, end, or contradict itself. Each is an error of its own.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use movegen::text::CastlingNotation;
use toolkit::EXIT_INTERRUPTED;
use toolkit::UciError;
use toolkit::{KillHandle, PipedProcess, UciEngine};

/// The moves that an engine reports, as it writes them, each with the leaves below it.
pub(crate) type MoveCounts = Vec<(String, u64)>;

/// Reason why an engine gives no answer.
#[derive(Debug)]
pub(crate) enum EngineError {
    /// It does not start, ended before it answered, or is silent.
    Uci(UciError),
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
            Self::Uci(error) => error.fmt(f),
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

impl From<UciError> for EngineError {
    fn from(error: UciError) -> EngineError {
        EngineError::Uci(error)
    }
}

/// A running engine that was told which game is played. It is killed when dropped.
pub(crate) struct PeerEngine(UciEngine);

impl PeerEngine {
    /// Starts a command, its arguments separated by white space, and sets it up. From then on an interruption ends the
    /// engine and this program.
    pub(crate) fn start(
        command: &str,
        notation: CastlingNotation,
        timeout: Duration,
    ) -> Result<PeerEngine, EngineError> {
        let started = Started::default();
        end_when_interrupted(&started);
        let mut slot = lock(&started);
        let process = PipedProcess::start(command, timeout).map_err(UciError::from)?;
        *slot = Some(process.kill_handle());
        drop(slot);
        let mut engine = UciEngine::handshake(process)?;
        let is_chess960 = notation == CastlingNotation::Chess960;
        if is_chess960 && !engine.options().offers("UCI_Chess960") {
            return Err(EngineError::NoChess960);
        }
        engine.set_options(is_chess960.then_some(("UCI_Chess960", "true")))?;
        Ok(PeerEngine(engine))
    }

    /// The leaves `depth` plies below the position that these moves lead to, by first move.
    pub(crate) fn counts(
        &mut self,
        fen: &str,
        moves: &[String],
        depth: u32,
    ) -> Result<MoveCounts, EngineError> {
        let with_moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        let request = format!("position fen {fen}{with_moves}\ngo perft {depth}");
        let answer = self.0.ask(&request, |line| line.starts_with(TOTAL))?;
        let counts: MoveCounts = answer.iter().filter_map(|line| parse_count(line)).collect();
        let total = parse_total(answer.last().map_or("", String::as_str))?;
        let sum =
            counts.iter().map(|(_, leaves)| leaves).fold(0, |sum: u64, &leaves| sum.saturating_add(leaves));
        if sum == total { Ok(counts) } else { Err(EngineError::Sum { request, sum, total }) }
    }
}

/// The engine, once there is one. Locked while it starts, so that an interruption finds it.
type Started = Arc<Mutex<Option<KillHandle>>>;

/// On an interruption, ends the engine and this program at once: a count in progress may take hours and checks no flag.
fn end_when_interrupted(started: &Started) {
    let started = Arc::clone(started);
    let exit = || std::process::exit(EXIT_INTERRUPTED.into());
    let handler = toolkit::on_interruption(move || match &*lock(&started) {
        Some(kill_handle) => kill_handle.kill_and(exit),
        None => exit(),
    });
    if let Err(error) = handler {
        eprintln!("warning: an interruption will leave the engine running: {error}");
    }
}

fn lock(started: &Started) -> MutexGuard<'_, Option<KillHandle>> {
    started.lock().unwrap_or_else(PoisonError::into_inner)
}

const TOTAL: &str = "Nodes searched:";

fn parse_total(line: &str) -> Result<u64, EngineError> {
    let number = line.strip_prefix(TOTAL).and_then(|number| number.trim().parse().ok());
    number.ok_or_else(|| EngineError::Total { found: line.to_owned() })
}

/// Reads `e2e4: 20`. Other lines are ignored.
fn parse_count(line: &str) -> Option<(String, u64)> {
    let (mv, leaves) = line.split_once(": ")?;
    let is_square = |text: &str| text.parse::<types::Square>().is_ok();
    let is_move = is_square(mv.get(..2)?) && is_square(mv.get(2..4)?) && mv.len() <= 5;
    if is_move { Some((mv.to_owned(), leaves.trim().parse().ok()?)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_other_lines_are_distinguished() {
        assert_eq!(parse_count("e2e4: 20"), Some(("e2e4".to_owned(), 20)));
        assert_eq!(parse_count("a7b8q: 1"), Some(("a7b8q".to_owned(), 1)));
        for line in
            ["", "e2e4", "e2e9: 1", "e2e4qq: 1", "e2e4: x", "info string e2e4: 20", "Nodes searched: 20"]
        {
            assert_eq!(parse_count(line), None, "{line}");
        }
        for line in ["é2e: 1", "✓ perft: 20", "e✓: 1", "e2✓: 1"] {
            assert_eq!(parse_count(line), None, "{line}");
        }
    }
}
