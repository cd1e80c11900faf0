//! The suites to run.
//!
//! A path is a suite, or a folder whose `*.epd` are. Without any, the repository's own suites are run: the
//! folder `perft-suites` of the working directory or of the nearest folder above it, so that the program
//! serves the checkout one works in; failing that, of the checkout it was built from.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

const FOLDER: &str = "perft-suites";

/// The suite files behind these paths, a folder's in the order of their names.
pub(crate) fn suite_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    if paths.is_empty() {
        return folder_files(&own_suites()?);
    }
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(folder_files(path)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn own_suites() -> Result<PathBuf> {
    let working = std::env::current_dir().context("the working directory is unknown")?;
    let built_from = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = working.ancestors().chain(built_from.ancestors()).map(|folder| folder.join(FOLDER));
    match found.into_iter().find(|folder| folder.is_dir()) {
        Some(folder) => Ok(folder),
        None => {
            bail!("no folder {FOLDER} in or above {}, expected one or paths of suites", working.display())
        }
    }
}

fn folder_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = || format!("{}: unreadable folder", folder.display());
    let mut files = Vec::new();
    for entry in folder.read_dir().with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "epd") {
            files.push(path);
        }
    }
    ensure!(!files.is_empty(), "{}: holds no suites, expected files *.epd", folder.display());
    files.sort();
    Ok(files)
}
