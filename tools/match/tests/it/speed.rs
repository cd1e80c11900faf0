//! `match speed`, with engines that print given benches.

use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::support::{Playing, Run, run, wait_until};

/// A folder with two engines, `new` and `base`.
struct Track {
    folder: TempDir,
}

impl Track {
    /// The engines are shell scripts with these bodies.
    fn new(new: &str, base: &str) -> Track {
        let track = Track { folder: tempfile::tempdir().unwrap() };
        for (name, body) in [("new", new), ("base", base)] {
            let script = format!("#!/bin/sh\nif [ x$1 != xbench ]; then echo uciok; cat; exit; fi\n{body}\n");
            fs::write(track.path(name), script).unwrap();
            fs::set_permissions(track.path(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        track
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, rounds: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_match"));
        command.arg("speed").args(["new", "base"].map(|name| self.path(name))).args(["--rounds", rounds]);
        command.env("PLACES", self.path("places")).env("TMPDIR", self.folder.path());
        command
    }

    fn comparison(&self, rounds: &str) -> Run {
        run(&mut self.command(rounds))
    }

    /// Paths of the engines when their benches ran, in order.
    fn places(&self) -> Vec<String> {
        let places = fs::read_to_string(self.path("places")).unwrap_or_default();
        places.lines().map(str::to_owned).collect()
    }
}

/// An engine that appends its path to a file and prints this bench.
fn engine(bench: &str) -> String {
    format!("echo $0 >> $PLACES; echo {bench}")
}

#[test]
fn speeds_are_reported_as_a_ratio() {
    let track = Track::new(&engine("1234 nodes 2200000 nps"), &engine("1234 nodes 2000000 nps"));
    let run = track.comparison("6");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(
        run.out,
        "new against base\n\n\
         Speed | 1.100 times (95%: 1.100 to 1.100)\n\
         Test  | medians of 6 pairs of benches in turn, each of a new copy\n\
         nps   | 2200000 against 2000000\n"
    );
}

#[test]
fn every_bench_that_counts_is_one_of_a_new_copy() {
    let track = Track::new(&engine("1 nodes 1 nps"), &engine("1 nodes 1 nps"));
    assert_eq!(track.comparison("4").code, Some(0));
    let places = track.places();
    assert_eq!(places.len(), 8);
    assert_eq!(places.iter().collect::<HashSet<_>>().len(), 8, "{places:?}");
    let names = places.iter().map(|place| Path::new(place).file_name().unwrap().to_str().unwrap());
    let names: Vec<&str> = names.collect();
    assert_eq!(names, ["new", "base", "base", "new", "new", "base", "base", "new"]);
    assert!(places.iter().all(|place| !Path::new(place).exists()), "copies are left: {places:?}");
}

#[test]
fn an_interruption_keeps_the_measurements() {
    // The eighth bench, the last of the fourth round, takes minutes.
    let slow = "test $(wc -l < $PLACES) -ge 8 && exec sleep 600; echo 7 nodes 30 nps";
    let track = Track::new(&format!("echo $0 >> $PLACES; {slow}"), &engine("7 nodes 20 nps"));
    let mut racing = Playing::start(&mut track.command("100"));
    wait_until(|| track.places().len() >= 8);
    let run = racing.signal("INT");
    assert_eq!(run.code, Some(130));
    assert!(run.out.contains("Speed | 1.500 times (too few rounds for a range)"), "{}", run.out);
    assert!(run.out.contains("Test  | medians of 3 pairs"), "{}", run.out);
}

#[test]
fn a_program_that_is_no_engine_is_named() {
    let run = Track::new(&engine("no bench"), &engine("7 nodes 20 nps")).comparison("1");
    assert_eq!(run.code, Some(2));
    let complaint = "new: bench ends with 'no bench' (exit status: 0), expected '<nodes> nodes <speed> nps'";
    assert!(run.err.contains(complaint), "{}", run.err);
}
