//! The endgame tables of a session.
//!
//! A path may have a thousand files, on a slow disk or a network. So a thread opens them while the session goes on, and the
//! session holds a cell that is empty until they are open.

use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use search::Tablebase;

use crate::output::say_error;

/// The endgame tables of a path, once they are open; `None` without a path. Searches share them.
#[derive(Clone, Default)]
pub(crate) struct Endgames(Option<Arc<OnceLock<Arc<dyn Tablebase>>>>);

/// The time between two looks whether the tables are open.
const PAUSE: Duration = Duration::from_millis(2);

impl Endgames {
    /// Opens the tables of a path on a thread of its own, and reports their number.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn open(path: &str) -> Endgames {
        if path.is_empty() {
            return Endgames(None);
        }
        let cell = Arc::new(OnceLock::new());
        let (endgames, path) = (Endgames(Some(Arc::clone(&cell))), path.to_owned());
        let open = move || {
            let tables = tablebase::SyzygyTables::open(&path);
            report_faults(&tables);
            let (wdl, dtz, pieces) = (tables.wdl_tables(), tables.dtz_tables(), tables.max_pieces());
            crate::output::say(format_args!(
                "info string tablebases: {wdl} WDL and {dtz} DTZ tables, up to {pieces} pieces"
            ));
            let _ = cell.set(Arc::new(tables) as Arc<dyn Tablebase>);
        };
        match thread::Builder::new().name("tablebases".to_owned()).spawn(open) {
            Ok(_) => endgames,
            Err(error) => {
                say_error(format_args!("tablebases: no thread to open them on: {error}"));
                Endgames(None)
            }
        }
    }

    /// Reports that tables of a path cannot be opened, because WebAssembly has no files.
    #[cfg(target_family = "wasm")]
    pub(crate) fn open(path: &str) -> Endgames {
        if !path.is_empty() {
            say_error(format_args!(
                "tablebases: '{path}' cannot be opened, because this build reads no files"
            ));
        }
        Endgames(None)
    }

    /// Returns true unless tables are being opened.
    pub(crate) fn are_open(&self) -> bool {
        self.0.as_ref().is_none_or(|tables| tables.get().is_some())
    }

    /// Waits until the tables are open or `is_urgent` returns true.
    pub(crate) fn wait(&self, is_urgent: &dyn Fn() -> bool) {
        while !self.are_open() && !is_urgent() {
            thread::sleep(PAUSE);
        }
    }

    /// The tables, if they are open.
    pub(crate) fn tables(&self) -> Option<Arc<dyn Tablebase>> {
        self.0.as_ref()?.get().cloned()
    }
}

/// Reports tables that were found to be missing or damaged since the last call.
pub(crate) fn report_faults(tables: &dyn Tablebase) {
    for fault in tables.take_faults() {
        say_error(format_args!("tablebases: {fault}"));
    }
}
