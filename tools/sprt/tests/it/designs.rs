//! Designs, with a runner that prints given results.

use std::fs;
use std::process::Command;

use crate::repository::Repository;
use crate::support::{Playing, run, sprt, wait_until};
use crate::test_match::{DRAWN_PAIR, TestMatch, WON_PAIR};

const FACTORS: &str = "# Two changes.\nalone=6\n\none=7 other=-7 # together\n";

/// Starts a design for the changes of a text. With [`FACTORS`] it has four matches of eight pairs each, in rounds
/// of two.
fn command(test_match: &TestMatch, factors: &str) -> Command {
    fs::write(test_match.path("factors"), factors).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprt"));
    command.arg("design").args(["match", "alpha"].map(|name| test_match.path(name)));
    command.arg("--factors").arg(test_match.path("factors")).arg("--book").arg(test_match.path("book.epd"));
    command.arg("--runner").arg(test_match.path("fastchess"));
    command.args(["--pairs", "8", "--nodes", "500", "--seed", "70"]);
    command
}

/// Starts a design whose runner waits, and returns once this many games were counted.
fn play(test_match: &TestMatch, games: u32) -> Playing {
    let playing = Playing::start(&mut command(test_match, FACTORS));
    wait_until(|| {
        sprt(&["report", &test_match.text("match")]).out.contains(&format!("\n{games} games of 64"))
    });
    playing
}

#[test]
fn a_design_ends_with_its_tables() {
    let test_match = TestMatch::new("fastchess", &format!("{WON_PAIR}{DRAWN_PAIR}"));
    let run = run(&mut command(&test_match, FACTORS));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(
        run.out,
        "2 changes of alpha (bench 1234) in 4 matches\n\
         64 games, 500 nodes a move, Hash 16, 1 thread, book.epd\n\n\
         | number | change | effect (95%) |\n|---|---|---|\n\
         | 1 | alone=6 | +0.00 ± 94.58 |\n\
         | 2 | one=7 other=-7 | +0.00 ± 94.58 |\n\n\
         | match | changes | against | Elo | Ptnml |\n|---|---|---|---|---|\n\
         | 1 | 1, 2 | none | +190.85 ± 189.15 | 0, 0, 4, 0, 4 |\n\
         | 2 | 2 | 1 | +190.85 ± 189.15 | 0, 0, 4, 0, 4 |\n\
         | 3 | 1 | 2 | +190.85 ± 189.15 | 0, 0, 4, 0, 4 |\n\
         | 4 | none | 1, 2 | +190.85 ± 189.15 | 0, 0, 4, 0, 4 |\n"
    );
    assert_eq!(sprt(&["report", &test_match.text("match")]).out, run.out);
    let engine = test_match.engine("alpha");
    let last = format!(
        "-engine cmd={engine} name=first-4 {common} -engine cmd={engine} name=second-4 {common} option.alone=6 \
         option.one=7 option.other=-7 -each proto=uci tc=inf nodes=500 -openings ",
        common = "option.Hash=16 option.Threads=1",
        engine = engine.display()
    );
    assert!(test_match.arguments().starts_with(&last), "{}", test_match.arguments());
    assert!(!test_match.arguments().contains("-sprt"), "{}", test_match.arguments());
}

#[test]
fn an_interrupted_design_is_resumed_in_the_match_where_it_was() {
    let test_match = TestMatch::new("fastchess", &format!("{WON_PAIR}wait"));
    let mut playing = play(&test_match, 2);
    for other in [sprt(&["resume", &test_match.text("match")]), run(&mut command(&test_match, FACTORS))] {
        assert_eq!(other.code, Some(1), "{}", other.out);
        assert!(other.err.contains("design.json: another process is using it"), "{}", other.err);
    }
    let interrupted = playing.signal_group("INT");
    assert_eq!(interrupted.code, Some(130));
    assert!(interrupted.out.contains("Effects are known once every match has begun."), "{}", interrupted.out);
    assert!(interrupted.out.contains("| 2 | 2 | 1 | — | 0, 0, 0, 0, 0 |"), "{}", interrupted.out);
    assert!(interrupted.out.contains("interrupted; `sprt resume "), "{}", interrupted.out);
    assert!(
        test_match
            .arguments()
            .contains("name=first-1 option.Hash=16 option.Threads=1 option.alone=6 option.one=7"),
        "{}",
        test_match.arguments()
    );
    assert!(test_match.arguments().contains("-repeat -games 2 -rounds 2 "), "{}", test_match.arguments());

    // Two pairs are announced each time; the first match has one left of its first round.
    fs::write(test_match.path("match/script"), DRAWN_PAIR.repeat(2)).unwrap();
    let run = sprt(&["resume", &test_match.text("match")]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("\n64 games, "), "{}", run.out);
    assert!(run.out.contains("| 1 | 1, 2 | none | +43.66 ± "), "{}", run.out);
    assert!(run.out.contains("| 2 | 2 | 1 | +0.00 ± ∞ | 0, 0, 8, 0, 0 |"), "{}", run.out);
    assert!(run.out.contains("| 1 | alone=6 | +10.91 ± "), "a quarter of 43.66: {}", run.out);
    assert_eq!(sprt(&["resume", &test_match.text("match")]).out, run.out, "nothing is left to play");
}

#[test]
fn unsettable_options_are_found_before_any_game() {
    let test_match = TestMatch::new("fastchess", DRAWN_PAIR);
    let many: String = (0..32).map(|number| format!("alone={number}\n")).collect();
    for (factors, complaint) in [
        ("", "factors: 0 factors, expected 1 to 31, each on a line of its own"),
        ("alone=6\nunknown=1\n", "factors: line 2, 'unknown=1': the engine has no option 'unknown'"),
        ("alone=10", "'alone' cannot be '10', expected a whole number from 1 to 9"),
        ("alone=6\nalone=7", "line 2, 'alone=7': 'alone' is set twice"),
        ("Hash=32", "'Hash' is the same for both sides, expected another option"),
        (&many, "line 1, 'alone=0': 'alone' cannot be '0'"),
    ] {
        let run = run(&mut command(&test_match, factors));
        assert_eq!(run.code, Some(1), "{}", run.out);
        assert!(run.err.contains(complaint), "{}", run.err);
        assert!(
            !test_match.path("match/design.json").exists() && !test_match.path("match/arguments").exists()
        );
    }
    let mut missing = command(&test_match, FACTORS);
    fs::remove_file(test_match.path("factors")).unwrap();
    assert!(run(&mut missing).err.contains("factors: unreadable factors"));
    assert_eq!(run(&mut command(&test_match, FACTORS)).code, Some(0), "what was wrong can be put right");
}

#[test]
fn a_folder_holds_a_match_or_a_design() {
    let test_match = TestMatch::new("fastchess", &DRAWN_PAIR.repeat(2));
    assert_eq!(run(&mut command(&test_match, FACTORS)).code, Some(0));
    let run = test_match.start(&["--max-pairs", "1"]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.err.contains("design.json: exists, expected a new folder, or `sprt resume`"), "{}", run.err);
}

#[test]
fn a_revision_is_built_with_its_numbers_as_options() {
    let repository = Repository::new();
    let engine = "case $$1 in bench) echo 7 nodes 9 nps;; \
                  *) echo option name $(FEATURES) type spin default 0 min 0 max 1; echo uciok;; esac";
    let makefile = format!("engine:\n\tprintf '%s\\n' '#!/bin/sh' '{engine}' > $(EXE)\n\tchmod +x $(EXE)\n");
    fs::write(repository.path("Makefile"), makefile).unwrap();
    repository.commit("one", 7, "One\n\nBench: 7");
    let test_match = TestMatch::new("fastchess", &DRAWN_PAIR.repeat(2));
    let command = command(&test_match, "tuning=1");
    let arguments: Vec<_> = command.get_args().map(ToOwned::to_owned).collect();
    let mut of_revision = Command::new(command.get_program());
    of_revision.args(&arguments[..2]).arg("one").args(&arguments[3..]).current_dir(repository.folder.path());
    let run = run(&mut of_revision);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with("1 change of coppice-"), "{}", run.out);
    assert!(
        test_match.arguments().contains("name=second-2 option.Hash=16 option.Threads=1 option.tuning=1"),
        "{}",
        test_match.arguments()
    );
}
