//! A file on disk is the old one or the new one, never half of one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A file beside the one that it will be, since a rename must not leave the file system. If it is dropped before that, it
/// is removed.
pub struct Draft {
    file: File,
    path: PathBuf,
    target: PathBuf,
}

impl Draft {
    /// The files that the draft of a file writes: the one that it will be, which is where a link leads, and its own.
    pub fn places(path: &Path) -> [PathBuf; 2] {
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut beside = target.clone().into_os_string();
        beside.push(".new");
        [target, beside.into()]
    }

    /// Begins one, empty.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn of(path: &Path) -> io::Result<Draft> {
        let [target, path] = Draft::places(path);
        Ok(Draft { file: File::create(&path)?, path, target })
    }

    /// What is written so far.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// All is written: the draft takes the place of the file.
    ///
    /// # Errors
    /// If it cannot. The old file is then as it was.
    pub fn publish(self) -> io::Result<()> {
        // Else the new name may reach the disk before the text.
        self.file.sync_all()?;
        fs::rename(&self.path, &self.target)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After the renaming there is nothing to remove. What cannot be removed does no harm: the next one overwrites it.
        let _ = fs::remove_file(&self.path);
    }
}

/// Replaces a file at once: a program or a machine that fails on the way leaves the old one.
///
/// # Errors
/// If a file beside it cannot be written or take its place. The old one is then as it was.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    written(path, text)?.publish()
}

/// Replaces several files with texts that belong together. All are written before the first takes its place, so what
/// cannot be written, and a program that ends on the way, leaves all old ones; only what strikes between one rename
/// and the next, each of which takes no time, leaves new beside old.
///
/// # Errors
/// If one cannot be written or take its place; it is named.
pub fn replace_all(files: &[(PathBuf, String)]) -> Result<()> {
    let cannot = |path: &Path| format!("{}: cannot be written", path.display());
    let drafts = files.iter().map(|(path, text)| written(path, text).with_context(|| cannot(path)));
    let drafts = drafts.collect::<Result<Vec<_>>>()?;
    let mut places = files.iter().zip(drafts);
    places.try_for_each(|((path, _), draft)| draft.publish().with_context(|| cannot(path)))
}

/// The whole draft of a file.
fn written(path: &Path, text: &str) -> io::Result<Draft> {
    let draft = Draft::of(path)?;
    draft.file().write_all(text.as_bytes())?;
    // Now, and not only when it is published: what cannot be kept is to be known before any file is replaced.
    draft.file().sync_all()?;
    Ok(draft)
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

    #[cfg(unix)]
    #[test]
    fn where_a_link_leads_is_what_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["state.json", "link.json"].map(|name| folder.path().join(name));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        replace(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn a_draft_that_is_not_published_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        drop(written(&path, "unfinished").unwrap());
        assert!(names(folder.path()).is_empty());
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
