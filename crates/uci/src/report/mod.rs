//! What a search tells, as text.
//!
//! ```text
//!   Engine::search ──▶ Listener ──▶ View: UciView      info depth 9 ... pv e2e4 e7e5
//!                      (what is          ConsoleView   1  9/14  +0.31  1. e4 e5
//!                       shown)
//! ```
//!
//! The [`Listener`] decides which lines are shown and makes sure of the end: the last line before `bestmove` is
//! exact and begins with the move that is played. A [`View`] only writes.

mod console;
mod line;
mod uci;

pub(crate) use console::ConsoleView;
pub(crate) use line::KeptLine;
pub(crate) use uci::UciView;

use search::{Bound, CurrentMove, Line, Outcome, Reporter};
use types::Move;

/// Writes what it is told.
pub(crate) trait View: Send {
    /// A line of thought.
    fn line(&mut self, line: &Line<'_>);

    /// The root move that is being searched.
    fn current_move(&mut self, current: CurrentMove);

    /// The end: what is played, and what answer is expected.
    fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>);
}

/// Stands between a search and a view, and remembers the lines.
pub(crate) struct Listener {
    view: Box<dyn View>,
    /// How many best lines are shown. More may be searched.
    shown: usize,
    /// The last line of each rank: an exact one of the best, while a lesser one may be worth no more than it says.
    lines: Vec<KeptLine>,
    /// The line that was written last, if it was exact.
    last_written: Option<KeptLine>,
}

impl Listener {
    pub(crate) fn new(view: Box<dyn View>, shown: usize) -> Listener {
        Listener { view, shown, lines: Vec::new(), last_written: None }
    }

    /// The last lines, the best first.
    pub(crate) fn lines(&self) -> &[KeptLine] {
        &self.lines
    }

    /// Ends the report with the best move of a search, or with another one if that is `played` instead.
    pub(crate) fn finish(mut self, outcome: &Outcome, played: Option<Move>) {
        let best = played.or(outcome.best);
        let begins_with_best = |line: &&KeptLine| line.pv.first().copied() == best;
        let line = self.lines.iter().find(begins_with_best).cloned();
        if let Some(line) = &line {
            let line = KeptLine { multipv: 1, ..line.clone() };
            if self.last_written.as_ref() != Some(&line) {
                self.view.line(&line.borrowed());
            }
        }
        let expected = line.and_then(|line| line.pv.get(1).copied());
        let ponder = if best == outcome.best { expected.or(outcome.ponder) } else { expected };
        self.view.best_move(best, ponder);
    }
}

impl Reporter for Listener {
    fn line(&mut self, line: &Line<'_>) {
        let kept = KeptLine::of(line);
        let is_exact = line.bound == Bound::Exact;
        if is_exact || line.multipv > 1 {
            self.keep(kept.clone());
        }
        if line.multipv <= self.shown {
            self.view.line(line);
            self.last_written = is_exact.then_some(kept);
        }
    }

    fn current_move(&mut self, current: CurrentMove) {
        self.view.current_move(current);
    }
}

impl Listener {
    fn keep(&mut self, line: KeptLine) {
        match self.lines.get_mut(line.multipv.saturating_sub(1)) {
            Some(slot) => *slot = line,
            // Ranks come in order, so the next one is missing at most.
            None => self.lines.push(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use search::Permill;
    use std::sync::{Arc, Mutex};
    use types::{Depth, Ply, Score, Square};

    /// Writes down what it is told.
    struct Log(Arc<Mutex<Vec<String>>>);

    impl Log {
        fn push(&self, text: String) {
            self.0.lock().unwrap().push(text);
        }
    }

    impl View for Log {
        fn line(&mut self, line: &Line<'_>) {
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

    fn line(multipv: usize, bound: Bound, seconds: u64, pv: &[Move]) -> Line<'_> {
        Line {
            depth: Depth(3),
            seldepth: Ply(5),
            multipv,
            score: Score(0),
            bound,
            nodes: 10,
            time: Duration::from_secs(seconds),
            hashfull: Permill(0),
            tbhits: 0,
            pv,
        }
    }

    fn outcome(best: Move) -> Outcome {
        Outcome { best: Some(best), ponder: None, score: Score(0), depth: Depth(3), nodes: 10 }
    }

    fn written(shown: usize, lines: &[Line<'_>], outcome: &Outcome, played: Option<Move>) -> Vec<String> {
        let log = Arc::default();
        let mut listener = Listener::new(Box::new(Log(Arc::clone(&log))), shown);
        for line in lines {
            listener.line(line);
        }
        listener.finish(outcome, played);
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
    fn lines_that_nobody_asked_for_are_not_shown() {
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
