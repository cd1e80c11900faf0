//! The tool as a process, in the foreground and in the background.

use std::fs;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Exit code and output of a run of `sprt`.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn run(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

pub(crate) fn sprt(arguments: &[&str]) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_sprt")).args(arguments))
}

/// A run in the background, in a group of its own as a terminal would start it.
pub(crate) struct Playing {
    pub(crate) child: Child,
}

impl Playing {
    pub(crate) fn start(command: &mut Command) -> Playing {
        let command = command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::null());
        Playing { child: command.spawn().unwrap() }
    }

    /// Sends a signal to the whole group, like a terminal does.
    pub(crate) fn signal_group(&mut self, signal: &str) -> Run {
        self.signal(signal, format!("-{}", self.child.id()))
    }

    pub(crate) fn signal_it_alone(&mut self, signal: &str) -> Run {
        self.signal(signal, self.child.id().to_string())
    }

    fn signal(&mut self, signal: &str, whom: String) -> Run {
        assert!(Command::new("kill").args(["-s", signal, "--", &whom]).status().unwrap().success());
        let mut out = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        Run { code: self.child.wait().unwrap().code(), out, err: String::new() }
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        // It is still running only if the test failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program that replaces runners and engines.
pub(crate) fn scripted_runner() -> PathBuf {
    // Beside the tests of this build: target/debug/deps/it-... and target/debug/examples/...
    let tests = std::env::current_exe().unwrap();
    let path = tests.ancestors().nth(2).unwrap().join("examples/scripted-runner");
    assert!(path.exists(), "{} is not built: `cargo test -p sprt` builds it", path.display());
    path
}

pub(crate) fn wait_until(mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(300), "waited for nothing");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Returns `true` if the process whose id is in this file runs. A zombie does not.
pub(crate) fn runs(file: &Path) -> bool {
    let number = fs::read_to_string(file).unwrap();
    let state = run(Command::new("ps").args(["-o", "stat=", "-p", number.trim()])).out;
    !matches!(state.trim().chars().next(), None | Some('Z'))
}
