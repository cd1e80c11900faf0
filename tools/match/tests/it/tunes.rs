//! Tunes.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::support::{Playing, TestFolder, wait_until};

/// The arguments of a tune of `alpha` in the folder `match`, with more of them.
fn tune(more: &str) -> String {
    format!("tune alpha --folder match --book book.epd --fastchess fastchess --nodes 500 --params * {more}")
        .replace("* ", "margin ")
}

/// The value of `margin` in a report.
fn margin(report: &str) -> f64 {
    report
        .lines()
        .find(|line| line.starts_with("margin"))
        .unwrap()
        .split_whitespace()
        .nth(2)
        .unwrap()
        .parse()
        .unwrap()
}

/// A wrong sign would be the worst mistake, and nothing else would show it.
#[test]
fn the_value_that_wins_is_the_one_that_is_moved_towards() {
    let test = TestFolder::new();
    let run = test.run(&tune("--iterations 4 --pairs 3 --r-end 0.1"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with("alpha: 4 of 4 iterations of 3 pairs, from book.epd: +"), "{}", run.out);
    assert!(margin(&run.out) > 5.5, "the higher value won every game: {}", run.out);
    let again = test.run("report match");
    assert_eq!((again.code, again.out), (Some(0), run.out));
}

#[test]
fn an_interrupted_tune_is_saved_and_resumed() {
    let test = TestFolder::new();
    let mut playing =
        Playing::start(&mut test.command(&tune("--iterations 100000 --pairs 1 --concurrency 2")));
    // Each iteration has a temporary folder, which goes away once its result is counted.
    let mut seen = HashSet::new();
    wait_until(|| {
        let names = fs::read_dir(test.path("")).unwrap().map(|entry| entry.unwrap().file_name());
        let now: Vec<_> = names.filter(|name| name.to_string_lossy().starts_with(".tmp")).collect();
        seen.extend(now.iter().cloned());
        now.len() < seen.len()
    });
    let run = playing.signal("INT");
    assert_eq!(run.code, Some(130), "{}", run.out);
    let state = test.read("match/state.json");
    let value: serde_json::Value = serde_json::from_str(&state).unwrap();
    let done = value["tune"]["done"].as_u64().unwrap();
    assert!(done > 0, "{state}");
    fs::write(test.path("match/state.json"), state.replace("100000", &(done + 3).to_string())).unwrap();
    let run = test.run("resume match");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let expected = format!("alpha: {0} of {0} iterations", done + 3);
    assert!(run.out.starts_with(&expected), "{}", run.out);
}

#[test]
fn faults_are_losses_up_to_a_limit() {
    let test = TestFolder::new();
    test.script("1-0 1-0 illegal move\n");
    let run = test.run(&tune("--iterations 5 --pairs 1 --concurrency 1"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("Fault | illegal move: 5"), "{}", run.out);
    fs::remove_dir_all(test.path("match")).unwrap();
    let run = test.run(&tune("--iterations 50 --pairs 1 --concurrency 1"));
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("stopped after 11 iterations, which are saved: 11 of 22 games"), "{}", run.err);
}

#[test]
#[ignore = "needs a tuning build in COPPICE_TUNING"]
fn tuned_values_reach_the_source() {
    let engine =
        std::env::var("COPPICE_TUNING").expect("COPPICE_TUNING names an engine built with --features tuning");
    let test = TestFolder::new();
    // θ+ wins every game.
    test.script("1-0 1-0\n");
    let arguments = tune("--iterations 24 --pairs 1 --r-end 2").replace("margin", "futility_* reduction_*");
    let run = test.run(&arguments.replace("alpha", &engine));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(["futility_depth", "futility_base", "futility_margin"].iter().all(|name| run.out.contains(name)));
    assert!(!run.out.contains("razoring"), "only what was asked for is tuned: {}", run.out);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/search/src/params.rs");
    let before = fs::read_to_string(source).unwrap();
    fs::write(test.path("params.rs"), &before).unwrap();
    let run = test.run("report match --write params.rs");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let after = test.read("params.rs");
    let new: Vec<&str> = after.lines().filter(|line| !before.lines().any(|old| old == *line)).collect();
    let is_asked_for = |line: &&str| line.contains("futility_") || line.contains("reduction_");
    assert!(!new.is_empty() && new.iter().all(is_asked_for), "{new:?}");
    assert!(new.iter().all(|line| run.out.contains(line)), "what is written is what is shown: {new:?}");
    assert_eq!(before.lines().count(), after.lines().count());
}
