//! What the user sees of a running search, and how it is ended by hand.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use search::Control;

/// Lets Ctrl-C stop whatever search `control` belongs to. What was recorded until then is kept.
pub fn stop_on_interruption(control: &Arc<Control>) -> Result<()> {
    let control = Arc::clone(control);
    longrun::on_interruption(move || control.stop())
}

/// A line on standard error, if that is a terminal.
pub struct Progress {
    bar: ProgressBar,
    shown: Cell<usize>,
}

impl Progress {
    /// The line is rewritten after so many records.
    const STEP: usize = 1 << 12;

    /// For a search of this name.
    pub fn new(algorithm: &str) -> Progress {
        let bar = ProgressBar::new_spinner().with_prefix(algorithm.to_owned());
        // Should the template ever be refused, the default line serves as well.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}: {msg}, {elapsed}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, shown: Cell::new(0) }
    }

    /// Shows nothing.
    pub fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden(), shown: Cell::new(0) }
    }

    /// So many records were made.
    pub(crate) fn recorded(&self, records: usize) {
        if records >= self.shown.get() + Self::STEP {
            self.shown.set(records);
            self.bar.set_message(format!("{} visits", HumanCount(records as u64)));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
