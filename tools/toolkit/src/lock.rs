//! Lock files, so that two processes do not overwrite each other's results.
//!
//! ```text
//!   tune.json        is replaced at every save, so a lock on it would be lost with the old one
//!   tune.json.lock   stays: empty, and locked while a process writes tune.json
//! ```
//!
//! The system releases the lock when the process ends, however it ends. The empty file is left: a process that
//! deleted it could delete a file that another one has just locked.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use fs4::{FileExt, TryLockError};

use crate::resolve::resolve;

/// A lock on a file, held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    /// Dropping it closes and so unlocks the file.
    _file: File,
}

impl Lock {
    /// Locks a file, which need not exist yet, for this process. The lock is advisory.
    ///
    /// # Errors
    /// If another process holds it, or if the lock file cannot be created.
    pub fn hold(path: &Path) -> Result<Lock> {
        // Links are followed, since writing follows them too.
        let resolved =
            resolve(path).with_context(|| format!("{}: cannot be created", beside(path).display()))?;
        let beside = beside(&resolved);
        let name = beside.display();
        let open = || OpenOptions::new().create(true).truncate(false).write(true).open(&beside);
        let file = open().with_context(|| format!("{name}: cannot be created"))?;
        match FileExt::try_lock(&file) {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => {
                bail!("{}: another process is using it and has locked {name}", path.display())
            }
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("{name}: cannot be locked"))
            }
        }
    }
}

/// The path of the lock file of a file.
fn beside(path: &Path) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    beside.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_holds_it_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        let lock = Lock::hold(&path).unwrap();
        let error = Lock::hold(&path).unwrap_err().to_string();
        assert!(error.contains("state.json: another process is using it"), "{error}");
        assert!(error.ends_with("state.json.lock"), "{error}");
        // As every save does.
        crate::write_file(&path, "text").unwrap();
        assert!(Lock::hold(&path).is_err());
        drop(lock);
        Lock::hold(&path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_file_and_links_to_it_have_one_lock() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["state.json", "link.json"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink(&path, &link).unwrap();
        for is_written in [false, true] {
            let lock = Lock::hold(&link).unwrap();
            assert!(Lock::hold(&path).is_err(), "written: {is_written}");
            drop(lock);
            let _lock = Lock::hold(&path).unwrap();
            assert!(Lock::hold(&link).is_err(), "written: {is_written}");
            crate::write_file(&link, "text").unwrap();
        }
    }

    #[test]
    fn a_lock_file_that_cannot_be_created_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let error = Lock::hold(&folder.path().join("none/state.json")).unwrap_err().to_string();
        assert!(error.ends_with("state.json.lock: cannot be created"), "{error}");
    }
}
