//! The set-up of tests of matches and designs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::support::{Playing, Run, run, scripted_runner, sprt, wait_until};

/// A folder with a book, a runner, two engines and a match.
pub(crate) struct TestMatch {
    pub(crate) folder: TempDir,
}

impl TestMatch {
    /// The runner is called `runner` and prints the results of `script`.
    pub(crate) fn new(runner: &str, script: &str) -> TestMatch {
        let test_match = TestMatch { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(test_match.path("match")).unwrap();
        fs::write(test_match.path("match/script"), script).unwrap();
        fs::write(test_match.path("book.epd"), book(500)).unwrap();
        for name in [runner, "alpha", "beta"] {
            fs::copy(scripted_runner(), test_match.path(name)).unwrap();
        }
        test_match
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn command(&self, runner: &str, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sprt"));
        command.arg("start").args(["match", "alpha", "beta"].map(|name| self.path(name)));
        command.arg("--book").arg(self.path("book.epd")).arg("--runner").arg(self.path(runner)).args(more);
        command
    }

    pub(crate) fn start(&self, more: &[&str]) -> Run {
        run(&mut self.command("fastchess", more))
    }

    /// Starts a match whose runner waits, and returns once this many games were counted.
    pub(crate) fn play(&self, more: &[&str], games: u32) -> Playing {
        let mut command = self.command("fastchess", more);
        let playing = Playing::start(&mut command);
        wait_until(|| sprt(&["report", &self.text("match")]).out.contains(&format!("Games | {games}:")));
        playing
    }

    pub(crate) fn arguments(&self) -> String {
        fs::read_to_string(self.path("match/arguments")).unwrap().replace('\n', " ")
    }

    /// The file that the runner starts as an engine.
    pub(crate) fn engine(&self, name: &str) -> PathBuf {
        let arguments = self.arguments();
        let mut commands = arguments.split(' ').filter_map(|word| word.strip_prefix("cmd="));
        commands.find(|command| command.ends_with(&format!("/{name}"))).unwrap().into()
    }
}

/// This many positions, a line each.
pub(crate) fn book(lines: usize) -> String {
    let pawn = |file: usize| format!("{file}P{}", 7 - file).replace('0', "");
    let line = |number: usize| {
        let [a, b, c] = [number % 8, number / 8 % 8, number / 64].map(pawn);
        format!("4k3/8/8/{a}/{b}/{c}/8/4K3 w - -\n")
    };
    (0..lines).map(line).collect()
}

pub(crate) fn replace_engine(path: &Path) {
    fs::write(path, "#!/bin/sh\necho uciok\necho 9999 nodes 9 nps\n").unwrap();
}

pub(crate) const WON_PAIR: &str = "1-0 {White mates}\n0-1 {Black mates}\n";
pub(crate) const DRAWN_PAIR: &str =
    "1/2-1/2 {Draw by 3-fold repetition}\n1/2-1/2 {Draw by insufficient material}\n";
