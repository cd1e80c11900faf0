//! The endgame tablebases of the session: opened when their path is set, told of, lent to searches.
//!
//! A path may have a thousand files, on a disk that has to be woken up or at the other end of a network. So the worker
//! opens them, as it does everything that takes time, and the session holds a cell that is empty until then. Whoever
//! searches waits for the worker anyway, and finds it filled.

use std::sync::{Arc, OnceLock};

use search::{Tablebase, Tablebases};
use tablebase::SyzygyTables;

use crate::options::Settings;
use crate::output::{say, say_error};

/// The tablebases, once they are open and if there is a path at all. Searches share them.
#[derive(Clone, Default)]
pub(crate) struct Endgames {
    tables: Arc<OnceLock<Arc<SyzygyTables>>>,
}

impl Endgames {
    /// Opens what lies on a path, for everybody who shares these, and tells what that is.
    pub(crate) fn open(&self, path: &str) {
        if path.is_empty() {
            return;
        }
        let tables = self.tables.get_or_init(|| Arc::new(SyzygyTables::open(path)));
        self.tell_faults();
        let (wdl, dtz, pieces) = (tables.wdl_tables(), tables.dtz_tables(), tables.max_pieces());
        say(format_args!("info string tablebases: {wdl} WDL and {dtz} DTZ tables, up to {pieces} pieces"));
    }

    /// The tablebases as the options want them used.
    pub(crate) fn under(&self, settings: &Settings) -> Option<Tablebases> {
        self.tables.get().map(|tables| settings.tablebases(Arc::<SyzygyTables>::clone(tables)))
    }

    /// Tells what was found to be missing or damaged since the last time.
    pub(crate) fn tell_faults(&self) {
        for fault in self.tables.get().into_iter().flat_map(|tables| tables.take_faults()) {
            say_error(format_args!("tablebases: {fault}"));
        }
    }
}
