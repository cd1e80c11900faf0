//! The reports of the main thread.
//!
//! It reports the lines of every iteration, and at the end the lines of the outcome. In a long search it also reports
//! failed windows and the current root move. Other threads report nothing.

use std::time::Duration;

use tt::Bound;
use types::{Move, Score};

use crate::SearchObserver;
use crate::report::{CurrentMove, PvLine};
use crate::search_thread::SearchThread;

/// From this time on a search is long: it reports what happens within an iteration.
const LONG: Duration = Duration::from_secs(3);

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Reports all lines, the best first.
    pub(crate) fn report_lines(&mut self, lines: &[PvLine]) {
        for (index, line) in lines.iter().enumerate() {
            self.report(line, index + 1);
        }
    }

    /// Reports a line, with the counts of the search so far.
    fn report(&mut self, line: &PvLine, multipv: usize) {
        self.publish_nodes();
        let Some(main) = &mut self.main else { return };
        let (nodes, tbhits) = (self.shared.nodes(), self.shared.tablebase_hits());
        let (time, hashfull) = (main.time.elapsed(), self.shared.table.hashfull());
        main.reporter.line(&PvLine { multipv, nodes, time, hashfull, tbhits, ..line.clone() });
        main.reported.truncate(multipv - 1);
        main.reported.push(line.clone());
        main.reported_nodes = nodes;
    }

    /// Reports the lines of the outcome with the final node count, unless the last report was the same.
    pub(crate) fn report_last(&mut self, lines: &[PvLine]) {
        self.publish_nodes();
        let nodes = self.shared.nodes();
        if self.main.as_ref().is_some_and(|main| main.reported != lines || main.reported_nodes != nodes) {
            self.report_lines(lines);
        }
    }

    /// Reports a failed window, in a long search.
    pub(crate) fn report_failed_window(&mut self, score: Score, bound: Bound) {
        if self.shared.limits.multi_pv.get() > 1 || !self.takes_long() {
            return;
        }
        let failed = PvLine::of(&self.root.all()[0], self.iteration).with_searched_score(score);
        // If tablebases prove the score, a bound adds nothing.
        if failed.proven.is_some() {
            return;
        }
        self.report(&PvLine { bound, ..failed }, 1);
    }

    /// Reports the current root move, in a long search.
    pub(crate) fn report_current_move(&mut self, mv: Move, number: u32) {
        if self.takes_long()
            && let Some(main) = &mut self.main
        {
            main.reporter.current_move(CurrentMove { depth: self.iteration, mv, number });
        }
    }

    /// Returns true if the search has run for a long time.
    fn takes_long(&self) -> bool {
        self.main.as_ref().is_some_and(|main| main.time.elapsed() >= LONG)
    }
}
