//! What the main thread tells its reporter, and when.
//!
//! Every iteration's lines, and the one that is played last of all. In a search that takes long, also what happens
//! within an iteration. Other threads have nobody to tell.

use std::time::Duration;

use tt::Bound;
use types::{Move, Score};

use crate::SearchObserver;
use crate::pv_line::{PvLine, SearchProgress};
use crate::report::CurrentMove;
use crate::search_thread::SearchThread;

/// A search that runs for so long is one of which people want to see where it is: a few seconds.
const LONG: Duration = Duration::from_secs(3);

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Tells of all lines, the best first.
    pub(crate) fn report_lines(&mut self, found: &[PvLine]) {
        for (index, found) in found.iter().enumerate() {
            self.report(found, index + 1);
        }
    }

    /// Tells of a line.
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

    /// Reports the lines of the outcome with the final numbers, unless just this was reported last.
    pub(crate) fn report_last(&mut self, found: &[PvLine]) {
        self.publish_nodes();
        let nodes = self.shared.nodes();
        if self.main.as_ref().is_some_and(|main| main.reported != found || main.reported_nodes != nodes) {
            self.report_lines(found);
        }
    }

    /// Tells that a window failed, in a search that takes long.
    pub(crate) fn report_failed_window(&mut self, score: Score, bound: Bound) {
        if self.shared.limits.multi_pv.get() > 1 || !self.takes_long() {
            return;
        }
        let failed = PvLine { score, bound, ..PvLine::of(&self.root.all()[0], self.iteration) };
        // The window of a search whose result is known is nobody's business.
        if failed.proven.is_some() {
            return;
        }
        self.report(&failed, 1);
    }

    /// Tells which root move is searched, in a search that takes long.
    pub(crate) fn report_current_move(&mut self, mv: Move, number: u32) {
        if self.takes_long()
            && let Some(main) = &mut self.main
        {
            main.reporter.current_move(CurrentMove { depth: self.iteration, mv, number });
        }
    }

    /// Whether the search runs long enough for people to want to see where it is.
    fn takes_long(&self) -> bool {
        self.main.as_ref().is_some_and(|main| main.time.elapsed() >= LONG)
    }
}
