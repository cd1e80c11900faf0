//! Recognition of table files by name, size and first bytes.
//!
//! `KRvKP.rtbw` holds the results of king and rook against king and pawn, `KRvKP.rtbz` the distances. Files are
//! recognised when the path is set; their contents are read only when they are needed.
//!
//! If several directories have the same table, the first one's is used, as in `PATH`.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shakmaty::Chess;
use shakmaty_syzygy::{Syzygy, TableType, Tablebase};

use crate::faults::Faults;
use crate::pages::PagedFilesystem;

/// The tables found in a list of directories.
pub(crate) struct TableSet {
    pub(crate) tables: Tablebase<Chess>,
    names: HashSet<OsString>,
    /// The number of tables of win, draw and loss.
    pub(crate) wdl: usize,
    /// The number of tables of distances to zeroing.
    pub(crate) dtz: usize,
    /// The most pieces in a table of win, draw and loss.
    pub(crate) max_pieces: u32,
}

impl TableSet {
    pub(crate) fn new() -> TableSet {
        let tables = Tablebase::with_filesystem(Arc::new(PagedFilesystem::default()));
        TableSet { tables, names: HashSet::new(), wdl: 0, dtz: 0, max_pieces: 0 }
    }

    /// Adds the tables of a directory, not those of its subdirectories.
    pub(crate) fn add_directory(&mut self, path: &Path, faults: &Faults) {
        match entries(path) {
            Ok(files) => {
                let usable = files.iter().filter(|file| self.add_if_table(file, faults)).count();
                if usable == 0 {
                    let expected = "expected files such as KQvK.rtbw";
                    faults.note(format!("no tables in '{}', {expected}", path.display()));
                }
            }
            Err(error) => faults.note(format!("cannot read the directory '{}': {error}", path.display())),
        }
    }

    /// Adds a file if it is a table and the first of its name. Returns whether there is a table of its name now.
    fn add_if_table(&mut self, path: &Path, faults: &Faults) -> bool {
        let (Some(name), Some((kind, pieces))) = (path.file_name(), kind_and_pieces(path)) else {
            return false;
        };
        if self.names.contains(name) {
            return true;
        }
        let added = check_beginning(path, &kind).and_then(|()| self.tables.add_file(path));
        if let Err(error) = added {
            faults.note(format!("cannot use '{}': {error}", path.display()));
            return false;
        }
        self.names.insert(name.to_owned());
        if kind == Chess::TBW {
            self.wdl += 1;
            self.max_pieces = self.max_pieces.max(pieces);
        } else {
            self.dtz += 1;
        }
        true
    }
}

/// The entries of a directory in the order of their names, so that the same files give the same reports everywhere.
fn entries(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort_unstable();
    Ok(paths)
}

/// The kind of table that a file should be by its name (`TBW` for results, `TBZ` for distances), and the number of pieces
/// in it, kings included; `None` if it is not named like a table.
fn kind_and_pieces(path: &Path) -> Option<(TableType, u32)> {
    let extension = path.extension()?;
    let kind = [Chess::TBW, Chess::TBZ].into_iter().find(|kind| extension == kind.ext)?;
    let (white, black) = path.file_stem().and_then(OsStr::to_str)?.split_once('v')?;
    let is_side = |side: &str| {
        side.strip_prefix('K').is_some_and(|others| others.chars().all(|letter| "QRBNP".contains(letter)))
    };
    (is_side(white) && is_side(black)).then_some((kind, (white.len() + black.len()) as u32))
}

fn check_beginning(path: &Path, kind: &TableType) -> io::Result<()> {
    let mut beginning = [0; 4];
    File::open(path)?.read_exact(&mut beginning)?;
    if beginning == kind.magic {
        Ok(())
    } else {
        Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("it does not begin as .{} files do", kind.ext),
        ))
    }
}
