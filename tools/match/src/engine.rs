//! The engines of a match: programs, or revisions of this repository, which are built outside the working tree.
//!
//! ```text
//!   HEAD~2                                          a revision
//!   target/release/coppice,Hash=64                  a file, with an option
//!   stockfish,name=sf,UCI_LimitStrength=true        a program on the search path, under another name
//!
//!   target/match/engines/coppice-1a2b3c4d           a revision that was built; used again by later matches
//!   target/match/cargo                              what its compiler needs again
//! ```
//!
//! A revision is checked out into a temporary `git worktree` and built there by `make`, as testers build it. Edits in
//! the working tree do not matter. Its bench must equal the one in its commit message; otherwise something else was
//! built.

use std::fmt;
use std::fs::{self, File};
use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use toolkit::{Interrupted, ProcessGroup, UciEngine};

/// An engine that is ready to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct MatchEngine {
    /// Name in games and reports.
    pub(crate) name: String,
    /// The program.
    pub(crate) path: PathBuf,
    /// The node count of the bench of a revision, which identifies its search.
    pub(crate) bench: Option<u64>,
    /// Its own options, each as `NAME=VALUE`.
    pub(crate) options: Vec<String>,
    /// Options that all engines of the match have, where it offers them.
    common: Vec<String>,
    file: FileStamp,
}

/// Size and time of a file. They show whether it was replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct FileStamp {
    bytes: u64,
    /// Milliseconds since 1970.
    modified: u64,
}

/// The way in which a revision is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// Quickly: without optimisation across crates and without a profile. That costs both sides of a
    /// match the same tenth of their speed.
    Quick,
    /// As testers build it, with everything that makes it faster.
    Full,
    /// Quick, with the parameters of the search as options.
    Tuning,
}

impl Build {
    /// The text that this way of building adds to the name of a revision.
    fn suffix(self) -> &'static str {
        match self {
            Build::Quick => "",
            Build::Full => "-full",
            Build::Tuning => "-tuning",
        }
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Build::Quick => &["plain"],
            Build::Full => &[],
            Build::Tuning => &["plain", "FEATURES=tuning"],
        }
    }
}

/// `coppice-1a2b3c4d (bench 1234)`, with its options if it has some.
impl fmt::Display for MatchEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.bench.map_or(Ok(()), |bench| write!(f, " (bench {bench})"))?;
        if self.options.is_empty() { Ok(()) } else { write!(f, " with {}", self.options.join(", ")) }
    }
}

impl MatchEngine {
    /// Prepares the engine that `text` names: a file, a revision of the repository of the working directory, or a
    /// program on the search path. `common` are options for all engines: those that this one offers and does not set
    /// itself are added.
    ///
    /// # Errors
    /// If nothing of that name exists, the build fails, the bench is wrong, or an option is refused; [`Interrupted`]
    /// if `stop` is set before that is known.
    pub(crate) fn prepare(
        text: &str,
        build: Build,
        common: &[(&str, String)],
        stop: &AtomicBool,
    ) -> Result<MatchEngine> {
        let (program, given_name, own) = parse_spec(text)?;
        let (path, bench) = if Path::new(program).is_file() {
            (fs::canonicalize(program)?, None)
        } else if let Ok(revision) = revision(program) {
            let (path, bench) = build_revision(&revision, build, stop)?;
            (path, Some(bench))
        } else {
            let found = on_search_path(program).with_context(|| {
                format!(
                    "'{program}' is neither a file nor a revision of this repository nor on the search path"
                )
            })?;
            (found, None)
        };
        let name = given_name.map_or_else(|| name_of(&path), str::to_owned);
        let is_plain = !name.is_empty() && !name.contains(['"', '\\', '\n']) && !name.contains(" vs ");
        ensure!(is_plain, "the name '{name}', expected one without quotation marks and ' vs '");
        let engine = start(&path)?;
        let (mut options, mut common_options) = (Vec::new(), Vec::new());
        for (name, value) in &own {
            let name = engine.options().check(name, value).with_context(|| format!("engine '{text}'"))?;
            options.push(format!("{name}={value}"));
        }
        for (name, value) in common {
            let is_set = own.iter().any(|(own, _)| own.eq_ignore_ascii_case(name));
            if !is_set && engine.options().offers(name) {
                engine.options().check(name, value).with_context(|| format!("engine '{text}'"))?;
                common_options.push(format!("{name}={value}"));
            }
        }
        let file = FileStamp::of(&path)?;
        Ok(MatchEngine { name, path, bench, options, common: common_options, file })
    }

    /// Checks that the program is the one that the match began with.
    pub(crate) fn check(&self) -> Result<()> {
        ensure!(
            FileStamp::of(&self.path)? == self.file,
            "{}: the program has changed since the match began, expected the same one",
            self.path.display()
        );
        Ok(())
    }

    /// The arguments for fastchess: the program, and more options, each as `NAME=VALUE`.
    pub(crate) fn arguments(
        &self,
        name: &str,
        program: Vec<String>,
        more: impl Iterator<Item = String>,
    ) -> Vec<String> {
        let fixed = ["-engine".to_owned(), format!("name={name}")].into_iter().chain(program);
        let options = self.options.iter().chain(&self.common).cloned().chain(more);
        fixed.chain(options.map(|option| format!("option.{option}"))).collect()
    }
}

impl FileStamp {
    fn of(path: &Path) -> Result<FileStamp> {
        let metadata = fs::metadata(path).with_context(|| format!("{}: cannot be found", path.display()))?;
        let modified = metadata.modified()?.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Ok(FileStamp { bytes: metadata.len(), modified: modified.as_millis() as u64 })
    }
}

type EngineSpec<'a> = (&'a str, Option<&'a str>, Vec<(&'a str, &'a str)>);

/// The program, the name and the options of `PROGRAM,name=NAME,OPTION=VALUE`.
fn parse_spec(text: &str) -> Result<EngineSpec<'_>> {
    // A file name may contain commas.
    if Path::new(text).is_file() {
        return Ok((text, None, Vec::new()));
    }
    let mut words = text.split(',');
    let (program, mut given_name, mut options) = (words.next().unwrap_or_default(), None, Vec::new());
    for word in words {
        let option = word.split_once('=');
        let (name, value) =
            option.with_context(|| format!("'{word}' in '{text}', expected OPTION=VALUE or name=NAME"))?;
        if name == "name" { given_name = Some(value) } else { options.push((name, value)) }
    }
    Ok((program, given_name, options))
}

/// The name of a program without the system's executable suffix. Other text after a dot is part of a version.
fn name_of(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    name.strip_suffix(std::env::consts::EXE_SUFFIX).unwrap_or(&name).to_owned()
}

/// The path of a program on the search path.
pub(crate) fn on_search_path(program: &str) -> Option<PathBuf> {
    let file = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

/// Renames engines so that all names are distinct.
pub(crate) fn make_names_distinct(engines: &mut [MatchEngine]) {
    for place in 1..engines.len() {
        let (before, [engine, ..]) = engines.split_at_mut(place) else { continue };
        let is_taken = |name: &str| before.iter().any(|other| other.name == name);
        let numbered = (2..).map(|number| format!("{}-{number}", engine.name));
        let mut names = std::iter::once(engine.name.clone()).chain(numbered);
        engine.name = names.find(|name| !is_taken(name)).unwrap_or_default();
    }
}

/// Time limit of a program for saying that it is an engine.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Interval between checks for signals.
const TICK: Duration = Duration::from_millis(20);

/// Starts an engine to ask it something.
///
/// # Errors
/// If it does not start or does not speak UCI; [`Interrupted`] if a signal comes meanwhile.
pub(crate) fn start(program: &Path) -> Result<UciEngine> {
    UciEngine::start_program(program, HANDSHAKE).map_err(|error| {
        if error.is::<Interrupted>() { error } else { anyhow!("{error:#}, expected a UCI engine") }
    })
}

/// A folder in the `target` of this repository.
pub(crate) fn target_folder(name: &str) -> Result<PathBuf> {
    let root =
        git(&["rev-parse", "--show-toplevel"]).context("expected to be run in a clone of the repository")?;
    let folder = Path::new(&root).join("target/match").join(name);
    fs::create_dir_all(&folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    Ok(folder)
}

/// The program of a revision, and its bench. It is built unless that was done before.
fn build_revision(revision: &str, build: Build, stop: &AtomicBool) -> Result<(PathBuf, u64)> {
    let name = format!("coppice-{}{}", revision.get(..8).unwrap_or(revision), build.suffix());
    let file = Path::new(&name).with_extension(std::env::consts::EXE_EXTENSION);
    let engines = target_folder("engines")?;
    let path = engines.join(&file);
    if !path.exists() {
        eprintln!("building {name}");
        let folder = tempfile::tempdir_in(&engines).context("no folder to build in")?;
        let tree = Worktree::new(&folder.path().join("tree"), revision)?;
        let mut make = Command::new("make");
        make.args(build.arguments())
            .arg(format!("EXE={name}"))
            .current_dir(&tree.path)
            .env("CARGO_TARGET_DIR", target_folder("cargo")?);
        if build != Build::Full {
            make.envs([("CARGO_PROFILE_RELEASE_LTO", "off"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")]);
        }
        let Output { status, stderr, .. } = run_program(&mut make, stop)?;
        ensure!(status.success(), "{name} does not build:\n{}", text_of(&stderr));
        let built = tree.path.join(&file);
        // Renamed into place, so that no partial file is ever used.
        let copy = folder.path().join(&file);
        let copied = fs::copy(&built, &copy).and_then(|_| fs::rename(&copy, &path));
        copied.with_context(|| format!("make has left no {}", built.display()))?;
    }
    let bench = Bench::run(&path, stop)?.nodes;
    match stated_bench(&git(&["log", "-1", "--format=%B", revision])?) {
        Some(stated) if stated != bench => {
            bail!("{name}: bench is {bench}, expected {stated} as in its commit message")
        }
        Some(_) => {}
        None => eprintln!("warning: {name}: its commit names no bench to compare {bench} with"),
    }
    Ok((path, bench))
}

/// A checked-out revision. Dropping it removes it from the repository's list.
struct Worktree {
    path: PathBuf,
}

impl Worktree {
    fn new(path: &Path, revision: &str) -> Result<Worktree> {
        git(&["worktree", "add", "--quiet", "--detach", &path.to_string_lossy(), revision])?;
        Ok(Worktree { path: path.to_owned() })
    }
}

impl Drop for Worktree {
    fn drop(&mut self) {
        // If git fails, `git worktree prune` cleans up later.
        let _ = git(&["worktree", "remove", "--force", &self.path.to_string_lossy()]);
    }
}

/// Runs git in its own process group, so that Ctrl-C neither looks like a failure of git nor stops its cleanup.
pub(crate) fn git(arguments: &[&str]) -> Result<String> {
    let mut git = Command::new("git");
    toolkit::process::separate(&mut git);
    let output = git.args(arguments).output().context("'git' does not start")?;
    ensure!(output.status.success(), "git {}: {}", arguments.join(" "), text_of(&output.stderr));
    Ok(text_of(&output.stdout))
}

/// The commit that a name means in the repository of the working directory.
pub(crate) fn revision(name: &str) -> Result<String> {
    git(&["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")])
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// The last line of a bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bench {
    /// The nodes of all positions together.
    pub(crate) nodes: u64,
    /// Nodes a second, at least one.
    pub(crate) nps: u64,
}

impl Bench {
    /// Runs the bench of a program.
    ///
    /// # Errors
    /// If it has no bench; [`Interrupted`] if `stop` is set before it has ended.
    pub(crate) fn run(program: &Path, stop: &AtomicBool) -> Result<Bench> {
        let name = program.display();
        let Output { stdout, status, .. } = run_program(Command::new(program).arg("bench"), stop)?;
        let text = text_of(&stdout);
        let last = text.lines().last().unwrap_or_default();
        Bench::parse(last).with_context(|| {
            format!("{name}: bench ends with '{last}' ({status}), expected '<nodes> nodes <speed> nps'")
        })
    }

    fn parse(line: &str) -> Option<Bench> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [nodes, "nodes", nps, "nps"] = words[..] else { return None };
        Some(Bench { nodes: nodes.parse().ok()?, nps: nps.parse().ok().filter(|&nps| nps > 0)? })
    }
}

/// The bench that a commit message states in its last line `Bench: N`.
fn stated_bench(message: &str) -> Option<u64> {
    let number = |line: &str| line.trim().strip_prefix("Bench:")?.trim().parse().ok();
    message.lines().rev().find_map(number)
}

/// Runs a program, such as a build or a bench, to its end. It gets a process group of its own, since Ctrl-C would look
/// like a failure of the program, and is killed when this program is interrupted.
fn run_program(command: &mut Command, stop: &AtomicBool) -> Result<Output> {
    // Files, because a full pipe would block the program.
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command.stdin(Stdio::null()).stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
    let name = command.get_program().to_string_lossy().into_owned();
    let mut program = ProcessGroup::spawn(command).with_context(|| format!("'{name}' does not start"))?;
    let status = loop {
        if let Some(status) = program.wait_for(TICK)? {
            break status;
        }
        if stop.load(Ordering::Relaxed) {
            program.end()?;
            return Err(Interrupted.into());
        }
    };
    let contents = |file: &mut File| -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    Ok(Output { status, stdout: contents(&mut stdout)?, stderr: contents(&mut stderr)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_may_have_a_name_and_options() {
        assert_eq!(parse_spec("HEAD~2").unwrap(), ("HEAD~2", None, vec![]));
        let (program, name, options) = parse_spec("sf,name=weak,Skill Level=3,Hash=8").unwrap();
        assert_eq!((program, name), ("sf", Some("weak")));
        assert_eq!(options, [("Skill Level", "3"), ("Hash", "8")]);
        assert!(parse_spec("sf,Hash").unwrap_err().to_string().contains("expected OPTION=VALUE"));
    }

    #[test]
    fn versions_are_a_part_of_names_and_names_differ() {
        assert_eq!(name_of(Path::new("/x/coppice-0.1")), "coppice-0.1");
        let file = FileStamp { bytes: 0, modified: 0 };
        let (path, bench, options, common) = (PathBuf::new(), None, Vec::new(), Vec::new());
        let name = |name: &str| name.to_owned();
        let one = MatchEngine { name: name("x"), path, bench, options, common, file };
        let mut engines = [one.clone(), one.clone(), MatchEngine { name: name("x-2"), ..one.clone() }, one];
        make_names_distinct(&mut engines);
        assert_eq!(engines.map(|engine| engine.name), ["x", "x-2", "x-2-2", "x-3"]);
    }

    #[test]
    fn the_last_line_of_a_bench_has_its_nodes_and_its_speed() {
        assert_eq!(Bench::parse("4213657 nodes 900000 nps"), Some(Bench { nodes: 4_213_657, nps: 900_000 }));
        assert_eq!(Bench::parse("info string bench stopped"), None);
        assert_eq!(Bench::parse("7 nodes 0 nps"), None, "no ratio can be made of that");
    }

    #[test]
    fn the_last_bench_of_a_message_counts() {
        assert_eq!(stated_bench("Prune more\n\nBench: 12\n\nBench: 4213657\n"), Some(4_213_657));
        assert_eq!(stated_bench("Bench: 7\n\nBench: the same"), Some(7));
        assert_eq!(stated_bench("Write the README, whose bench is 7"), None);
    }
}
