//! Reports of a search, as text.
//!
//! ```text
//!   Engine::search ──▶ SearchReport ──▶ ReportFormat: UciFormat      info depth 9 ... pv e2e4 e7e5
//!                      (which lines                   ConsoleFormat  9/14  +0.31  1. e4 e5
//!                       are shown)
//! ```
//!
//! The [`SearchReport`] selects the lines that are shown, and makes the last one: it is exact and begins with the move that
//! is played. A [`ReportFormat`] only writes.

mod console;
mod uci;

pub(crate) use console::ConsoleFormat;
pub(crate) use uci::UciFormat;

use search::{Bound, CurrentMove, PvLine, Reporter};
use types::Move;

/// A way to write the report of a search.
pub(crate) trait ReportFormat: Send {
    /// Writes a line with its score.
    fn line(&mut self, line: &PvLine);

    /// Writes the root move that is being searched.
    fn current_move(&mut self, current: CurrentMove);

    /// Writes the end: the move that is played, and the answer that is expected.
    fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>);
}

/// The report of one search. It keeps the lines to the end.
pub(crate) struct SearchReport {
    format: Box<dyn ReportFormat>,
    /// The number of best lines to show. More may be searched.
    shown: usize,
    /// The last line of each rank. That of the best is exact, the others may be bounds.
    lines: Vec<PvLine>,
    /// The line that was written last, if it was exact.
    last_written: Option<PvLine>,
}

impl SearchReport {
    pub(crate) fn new(format: Box<dyn ReportFormat>, shown: usize) -> SearchReport {
        SearchReport { format, shown, lines: Vec::new(), last_written: None }
    }

    /// The last lines, the best first.
    pub(crate) fn lines(&self) -> &[PvLine] {
        &self.lines
    }

    fn keep(&mut self, line: PvLine) {
        match self.lines.get_mut(line.multipv.saturating_sub(1)) {
            Some(slot) => *slot = line,
            // Ranks come in order, so the next one is missing at most.
            None => self.lines.push(line),
        }
    }

    /// Ends the report with the best move of a search, or with another one if that is `played` instead.
    pub(crate) fn finish(mut self, result: &PvLine, played: Option<Move>) {
        let best = played.or(result.best_move());
        let begins_with_best = |line: &&PvLine| line.best_move() == best;
        let line = self.lines.iter().find(begins_with_best).cloned();
        if let Some(line) = &line {
            let line = PvLine { multipv: 1, ..line.clone() };
            if self.last_written.as_ref() != Some(&line) {
                self.format.line(&line);
            }
        }
        let expected = line.and_then(|line| line.ponder_move());
        let ponder = if best == result.best_move() { expected.or(result.ponder_move()) } else { expected };
        self.format.best_move(best, ponder);
    }
}

impl Reporter for SearchReport {
    fn line(&mut self, line: &PvLine) {
        let is_exact = line.bound == Bound::Exact;
        if is_exact || line.multipv > 1 {
            self.keep(line.clone());
        }
        if line.multipv <= self.shown {
            self.format.line(line);
            self.last_written = is_exact.then(|| line.clone());
        }
    }

    fn current_move(&mut self, current: CurrentMove) {
        self.format.current_move(current);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use std::sync::{Arc, Mutex};
    use types::{Score, Square};

    /// Keeps what is written.
    struct Log(Arc<Mutex<Vec<String>>>);

    impl Log {
        fn push(&self, text: String) {
            self.0.lock().unwrap().push(text);
        }
    }

    impl ReportFormat for Log {
        fn line(&mut self, line: &PvLine) {
            self.push(format!("{} {:?} {}", line.multipv, line.bound, line.pv[0]));
        }

        fn current_move(&mut self, current: CurrentMove) {
            self.push(format!("now {}", current.mv));
        }

        fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>) {
            self.push(format!("best {best:?} ponder {ponder:?}"));
        }
    }

    const E4: Move = Move::normal(Square::E2, Square::E4);
    const E5: Move = Move::normal(Square::E7, Square::E5);
    const D4: Move = Move::normal(Square::D2, Square::D4);

    fn line(multipv: usize, bound: Bound, seconds: u64, pv: &[Move]) -> PvLine {
        PvLine { multipv, bound, time: Duration::from_secs(seconds), ..PvLine::new(Score(0), pv.to_vec()) }
    }

    fn outcome(best: Move) -> PvLine {
        PvLine::new(Score(0), vec![best])
    }

    fn written(shown: usize, lines: &[PvLine], outcome: &PvLine, played: Option<Move>) -> Vec<String> {
        let log = Arc::default();
        let mut report = SearchReport::new(Box::new(Log(Arc::clone(&log))), shown);
        for line in lines {
            report.line(line);
        }
        report.finish(outcome, played);
        let written = log.lock().unwrap();
        written.clone()
    }

    #[test]
    fn an_exact_last_line_is_not_repeated() {
        let lines = [line(1, Bound::Exact, 0, &[E4, E5])];
        let best = format!("best {:?} ponder {:?}", Some(E4), Some(E5));
        assert_eq!(written(1, &lines, &outcome(E4), None), ["1 Exact e2e4".to_owned(), best]);
    }

    #[test]
    fn a_bound_or_a_lesser_line_is_followed_by_the_best_line_again() {
        let bound = [line(1, Bound::Exact, 1, &[E4]), line(1, Bound::Lower, 4, &[D4])];
        assert_eq!(
            written(1, &bound, &outcome(E4), None)[..3],
            ["1 Exact e2e4", "1 Lower d2d4", "1 Exact e2e4"]
        );
        let two = [line(1, Bound::Exact, 1, &[E4]), line(2, Bound::Exact, 1, &[D4])];
        assert_eq!(
            written(2, &two, &outcome(E4), None)[..3],
            ["1 Exact e2e4", "2 Exact d2d4", "1 Exact e2e4"]
        );
    }

    #[test]
    fn unrequested_lines_are_not_shown() {
        let lines = [line(1, Bound::Exact, 1, &[E4]), line(2, Bound::Exact, 1, &[D4])];
        assert_eq!(written(1, &lines, &outcome(E4), None)[..1], ["1 Exact e2e4"]);
        assert_eq!(written(1, &lines, &outcome(E4), None).len(), 2);
    }

    #[test]
    fn a_lesser_move_that_is_played_gets_the_last_line() {
        let lines = [line(1, Bound::Exact, 1, &[E4]), line(2, Bound::Exact, 1, &[D4])];
        let best = format!("best {:?} ponder None", Some(D4));
        assert_eq!(
            written(1, &lines, &outcome(E4), Some(D4)),
            ["1 Exact e2e4".to_owned(), "1 Exact d2d4".to_owned(), best]
        );
    }
}
