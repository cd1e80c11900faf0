//! The folder of a match, a design or a gauntlet. One JSON file holds its settings and results, `games.pgn` the
//! games, `runner.log` the output of the runner, and `engines/` the engines. The process that plays holds a lock on
//! the JSON file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;
use toolkit::Lock;

/// The file of a match.
pub(crate) const MATCH: &str = "match.json";
/// The file of a design.
pub(crate) const DESIGN: &str = "design.json";
/// The file of a gauntlet.
pub(crate) const GAUNTLET: &str = "gauntlet.json";

/// Creates a new folder and its subfolder for engines. Returns the path of the latter, and the lock, without which no
/// other process can play there.
///
/// # Errors
/// If the folder is in use or holds a tournament.
pub(crate) fn begin<T: SavedState>(folder: &Path) -> Result<(PathBuf, Lock)> {
    let engines = folder.join("engines");
    fs::create_dir_all(&engines).with_context(|| format!("{}: cannot be made", engines.display()))?;
    let lock = Lock::hold(&T::file(folder))?;
    for file in [MATCH, DESIGN, GAUNTLET].map(|name| folder.join(name)) {
        ensure!(!file.exists(), "{}: exists, expected a new folder, or `sprt resume`", file.display());
    }
    Ok((absolute(&engines)?, lock))
}

/// The absolute path, since runners and builds run in other folders.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).with_context(|| format!("{}: cannot be found", path.display()))
}

/// State that is saved in a folder.
pub(crate) trait SavedState: Serialize + DeserializeOwned {
    /// The name of its file.
    const FILE: &'static str;

    /// Its file in its folder.
    fn file(folder: &Path) -> PathBuf {
        folder.join(Self::FILE)
    }

    /// Reads the state and locks its file, to continue it.
    fn open(folder: &Path) -> Result<(Self, Lock)> {
        // Read first, so that no lock file is created in an unrelated folder.
        Self::load(folder)?;
        let lock = Lock::hold(&Self::file(folder))?;
        // Read again, since the previous holder of the lock may have written.
        Ok((Self::load(folder)?, lock))
    }

    /// Reads the state, also while another process plays.
    fn load(folder: &Path) -> Result<Self> {
        let path = Self::file(folder);
        let name = path.display();
        let text = fs::read_to_string(&path).with_context(|| {
            format!("{name}: unreadable, expected the folder of a match, a design or a gauntlet")
        })?;
        serde_json::from_str(&text).with_context(|| format!("{name}: damaged, expected what `sprt` wrote"))
    }

    /// Deletes the file, so that the folder can be used again.
    fn discard(folder: &Path) {
        // If this fails, `start` will report that the file exists.
        let _ = fs::remove_file(Self::file(folder));
    }

    /// Writes the state atomically.
    fn save(&self, folder: &Path) -> Result<()> {
        let path = Self::file(folder);
        let text = serde_json::to_string_pretty(self)?;
        toolkit::write_file(&path, &text)
    }
}
