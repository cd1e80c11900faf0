//! A temporary repository with revisions to build.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use crate::support::{Run, run};
use crate::test_match::TestMatch;

/// A repository whose Makefile makes an engine with the bench in the file `bench`.
pub(crate) struct Repository {
    pub(crate) folder: TempDir,
}

impl Repository {
    pub(crate) fn new() -> Repository {
        let repository = Repository { folder: tempfile::tempdir().unwrap() };
        repository.git(&["init", "--quiet"]);
        let makefile = "engine:\n\tprintf '#!/bin/sh\\necho %s nodes 9 nps\\n' `cat bench` > $(EXE)\n\tchmod +x $(EXE)\n";
        fs::write(repository.path("Makefile"), makefile).unwrap();
        repository
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn git(&self, arguments: &[&str]) {
        let name = ["-c", "user.name=T", "-c", "user.email=t@example.org"];
        let mut git = Command::new("git");
        assert!(git.args(name).args(arguments).current_dir(self.folder.path()).status().unwrap().success());
    }

    pub(crate) fn commit(&self, tag: &str, bench: u64, message: &str) {
        fs::write(self.path("bench"), bench.to_string()).unwrap();
        self.git(&["add", "."]);
        self.git(&["commit", "--quiet", "-m", message]);
        self.git(&["tag", tag]);
    }

    pub(crate) fn play(&self, test_match: &TestMatch, new: &str, base: &str) -> Run {
        run(&mut self.start(test_match, new, base))
    }

    pub(crate) fn start(&self, test_match: &TestMatch, new: &str, base: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sprt"));
        command.current_dir(self.folder.path()).args(["start", &test_match.text("match"), new, base]);
        command.args([
            "--book",
            &test_match.text("book.epd"),
            "--runner",
            &test_match.text("fastchess"),
            "--max-pairs",
            "1",
        ]);
        command
    }
}
