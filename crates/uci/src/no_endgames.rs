//! Endgame tables where there are no files, as in WebAssembly: none, and an error for a path.

use search::Tablebases;

use crate::options::Settings;
use crate::output::say_error;

#[derive(Clone, Default)]
pub(crate) struct Endgames;

impl Endgames {
    /// Reports that tables of a path cannot be opened.
    pub(crate) fn open(path: &str) -> Endgames {
        if !path.is_empty() {
            say_error(format_args!(
                "tablebases: '{path}' cannot be opened, because this build reads no files"
            ));
        }
        Endgames
    }

    /// Returns true, because nothing is being opened.
    pub(crate) fn are_open(&self) -> bool {
        true
    }

    /// Does not wait, because nothing is being opened.
    pub(crate) fn wait(&self, _: &dyn Fn() -> bool) {}

    pub(crate) fn under(&self, _: &Settings) -> Option<Tablebases> {
        None
    }

    /// Does nothing, because there are no tables with faults.
    pub(crate) fn report_faults(&self) {}
}
