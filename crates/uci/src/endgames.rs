//! The endgame tables of a session.
//!
//! A path may have a thousand files, on a slow disk or a network. So a thread opens them while the session goes on, and the
//! session holds a cell that is empty until that is done. If a path has no tables that can be used, those before stay.

use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use search::Tablebase;

use crate::output::say_error;

/// The endgame tables of the last path that could be read. Searches share them.
#[derive(Clone)]
pub(crate) struct Endgames {
    path: String,
    /// Empty while the path is being read. Then `None` if it has no tables that can be used.
    opened: Arc<OnceLock<Option<Arc<dyn Tablebase>>>>,
    /// Those to go back to.
    before: Option<Arc<Endgames>>,
}

impl Default for Endgames {
    fn default() -> Endgames {
        Endgames { path: String::new(), opened: Arc::new(OnceLock::from(None)), before: None }
    }
}

/// The time between two looks whether the tables are open.
const PAUSE: Duration = Duration::from_millis(2);

impl Endgames {
    /// Opens the tables of another path on a thread of its own, and reports their number.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn open(&self, path: &str) -> Endgames {
        if path.is_empty() {
            return Endgames::default();
        }
        let before = if self.are_open() { self.current().clone() } else { self.clone() };
        let opened = Arc::default();
        let endgames = Endgames { path: path.to_owned(), opened, before: Some(Arc::new(before)) };
        let open = {
            let endgames = endgames.clone();
            move || {
                let tables = tablebase::SyzygyTables::open(&endgames.path);
                let (wdl, dtz, pieces) = (tables.wdl_tables(), tables.dtz_tables(), tables.max_pieces());
                let outcome: Option<Arc<dyn Tablebase>> = if wdl + dtz > 0 {
                    report_faults(&tables);
                    crate::output::say(format_args!(
                        "info string tablebases: {wdl} WDL and {dtz} DTZ tables, up to {pieces} pieces"
                    ));
                    Some(Arc::new(tables))
                } else {
                    endgames.refuse(&tables.take_faults().join("; "));
                    None
                };
                let _ = endgames.opened.set(outcome);
            }
        };
        match thread::Builder::new().name("tablebases".to_owned()).spawn(open) {
            Ok(_) => endgames,
            Err(error) => {
                endgames.refuse(&format!("no thread to read '{path}' on: {error}"));
                self.clone()
            }
        }
    }

    /// Reports that tables of a path cannot be opened, because WebAssembly has no files.
    #[cfg(target_family = "wasm")]
    pub(crate) fn open(&self, path: &str) -> Endgames {
        if !path.is_empty() {
            let fault = format!("'{path}' cannot be read, because this build reads no files");
            Endgames { before: Some(Arc::new(self.clone())), ..self.clone() }.refuse(&fault);
        }
        self.clone()
    }

    /// Reports that the path is not used, and the one that is.
    fn refuse(&self, fault: &str) {
        let kept = self.before.as_ref().map_or("", |before| &before.current().path);
        let kept = if kept.is_empty() { "<empty>" } else { kept };
        say_error(format_args!("option SyzygyPath: {fault}; the path stays '{kept}'"));
    }

    /// Those in use: of this path, or of the last one before that has tables.
    fn current(&self) -> &Endgames {
        match &self.before {
            Some(before) if !matches!(self.opened.get(), Some(Some(_))) => before.current(),
            _ => self,
        }
    }

    /// The path of the tables in use.
    pub(crate) fn path(&self) -> &str {
        &self.current().path
    }

    /// Returns true unless tables are being opened.
    pub(crate) fn are_open(&self) -> bool {
        match self.opened.get() {
            None => false,
            Some(None) => self.before.as_ref().is_none_or(|before| before.are_open()),
            Some(Some(_)) => true,
        }
    }

    /// Waits until the tables are open or `is_urgent` returns true.
    pub(crate) fn wait(&self, is_urgent: &dyn Fn() -> bool) {
        while !self.are_open() && !is_urgent() {
            thread::sleep(PAUSE);
        }
    }

    /// The tables in use. None while others are being opened.
    pub(crate) fn tables(&self) -> Option<Arc<dyn Tablebase>> {
        self.current().opened.get().filter(|_| self.are_open())?.clone()
    }
}

/// Reports tables that were found to be missing or damaged since the last call.
pub(crate) fn report_faults(tables: &dyn Tablebase) {
    for fault in tables.take_faults() {
        say_error(format_args!("tablebases: {fault}"));
    }
}
