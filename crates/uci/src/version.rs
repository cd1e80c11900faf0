//! What this program is: version, commit and build.
//!
//! Cargo knows the version; `build.rs` finds out the rest, also where there is no git.

use std::fmt;

/// The name by which GUIs and rating lists know it.
pub(crate) const NAME: &str = concat!("Coppice ", env!("CARGO_PKG_VERSION"));

/// All that a bug report should say.
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
