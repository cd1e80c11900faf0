//! Atomic replacement of files: readers see the old file or the new one, never a partial one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

use crate::place::place;

/// A temporary file in the folder of its target, so that a rename can put it in place. It is deleted if dropped
/// before it is committed.
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
}

impl AtomicFile {
    /// Creates an empty one. Links are followed, and the permissions of an existing target are kept.
    ///
    /// # Errors
    /// If the temporary file cannot be created, or the target is a folder or write-protected.
    pub fn of(path: &Path) -> io::Result<AtomicFile> {
        let target = place(path)?;
        let permissions = if target.exists() {
            Some(File::options().write(true).open(&target)?.metadata()?.permissions())
        } else {
            None
        };
        let folder = target.parent().unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        // The permissions of an ordinary new file; the default of `tempfile` is the owner alone.
        #[cfg(unix)]
        let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".");
        let file = builder.prefix(&name).suffix(".new").tempfile_in(folder)?;
        permissions.map_or(Ok(()), |permissions| file.as_file().set_permissions(permissions))?;
        Ok(AtomicFile { file, target })
    }

    /// The temporary file.
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Moves the finished file to its target.
    ///
    /// # Errors
    /// If that fails. The old file is then unchanged.
    pub fn commit(self) -> io::Result<()> {
        // Otherwise the rename may reach the disk before the contents.
        self.file().sync_all()?;
        self.file.persist(self.target).map(drop).map_err(|error| error.error)
    }

    /// Moves the finished file to its target, unless a file of that name exists by now.
    ///
    /// # Errors
    /// If that fails, or if the target exists; it is then unchanged.
    pub fn commit_new(self) -> io::Result<()> {
        self.file().sync_all()?;
        self.file.persist_noclobber(self.target).map(drop).map_err(|error| error.error)
    }
}

/// Returns `true` for a terminal, a pipe or another device, which must not be replaced by a file. A folder is none.
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// Replaces a file atomically: if the program or the machine fails on the way, the old file stays. A device is
/// written to instead.
///
/// # Errors
/// If the temporary file cannot be written or renamed. The old file is then unchanged.
pub fn replace(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    if is_special(path) {
        let mut device = File::options().write(true).open(path)?;
        return device.write_all(contents.as_ref()).and_then(|()| device.flush());
    }
    written(path, contents.as_ref())?.commit()
}

/// Replaces several files that belong together. All are written before the first is renamed, so an error or a crash
/// while writing leaves all old files. Only a crash between two renames leaves some files new and some old.
///
/// # Errors
/// If a file cannot be written or renamed; the error names it.
pub fn replace_all(files: &[(PathBuf, String)]) -> Result<()> {
    let cannot = |path: &Path| format!("{}: cannot be written", path.display());
    let drafts =
        files.iter().map(|(path, text)| written(path, text.as_bytes()).with_context(|| cannot(path)));
    let drafts = drafts.collect::<Result<Vec<_>>>()?;
    let mut places = files.iter().zip(drafts);
    places.try_for_each(|((path, _), draft)| draft.commit().with_context(|| cannot(path)))
}

/// A temporary file with these contents.
fn written(path: &Path, contents: &[u8]) -> io::Result<AtomicFile> {
    let draft = AtomicFile::of(path)?;
    draft.file().write_all(contents)?;
    // Synced now and not only on commit, so that errors show before any file is replaced.
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
        fs::remove_file(&b).unwrap();
        fs::create_dir(&b).unwrap();
        let error = replace_all(&all("new")).unwrap_err().to_string();
        assert!(error.ends_with("b.epd: cannot be written"), "{error}");
        assert_eq!([&a, &c].map(|path| fs::read_to_string(path).unwrap()), ["old"; 2]);
        fs::remove_dir(&b).unwrap();
        assert_eq!(names(folder.path()).len(), 2, "nothing else is left");
        replace(&b, "old").unwrap();
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
        fs::remove_file(&path).unwrap();
        replace(&link, "newer").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn who_may_do_what_stays() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        for mode in [0o600, 0o664] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            replace(&path, "new").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
    }

    #[test]
    fn a_draft_that_is_not_published_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        drop(written(&path, b"unfinished").unwrap());
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_new_file_takes_the_place_of_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.bin");
        written(&path, b"first").unwrap().commit_new().unwrap();
        let error = written(&path, b"second").unwrap().commit_new().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        assert_eq!(names(folder.path()), ["games.bin"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_is_as_readable_as_others() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let [ours, other] = ["state.json", "other"].map(|name| folder.path().join(name));
        replace(&ours, "text").unwrap();
        fs::write(&other, "text").unwrap();
        let [ours, other] = [ours, other].map(|path| fs::metadata(path).unwrap().permissions().mode());
        assert_eq!(ours, other);
    }

    #[test]
    fn what_cannot_be_replaced_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        // Nothing can be written where a folder is.
        fs::create_dir(&path).unwrap();
        assert!(replace(&path, "new").is_err());
        assert_eq!(names(folder.path()), ["state.json"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_keeps_its_place() {
        replace(Path::new("/dev/null"), "text").unwrap();
        assert!(is_special(Path::new("/dev/null")));
        assert!(replace(Path::new("/dev/full"), "text").is_err());
    }
}
