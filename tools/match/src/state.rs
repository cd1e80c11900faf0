//! The folder of a match or a tune. `state.json` holds its settings, and of a tune the progress; the progress of a match
//! is in `games.pgn`. The process that plays holds a lock on `state.json`.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use serde_json::Value;
use toolkit::lock;

use crate::State;

/// Version of the file.
const FORMAT: u64 = 2;

const FILE: &str = "state.json";

/// Saves a new state of a kind in a new folder and locks it. No other process can play there while the lock is held.
///
/// # Errors
/// If the folder holds a match or a tune, or is locked.
pub(crate) fn begin(folder: &Path, kind: &str, state: &impl Serialize) -> Result<File> {
    expect_new(folder)?;
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    let lock = lock(&folder.join(FILE))?;
    // Another process may have begun meanwhile.
    expect_new(folder)?;
    write(folder, kind, state)?;
    Ok(lock)
}

/// Reads a state and locks it, to continue it.
pub(crate) fn open(folder: &Path) -> Result<(State, File)> {
    // Read first, so that no lock file is created in an unrelated folder.
    load(folder)?;
    let lock = lock(&folder.join(FILE))?;
    // Read again, since the previous holder of the lock may have written.
    Ok((load(folder)?, lock))
}

/// Reads and checks a state, also while another process plays.
///
/// # Errors
/// If there is none, or it is of another version.
pub(crate) fn load(folder: &Path) -> Result<State> {
    let path = folder.join(FILE);
    let name = path.display();
    let text = fs::read_to_string(&path)
        .with_context(|| format!("{name}: unreadable, expected the folder of a match or a tune"))?;
    let damaged = || format!("{name}: damaged, expected what `match` wrote");
    let mut value: Value = serde_json::from_str(&text).with_context(damaged)?;
    let format = value.as_object_mut().and_then(|fields| fields.remove("format"));
    ensure!(
        format == Some(FORMAT.into()),
        "{name}: of version {}, expected version {FORMAT}",
        format.unwrap_or_default()
    );
    let state: State = serde_json::from_value(value).with_context(damaged)?;
    state.check().with_context(damaged)?;
    Ok(state)
}

/// Writes the state of a kind atomically.
pub(crate) fn write(folder: &Path, kind: &str, state: &impl Serialize) -> Result<()> {
    let file = serde_json::json!({ "format": FORMAT, kind: state });
    toolkit::write_file(&folder.join(FILE), format!("{file:#}\n"))
}

/// Deletes the state of a match that could not begin, so that its folder can be used again.
pub(crate) fn discard(folder: &Path) {
    // If this fails, the next start reports that the file exists.
    let _ = fs::remove_file(folder.join(FILE));
}

/// A match or a tune is never overwritten.
pub(crate) fn expect_new(folder: &Path) -> Result<()> {
    let path = folder.join(FILE);
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
    fn files_that_cannot_be_continued_are_named_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let complaint = || format!("{:#}", load(folder.path()).err().unwrap());
        assert!(complaint().contains("unreadable, expected the folder of a match or a tune"));
        for (text, expected) in [
            ("{", "damaged, expected what `match` wrote"),
            ("{\"format\": 3, \"match\": {}}", "of version 3, expected version 2"),
            ("{\"format\": 2, \"match\": {}}", "damaged, expected what `match` wrote"),
            ("{\"match\": {}}", "of version null, expected version 2"),
            ("[]", "of version null, expected version 2"),
        ] {
            fs::write(folder.path().join(FILE), text).unwrap();
            assert!(complaint().contains(expected), "{text}: {}", complaint());
            assert!(expect_new(folder.path()).unwrap_err().to_string().contains("exists; `match resume"));
        }
    }
}
