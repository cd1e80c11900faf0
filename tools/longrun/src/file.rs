//! A file on disk is the old one or the new one, never half of one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::{Context, Result};

use crate::place::place;

/// A file beside the one that it will be, since a rename must not leave the file system. If it is dropped before that, it
/// is removed.
pub struct Draft {
    file: File,
    path: PathBuf,
    target: PathBuf,
}

impl Draft {
    /// Begins one, empty. Where a link leads is what it will replace; who may do what with that stays so.
    ///
    /// # Errors
    /// If it cannot be written, or if nobody may write the file, as it is a folder or protected.
    pub fn of(path: &Path) -> io::Result<Draft> {
        let target = place(path)?;
        let permissions = if target.exists() {
            let old = File::options().write(true).open(&target)?;
            Some(old.metadata()?.permissions())
        } else {
            None
        };
        let (file, path) = begin(&target)?;
        let draft = Draft { file, path, target };
        permissions.map_or(Ok(()), |permissions| draft.file.set_permissions(permissions))?;
        Ok(draft)
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

    /// The same, unless somebody made a file of that name meanwhile.
    ///
    /// # Errors
    /// If it cannot, or if there is one, which stays as it is.
    pub fn publish_new(self) -> io::Result<()> {
        // The name is taken first, since a rename would replace what has it.
        let target = self.target.clone();
        File::create_new(&target)?;
        self.publish().inspect_err(|_| drop(fs::remove_file(target)))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After the renaming there is nothing to remove. What cannot be removed does no harm but to be there.
        let _ = fs::remove_file(&self.path);
    }
}

/// Names that a program tries for a draft. They are taken by drafts of programs that were killed, if at all.
const NAMES: u32 = 1000;

/// Makes a file beside another which nobody had before: to write over a `NAME.new` of somebody else is no better than to
/// write over the file itself.
fn begin(target: &Path) -> io::Result<(File, PathBuf)> {
    let mut taken = None;
    for number in 0..NAMES {
        let mut beside = target.to_owned().into_os_string();
        beside.push(format!(".new-{}-{number}", process::id()));
        match File::create_new(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = Some(error),
            made => return Ok((made?, beside.into())),
        }
    }
    Err(taken.unwrap_or_else(|| io::ErrorKind::AlreadyExists.into()))
}

/// Whether a file is a terminal, a pipe or another device, which keeps its place. A folder is none.
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
    written(path, contents.as_ref())?.publish()
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
    places.try_for_each(|((path, _), draft)| draft.publish().with_context(|| cannot(path)))
}

/// The whole draft of a file.
fn written(path: &Path, contents: &[u8]) -> io::Result<Draft> {
    let draft = Draft::of(path)?;
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
        written(&path, b"first").unwrap().publish_new().unwrap();
        let error = written(&path, b"second").unwrap().publish_new().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        assert_eq!(names(folder.path()), ["games.bin"]);
    }

    /// Such as the tables of `to-text` by somebody who calls them so.
    #[test]
    fn a_neighbour_called_new_is_somebody_elses() {
        let folder = tempfile::tempdir().unwrap();
        let own = ["state.json.new".to_owned(), format!("state.json.new-{}-0", process::id())];
        let own = own.map(|name| folder.path().join(name));
        own.iter().for_each(|path| fs::write(path, "mine").unwrap());
        let path = folder.path().join("state.json");
        replace(&path, "text").unwrap();
        drop(Draft::of(&path).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
        assert_eq!(own.map(|path| fs::read_to_string(path).unwrap()), ["mine"; 2]);
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
