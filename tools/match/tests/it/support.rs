//! The tool as a process, in a folder with a book, a fastchess and two engines.

use std::collections::HashSet;
use std::fs;
use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Exit code and output of a run.
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

/// A run in the background, in a group of its own as a terminal would start it.
pub(crate) struct Playing(Child);

impl Playing {
    pub(crate) fn start(command: &mut Command) -> Playing {
        Playing(command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Sends a signal to the whole group, like a terminal does, and waits for the end.
    pub(crate) fn signal(&mut self, signal: &str) -> Run {
        let whom = format!("-{}", self.0.id());
        assert!(Command::new("kill").args(["-s", signal, "--", &whom]).status().unwrap().success());
        let mut out = String::new();
        self.0.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        Run { code: self.0.wait().unwrap().code(), out, err: String::new() }
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        // It is still running only if the test failed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) fn wait_until(mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(300), "waited for nothing");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A program that `cargo test` builds for the tests.
pub(crate) fn fixture(name: &str) -> PathBuf {
    // Beside the tests of this build: target/debug/deps/it-... and target/debug/examples/...
    let tests = std::env::current_exe().unwrap();
    let path = tests.ancestors().nth(2).unwrap().join("examples").join(name);
    assert!(path.exists(), "{} is not built: `cargo test -p match` builds it", path.display());
    path
}

/// A folder with a book of 500 openings, `fastchess`, and the engines `alpha` and `beta`.
pub(crate) struct TestFolder(TempDir);

impl TestFolder {
    pub(crate) fn new() -> TestFolder {
        let test = TestFolder(tempfile::tempdir().unwrap());
        let pawn = |file: usize| format!("{file}P{}", 7 - file).replace('0', "");
        let line = |number: usize| {
            let [a, b, c] = [number % 8, number / 8 % 8, number / 64].map(pawn);
            format!("4k3/8/8/{a}/{b}/{c}/8/4K3 w - -\n")
        };
        fs::write(test.path("book.epd"), (0..500).map(line).collect::<String>()).unwrap();
        fs::copy(fixture("fake-fastchess"), test.path("fastchess")).unwrap();
        for name in ["alpha", "beta"] {
            fs::copy(fixture("fake-engine"), test.path(name)).unwrap();
        }
        test
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// `match` with these arguments, separated by spaces, in this folder; the script, if one was written, for fastchess.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_match"));
        command.args(arguments.split(' ')).current_dir(self.0.path()).env("TMPDIR", self.0.path());
        if self.path("script").exists() {
            command.env("SCRIPT", self.path("script"));
        }
        command
    }

    pub(crate) fn run(&self, arguments: &str) -> Run {
        run(&mut self.command(arguments))
    }

    pub(crate) fn script(&self, text: &str) {
        fs::write(self.path("script"), text).unwrap();
    }

    /// The arguments of a match between `alpha` and `beta` in the folder `match`, with more of them.
    pub(crate) fn play(more: &str) -> String {
        format!("play alpha beta --folder match --book book.epd --fastchess fastchess --nodes 500 {more}")
            .trim_end()
            .to_owned()
    }

    /// Starts a match whose fastchess waits, and returns once this many games were written.
    pub(crate) fn start(&self, arguments: &str, games: usize) -> Playing {
        let playing = Playing::start(&mut self.command(arguments));
        wait_until(|| {
            let games_now = fs::read_to_string(self.path("match/games.pgn")).unwrap_or_default();
            games_now.matches("[Result ").count() >= games && self.path("match/start-1.json").exists()
        });
        playing
    }

    /// Number of games of the match, and of its openings.
    pub(crate) fn games(&self) -> (usize, usize) {
        let text = self.read("match/games.pgn");
        let openings: Vec<&str> = text.lines().filter(|line| line.starts_with("[FEN ")).collect();
        (openings.len(), openings.into_iter().collect::<HashSet<_>>().len())
    }
}

/// True if the process whose id is in this file runs. A zombie does not.
pub(crate) fn runs(file: &Path) -> bool {
    let number = fs::read_to_string(file).unwrap();
    let state = run(Command::new("ps").args(["-o", "stat=", "-p", number.trim()])).out;
    !matches!(state.trim().chars().next(), None | Some('Z'))
}
