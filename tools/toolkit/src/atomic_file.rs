//! Atomic replacement of files: readers see the old file or the new one, never a partial one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

use crate::resolve::resolve;

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
        let target = resolve(path)?;
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

/// Writes a file atomically: if the program or the machine fails on the way, the old file stays. A device is written to
/// directly.
///
/// # Errors
/// If the temporary file cannot be written or renamed; the error names the file. The old file is then unchanged.
pub fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    let write = || {
        if is_special(path) {
            let mut device = File::options().write(true).open(path)?;
            return device.write_all(contents.as_ref()).and_then(|()| device.flush());
        }
        written(path, contents.as_ref())?.commit()
    };
    write().with_context(|| unwritable(path))
}

fn unwritable(path: &Path) -> String {
    format!("{}: cannot be written", path.display())
}

/// A temporary file with these contents.
fn written(path: &Path, contents: &[u8]) -> io::Result<AtomicFile> {
    let new = AtomicFile::of(path)?;
    new.file().write_all(contents)?;
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| name.into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_is_created_and_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        for text in ["a long text", "short"] {
            write_file(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(names(folder.path()), ["state.json"]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_target_of_a_link_is_replaced_not_the_link() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["state.json", "link.json"].map(|name| folder.path().join(name));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write_file(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        fs::remove_file(&path).unwrap();
        write_file(&link, "newer").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        for mode in [0o600, 0o664] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write_file(&path, "new").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
    }

    #[test]
    fn a_file_that_is_not_committed_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        drop(written(&path, b"unfinished").unwrap());
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn a_new_file_replaces_no_other() {
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
    fn a_new_file_has_the_usual_permissions() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let [ours, other] = ["state.json", "other"].map(|name| folder.path().join(name));
        write_file(&ours, "text").unwrap();
        fs::write(&other, "text").unwrap();
        let [ours, other] = [ours, other].map(|path| fs::metadata(path).unwrap().permissions().mode());
        assert_eq!(ours, other);
    }

    #[test]
    fn a_file_that_cannot_be_replaced_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        // Nothing can be written where a folder is.
        fs::create_dir(&path).unwrap();
        assert!(write_file(&path, "new").is_err());
        assert_eq!(names(folder.path()), ["state.json"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_to() {
        write_file(Path::new("/dev/null"), "text").unwrap();
        assert!(is_special(Path::new("/dev/null")));
        assert!(write_file(Path::new("/dev/full"), "text").is_err());
    }
}
