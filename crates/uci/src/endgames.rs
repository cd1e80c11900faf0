//! The endgame tablebases of the session: opened when their path is set, told of, lent to searches.

use std::sync::Arc;

use search::Tablebases;
use tablebase::SyzygyTables;

use crate::options::Settings;
use crate::output::{say, say_error};

/// The tablebases, if a path is set. Searches share them.
#[derive(Clone, Default)]
pub(crate) struct Endgames {
    tables: Option<Arc<SyzygyTables>>,
}

impl Endgames {
    /// Opens what lies on a path and tells what that is.
    pub(crate) fn open(path: &str) -> Endgames {
        if path.is_empty() {
            return Endgames::default();
        }
        let tables = SyzygyTables::open(path);
        let [wdl, dtz] = [tables.wdl_tables(), tables.dtz_tables()];
        let pieces = search::Tablebase::max_pieces(&tables);
        let endgames = Endgames { tables: Some(Arc::new(tables)) };
        endgames.tell_faults();
        say(format_args!("info string tablebases: {wdl} WDL and {dtz} DTZ tables, up to {pieces} pieces"));
        endgames
    }

    /// The tablebases as the options want them used.
    pub(crate) fn under(&self, settings: &Settings) -> Option<Tablebases> {
        let source = self.tables.clone()?;
        Some(settings.tablebases(source))
    }

    /// Tells what was found to be missing or damaged since the last time.
    pub(crate) fn tell_faults(&self) {
        for fault in self.tables.iter().flat_map(|tables| tables.take_faults()) {
            say_error(format_args!("tablebases: {fault}"));
        }
    }
}
