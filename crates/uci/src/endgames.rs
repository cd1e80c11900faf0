//! The endgame tables of a session.
//!
//! A path may have a thousand files, on a slow disk or a network. So it is read on a thread of its own while the session goes
//! on. Until then, and if it has no tables that can be used, those before stay in use.

use std::sync::Arc;

use search::Tablebase;

use crate::output::{say, say_error};

/// The endgame tables in use, and the paths that are to replace them.
#[derive(Default)]
pub(crate) struct Endgames {
    path: String,
    tables: Option<Arc<dyn Tablebase>>,
    /// The paths that are being read. The last one counts, unless it has no tables.
    readings: Vec<Reading>,
    /// The number of paths so far.
    count: u64,
}

struct Reading {
    number: u64,
    path: String,
    outcome: Option<Outcome>,
}

/// The tables of a path and the line that reports them. `None` for an empty path, an error if it has no tables.
type Outcome = Result<Option<(Arc<dyn Tablebase>, String)>, String>;

/// A path that was read: the number of its reading, and the outcome.
pub struct Opened(u64, Outcome);

impl Endgames {
    /// Reads another path on a thread of its own, which hands the outcome to `on_opened`. An empty path removes the tables.
    pub(crate) fn open(&mut self, path: String, on_opened: impl FnOnce(Opened) + Send + 'static) {
        self.count += 1;
        let number = self.count;
        let outcome = if path.is_empty() {
            Some(Ok(None))
        } else {
            let refused = read_on_thread(path.clone(), move |outcome| on_opened(Opened(number, outcome)));
            refused.err().map(Err)
        };
        self.readings.push(Reading { number, path, outcome });
    }

    /// Keeps the outcome of a reading until the engine is free.
    pub(crate) fn note(&mut self, Opened(number, outcome): Opened) {
        if let Some(reading) = self.readings.iter_mut().find(|reading| reading.number == number) {
            reading.outcome = Some(outcome);
        }
    }

    /// Puts the tables of the last path into use, once it was read. Returns true if they have changed.
    pub(crate) fn settle(&mut self) -> bool {
        while let Some(Reading { path, outcome: Some(outcome), .. }) =
            self.readings.pop_if(|last| last.outcome.is_some())
        {
            match outcome {
                Ok(tables) => {
                    self.tables = tables.map(|(tables, told)| {
                        report_faults(&*tables);
                        say(told);
                        tables
                    });
                    self.path = path;
                    self.readings.clear();
                    return true;
                }
                Err(reason) => {
                    let kept = self.readings.last().map_or(&self.path, |reading| &reading.path);
                    let kept = if kept.is_empty() { "<empty>" } else { kept };
                    say_error(format_args!("option SyzygyPath: {reason}; the path stays '{kept}'"));
                }
            }
        }
        false
    }

    /// The path of the tables in use.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The tables in use.
    pub(crate) fn tables(&self) -> Option<Arc<dyn Tablebase>> {
        self.tables.clone()
    }

    /// Returns true if a path is being read.
    pub(crate) fn are_being_read(&self) -> bool {
        !self.readings.is_empty()
    }
}

/// Reports tables that were found to be missing or damaged since the last call.
pub(crate) fn report_faults(tables: &dyn Tablebase) {
    for fault in tables.take_faults() {
        say_error(format_args!("tablebases: {fault}"));
    }
}

/// Reads a path on a thread of its own. An error says why there is none.
fn read_on_thread(path: String, on_read: impl FnOnce(Outcome) + Send + 'static) -> Result<(), String> {
    /// For the names of the tables, and for the thread.
    const MEMORY: usize = 8 << 20;
    let read = move || {
        let tables = tablebase::SyzygyTables::open(path);
        let (wdl, dtz, pieces) = (tables.wdl_tables(), tables.dtz_tables(), tables.max_pieces());
        on_read(if wdl + dtz == 0 {
            Err(tables.take_faults().join("; "))
        } else {
            let told =
                format!("info string tablebases: {wdl} WDL and {dtz} DTZ tables, up to {pieces} pieces");
            Ok(Some((Arc::new(tables), told)))
        });
    };
    if !search::has_room(MEMORY) {
        return Err("there is no memory to read it".to_owned());
    }
    let thread = std::thread::Builder::new().name("tablebases".to_owned()).spawn(read);
    thread.map(drop).map_err(|error| format!("there is no thread to read it: {error}"))
}
