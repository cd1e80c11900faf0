//! The tables, asked by many threads at once.
//!
//! Files are opened when they are first needed, and read by position, so threads share them without locks.

use std::env;
use std::ffi::OsStr;

use movegen::Position;
use search::Tablebase;
use search::tablebase::{Dtz, Wdl};
use shakmaty::Chess;
use shakmaty_syzygy::{Metric, SyzygyError};

use crate::convert;
use crate::faults::{Fault, Faults};
use crate::files::Found;

/// Syzygy tables of one or more directories.
pub struct SyzygyTables {
    found: Found,
    faults: Faults,
}

impl SyzygyTables {
    /// The tables of all directories of a path, which are separated as the system separates them: by `:`, on Windows by
    /// `;`. Of tables with the same name the first is used. What is wrong with directories and files is a fault, not an
    /// error: the other tables can be used.
    pub fn open(path: impl AsRef<OsStr>) -> SyzygyTables {
        let mut tables = SyzygyTables { found: Found::new(), faults: Faults::default() };
        for directory in env::split_paths(path.as_ref()).filter(|directory| !directory.as_os_str().is_empty())
        {
            tables.found.add_directory(&directory, &tables.faults);
        }
        tables
    }

    /// How many tables there are of win, draw and loss.
    pub fn wdl_tables(&self) -> usize {
        self.found.wdl
    }

    /// How many tables there are of distances to zeroing.
    pub fn dtz_tables(&self) -> usize {
        self.found.dtz
    }

    /// What has gone wrong since the last call.
    pub fn take_faults(&self) -> Vec<Fault> {
        self.faults.take()
    }

    /// Asks about a position, unless the same question has failed before with its material.
    fn look_up<A>(
        &self,
        metric: Metric,
        position: &Position,
        ask: impl FnOnce(&Chess) -> Result<A, SyzygyError>,
    ) -> Option<A> {
        let question = (metric, position.material_key());
        if position.castling().any() || self.faults.affect(question) {
            return None;
        }
        let answer = ask(&convert::position(position)?);
        answer.inspect_err(|error| self.faults.note_failure(question, error)).ok()
    }
}

impl Tablebase for SyzygyTables {
    fn max_pieces(&self) -> u32 {
        self.found.max_pieces
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        let tables = &self.found.tables;
        self.look_up(Metric::Wdl, position, |position| tables.probe_wdl_after_zeroing(position))
            .map(convert::wdl)
    }

    fn dtz(&self, position: &Position) -> Option<Dtz> {
        let tables = &self.found.tables;
        self.look_up(Metric::Dtz, position, |position| tables.probe_dtz(position)).map(convert::dtz)
    }
}
