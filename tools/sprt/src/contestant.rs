//! The two versions that play: binaries, or revisions that are built apart from the working tree.
//!
//! ```text
//!   engines/new/alpha          copies of the files that were given: where they came from, the next build may put
//!   engines/base/beta          another engine before the match is over
//!   engines/coppice-1a2b3c4d   revisions that were built
//! ```
//!
//! A revision is checked out into a folder of its own with `git worktree`, built there with `make EXE=...` as
//! testers build it (and `FEATURES=tuning` for a design), and forgotten again; what is being edited meanwhile does not
//! matter. Its bench must be the one that its commit message promises: else something else was built than was meant.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::bench::{self, Bench};
use crate::errand::{self, Outcome};

/// A version of the engine that is ready to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Contestant {
    /// What it is called in games and reports.
    pub(crate) name: String,
    /// The program.
    pub(crate) path: PathBuf,
    /// The nodes of its bench: the same number is the same search.
    pub(crate) bench: u64,
}

/// What is built of a revision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// What testers build.
    Plain,
    /// What offers the numbers of the search as options.
    Tuning,
}

impl Build {
    /// What `make` is told. A Makefile that says for itself what is built is left to say so.
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Build::Plain => &[],
            Build::Tuning => &["FEATURES=tuning"],
        }
    }
}

/// Where contestants are made ready, and how.
pub(crate) struct Workshop<'a> {
    /// What will play goes here.
    pub(crate) folder: &'a Path,
    pub(crate) build: Build,
    /// Raised by an interruption.
    pub(crate) stop: &'a AtomicBool,
}

impl Contestant {
    /// Makes ready what `what` names: a file, or else a revision of the repository of the working directory. `role`
    /// tells two files of one name apart.
    ///
    /// # Errors
    /// If it names nothing, does not build, or has no bench or the wrong one; [`errand::Interrupted`] if that is
    /// interrupted.
    pub(crate) fn prepare(what: &str, role: &str, workshop: &Workshop<'_>) -> Result<Contestant> {
        if Path::new(what).is_file() {
            let path = copied(Path::new(what), &workshop.folder.join(role))?;
            let bench = Bench::run(&path, workshop.stop)?.nodes;
            return Ok(Contestant { name: name_of(&path), path, bench });
        }
        let revision = git(&["rev-parse", "--verify", &format!("{what}^{{commit}}")])
            .with_context(|| format!("'{what}' is neither a file nor a revision of this repository"))?;
        Contestant::build(&revision, workshop)
    }

    /// Sees to it that the program is still what it was.
    ///
    /// # Errors
    /// If its bench is another, or there is none; [`errand::Interrupted`] if `stop` is raised before that is known.
    pub(crate) fn check(&self, stop: &AtomicBool) -> Result<()> {
        let Contestant { path, bench: before, .. } = self;
        let bench = Bench::run(path, stop)?.nodes;
        ensure!(
            bench == *before,
            "{}: bench is {bench}, expected {before} as when the match began",
            path.display()
        );
        Ok(())
    }

    fn build(revision: &str, workshop: &Workshop<'_>) -> Result<Contestant> {
        let &Workshop { folder, build, stop } = workshop;
        let name = format!("coppice-{}", revision.get(..8).unwrap_or(revision));
        let path = folder.join(&name).with_extension(std::env::consts::EXE_EXTENSION);
        if !path.exists() {
            let checkout = Checkout::new(revision, folder)?;
            checkout.make(&name, &path, build, stop)?;
        }
        let path = fs::canonicalize(&path).with_context(|| format!("{}: was not built", path.display()))?;
        let bench = Bench::run(&path, stop)?.nodes;
        let message = git(&["log", "-1", "--format=%B", revision])?;
        match bench::promised(&message) {
            Some(promised) if promised != bench => {
                bail!("{name}: bench is {bench}, expected {promised} as its commit says")
            }
            Some(_) => {}
            None => eprintln!("warning: {name}: its commit names no bench to compare {bench} with"),
        }
        Ok(Contestant { name, path, bench })
    }
}

/// A revision, checked out into a folder that is deleted with this.
struct Checkout {
    folder: tempfile::TempDir,
}

impl Checkout {
    fn new(revision: &str, beside: &Path) -> Result<Checkout> {
        let folder = tempfile::tempdir_in(beside).context("no folder to build in")?;
        let checkout = Checkout { folder };
        let tree = checkout.tree();
        git(&["worktree", "add", "--quiet", "--detach", &tree.to_string_lossy(), revision])?;
        Ok(checkout)
    }

    fn tree(&self) -> PathBuf {
        self.folder.path().join("tree")
    }

    /// Builds the engine into a file.
    fn make(&self, name: &str, binary: &Path, build: Build, stop: &AtomicBool) -> Result<()> {
        eprintln!("building {name}");
        let mut make = Command::new("make");
        make.arg(format!("EXE={name}"))
            .args(build.arguments())
            .current_dir(self.tree())
            .env("CARGO_TARGET_DIR", self.folder.path().join("target"));
        let Outcome { status, stderr, .. } = errand::run(&mut make, stop)?;
        ensure!(status.success(), "{name} does not build:\n{stderr}");
        let built = self.tree().join(name).with_extension(std::env::consts::EXE_EXTENSION);
        copy_at_once(&built, binary).with_context(|| format!("make has left no {}", built.display()))
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        // Should git fail, `git worktree prune` forgets it some day: the folder itself goes with the value.
        let _ = git(&["worktree", "remove", "--force", &self.tree().to_string_lossy()]);
    }
}

/// Copies a file that was given into a folder, and says where it is now.
fn copied(given: &Path, folder: &Path) -> Result<PathBuf> {
    let name = given.display();
    let given = fs::canonicalize(given).with_context(|| format!("{name}: cannot be found"))?;
    let copy = folder.join(given.file_name().unwrap_or_default());
    fs::create_dir_all(folder)
        .map_err(Into::into)
        .and_then(|()| copy_at_once(&given, &copy))
        .with_context(|| format!("{name}: cannot be copied to {}", copy.display()))?;
    Ok(copy)
}

/// Half a binary would be taken for a whole one. What stands there already may be read-only, or run just now.
pub(crate) fn copy_at_once(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().context("no folder to copy to")?;
    let beside = tempfile::tempdir_in(folder)?;
    let copy = beside.path().join("engine");
    fs::copy(from, &copy)?;
    Ok(fs::rename(&copy, to)?)
}

/// Git takes no time, but an interruption must not look like a failure of it, nor keep it from cleaning up.
fn git(arguments: &[&str]) -> Result<String> {
    let mut git = Command::new("git");
    process::group::separate(&mut git);
    let output = git.args(arguments).output().context("'git' does not start")?;
    ensure!(output.status.success(), "git {}: {}", arguments.join(" "), text_of(&output.stderr));
    Ok(text_of(&output.stdout))
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// The name of a program without what some systems add to it. What else follows a dot is a version.
fn name_of(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(&name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_a_part_of_names() {
        assert_eq!(name_of(Path::new("/x/coppice-0.1")), "coppice-0.1");
        assert_eq!(
            name_of(&Path::new("/x").join(format!("coppice{}", std::env::consts::EXE_SUFFIX))),
            "coppice"
        );
    }
}
