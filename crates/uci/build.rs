//! Passes version, commit and target machine to the binary.
//!
//! In a checkout, git tells the commit. An archive, as testers download it, has no git, but its file `COMMIT` holds the
//! commit and its tags: `.gitattributes` makes git write them when it makes the archive. In any other copy the commit
//! is `unknown`.
//!
//! The version is that of the package, `1.0.0`, if the commit carries the tag `v1.0.0`. All other builds are called
//! `1.0.0-dev-<commit>`, so that a rating list can tell them apart.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The first character of the text that git replaces.
const PLACEHOLDER: char = '$';
/// The length of a commit's short name: enough to tell commits apart, and always the same.
const DIGITS: usize = 8;

fn main() {
    let Commit { id, is_release } = archived_commit().or_else(commit_of_checkout).unwrap_or_default();
    let package = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    set("COPPICE_VERSION", &if is_release { package } else { format!("{package}-dev-{id}") });
    set("COPPICE_COMMIT", &id);
    set("COPPICE_PROFILE", &env::var("PROFILE").unwrap_or_default());
    set("COPPICE_TARGET", &env::var("TARGET").unwrap_or_default());
    set("COPPICE_CPU", &processor());
    // All sources of the engine lie there: a change in any of them may change the commit's `+`.
    println!("cargo::rerun-if-changed=..");
}

fn set(name: &str, value: &str) {
    println!("cargo::rustc-env={name}={value}");
}

/// The commit that is built.
struct Commit {
    /// The first digits of its hash, with a `+` if files of the engine differ from it.
    id: String,
    /// True if it is tagged as a release, and unchanged.
    is_release: bool,
}

impl Default for Commit {
    fn default() -> Commit {
        Commit { id: "unknown".to_owned(), is_release: false }
    }
}

impl Commit {
    fn new(hash: &str, mut tags: impl Iterator<Item = impl AsRef<str>>, is_changed: bool) -> Commit {
        let release = format!("v{}", env::var("CARGO_PKG_VERSION").unwrap_or_default());
        let mut id: String = hash.chars().take(DIGITS).collect();
        if is_changed {
            id.push('+');
        }
        Commit { id, is_release: !is_changed && tags.any(|tag| tag.as_ref() == release) }
    }
}

/// The commit of an archive. Its file holds a line such as `<hash> HEAD -> main, tag: v1.0.0`.
fn archived_commit() -> Option<Commit> {
    let text = fs::read_to_string("COMMIT").ok()?;
    let (hash, names) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let tags = names.split(", ").filter_map(|name| name.strip_prefix("tag: "));
    (!hash.starts_with(PLACEHOLDER)).then(|| Commit::new(hash, tags, false))
}

/// The commit of a checkout.
fn commit_of_checkout() -> Option<Commit> {
    // A copy may lie inside the checkout of something else.
    if git(&["rev-parse", "--show-prefix"])? != "crates/uci/" {
        return None;
    }
    for name in ["HEAD", "logs/HEAD", "refs/tags"] {
        let path = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let hash = git(&["rev-parse", "HEAD"])?;
    let tags = git(&["tag", "--points-at", "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no", "--", "..", "../../Cargo.lock"])?;
    Some(Commit::new(&hash, tags.lines(), !changes.is_empty()))
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// The instruction sets that matter for the engine's speed.
fn processor() -> String {
    const NAMED: [&str; 5] = ["popcnt", "bmi2", "avx2", "avx512f", "neon"];
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let found: Vec<&str> = NAMED.into_iter().filter(|&name| features.split(',').any(|f| f == name)).collect();
    if found.is_empty() { "baseline".to_owned() } else { found.join(" ") }
}
