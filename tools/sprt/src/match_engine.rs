//! Preparation of engines: programs, or revisions of this repository, which are built outside the working tree.
//!
//! ```text
//!   HEAD~2                                          a revision
//!   target/release/coppice,Hash=64                  a file, with an option
//!   stockfish,name=sf,UCI_LimitStrength=true        a program on the search path, under another name
//!
//!   engines/new/alpha          copies of given files, because the next build may replace the original
//!   engines/base/beta          before the match is over
//!   engines/coppice-1a2b3c4d   revisions that were built
//! ```
//!
//! An engine is identified by its bench, as in OpenBench. An engine without a bench is not copied, since it may need
//! files beside it, and is identified by the checksum of its file.
//!
//! A revision is checked out into a temporary `git worktree` and built there with `make EXE=...`, as testers build it
//! (with `FEATURES=tuning` for a design). Edits in the working tree do not matter. Its bench must equal the one in
//! its commit message; otherwise something else was built.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use toolkit::UciEngine;

use crate::bench::{self, Bench};
use crate::program::{self, ProgramOutput, RunInterrupted};
use crate::runner::on_search_path;

/// An engine that is ready to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct MatchEngine {
    /// Name in games and reports.
    pub(crate) name: String,
    /// The program.
    pub(crate) path: PathBuf,
    /// The node count of its bench, which identifies the search. Other authors' engines have none.
    pub(crate) bench: Option<u64>,
    /// Checksum of the file of an engine without a bench.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) checksum: Option<u32>,
    /// Its own options, each as `NAME=VALUE`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<String>,
    /// Common options that it does not offer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) lacks: Vec<String>,
}

/// `alpha (bench 1234)`, with its options if it has some.
impl fmt::Display for MatchEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match self.bench {
            Some(bench) => write!(f, " (bench {bench})")?,
            None => f.write_str(" (no bench)")?,
        }
        if self.options.is_empty() { Ok(()) } else { write!(f, " with {}", self.options.join(", ")) }
    }
}

/// An engine as the command line names it: `PROGRAM,name=NAME,OPTION=VALUE`.
struct Spec<'a> {
    program: &'a str,
    name: Option<&'a str>,
    options: Vec<(&'a str, &'a str)>,
}

impl<'a> Spec<'a> {
    fn parse(text: &'a str) -> Result<Spec<'a>> {
        // A file name may contain commas.
        if Path::new(text).is_file() {
            return Ok(Spec { program: text, name: None, options: Vec::new() });
        }
        let mut words = text.split(',');
        let mut spec = Spec { program: words.next().unwrap_or_default(), name: None, options: Vec::new() };
        for word in words {
            let option = word.split_once('=');
            let (name, value) = option
                .with_context(|| format!("'{word}' in '{text}', expected OPTION=VALUE or name=NAME"))?;
            if name == "name" { spec.name = Some(value) } else { spec.options.push((name, value)) }
        }
        Ok(spec)
    }
}

/// Options that the match conditions set.
const COMMON: [&str; 2] = ["Hash", "Threads"];
/// Time limit for listing the options.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Kind of build of a revision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// The build that testers use.
    Plain,
    /// A build with the search parameters as options.
    Tuning,
}

impl Build {
    /// Arguments for `make`.
    fn arguments(self) -> &'static [&'static str] {
        match self {
            Build::Plain => &[],
            Build::Tuning => &["FEATURES=tuning"],
        }
    }
}

/// Use of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// To play a match; its bench shows if the file changes.
    Match,
    /// To play a gauntlet, where engines may have no bench.
    Gauntlet,
    /// To run its bench.
    Speed,
}

/// Settings for preparing engines.
pub(crate) struct PrepareContext<'a> {
    pub(crate) purpose: Purpose,
    /// Folder for the engines.
    pub(crate) folder: &'a Path,
    pub(crate) build: Build,
    /// Set by an interruption.
    pub(crate) stop: &'a AtomicBool,
}

impl MatchEngine {
    /// Prepares the engine that `what` names: a file, a revision of the repository of the working directory, or a
    /// program on the search path. `role` distinguishes two files of the same name.
    ///
    /// # Errors
    /// If nothing of that name exists, the build fails, or the bench is missing or wrong; [`program::RunInterrupted`]
    /// if interrupted.
    pub(crate) fn prepare(what: &str, role: &str, context: &PrepareContext<'_>) -> Result<MatchEngine> {
        let Spec { program, name, options } = Spec::parse(what)?;
        let mut engine = if Path::new(program).is_file() {
            MatchEngine::of_file(Path::new(program), role, context)?
        } else {
            match git(&["rev-parse", "--verify", &format!("{program}^{{commit}}")]) {
                Ok(revision) => MatchEngine::build(&revision, context)?,
                Err(error) => match on_search_path(program) {
                    Some(path) => MatchEngine::in_place(&path)?,
                    None => {
                        return Err(error.context(format!(
                            "'{program}' is neither a file nor a revision of this repository nor a program on the \
                             search path"
                        )));
                    }
                },
            }
        };
        if let Some(name) = name {
            name.clone_into(&mut engine.name);
        }
        // Engines built here are known to offer the common options.
        let is_built = engine.path.parent() == fs::canonicalize(context.folder).ok().as_deref();
        if context.purpose != Purpose::Speed && !(is_built && options.is_empty()) {
            engine.set(&options)?;
        }
        Ok(engine)
    }

    /// Prepares a file: an engine with a bench is copied, another one is used where it is.
    fn of_file(path: &Path, role: &str, context: &PrepareContext<'_>) -> Result<MatchEngine> {
        match context.purpose {
            Purpose::Gauntlet => MatchEngine::in_place(path),
            Purpose::Speed => {
                let path = copied(path, &context.folder.join(role))?;
                let bench = Bench::run(&path, context.stop)?.nodes;
                Ok(MatchEngine::new(&path, Some(bench), None))
            }
            Purpose::Match => {
                let name = path.display();
                let path = &fs::canonicalize(path).with_context(|| format!("{name}: cannot be found"))?;
                // Before `bench`, because a program that is not an engine may do anything with that argument.
                UciEngine::start_program(path, TIMEOUT)?;
                match Bench::run(path, context.stop) {
                    Err(error) if error.is::<RunInterrupted>() => Err(error),
                    Err(error) => {
                        eprintln!("note: {error}; it is identified by its checksum");
                        MatchEngine::in_place(path)
                    }
                    Ok(bench) => {
                        let path = copied(path, &context.folder.join(role))?;
                        Ok(MatchEngine::new(&path, Some(bench.nodes), None))
                    }
                }
            }
        }
    }

    fn in_place(path: &Path) -> Result<MatchEngine> {
        let path = fs::canonicalize(path).with_context(|| format!("{}: cannot be found", path.display()))?;
        let checksum = checksum(&path)?;
        Ok(MatchEngine::new(&path, None, Some(checksum)))
    }

    fn new(path: &Path, bench: Option<u64>, checksum: Option<u32>) -> MatchEngine {
        let (name, path) = (name_of(path), path.to_owned());
        MatchEngine { name, path, bench, checksum, options: Vec::new(), lacks: Vec::new() }
    }

    /// Sets options after checking that the engine accepts them.
    fn set(&mut self, options: &[(&str, &str)]) -> Result<()> {
        let engine = UciEngine::start_program(&self.path, TIMEOUT)?;
        for (name, value) in options {
            let about = || self.name.clone();
            let name = engine.options().check(name, value).with_context(about)?;
            self.options.push(format!("{name}={value}"));
        }
        let lacks = COMMON.into_iter().filter(|name| !engine.options().offers(name));
        self.lacks = lacks.map(str::to_owned).collect();
        Ok(())
    }

    /// Checks that the program is unchanged.
    ///
    /// # Errors
    /// If its bench or its checksum has changed; [`program::RunInterrupted`] if `stop` is raised before that is
    /// known.
    pub(crate) fn check(&self, stop: &AtomicBool) -> Result<()> {
        let name = self.path.display();
        if let Some(before) = self.bench {
            let bench = Bench::run(&self.path, stop)?.nodes;
            ensure!(bench == before, "{name}: bench is {bench}, expected {before} as when the match began");
        }
        if let Some(before) = self.checksum {
            ensure!(checksum(&self.path)? == before, "{name}: the file has changed since the match began");
        }
        Ok(())
    }

    fn build(revision: &str, context: &PrepareContext<'_>) -> Result<MatchEngine> {
        let &PrepareContext { folder, build, stop, .. } = context;
        let name = format!("coppice-{}", revision.get(..8).unwrap_or(revision));
        let path = folder.join(&name).with_extension(std::env::consts::EXE_EXTENSION);
        if !path.exists() {
            let checkout = Checkout::new(revision, folder)?;
            checkout.make(&name, &path, build, stop)?;
        }
        let path = fs::canonicalize(&path).with_context(|| format!("{}: was not built", path.display()))?;
        let bench = Bench::run(&path, stop)?.nodes;
        let message = git(&["log", "-1", "--format=%B", revision])?;
        match bench::stated_bench(&message) {
            Some(stated_bench) if stated_bench != bench => {
                bail!("{name}: bench is {bench}, expected {stated_bench} as in its commit message")
            }
            Some(_) => {}
            None => eprintln!("warning: {name}: its commit names no bench to compare {bench} with"),
        }
        Ok(MatchEngine { name, ..MatchEngine::new(&path, Some(bench), None) })
    }
}

fn checksum(path: &Path) -> Result<u32> {
    let bytes = fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    Ok(crc32fast::hash(&bytes))
}

/// A revision, checked out into a temporary folder.
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
        let ProgramOutput { status, stderr, .. } = program::run(&mut make, stop)?;
        ensure!(status.success(), "{name} does not build:\n{stderr}");
        let built = self.tree().join(name).with_extension(std::env::consts::EXE_EXTENSION);
        copy_at_once(&built, binary).with_context(|| format!("make has left no {}", built.display()))
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        // If git fails, `git worktree prune` cleans up later; the folder itself is deleted here.
        let _ = git(&["worktree", "remove", "--force", &self.tree().to_string_lossy()]);
    }
}

/// Copies a file into a folder, and returns the path of the copy.
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

/// Copies a file and renames the copy into place, so that no partial binary is ever used. An existing file may be
/// read-only or running.
pub(crate) fn copy_at_once(from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().context("no folder to copy to")?;
    let beside = tempfile::tempdir_in(folder)?;
    let copy = beside.path().join("engine");
    fs::copy(from, &copy)?;
    Ok(fs::rename(&copy, to)?)
}

/// Runs git in its own process group, so that Ctrl-C neither looks like a failure of git nor stops its cleanup.
pub(crate) fn git(arguments: &[&str]) -> Result<String> {
    let mut git = Command::new("git");
    toolkit::process::separate(&mut git);
    let output = git.args(arguments).output().context("'git' does not start")?;
    ensure!(output.status.success(), "git {}: {}", arguments.join(" "), text_of(&output.stderr));
    Ok(text_of(&output.stdout))
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// The name of a program without the system's executable suffix. Other text after a dot is part of a version.
fn name_of(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(&name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_may_have_a_name_and_options() {
        let parse = |text| Spec::parse(text).map(|Spec { program, name, options }| (program, name, options));
        assert_eq!(parse("HEAD~2").unwrap(), ("HEAD~2", None, vec![]));
        let (program, name, options) = parse("sf,name=weak,Skill Level=3,Hash=8").unwrap();
        assert_eq!((program, name), ("sf", Some("weak")));
        assert_eq!(options, [("Skill Level", "3"), ("Hash", "8")]);
        assert!(parse("sf,Hash").unwrap_err().to_string().contains("expected OPTION=VALUE"));
    }

    #[test]
    fn versions_are_a_part_of_names() {
        assert_eq!(name_of(Path::new("/x/coppice-0.1")), "coppice-0.1");
        assert_eq!(
            name_of(&Path::new("/x").join(format!("coppice{}", std::env::consts::EXE_SUFFIX))),
            "coppice"
        );
    }
}
