//! The tables, probed by many threads at once.
//!
//! Files are opened when they are first needed, and read by position, so threads share them without locks.

use std::ffi::OsStr;

use movegen::Position;
use search::Tablebase;
use search::tablebase::{Dtz, Wdl};
use shakmaty::Chess;
use shakmaty_syzygy::{Metric, SyzygyError};

use crate::convert;
use crate::faults::Faults;
use crate::files::TableSet;

/// Syzygy tables of one or more directories.
pub struct SyzygyTables {
    set: TableSet,
    faults: Faults,
}

impl SyzygyTables {
    /// Opens the tables of all directories of a path, which are separated by `:`, on Windows by `;`. Of tables with the
    /// same name the first is used. A bad directory or file is a fault, not an error: the other tables can be used.
    pub fn open(path: impl AsRef<OsStr>) -> SyzygyTables {
        let mut tables = SyzygyTables { set: TableSet::new(), faults: Faults::default() };
        // WebAssembly has no separator, so a path is one directory.
        #[cfg(target_family = "wasm")]
        let directories = [std::path::PathBuf::from(path.as_ref())].into_iter();
        #[cfg(not(target_family = "wasm"))]
        let directories = std::env::split_paths(path.as_ref());
        for directory in directories.filter(|directory| !directory.as_os_str().is_empty()) {
            tables.set.add_directory(&directory, &tables.faults);
        }
        tables
    }

    /// The number of tables of win, draw and loss.
    pub fn wdl_tables(&self) -> usize {
        self.set.wdl
    }

    /// The number of tables of distances to zeroing.
    pub fn dtz_tables(&self) -> usize {
        self.set.dtz
    }

    /// Probes a position, unless the same kind of probe has failed before with its material.
    fn look_up<A>(
        &self,
        metric: Metric,
        position: &Position,
        read: impl FnOnce(&Chess) -> Result<A, SyzygyError>,
    ) -> Option<A> {
        let probe = (metric, position.material_key());
        if position.castling().any() || self.faults.affect(probe) {
            return None;
        }
        let value = read(&convert::position(position)?);
        value.inspect_err(|error| self.faults.note_failure(probe, error)).ok()
    }
}

impl Tablebase for SyzygyTables {
    fn max_pieces(&self) -> u32 {
        self.set.max_pieces
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        let tables = &self.set.tables;
        self.look_up(Metric::Wdl, position, |position| tables.probe_wdl_after_zeroing(position))
            .map(convert::wdl)
    }

    fn dtz(&self, position: &Position) -> Option<Dtz> {
        let tables = &self.set.tables;
        self.look_up(Metric::Dtz, position, |position| tables.probe_dtz(position)).map(convert::dtz)
    }

    fn take_faults(&self) -> Vec<String> {
        self.faults.take()
    }
}
