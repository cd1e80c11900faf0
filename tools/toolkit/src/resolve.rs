//! The path of a file, existing or not, with all links resolved.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The path with all links resolved. The file need not exist, but its folder must. A link to a missing file resolves
/// to the path where it would be created.
///
/// # Errors
/// If a link leads to a missing folder, or links form a circle.
pub(crate) fn resolve(path: &Path) -> io::Result<PathBuf> {
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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_to_existing_and_missing_files_are_followed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = fs::canonicalize(folder.path()).unwrap();
        let path = |name: &str| folder.join(name);
        symlink("middle", path("first")).unwrap();
        symlink(path("last"), path("middle")).unwrap();
        for name in ["first", "middle", "last", "./last"] {
            assert_eq!(resolve(&path(name)).unwrap(), path("last"), "{name}");
        }
        fs::write(path("last"), "text").unwrap();
        assert_eq!(resolve(&path("first")).unwrap(), path("last"));
    }

    #[test]
    fn a_link_that_leads_nowhere_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        symlink("there", path("here")).unwrap();
        symlink("here", path("there")).unwrap();
        symlink("none/file", path("lost")).unwrap();
        for name in ["here", "lost", "none/file", ".."] {
            let is_folder = name == "..";
            assert_eq!(resolve(&path(name)).is_ok(), is_folder, "{name}");
        }
    }
}
