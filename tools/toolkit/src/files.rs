//! Files that stay whole: replaced atomically, never mistaken for one another, written by one process at a time.
//!
//! - [`write_file`] and [`AtomicFile`]: readers see the old file or the new one, never a part of one.
//! - [`expect_outputs`]: before hours of work, each output can be written, and none is also an input.
//! - [`lock`]: two processes do not overwrite each other's results.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail, ensure};
use tempfile::NamedTempFile;

/// A file that appears, or replaces an older one, when it is complete. Dropped before it is committed, it leaves nothing.
pub struct AtomicFile {
    /// A temporary file in the folder of its target, so that a rename can put it in place.
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

    /// The file to write to.
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Moves the finished file to its target.
    ///
    /// # Errors
    /// If that fails. The old file is then unchanged.
    pub fn commit(self) -> io::Result<()> {
        // Otherwise the rename may reach the disk before the contents.
        self.file.as_file().sync_all()?;
        self.file.persist(self.target).map(drop).map_err(|error| error.error)
    }
}

/// Returns `true` for a terminal, a pipe or another device, which must not be replaced by a file. A folder is none.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

fn open_device(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Writes a file atomically: if the program or the machine fails on the way, the old file stays. A device is written to
/// directly.
///
/// # Errors
/// If the temporary file cannot be written or renamed; the error names the file. The old file is then unchanged.
pub fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    let write = || {
        if is_special(path) {
            return open_device(path)?.write_all(contents.as_ref());
        }
        let new = AtomicFile::of(path)?;
        new.file().write_all(contents.as_ref())?;
        new.commit()
    };
    write().with_context(|| unwritable(path))
}

/// Checks that every output can be written and is neither an input nor another output.
///
/// # Errors
/// If an output is an input or another output, under any name, or cannot be written.
pub fn expect_outputs(inputs: &[&Path], outputs: &[&Path]) -> Result<()> {
    expect_apart(inputs, outputs)?;
    // Opened for writing to find out. Contents stay; a file that did not exist is removed again.
    outputs.iter().try_for_each(|path| {
        let opened =
            if is_special(path) { open_device(path).map(drop) } else { AtomicFile::of(path).map(drop) };
        opened.with_context(|| unwritable(path))
    })
}

/// Checks that no output is an input or another output. Leave out inputs that an output may replace.
///
/// # Errors
/// If an output is an input or another output, under any name.
pub fn expect_apart(inputs: &[&Path], outputs: &[&Path]) -> Result<()> {
    for (index, output) in outputs.iter().enumerate() {
        // A terminal or a pipe may be written to twice.
        if is_special(output) {
            continue;
        }
        let is_same = |other: &&&Path| is_same(output, other);
        if let Some(input) = inputs.iter().find(is_same) {
            let why = format!("it is read from {}, expected another file", input.display());
            return Err(anyhow!(why).context(unwritable(output)));
        }
        let other = outputs[..index].iter().find(is_same);
        ensure!(other.is_none(), "{}: it is written twice, expected another file", unwritable(output));
    }
    Ok(())
}

/// A path that cannot be resolved names no existing file, so nothing can be lost.
fn is_same(one: &Path, other: &Path) -> bool {
    let [one, other] = [one, other].map(resolve);
    one.is_ok_and(|one| other.is_ok_and(|other| one == other))
}

/// Locks a file, which need not exist yet, for this process, until the result is dropped. The lock is advisory.
///
/// ```text
///   tune.json        is replaced at every save, so a lock on it would be lost with the old one
///   tune.json.lock   stays: empty, and locked while a process writes tune.json
/// ```
///
/// The system releases the lock when the process ends, however it ends. The empty file is left: a process that
/// deleted it could delete a file that another one has just locked.
///
/// # Errors
/// If another process holds it, or if the lock file cannot be created.
pub fn lock(path: &Path) -> Result<File> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    let name = Path::new(&beside).display();
    let file = File::create(&beside).with_context(|| format!("{name}: cannot be created"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            bail!("{}: another process is using it and has locked {name}", path.display())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("{name}: cannot be locked")),
    }
}

fn unwritable(path: &Path) -> String {
    format!("{}: cannot be written", path.display())
}

/// The path with all links resolved. The file need not exist, but its folder must. A link to a missing file resolves
/// to the path where it would be created.
///
/// # Errors
/// If a link leads to a missing folder, or links form a circle.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found,
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(leads_to) = fs::read_link(path) {
        return resolve(&folder.join(leads_to));
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Ok(fs::canonicalize(folder)?.join(name))
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
        let unfinished = AtomicFile::of(&path).unwrap();
        unfinished.file().write_all(b"unfinished").unwrap();
        drop(unfinished);
        assert!(names(folder.path()).is_empty());
        for text in ["a long text", "short"] {
            write_file(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(names(folder.path()), ["state.json"]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_target_of_links_is_created_and_replaced_not_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let [path, first, second] = ["state.json", "first", "second"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("second", &first).unwrap();
        std::os::unix::fs::symlink(&path, &second).unwrap();
        for text in ["new", "newer"] {
            write_file(&first, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert!([&first, &second].iter().all(|link| fs::symlink_metadata(link).unwrap().is_symlink()));
        }
        for (link, target) in [("here", "there"), ("there", "here"), ("lost", "none/file")] {
            std::os::unix::fs::symlink(target, folder.path().join(link)).unwrap();
        }
        for name in ["here", "lost"] {
            assert!(write_file(&folder.path().join(name), "text").is_err(), "{name} leads nowhere");
        }
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept_and_those_of_a_new_file_are_the_usual() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["state.json", "other"].map(|name| folder.path().join(name));
        let mode_of = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        write_file(&path, "text").unwrap();
        fs::write(&other, "text").unwrap();
        assert_eq!(mode_of(&path), mode_of(&other));
        for mode in [0o600, 0o664] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            write_file(&path, "new").unwrap();
            assert_eq!(mode_of(&path), mode);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_to_and_may_be_named_twice() {
        let null = Path::new("/dev/null");
        write_file(null, "text").unwrap();
        assert!(is_special(null));
        expect_outputs(&[null], &[null, null]).unwrap();
        assert!(write_file(Path::new("/dev/full"), "text").is_err());
    }

    #[test]
    fn an_output_must_not_be_an_input_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("games.bin"), "games").unwrap();
        let (games, other) = (path("games.bin"), path("other.bin"));
        expect_outputs(&[&games], &[&other]).unwrap();
        for output in [path("games.bin"), path("./games.bin")] {
            let error = expect_outputs(&[&other, &games], &[&output]).unwrap_err();
            let (output, games) = (output.display(), games.display());
            let expected =
                format!("{output}: cannot be written: it is read from {games}, expected another file");
            assert_eq!(format!("{error:#}"), expected);
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&games, path("link")).unwrap();
            assert!(expect_outputs(&[&games], &[&path("link")]).is_err());
        }
        assert_eq!(fs::read_to_string(games).unwrap(), "games");
    }

    #[test]
    fn outputs_must_differ_also_before_they_exist() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (one, two) = (path("a.csv"), path("./a.csv"));
        let error = format!("{:#}", expect_outputs(&[], &[&one, &path("b.csv"), &two]).unwrap_err());
        assert!(error.ends_with("a.csv: cannot be written: it is written twice, expected another file"));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    }

    #[test]
    fn unwritable_outputs_are_found_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        for nowhere in [folder.path().to_owned(), folder.path().join("missing").join("page.html")] {
            let error = format!("{:#}", expect_outputs(&[], &[&nowhere]).unwrap_err());
            assert!(error.starts_with(&format!("{}: cannot be written: ", nowhere.display())), "{error}");
        }
        let page = folder.path().join("page.html");
        fs::write(&page, "kept").unwrap();
        expect_outputs(&[], &[&page]).unwrap();
        assert_eq!(fs::read_to_string(&page).unwrap(), "kept");
    }

    #[test]
    fn only_one_holds_a_lock_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        let held = lock(&path).unwrap();
        let error = lock(&path).unwrap_err().to_string();
        assert!(error.contains("state.json: another process is using it"), "{error}");
        assert!(error.ends_with("state.json.lock"), "{error}");
        // As every save does.
        write_file(&path, "text").unwrap();
        assert!(lock(&path).is_err());
        drop(held);
        lock(&path).unwrap();
        let error = lock(&folder.path().join("none/state.json")).unwrap_err().to_string();
        assert!(error.ends_with("state.json.lock: cannot be created"), "{error}");
    }
}
