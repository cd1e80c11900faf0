//! `match speed`, with engines that print given benches.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Playing, Run, TestFolder, run, wait_until};

/// A folder with two engines, `new` and `base`: shell scripts with these bodies.
fn track(new: &str, base: &str) -> TestFolder {
    let test = TestFolder::new();
    for (name, program, body) in [("new", "alpha", new), ("base", "beta", base)] {
        let script = format!("#!/bin/sh\nif [ x$1 != xbench ]; then echo uciok; cat; exit; fi\n{body}\n");
        // A file that may be run.
        fs::rename(test.path(program), test.path(name)).unwrap();
        fs::write(test.path(name), script).unwrap();
    }
    test
}

fn command(track: &TestFolder, rounds: u32) -> Command {
    track.command(&format!("speed new base --rounds {rounds}"))
}

fn comparison(track: &TestFolder, rounds: u32) -> Run {
    run(&mut command(track, rounds))
}

/// Paths of the engines when their benches ran, in order.
fn places(track: &TestFolder) -> Vec<String> {
    let places = fs::read_to_string(track.path("places")).unwrap_or_default();
    places.lines().map(str::to_owned).collect()
}

/// An engine that appends its path to a file and prints this bench.
fn engine(bench: &str) -> String {
    format!("echo $0 >> places; echo {bench}")
}

#[test]
fn speeds_are_reported_as_a_ratio_of_benches_of_new_copies_in_turn() {
    let track = track(&engine("1234 nodes 2200000 nps"), &engine("1234 nodes 2000000 nps"));
    let run = comparison(&track, 6);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(
        run.out,
        "new against base\n\n\
         Speed | 1.100 times (95%: 1.100 to 1.100)\n\
         Test  | medians of 6 pairs of benches in turn, each of a new copy\n\
         nps   | 2200000 against 2000000\n"
    );
    let places = places(&track);
    assert_eq!(places.iter().collect::<HashSet<_>>().len(), 12, "{places:?}");
    let names = places.iter().map(|place| Path::new(place).file_name().unwrap().to_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["new", "base", "base", "new"].repeat(3));
    assert!(places.iter().all(|place| !Path::new(place).exists()), "copies are left: {places:?}");
}

#[test]
fn an_interruption_keeps_the_measurements() {
    // The eighth bench, the last of the fourth round, takes minutes.
    let slow = "test $(wc -l < places) -ge 8 && exec sleep 600; echo 7 nodes 30 nps";
    let track = track(&format!("echo $0 >> places; {slow}"), &engine("7 nodes 20 nps"));
    let mut racing = Playing::start(&mut command(&track, 100));
    wait_until(|| places(&track).len() >= 8);
    let run = racing.signal("INT");
    assert_eq!(run.code, Some(130));
    assert!(run.out.contains("Speed | 1.500 times (too few rounds for a range)"), "{}", run.out);
    assert!(run.out.contains("Test  | medians of 3 pairs"), "{}", run.out);
}

#[test]
fn a_program_that_is_no_engine_is_named() {
    let run = comparison(&track(&engine("no bench"), &engine("7 nodes 20 nps")), 1);
    assert_eq!(run.code, Some(2));
    let complaint = "new: bench ends with 'no bench' (exit status: 0), expected '<nodes> nodes <speed> nps'";
    assert!(run.err.contains(complaint), "{}", run.err);
}
