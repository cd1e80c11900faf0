//! The folder of a match or a tune. `state.json` holds its settings, and of a tune the progress; the progress of a match
//! is in `games.pgn`. The process that plays holds a lock on `state.json`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use toolkit::Lock;

use crate::play::Match;
use crate::tune::Tune;

/// Version of the file. Those of version 1 had no number and other names.
const FORMAT: u64 = 2;

const FILE: &str = "state.json";
/// Names in version 1.
const OLD_FILES: [&str; 3] = ["match.json", "gauntlet.json", "design.json"];

/// A match or a tune.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum State {
    /// Settings of a match.
    Match(Match),
    /// Settings and progress of a tune.
    Tune(Box<Tune>),
}

impl State {
    /// Saves a new state in a new folder and locks it. No other process can play there while the lock is held.
    ///
    /// # Errors
    /// If the folder holds a match or a tune, or is locked.
    pub(crate) fn begin(&self, folder: &Path) -> Result<Lock> {
        expect_new(folder)?;
        fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
        let lock = Lock::hold(&folder.join(FILE))?;
        // Another process may have begun meanwhile.
        expect_new(folder)?;
        self.save(folder)?;
        Ok(lock)
    }

    /// Reads a state and locks it, to continue it.
    pub(crate) fn open(folder: &Path) -> Result<(State, Lock)> {
        // Read first, so that no lock file is created in an unrelated folder.
        State::load(folder)?;
        let lock = Lock::hold(&folder.join(FILE))?;
        // Read again, since the previous holder of the lock may have written.
        Ok((State::load(folder)?, lock))
    }

    /// Reads a state, also while another process plays.
    ///
    /// # Errors
    /// If there is none, or it is of another version.
    pub(crate) fn load(folder: &Path) -> Result<State> {
        let path = file_in(folder)?;
        let name = path.display();
        let text = fs::read_to_string(&path)
            .with_context(|| format!("{name}: unreadable, expected the folder of a match or a tune"))?;
        let damaged = || format!("{name}: damaged, expected what `match` wrote");
        let mut value: serde_json::Value = serde_json::from_str(&text).with_context(damaged)?;
        let format = value.get("format").and_then(serde_json::Value::as_u64);
        match format {
            Some(FORMAT) => {}
            Some(other) => bail!("{name}: of version {other}, expected version {FORMAT}"),
            None => bail!("{}", of_version_1(&path)),
        }
        value.as_object_mut().map(|fields| fields.remove("format"));
        let state: State = serde_json::from_value(value).with_context(damaged)?;
        if let State::Tune(tune) = &state {
            tune.check().with_context(damaged)?;
        }
        Ok(state)
    }

    /// Writes the state atomically.
    pub(crate) fn save(&self, folder: &Path) -> Result<()> {
        match self {
            State::Match(settings) => write(folder, "match", settings),
            State::Tune(tune) => tune.save(folder),
        }
    }
}

/// Writes the state of a kind atomically.
pub(crate) fn write(folder: &Path, kind: &str, state: &impl Serialize) -> Result<()> {
    let file = serde_json::json!({ "format": FORMAT, kind: state });
    toolkit::write_file(&folder.join(FILE), format!("{file:#}\n"))
}

/// Deletes the state of a match or a tune that could not begin, so that its folder can be used again.
pub(crate) fn discard(folder: &Path) {
    // If this fails, the next start reports that the file exists.
    let _ = fs::remove_file(folder.join(FILE));
}

/// The file of a folder.
///
/// # Errors
/// If the folder is one of version 1, or the file of a tune of version 1.
fn file_in(folder: &Path) -> Result<PathBuf> {
    let old = OLD_FILES.iter().map(|name| folder.join(name)).find(|path| path.exists());
    let old = old.or_else(|| folder.is_file().then(|| folder.to_owned()));
    match old {
        Some(old) => bail!("{}", of_version_1(&old)),
        None => Ok(folder.join(FILE)),
    }
}

fn of_version_1(path: &Path) -> String {
    format!(
        "{}: of version 1, which `sprt` and `spsa` of Coppice 1.0.0 wrote, or another file; expected a folder with a \
         {FILE} of version {FORMAT}",
        path.display()
    )
}

/// A match or a tune is never overwritten.
pub(crate) fn expect_new(folder: &Path) -> Result<()> {
    let path = file_in(folder)?;
    ensure!(
        !path.exists(),
        "{}: exists; `match resume {}` continues it, --folder names another place",
        path.display(),
        folder.display()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_versions_are_named_as_such() {
        let folder = tempfile::tempdir().unwrap();
        let complaint = |path: &Path| format!("{:#}", State::load(path).unwrap_err());
        let path = folder.path().join(FILE);
        assert!(complaint(folder.path()).contains("unreadable, expected the folder of a match or a tune"));
        for (text, expected) in [
            ("{", "damaged, expected what `match` wrote"),
            ("{\"format\": 3, \"match\": {}}", "of version 3, expected version 2"),
            ("{\"format\": 2, \"match\": {}}", "damaged, expected what `match` wrote"),
            ("{\"match\": {}}", "of version 1"),
        ] {
            fs::write(&path, text).unwrap();
            assert!(complaint(folder.path()).contains(expected), "{text}: {}", complaint(folder.path()));
            assert!(expect_new(folder.path()).unwrap_err().to_string().contains("exists; `match resume"));
        }
        fs::write(folder.path().join("gauntlet.json"), "{}").unwrap();
        assert!(complaint(folder.path()).contains("gauntlet.json: of version 1, which `sprt` and `spsa`"));
        assert!(expect_new(folder.path()).is_err());
        assert!(complaint(&path).contains("state.json: of version 1"), "a file is no folder");
    }
}
