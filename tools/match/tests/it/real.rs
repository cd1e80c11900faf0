//! The same with fastchess itself.

use std::fs;
use std::time::{Duration, Instant};

use crate::support::{Playing, Run, TestFolder, wait_until};

/// A folder with fastchess.
fn folder() -> TestFolder {
    let fastchess =
        std::env::var("COPPICE_FASTCHESS").expect("COPPICE_FASTCHESS names the program fastchess");
    let test = TestFolder::new();
    fs::copy(fastchess, test.path("fastchess")).unwrap();
    test
}

fn games(run: &Run) -> &str {
    run.out
        .lines()
        .find(|line| line.starts_with("Games | "))
        .unwrap_or_else(|| panic!("{} {}", run.out, run.err))
}

#[test]
#[ignore = "needs fastchess in COPPICE_FASTCHESS"]
fn a_match_that_is_interrupted_and_killed_is_as_good_as_any() {
    let test = folder();
    let arguments = TestFolder::play("--bounds 0,1 --pairs 60 --concurrency 2 --no-adjudication");
    assert_eq!(test.start(&arguments, 10).signal("INT").code, Some(130));
    test.start("resume match", 30).signal("KILL");
    // fastchess ends with the pipe to this tool.
    let mut run = test.run("resume match");
    wait_until(|| {
        if run.code != Some(0) {
            run = test.run("resume match");
        }
        run.code == Some(0)
    });
    assert!(games(&run).starts_with("Games | 120: "), "{}", run.out);
    assert_eq!(test.games(), (120, 60));
    let log = test.read("match/fastchess-1.log");
    assert!(log.contains("\nGames: 120, Wins: "), "fastchess counts what was played before");
    assert!(run.out.contains("\nLLR   | ") && !run.out.contains(" at ["), "of all games: {}", run.out);
}

#[test]
#[ignore = "needs fastchess in COPPICE_FASTCHESS"]
fn faults_are_found_and_a_hanging_engine_loses() {
    let test = folder();
    for (limit, fault, name) in [
        ("--nodes 500", "illegal", "illegal move"),
        ("--nodes 500", "crash", "crash"),
        ("--nodes 500", "hang", "hang"),
        ("--tc 1+0.1", "crash", "crash"),
    ] {
        let arguments = TestFolder::play("--pairs 1").replace("beta", &format!("beta,Fault={fault}"));
        let run = test.run(&arguments.replace("--nodes 500", limit));
        let complaint = format!("2 of 2 games ended by a fault, more than 1 %: beta: {name} (2)");
        assert!(run.code == Some(2) && run.err.contains(&complaint), "{} {}", run.out, run.err);
        if fault != "illegal" {
            let place = "the last words of the engines are in match/engines.log";
            let words =
                if fault == "hang" { "beta: hang (no move within 60 s)" } else { "the last words of alpha" };
            assert!(run.err.contains(place) && test.read("match/engines.log").contains(words), "{}", run.err);
        }
        fs::remove_dir_all(test.path("match")).unwrap();
    }
    let arguments = TestFolder::play("").replace("beta", "beta,Fault=hang");
    let mut playing = Playing::start(&mut test.command(&arguments));
    wait_until(|| {
        fs::read_to_string(test.path("match/engines.log")).is_ok_and(|log| log.contains("alpha hangs"))
    });
    let begun = Instant::now();
    assert_eq!(playing.signal("INT").code, Some(130));
    // Sooner than the guard ends the engine.
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
#[ignore = "needs fastchess in COPPICE_FASTCHESS"]
fn a_tune_moves_towards_the_winner() {
    let test = folder();
    let arguments =
        TestFolder::play("--iterations 4 --pairs 2 --r-end 0.2").replace("play alpha beta", "tune alpha");
    let run = test.run(&arguments);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let row = run.out.lines().find(|line| line.starts_with("margin")).unwrap();
    assert!(row.split_whitespace().nth(2).unwrap().parse::<f64>().unwrap() > 5.5, "{}", run.out);
}
