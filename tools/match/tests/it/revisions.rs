//! Revisions of a repository, which are built and whose bench is checked.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::support::{Playing, Run, TestFolder, run, wait_until};

/// A repository in the folder `clone`, whose Makefile makes an engine with the bench that the file `bench` says.
struct Repository {
    test: TestFolder,
}

impl Repository {
    fn new() -> Repository {
        let repository = Repository { test: TestFolder::new() };
        fs::create_dir(repository.path("")).unwrap();
        repository.git(&["init", "--quiet", "--initial-branch", "main"]);
        let engine = repository.test.path("alpha");
        let script =
            format!("#!/bin/sh\\ntest x$$1 = xbench && echo %s nodes 9 nps || exec {}\\n", engine.display());
        let makefile = format!("plain pgo:\n\tprintf '{script}' `cat bench` > $(EXE)\n\tchmod +x $(EXE)\n");
        fs::write(repository.path("Makefile"), makefile).unwrap();
        fs::write(repository.path(".gitignore"), "target\n").unwrap();
        repository
    }

    fn path(&self, name: &str) -> PathBuf {
        self.test.path("clone").join(name)
    }

    fn git(&self, arguments: &[&str]) {
        let name = ["-c", "user.name=T", "-c", "user.email=t@example.org"];
        assert!(
            Command::new("git")
                .args(name)
                .args(arguments)
                .current_dir(self.path(""))
                .status()
                .unwrap()
                .success()
        );
    }

    fn commit(&self, bench: u64, message: &str) {
        fs::write(self.path("bench"), bench.to_string()).unwrap();
        self.git(&["add", "."]);
        self.git(&["commit", "--quiet", "--allow-empty", "-m", message]);
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = self.test.command(arguments);
        command.args([
            "--book",
            "../book.epd",
            "--fastchess",
            "../fastchess",
            "--nodes",
            "500",
            "--pairs",
            "1",
        ]);
        command.current_dir(self.path(""));
        command
    }

    fn run(&self, arguments: &str) -> Run {
        run(&mut self.command(arguments))
    }
}

#[test]
fn revisions_are_built_apart_and_checked_by_their_bench() {
    let repository = Repository::new();
    repository.commit(7, "one\n\nBench: 7");
    repository.commit(8, "two\n\nBench: 8");
    repository.commit(8, "three\n\nBench: 9");
    fs::write(repository.path("bench"), "5").unwrap();
    let wrong = repository.run("play");
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains(": bench is 8, expected 9 as in its commit message"), "{}", wrong.err);
    repository.git(&["commit", "--quiet", "--amend", "--allow-empty", "-m", "three\n\nBench: 8"]);
    // On `main` the opponent is the commit before.
    let run = repository.run("play");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let benches: Vec<&str> = run.out.lines().next().unwrap().split(" against ").collect();
    assert!(
        benches.iter().all(|name| name.starts_with("coppice-") && name.ends_with(" (bench 8)")),
        "{}",
        run.out
    );
    assert!(run.out.contains("The benches are the same") && run.out.ends_with("\nBench: 8\n"), "{}", run.out);
    assert!(run.err.contains("uncommitted changes are not a part of HEAD"), "{}", run.err);
    let names = fs::read_dir(repository.path("target/match/engines")).unwrap();
    assert_eq!(names.count(), 3, "the trees are gone, the engines are kept");
    let built_before = repository.run("play HEAD HEAD~2 --folder other");
    assert!(built_before.out.contains("(bench 7)"), "{}", built_before.err);
    assert_eq!(built_before.err.matches("building").count(), 1, "{}", built_before.err);
}

#[test]
fn an_interrupted_build_leaves_nothing() {
    let repository = Repository::new();
    repository.commit(7, "one\n\nBench: 7");
    fs::write(repository.path("Makefile"), "plain:\n\ttouch ../../../begun; sleep 600\n").unwrap();
    repository.commit(7, "two\n\nBench: 7");
    let mut playing = Playing::start(&mut repository.command("play"));
    let engines = repository.path("target/match/engines");
    wait_until(|| repository.path("target/match/begun").exists());
    assert_eq!(playing.signal("INT").code, Some(130));
    assert_eq!(fs::read_dir(engines).unwrap().count(), 0);
    let worktrees = run(Command::new("git").args(["worktree", "list"]).current_dir(repository.path(""))).out;
    assert_eq!(worktrees.lines().count(), 1, "{worktrees}");
}
