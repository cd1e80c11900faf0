//! Tells the binary which commit it is built from, and for which machine.
//!
//! In a checkout git knows the commit. In an archive, as testers download it, there is no git, but the file `COMMIT`
//! holds it: `.gitattributes` has git write it there when it makes an archive. A copy that is neither does not know.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What git replaces begins with this.
const PLACEHOLDER: char = '$';
/// Enough to tell commits apart, and always the same.
const DIGITS: usize = 8;

fn main() {
    let commit = archived_commit().or_else(commit_of_checkout).unwrap_or_else(|| "unknown".to_owned());
    set("COPPICE_COMMIT", &commit);
    set("COPPICE_PROFILE", &env::var("PROFILE").unwrap_or_default());
    set("COPPICE_TARGET", &env::var("TARGET").unwrap_or_default());
    set("COPPICE_CPU", &processor());
    // Whatever the engine is built from lies there, and decides whether it is the commit's.
    println!("cargo::rerun-if-changed=..");
}

fn set(name: &str, value: &str) {
    println!("cargo::rustc-env={name}={value}");
}

fn archived_commit() -> Option<String> {
    let text = fs::read_to_string("COMMIT").ok()?;
    let commit = text.trim();
    (!commit.starts_with(PLACEHOLDER)).then(|| commit.chars().take(DIGITS).collect())
}

/// The commit, with a `+` if the engine has been changed since.
fn commit_of_checkout() -> Option<String> {
    // A copy may lie inside the checkout of something else.
    if git(&["rev-parse", "--show-prefix"])? != "crates/uci/" {
        return None;
    }
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let commit: String = git(&["rev-parse", "HEAD"])?.chars().take(DIGITS).collect();
    let changes = git(&["status", "--porcelain", "--untracked-files=no", "--", "..", "../../Cargo.lock"])?;
    Some(if changes.is_empty() { commit } else { commit + "+" })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// The instructions that decide how fast the engine is.
fn processor() -> String {
    const NAMED: [&str; 5] = ["popcnt", "bmi2", "avx2", "avx512f", "neon"];
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let found: Vec<&str> = NAMED.into_iter().filter(|&name| features.split(',').any(|f| f == name)).collect();
    if found.is_empty() { "baseline".to_owned() } else { found.join(" ") }
}
