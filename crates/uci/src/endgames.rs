//! The endgame tables of a session.
//!
//! A path may have a thousand files, on a slow disk or a network. So a job opens them, and the session holds a cell that is
//! empty until the job is done. Searches run after the job, when the cell is filled.

use std::sync::{Arc, OnceLock};

use search::{Tablebase, Tablebases};
use tablebase::SyzygyTables;

use crate::options::Settings;
use crate::output::{say, say_error};

/// The endgame tables, once they are open and if there is a path at all. Searches share them.
#[derive(Clone, Default)]
pub(crate) struct Endgames {
    tables: Arc<OnceLock<Arc<SyzygyTables>>>,
}

impl Endgames {
    /// Opens the tables of a path for all that share these, and reports their number.
    pub(crate) fn open(&self, path: &str) {
        if path.is_empty() {
            return;
        }
        let tables = self.tables.get_or_init(|| Arc::new(SyzygyTables::open(path)));
        self.report_faults();
        let (wdl, dtz, pieces) = (tables.wdl_tables(), tables.dtz_tables(), tables.max_pieces());
        say(format_args!("info string tablebases: {wdl} WDL and {dtz} DTZ tables, up to {pieces} pieces"));
    }

    /// The tables with the options for their use.
    pub(crate) fn under(&self, settings: &Settings) -> Option<Tablebases> {
        self.tables.get().map(|tables| settings.tablebases(Arc::<SyzygyTables>::clone(tables)))
    }

    /// Reports tables that were found to be missing or damaged since the last call.
    pub(crate) fn report_faults(&self) {
        for fault in self.tables.get().into_iter().flat_map(|tables| tables.take_faults()) {
            say_error(format_args!("tablebases: {fault}"));
        }
    }
}
