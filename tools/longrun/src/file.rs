//! A file on disk is the old one or the new one, never half of one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::NamedTempFile;

use crate::place::place;

/// A file beside the one that it will be, since a rename must not leave the file system. If it is dropped before that, it
/// is removed.
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
}

impl AtomicFile {
    /// Begins one, empty. Where a link leads is what it will replace, and permissions stay as they are.
    ///
    /// # Errors
    /// If it cannot be written, or if nobody may write the file, as it is a folder or protected.
    pub fn of(path: &Path) -> io::Result<AtomicFile> {
        let target = place(path)?;
        let permissions = if target.exists() {
            Some(File::options().write(true).open(&target)?.metadata()?.permissions())
        } else {
            None
        };
        let folder = target.parent().unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        // As other new files, and not for the owner alone.
        #[cfg(unix)]
        let builder = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".");
        let file = builder.prefix(&name).suffix(".new").tempfile_in(folder)?;
        permissions.map_or(Ok(()), |permissions| file.as_file().set_permissions(permissions))?;
        Ok(AtomicFile { file, target })
    }

    /// The file with what is written so far.
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Puts the draft, which is whole, in the place of the file.
    ///
    /// # Errors
    /// If it cannot. The old file is then as it was.
    pub fn commit(self) -> io::Result<()> {
        // Else the new name may reach the disk before the text.
        self.file().sync_all()?;
        self.file.persist(self.target).map(drop).map_err(|error| error.error)
    }

    /// The same, unless somebody made a file of that name meanwhile.
    ///
    /// # Errors
    /// If it cannot, or if there is one, which stays as it is.
    pub fn commit_new(self) -> io::Result<()> {
        self.file().sync_all()?;
        self.file.persist_noclobber(self.target).map(drop).map_err(|error| error.error)
    }
}

/// Returns `true` if a file is a terminal, a pipe or another device, which keeps its place. A folder is none.
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// Replaces a file at once: a program or a machine that fails on the way leaves the old one. A device is written to.
///
/// # Errors
/// If a file beside it cannot be written or take its place. The old one is then as it was.
pub fn replace(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    if is_special(path) {
        let mut device = File::options().write(true).open(path)?;
        return device.write_all(contents.as_ref()).and_then(|()| device.flush());
    }
    written(path, contents.as_ref())?.commit()
}

/// Replaces several files with texts that belong together. All are written before the first takes its place, so what
/// cannot be written, and a program that ends on the way, leaves all old ones; only what strikes between one rename
/// and the next, each of which takes no time, leaves new beside old.
///
/// # Errors
/// If one cannot be written or take its place; it is named.
pub fn replace_all(files: &[(PathBuf, String)]) -> Result<()> {
    let cannot = |path: &Path| format!("{}: cannot be written", path.display());
    let drafts =
        files.iter().map(|(path, text)| written(path, text.as_bytes()).with_context(|| cannot(path)));
    let drafts = drafts.collect::<Result<Vec<_>>>()?;
    let mut places = files.iter().zip(drafts);
    places.try_for_each(|((path, _), draft)| draft.commit().with_context(|| cannot(path)))
}

/// The whole draft of a file.
fn written(path: &Path, contents: &[u8]) -> io::Result<AtomicFile> {
    let draft = AtomicFile::of(path)?;
    draft.file().write_all(contents)?;
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
