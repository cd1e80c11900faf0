//! The progress line of a running search, and stopping it by Ctrl-C.

use std::cell::Cell;
use std::sync::Arc;

use anyhow::Result;
use indicatif::{HumanCount, ProgressBar};
use search::Control;
use treeview::tree::SearchTree;
use treeview::watcher::Watcher;

/// Lets Ctrl-C stop the search of `control`. The records up to then are kept.
pub(crate) fn stop_on_interruption(control: &Arc<Control>) -> Result<()> {
    let control = Arc::clone(control);
    toolkit::on_interruption(move || control.stop())
}

/// A progress line on standard error, if that is a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    shown: Cell<usize>,
}

impl Progress {
    /// The number of records between two updates of the line.
    const STEP: usize = 1 << 12;

    /// Starts the line of a search with this name.
    pub(crate) fn new(algorithm: &str) -> Progress {
        let bar = toolkit::progress("{spinner} {prefix}: {msg}, {elapsed}").with_prefix(algorithm.to_owned());
        bar.tick();
        Progress { bar, shown: Cell::new(0) }
    }
}

impl Watcher for Progress {
    fn recorded(&self, records: usize) -> bool {
        if records >= self.shown.get() + Self::STEP {
            self.shown.set(records);
            self.bar.set_message(format!("{} visits", HumanCount(records as u64)));
        }
        false
    }

    fn receive(&self, _: SearchTree) {}
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
