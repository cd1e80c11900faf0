//! Running the program, for the tests of what it prints and how it exits.

use std::path::PathBuf;
use std::process::Command;

/// The result of a run of `perft`.
pub(crate) struct Run {
    /// The exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard error.
    pub(crate) err: String,
}

/// Runs `perft` with these arguments to its end.
pub(crate) fn perft(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_perft")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// The engine that miscounts on purpose.
#[allow(dead_code)]
pub(crate) fn broken_engine() -> PathBuf {
    // Beside the tests of this build: target/debug/deps/compare-... and target/debug/examples/...
    let tests = std::env::current_exe().unwrap();
    let path = tests.ancestors().nth(2).unwrap().join("examples/broken-engine");
    let path = path.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is not built: `cargo test -p perft` builds it", path.display());
    path
}
