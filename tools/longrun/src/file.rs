//! A file on disk is the old one or the new one, never half of one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Replaces a file at once: a program or a machine that fails on the way leaves the old one.
///
/// # Errors
/// If a file beside it cannot be written or take its place. The old one is then as it was.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    fs::rename(write_beside(path, text)?, path)
}

/// Replaces several files with texts that belong together. All are written before the first takes its place, so what
/// cannot be written, and a program that ends on the way, leaves all old ones; only what strikes between one rename
/// and the next, each of which takes no time, leaves new beside old.
///
/// # Errors
/// If one cannot be written or take its place; it is named.
pub fn replace_all(files: &[(PathBuf, String)]) -> Result<()> {
    let cannot = |path: &Path| format!("{}: cannot be written", path.display());
    let mut written = Vec::new();
    for (path, text) in files {
        match write_beside(path, text) {
            Ok(beside) => written.push((beside, path)),
            Err(error) => {
                // What cannot be deleted either does no harm: the next time it is overwritten.
                written.iter().for_each(|(beside, _)| drop(fs::remove_file(beside)));
                return Err(error).with_context(|| cannot(path));
            }
        }
    }
    written.iter().try_for_each(|(beside, path)| fs::rename(beside, path).with_context(|| cannot(path)))
}

/// Beside it, since a rename must not leave the file system.
fn write_beside(path: &Path, text: &str) -> io::Result<PathBuf> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let mut file = File::create(&beside)?;
    file.write_all(text.as_bytes())?;
    // Else the new name may reach the disk before the text.
    file.sync_all()?;
    Ok(beside.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| name.into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_made_and_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        for text in ["a long text", "short"] {
            replace(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(names(folder.path()), ["state.json"]);
        }
    }

    #[test]
    fn of_files_that_belong_together_all_are_replaced_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b, c] = ["a.epd", "b.epd", "c.epd"].map(|name| folder.path().join(name));
        let all = |text: &str| [&a, &b, &c].map(|path| (path.clone(), text.to_owned()));
        let texts = || [&a, &b, &c].map(|path| fs::read_to_string(path).unwrap());
        replace_all(&all("old")).unwrap();
        assert_eq!(texts(), ["old"; 3]);
        // Nothing can be written where a folder is.
        let obstacle = folder.path().join("b.epd.new");
        fs::create_dir(&obstacle).unwrap();
        let error = replace_all(&all("new")).unwrap_err().to_string();
        assert!(error.ends_with("b.epd: cannot be written"), "{error}");
        assert_eq!(texts(), ["old"; 3]);
        fs::remove_dir(obstacle).unwrap();
        assert_eq!(names(folder.path()).len(), 3, "nothing else is left");
        replace_all(&all("new")).unwrap();
        assert_eq!(texts(), ["new"; 3]);
    }

    #[test]
    fn what_cannot_be_replaced_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        fs::write(&path, "old").unwrap();
        // Nothing can be written where a folder is.
        fs::create_dir(folder.path().join("state.json.new")).unwrap();
        assert!(replace(&path, "new").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }
}
