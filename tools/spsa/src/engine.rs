//! An engine, asked over UCI for its parameters and its moves.
//!
//! Anything may go wrong with an engine whose search was just changed: it may be silent, end, or refuse an
//! option. Each is an error that names what was asked.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use process::Dialogue;

use crate::param::Param;

/// The longest that any answer takes: a move at the node counts of a tune takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine, past its handshake. It is killed when dropped.
pub(crate) struct Engine(Dialogue);

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
        let mut engine = Engine(Dialogue::start(command, PATIENCE).context("no engine")?);
        engine.ask("uci", |line| line == "uciok")?;
        Ok(engine)
    }

    /// All parameters that it can be told.
    pub(crate) fn params(&mut self) -> Result<Vec<Param>> {
        let answer = self.ask("spsa\nisready", |line| line == "readyok")?;
        let complaint = answer.iter().find(|line| line.starts_with("info string"));
        if let Some(complaint) = complaint {
            bail!("engine '{}' lists no parameters: {complaint}", self.0.command());
        }
        let params: Result<Vec<Param>> =
            answer.iter().filter(|line| *line != "readyok").map(|line| line.parse()).collect();
        let params = params?;
        ensure!(
            !params.is_empty(),
            "engine '{}' lists no parameters, expected a tuning build",
            self.0.command()
        );
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
            Some(complaint) => bail!("engine '{}' refuses an option: {complaint}", self.0.command()),
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
                self.0.command()
            ),
        }
    }

    fn ask(&mut self, request: &str, ends: impl Fn(&str) -> bool) -> Result<Vec<String>> {
        self.0.ask(request, ends).context("no answer from the engine")
    }
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
