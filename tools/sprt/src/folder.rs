//! The folder of something that is played for hours. One file says how it is played and how it stands, `games.pgn` has
//! the games, `runner.log` what the runner said, and `engines/` who plays. Whoever plays it holds a lock on the file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use longrun::Lock;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The file of a match.
pub(crate) const MATCH: &str = "match.json";
/// The file of a design.
pub(crate) const DESIGN: &str = "design.json";
/// The file of a gauntlet.
pub(crate) const GAUNTLET: &str = "gauntlet.json";

/// Makes the folder of something new, and one for its engines in it, whose place it returns. Nobody else can play there
/// while the lock is held.
///
/// # Errors
/// If something is played there already, or was.
pub(crate) fn begin<T: SavedState>(folder: &Path) -> Result<(PathBuf, Lock)> {
    let engines = folder.join("engines");
    fs::create_dir_all(&engines).with_context(|| format!("{}: cannot be made", engines.display()))?;
    let lock = Lock::hold(&T::file(folder))?;
    for file in [MATCH, DESIGN, GAUNTLET].map(|name| folder.join(name)) {
        ensure!(!file.exists(), "{}: exists, expected a new folder, or `sprt resume`", file.display());
    }
    Ok((absolute(&engines)?, lock))
}

/// Runners and builds work in other folders.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).with_context(|| format!("{}: cannot be found", path.display()))
}

/// State that is kept in a folder.
pub(crate) trait SavedState: Serialize + DeserializeOwned {
    /// The name of its file.
    const FILE: &'static str;

    /// Its file in its folder.
    fn file(folder: &Path) -> PathBuf {
        folder.join(Self::FILE)
    }

    /// Reads it to go on with it, which nobody else can while the lock is held.
    fn open(folder: &Path) -> Result<(Self, Lock)> {
        // A folder of something else gets no lock.
        Self::load(folder)?;
        let lock = Lock::hold(&Self::file(folder))?;
        // Who held it until now may have written.
        Ok((Self::load(folder)?, lock))
    }

    /// Reads it, also while somebody else plays it.
    fn load(folder: &Path) -> Result<Self> {
        let path = Self::file(folder);
        let name = path.display();
        let text = fs::read_to_string(&path).with_context(|| {
            format!("{name}: unreadable, expected the folder of a match, a design or a gauntlet")
        })?;
        serde_json::from_str(&text).with_context(|| format!("{name}: damaged, expected what `sprt` wrote"))
    }

    /// Forgets it, so that its folder can be used again.
    fn discard(folder: &Path) {
        // Should this fail, `start` says that the file is there.
        let _ = fs::remove_file(Self::file(folder));
    }

    /// Writes it to its folder, whole or not at all.
    fn save(&self, folder: &Path) -> Result<()> {
        let path = Self::file(folder);
        let text = serde_json::to_string_pretty(self)?;
        longrun::replace(&path, &text).with_context(|| format!("{}: cannot be written", path.display()))
    }
}
