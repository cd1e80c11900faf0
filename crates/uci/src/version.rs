//! Name, version, commit and build of this program, as found out by `build.rs`.

use std::fmt;

/// Name and version for GUIs and rating lists: `Coppice 1.0.0` for a release, `Coppice 1.0.0-dev-<commit>` otherwise.
pub const NAME: &str = concat!("Coppice ", env!("COPPICE_VERSION"));

/// Version and build in one line, for bug reports.
pub(crate) struct Version;

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tuning = if cfg!(feature = "tuning") { ", parameters tunable" } else { "" };
        write!(
            f,
            "{NAME}, commit {}, {} build for {} ({}){tuning}",
            env!("COPPICE_COMMIT"),
            env!("COPPICE_PROFILE"),
            env!("COPPICE_TARGET"),
            env!("COPPICE_CPU"),
        )
    }
}
