//! A terminal sends Ctrl-C to a whole group of processes. Whoever starts a program that has to finish something
//! first keeps it out of its own group, and ends it when the time has come.

use std::process::Command;

/// Lets a program begin a group of its own. Where there are no such groups nothing changes.
pub fn separate(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}
