//! Parser of a runner's output.
//!
//! ```text
//!   Finished game 3 (new vs base): 0-1 {White loses on time}       both runners
//!   Ptnml(0-2): [0, 0, 4, 0, 0], WL/DD Ratio: 3.00                 fastchess
//!   LLR: 0.12 (4.1%) (-2.94, 2.94) [0.00, 5.00]
//! ```
//!
//! Games end in any order; numbers 2k − 1 and 2k are a pair. A game without a result, and so its pair, does not count.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Result, bail};
use regex::Regex;

use crate::pentanomial::Pentanomial;
use crate::tally::Tally;

/// An event in the output.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum RunnerEvent {
    /// Both games of a pair are over. Pairs are counted from 0, in the order of their openings.
    Pair { number: u64, pair: Tally },
    /// The runner's counts and its LLR of them, to two decimals.
    Checkpoint { results: Pentanomial, llr: f64 },
}

/// Reads the output of one run of a runner.
pub(crate) struct RunnerOutput {
    /// The name of the side whose points are counted.
    new: String,
    /// The name of the other side.
    base: String,
    /// The first game of each unfinished pair, by the number of the pair.
    unpaired: HashMap<u64, FinishedGame>,
    counts: Option<Pentanomial>,
    patterns: Patterns,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
struct FinishedGame {
    /// Half-points of the new version.
    points: usize,
    /// A fault such as a loss on time, if there was one.
    fault: Option<String>,
}

struct Patterns {
    finished: Regex,
    counts: Regex,
    llr: Regex,
}

/// Words in a runner's reasons that mean a defect, not chess.
const FAULTS: [&str; 5] = ["loses on time", "illegal", "disconnect", "stall", "crash"];

impl RunnerOutput {
    pub(crate) fn new(new: &str, base: &str) -> Result<RunnerOutput> {
        let patterns = Patterns {
            finished: Regex::new(
                r"^Finished game (\d+) \((.+) vs (.+)\): (1-0|0-1|1/2-1/2|\*)(?: \{(.*)\})?",
            )?,
            counts: Regex::new(r"^Ptnml\(0-2\): \[(\d+), (\d+), (\d+), (\d+), (\d+)\]")?,
            llr: Regex::new(r"^LLR: (-?[0-9.]+) ")?,
        };
        let (new, base) = (new.to_owned(), base.to_owned());
        Ok(RunnerOutput { new, base, unpaired: HashMap::new(), counts: None, patterns })
    }

    /// Reads the next line.
    ///
    /// # Errors
    /// If it reports a game between other engines.
    pub(crate) fn read_line(&mut self, line: &str) -> Result<Option<RunnerEvent>> {
        let Some((number, game)) = self.finished(line)? else { return Ok(self.checkpoint(line)) };
        let pair = number.div_ceil(2);
        match self.unpaired.remove(&pair) {
            Some(first) => Ok(Some(RunnerEvent::Pair { number: pair - 1, pair: pair_of(first, game) })),
            None => {
                self.unpaired.insert(pair, game);
                Ok(None)
            }
        }
    }

    /// The runner's own results, once it has printed both the counts and the LLR.
    fn checkpoint(&mut self, line: &str) -> Option<RunnerEvent> {
        if let Some(captures) = self.patterns.counts.captures(line) {
            let counts = captures.iter().skip(1).map(|count| count?.as_str().parse().ok());
            let counts: Option<Vec<u64>> = counts.collect();
            self.counts = counts.and_then(|counts| counts.try_into().ok()).map(Pentanomial);
            return None;
        }
        let llr = self.patterns.llr.captures(line)?.get(1)?.as_str().parse().ok()?;
        self.counts.take().map(|results| RunnerEvent::Checkpoint { results, llr })
    }

    /// The number and the result of a game, if the line reports a finished one.
    fn finished(&self, line: &str) -> Result<Option<(u64, FinishedGame)>> {
        let Some(captures) = self.patterns.finished.captures(line) else { return Ok(None) };
        let text = |index| captures.get(index).map_or("", |text| text.as_str());
        let (white, black) = (text(2), text(3));
        let is_white = (white, black) == (&self.new, &self.base);
        if !is_white && (white, black) != (&self.base, &self.new) {
            let RunnerOutput { new, base, .. } = self;
            bail!("the runner says '{line}', expected a game between '{new}' and '{base}'");
        }
        let points = match (text(4), is_white) {
            ("1-0", true) | ("0-1", false) => 2,
            ("1-0", false) | ("0-1", true) => 0,
            ("1/2-1/2", _) => 1,
            _ => return Ok(None),
        };
        let reason = text(5);
        let is_fault = FAULTS.iter().any(|fault| reason.contains(fault));
        // The number of milliseconds is removed, so that equal faults are counted together.
        let reason = reason.split(" (").next().unwrap_or_default();
        // Runners name the colour; replace it by the engine's name.
        let fault = is_fault.then(|| reason.replace("White", white).replace("Black", black));
        Ok(Some((text(1).parse()?, FinishedGame { points, fault })))
    }
}

fn pair_of(first: FinishedGame, second: FinishedGame) -> Tally {
    let mut tally = Tally::default();
    let mut faults = BTreeMap::new();
    for game in [&first, &second] {
        match game.points {
            2 => tally.wins += 1,
            1 => tally.draws += 1,
            _ => tally.losses += 1,
        }
        if let Some(fault) = &game.fault {
            *faults.entry(fault.clone()).or_default() += 1;
        }
    }
    tally.pairs.0[first.points + second.points] += 1;
    Tally { faults, ..tally }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(lines: &[&str]) -> Vec<RunnerEvent> {
        let mut runner_output = RunnerOutput::new("new", "base").unwrap();
        lines.iter().filter_map(|line| runner_output.read_line(line).unwrap()).collect()
    }

    fn pair(number: u64, wins: u64, draws: u64, losses: u64) -> RunnerEvent {
        let mut pairs = Pentanomial::default();
        pairs.0[(2 * wins + draws) as usize] = 1;
        RunnerEvent::Pair { number, pair: Tally { wins, draws, losses, pairs, faults: BTreeMap::new() } }
    }

    #[test]
    fn pairs_are_matched_in_any_order_of_their_games() {
        let news = read_line(&[
            "Started game 1 of 8 (new vs base)",
            "Finished game 2 (base vs new): 0-1 {Black mates}",
            "Finished game 3 (new vs base): 0-1 {Black mates}",
            "Finished game 1 (new vs base): 1/2-1/2 {Draw by 3-fold repetition}",
            "Finished game 4 (base vs new): 1-0 {White mates}",
            "Finished game 5 (new vs base): 1-0",
            "Finished game 6 (base vs new): 1-0 {White mates}",
        ]);
        assert_eq!(news, [pair(0, 1, 1, 0), pair(1, 0, 0, 2), pair(2, 1, 0, 1)]);
    }

    #[test]
    fn games_without_a_result_do_not_count() {
        let news = read_line(&[
            "Finished game 1 (new vs base): 1-0 {White mates}",
            "Finished game 2 (base vs new): * {No result}",
            "Finished match",
        ]);
        assert_eq!(news, []);
    }

    #[test]
    fn each_word_for_a_fault_counts_as_one() {
        for reason in [
            "White loses on time",
            "White makes an illegal move: e2e5",
            "White disconnects",
            "White's connection stalls",
            "White crashes",
        ] {
            let news = read_line(&[
                &format!("Finished game 1 (new vs base): 0-1 {{{reason}}}"),
                "Finished game 2 (base vs new): 1-0",
            ]);
            let [RunnerEvent::Pair { pair, .. }] = &news[..] else { panic!("{news:?}") };
            assert_eq!(pair.faults.values().sum::<u64>(), 1, "{reason}");
        }
        let news = read_line(&[
            "Finished game 1 (new vs base): 0-1 {Black mates}",
            "Finished game 2 (base vs new): 1-0",
        ]);
        assert_eq!(news, [pair(0, 0, 0, 2)]);
    }

    /// Otherwise points would be counted for the wrong engine.
    #[test]
    fn games_of_others_are_an_error() {
        let mut runner_output = RunnerOutput::new("new", "base").unwrap();
        for (white, black) in [("new", "third"), ("third", "base"), ("new", "new")] {
            let line = format!("Finished game 1 ({white} vs {black}): 1-0 {{White mates}}");
            let error = runner_output.read_line(&line).unwrap_err().to_string();
            assert_eq!(error, format!("the runner says '{line}', expected a game between 'new' and 'base'"));
        }
    }

    #[test]
    fn faults_are_counted_by_engine() {
        let news = read_line(&[
            "Finished game 1 (new vs base): 0-1 {White loses on time (12ms overrun)}",
            "Finished game 2 (base vs new): 1-0 {Black makes an illegal move: e2e5}",
        ]);
        let [RunnerEvent::Pair { pair: tally, .. }] = &news[..] else { panic!("{news:?}") };
        let faults: Vec<_> = tally.faults.iter().collect();
        assert_eq!(
            faults,
            [(&"new loses on time".to_owned(), &1), (&"new makes an illegal move: e2e5".to_owned(), &1)]
        );
    }

    #[test]
    fn checkpoints_are_counts_and_their_llr() {
        let news = read_line(&[
            "LLR: 9.99 (before any counts)",
            "Ptnml(0-2): [1, 20, 300, 40, 5], WL/DD Ratio: 3.00",
            "LLR: -1.25 (-42.5%) (-2.94, 2.94) [0.00, 5.00]",
        ]);
        assert_eq!(news, [RunnerEvent::Checkpoint { results: Pentanomial([1, 20, 300, 40, 5]), llr: -1.25 }]);
    }
}
