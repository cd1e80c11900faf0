//! The reports of the main thread.
//!
//! It reports the lines of every iteration, and at the end the lines of the outcome. In a long search it also reports
//! failed windows and the current root move. Other threads report nothing.

use std::time::Duration;

use tt::Bound;
use types::{Move, Score};

use crate::SearchObserver;
use crate::pv_line::{PvLine, SearchProgress};
use crate::report::CurrentMove;
use crate::search_thread::SearchThread;

/// From this time on a search is long: it reports what happens within an iteration.
const LONG: Duration = Duration::from_secs(3);

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Reports all lines, the best first.
    pub(crate) fn report_lines(&mut self, found: &[PvLine]) {
        for (index, found) in found.iter().enumerate() {
            self.report(found, index + 1);
        }
    }

    /// Reports a line.
    fn report(&mut self, found: &PvLine, multipv: usize) {
        self.publish_nodes();
        let Some(main) = &mut self.main else { return };
        let progress = SearchProgress {
            nodes: self.shared.nodes(),
            time: main.time.elapsed(),
            hashfull: self.shared.table.hashfull(),
            tbhits: self.shared.tablebase_hits(),
        };
        main.reporter.line(&found.to_report(multipv, progress));
        main.reported.truncate(multipv - 1);
        main.reported.push(found.clone());
        main.reported_nodes = progress.nodes;
    }

    /// Reports the lines of the outcome with the final node count, unless the last report was the same.
    pub(crate) fn report_last(&mut self, found: &[PvLine]) {
        self.publish_nodes();
        let nodes = self.shared.nodes();
        if self.main.as_ref().is_some_and(|main| main.reported != found || main.reported_nodes != nodes) {
            self.report_lines(found);
        }
    }

    /// Reports a failed window, in a long search.
    pub(crate) fn report_failed_window(&mut self, score: Score, bound: Bound) {
        if self.shared.limits.multi_pv.get() > 1 || !self.takes_long() {
            return;
        }
        let failed = PvLine { score, bound, ..PvLine::of(&self.root.all()[0], self.iteration) };
        // If tablebases prove the score, a bound adds nothing.
        if failed.proven.is_some() {
            return;
        }
        self.report(&failed, 1);
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
