//! Matches, with a runner that prints given results, and with revisions of a temporary repository.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::repository::Repository;
use crate::support::{Playing, run, runs, sprt, wait_until};
use crate::test_match::{DRAWN_PAIR, TestMatch, WON_PAIR, book, replace_engine};

#[test]
fn a_match_ends_when_the_test_is_decided_and_the_runner_with_it() {
    // The runner would wait for minutes.
    let test_match =
        TestMatch::new("fastchess", &format!("{}{}wait", DRAWN_PAIR.repeat(5), WON_PAIR.repeat(200)));
    let started = Instant::now();
    let run = test_match.start(&["--bounds", "0,50"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(started.elapsed() < Duration::from_secs(300));
    for line in
        ["alpha (bench 1234) against beta (bench 1234)", "[0.00, 50.00] normalised: accepted", "Bench: 1234"]
    {
        assert!(run.out.contains(line), "{}", run.out);
    }
    let report = sprt(&["report", &test_match.text("match")]);
    assert_eq!(report.out, run.out);
    let pairs: Vec<u64> = report
        .out
        .lines()
        .find_map(|line| line.strip_prefix("Ptnml | ["))
        .unwrap()
        .trim_end_matches(']')
        .split(", ")
        .map(|count| count.parse().unwrap())
        .collect();
    assert_eq!(pairs[..4], [0, 0, 5, 0]);
    assert!((1..200).contains(&pairs[4]), "it ends at the decision, not at the end of the script: {pairs:?}");
    let log = fs::read_to_string(test_match.path("match/runner.log")).unwrap();
    assert!(log.contains("Finished game 1 (alpha vs beta): 1/2-1/2"), "{log}");
}

#[test]
fn a_runner_that_does_not_listen_is_ended_all_the_same() {
    let test_match = TestMatch::new("fastchess", &format!("{DRAWN_PAIR}deaf"));
    let mut command = test_match.command("fastchess", &["--max-pairs", "1"]);
    let started = Instant::now();
    let run = run(&mut command);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("Games | 2:"), "{}", run.out);
    assert!(started.elapsed() < Duration::from_secs(300), "it would have waited for minutes");
}

#[test]
fn an_interrupted_match_goes_on_in_the_book_where_it_stopped() {
    let test_match = TestMatch::new("fastchess", &format!("{DRAWN_PAIR}{WON_PAIR}wait"));
    let mut playing = test_match.play(&["--max-pairs", "5", "--seed", "70", "--nodes", "500"], 4);
    assert_eq!(playing.signal_group("INT").code, Some(130));
    let hash = "name=alpha option.Hash=16 option.Threads=1 -engine ";
    assert!(test_match.arguments().contains(hash), "{}", test_match.arguments());
    let rounds = "tc=inf nodes=500 -openings file=openings.epd format=epd order=sequential -repeat -games 2 -rounds 5 ";
    assert!(test_match.arguments().contains(rounds), "{}", test_match.arguments());
    let openings = || fs::read_to_string(test_match.path("match/openings.epd")).unwrap();
    let before: Vec<String> = openings().lines().map(str::to_owned).collect();

    fs::write(test_match.path("match/script"), DRAWN_PAIR.repeat(3)).unwrap();
    let run = sprt(&["resume", &test_match.text("match")]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(test_match.arguments().contains("-repeat -games 2 -rounds 3 "), "{}", test_match.arguments());
    assert_eq!(openings().lines().collect::<Vec<_>>(), before[2..], "two openings were used up");
    assert!(run.out.contains("Ptnml | [0, 0, 4, 0, 1]"), "{}", run.out);
    assert!(run.out.contains("Games | 10: 2 won, 8 drawn, 0 lost"), "{}", run.out);
    assert!(run.out.contains("undecided"), "{}", run.out);
}

#[test]
fn at_fixed_nodes_no_opening_is_played_twice() {
    let test_match = TestMatch::new("fastchess", &DRAWN_PAIR.repeat(9));
    // A repeated line counts as one opening.
    fs::write(test_match.path("book.epd"), [book(5), book(5)].concat()).unwrap();
    let refused = test_match.start(&["--nodes", "500", "--max-pairs", "6"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("6 pairs, expected at most 5: "), "{}", refused.err);
    assert_eq!(test_match.start(&["--nodes", "500"]).code, Some(0));
    assert!(test_match.arguments().contains("-rounds 5 "), "{}", test_match.arguments());
    let with_clock = TestMatch::new("fastchess", &DRAWN_PAIR.repeat(9));
    fs::write(with_clock.path("book.epd"), book(5)).unwrap();
    assert_eq!(with_clock.start(&["--max-pairs", "9"]).code, Some(0), "with a clock games differ");
}

#[test]
fn repeated_games_are_reported() {
    let test_match = TestMatch::new("fastchess", &DRAWN_PAIR.repeat(2));
    let game = "[White \"alpha\"]\n[FEN \"x\"]\n\n1. e4 {+0.1/9 0.1s} e5 1-0\n\n";
    let report = |games: String| {
        fs::write(test_match.path("match/games.pgn"), games).unwrap();
        sprt(&["report", &test_match.text("match")]).out
    };
    assert_eq!(test_match.start(&["--max-pairs", "2"]).code, Some(0));
    let repeated = report([game, game, &game.replace("e5", "c5"), &game.replace("0.1s", "0.2s")].concat());
    assert!(
        repeated.ends_with(
            "Only 2 of the 4 games in games.pgn are distinct: the others repeat them, and are no evidence.\n"
        ),
        "{repeated}"
    );
    assert!(!report([game, &game.replace("alpha", "beta")].concat()).contains("distinct"));
}

#[test]
fn a_start_that_fails_leaves_a_folder_that_can_be_used_again() {
    let test_match = TestMatch::new("fastchess", "Error: Concurrency exceeds number of CPUs.");
    let failed = test_match.start(&["--max-pairs", "1"]);
    assert_eq!(failed.code, Some(1));
    let complaint = "the runner ended without a finished pair: Error: Concurrency exceeds number of CPUs. (";
    assert!(failed.err.contains(complaint), "{}", failed.err);
    assert!(
        sprt(&["resume", &test_match.text("match")])
            .err
            .contains("unreadable, expected the folder of a match")
    );
    fs::write(test_match.path("match/script"), DRAWN_PAIR).unwrap();
    let run = test_match.start(&["--max-pairs", "1", "--concurrency", "300"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    // fastchess needs `-force-concurrency` for more games than processors.
    assert!(
        test_match.arguments().contains("-concurrency 300 -recover -force-concurrency"),
        "{}",
        test_match.arguments()
    );
}

#[test]
fn resume_can_change_settings_that_do_not_alter_the_test() {
    let test_match = TestMatch::new("fastchess", &format!("{DRAWN_PAIR}wait"));
    assert_eq!(
        test_match.play(&["--max-pairs", "3", "--concurrency", "1"], 2).signal_group("INT").code,
        Some(130)
    );
    assert!(test_match.arguments().contains("-concurrency 1 "), "{}", test_match.arguments());
    fs::write(test_match.path("match/script"), DRAWN_PAIR.repeat(2)).unwrap();
    fs::copy(test_match.path("fastchess"), test_match.path("cutechess-cli")).unwrap();
    let runner = test_match.text("cutechess-cli");
    let run = sprt(&["resume", &test_match.text("match"), "--concurrency", "2", "--runner", &runner]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(test_match.arguments().contains("-concurrency 2 "), "{}", test_match.arguments());
    assert!(
        test_match.arguments().ends_with("-pgnout games.pgn"),
        "as cutechess-cli has it: {}",
        test_match.arguments()
    );
}

#[test]
fn engines_have_options_of_their_own_and_need_no_bench() {
    let test_match = TestMatch::new("fastchess", DRAWN_PAIR);
    // An engine without the option Hash and without a bench.
    let other = "#!/bin/sh\nread line\necho 'option name Skill Level type spin default 20 min 0 max 20'\necho uciok\n";
    fs::write(test_match.path("beta"), other).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprt"));
    let [alpha, beta] = ["alpha", "beta"].map(|name| test_match.text(name));
    command.arg("start").arg(test_match.path("match"));
    command.args([format!("{alpha},alone=7,Hash=8"), format!("{beta},name=weak,skill level=3")]);
    command.arg("--book").arg(test_match.path("book.epd")).arg("--runner").arg(test_match.path("fastchess"));
    let run = run(command.args(["--max-pairs", "1"]));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let opponents = "alpha (bench 1234) with alone=7, Hash=8 against weak (no bench) with Skill Level=3\n";
    assert!(run.out.starts_with(opponents), "{}", run.out);
    let arguments = test_match.arguments();
    assert!(
        arguments.contains("name=alpha option.Threads=1 option.alone=7 option.Hash=8 -engine"),
        "{arguments}"
    );
    assert!(arguments.contains(&format!("cmd={beta} name=weak option.Skill Level=3 -each")), "{arguments}");
    // It is identified by its file.
    fs::write(test_match.path("beta"), format!("{other}#")).unwrap();
    let text = fs::read_to_string(test_match.path("match/match.json")).unwrap();
    fs::write(test_match.path("match/match.json"), text.replace("\"most_pairs\": 1", "\"most_pairs\": 2"))
        .unwrap();
    let resumed = sprt(&["resume", &test_match.text("match")]);
    assert!(resumed.err.contains("beta: the file has changed since the match began"), "{}", resumed.err);
}

#[test]
fn the_json_report_has_the_same_figures() {
    let test_match = TestMatch::new("fastchess", &format!("{WON_PAIR}{DRAWN_PAIR}{DRAWN_PAIR}{DRAWN_PAIR}"));
    assert_eq!(test_match.start(&["--max-pairs", "4", "--nodes", "500"]).code, Some(0));
    let json: serde_json::Value =
        serde_json::from_str(&sprt(&["report", &test_match.text("match"), "--json"]).out).unwrap();
    assert_eq!(json["new"]["name"], "alpha");
    assert_eq!(json["results"]["games"], 8);
    assert_eq!(json["results"]["pentanomial"], serde_json::json!([0, 0, 3, 0, 1]));
    assert!((json["results"]["elo"]["value"].as_f64().unwrap() - 88.74).abs() < 0.01);
    assert_eq!(json["verdict"], "undecided");
}

#[test]
fn a_gauntlet_rates_its_engines() {
    let test_match = TestMatch::new("fastchess", &format!("{WON_PAIR}{DRAWN_PAIR}1-0\n1-0\n"));
    for name in ["gamma", "old/alpha"] {
        fs::create_dir_all(test_match.path(name).parent().unwrap()).unwrap();
        fs::copy(test_match.path("alpha"), test_match.path(name)).unwrap();
    }
    let gauntlet = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sprt"));
        command.arg("gauntlet").arg(test_match.path("match"));
        let alone = format!("{},alone=7", test_match.text("gamma"));
        command.args([
            test_match.text("alpha"),
            test_match.text("beta"),
            alone,
            test_match.text("old/alpha"),
        ]);
        command
            .arg("--book")
            .arg(test_match.path("book.epd"))
            .arg("--runner")
            .arg(test_match.path("fastchess"));
        run(command.args(["--pairs", "12", "--nodes", "500"]).args(more))
    };
    let played = gauntlet(&["--anchor", "2000"]);
    assert_eq!(played.code, Some(0), "{}", played.err);
    for line in [
        "72 games of 72, 500 nodes a move, Hash 16, 1 thread, book.epd",
        "| alpha | +2000 | 72 | 66.7 % | 33.3 % |",
        "| beta | +1880 ± ",
        "| alpha-2 | +1880 ± ",
        "| alpha against gamma | 12, 8, 4 | +120.41 ± ",
    ] {
        assert!(played.out.contains(line), "{line}: {}", played.out);
    }
    assert!(test_match.arguments().contains("name=alpha-2"), "{}", test_match.arguments());
    assert_eq!(sprt(&["resume", &test_match.text("match")]).out, played.out, "nothing is left to play");
    let json: serde_json::Value =
        serde_json::from_str(&sprt(&["report", &test_match.text("match"), "--json"]).out).unwrap();
    assert_eq!(
        (json["ratings"][0]["name"].as_str(), json["matches"].as_array().unwrap().len()),
        (Some("alpha"), 3)
    );
    fs::remove_file(test_match.path("match/gauntlet.json")).unwrap();
    let all = gauntlet(&["--round-robin"]);
    assert!(all.out.starts_with("144 games of 144"), "{}{}", all.out, all.err);
}

#[test]
fn a_signal_to_end_ends_the_runner_as_well() {
    // Under `nohup` SIGHUP is ignored, also if the test itself runs under it.
    let signals = if toolkit::is_hangup_ignored() { &["TERM"][..] } else { &["TERM", "HUP"] };
    for signal in signals {
        let test_match = TestMatch::new("fastchess", &format!("{DRAWN_PAIR}wait"));
        let run = test_match.play(&["--max-pairs", "5"], 2).signal_it_alone(signal);
        assert_eq!(run.code, Some(130), "{signal}");
        assert!(
            run.out.contains("Games | 2:") && run.out.contains("interrupted; `sprt resume "),
            "{}",
            run.out
        );
        assert!(!runs(&test_match.path("match/process")), "{signal}");
    }
}

#[test]
fn a_match_keeps_copies_of_its_engines() {
    let test_match = TestMatch::new("fastchess", &format!("{DRAWN_PAIR}wait"));
    assert_eq!(test_match.play(&["--max-pairs", "3"], 2).signal_group("INT").code, Some(130));
    // Like the next build would do.
    replace_engine(&test_match.path("alpha"));
    fs::write(test_match.path("match/script"), DRAWN_PAIR.repeat(2)).unwrap();
    let resumed = sprt(&["resume", &test_match.text("match")]);
    assert_eq!((resumed.code, resumed.err.as_str()), (Some(0), ""));
    assert!(resumed.out.contains("alpha (bench 1234) against beta (bench 1234)"), "{}", resumed.out);
    assert_eq!(run(Command::new(test_match.engine("alpha")).arg("bench")).out, "1234 nodes 99 nps\n");
}

#[test]
fn a_match_is_not_resumed_with_another_engine() {
    let test_match = TestMatch::new("fastchess", &format!("{DRAWN_PAIR}wait"));
    assert_eq!(test_match.play(&["--max-pairs", "3"], 2).signal_group("INT").code, Some(130));
    replace_engine(&test_match.engine("alpha"));
    fs::write(test_match.path("match/script"), DRAWN_PAIR.repeat(2)).unwrap();
    let run = sprt(&["resume", &test_match.text("match")]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.err.contains("alpha: bench is 9999, expected 1234 as when the match began"), "{}", run.err);
    assert!(sprt(&["report", &test_match.text("match")]).out.contains("Games | 2:"));
}

#[test]
fn engines_of_one_name_are_kept_apart() {
    let test_match = TestMatch::new("fastchess", DRAWN_PAIR);
    fs::create_dir(test_match.path("old")).unwrap();
    fs::copy(test_match.path("alpha"), test_match.path("old/alpha")).unwrap();
    replace_engine(&test_match.path("alpha"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprt"));
    command.arg("start").args(["match", "alpha", "old/alpha"].map(|name| test_match.path(name)));
    command.arg("--book").arg(test_match.path("book.epd")).arg("--runner").arg(test_match.path("fastchess"));
    let played = run(command.args(["--max-pairs", "1"]));
    assert_eq!((played.code, played.err.as_str()), (Some(0), ""));
    assert!(played.out.contains("alpha-new (bench 9999) against alpha-base (bench 1234)"), "{}", played.out);
    // The first of both.
    assert!(run(Command::new(test_match.engine("alpha")).arg("bench")).out.ends_with("9999 nodes 9 nps\n"));
}

#[test]
fn a_match_is_played_by_one_process_at_a_time() {
    let test_match = TestMatch::new("fastchess", &format!("{DRAWN_PAIR}wait"));
    let mut playing = test_match.play(&["--max-pairs", "3"], 2);
    fs::write(test_match.path("match/script"), DRAWN_PAIR.repeat(2)).unwrap();
    for other in [sprt(&["resume", &test_match.text("match")]), test_match.start(&[])] {
        assert_eq!(other.code, Some(1), "{}", other.out);
        assert!(other.err.contains("match.json: another process is using it"), "{}", other.err);
    }
    assert_eq!(playing.signal_group("INT").code, Some(130));
    let run = sprt(&["resume", &test_match.text("match")]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("Games | 6:"), "{}", run.out);
}

#[test]
fn each_runner_is_spoken_to_in_its_own_way() {
    let fast = TestMatch::new("fastchess", DRAWN_PAIR);
    let more =
        ["--max-pairs", "1", "--tc", "2+0.02", "--bounds", "-4,0", "--model", "logistic", "--chess960"];
    assert_eq!(fast.start(&more).code, Some(0));
    for part in [
        "-each proto=uci tc=2+0.02 -openings",
        "-variant fischerandom",
        "-resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10",
        "-sprt elo0=-4 elo1=0 alpha=0.05 beta=0.05 model=logistic",
        "-pgnout file=games.pgn",
    ] {
        assert!(fast.arguments().contains(part), "{part}: {}", fast.arguments());
    }
    let cute = TestMatch::new("cutechess-cli", DRAWN_PAIR);
    let run = run(&mut cute.command("cutechess-cli", &["--max-pairs", "1", "--no-adjudication"]));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(cute.arguments().ends_with("-pgnout games.pgn"), "{}", cute.arguments());
    for part in ["-sprt", "-resign", "-draw", "-variant"] {
        assert!(!cute.arguments().contains(part), "{part}: {}", cute.arguments());
    }
}

#[test]
fn a_runner_may_be_named_and_is_then_sought_on_the_search_path() {
    let test_match = TestMatch::new("cutechess-cli", DRAWN_PAIR);
    let named = |runner: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sprt"));
        command.arg("start").args(["match", "alpha", "beta"].map(|name| test_match.path(name)));
        command.arg("--book").arg(test_match.path("book.epd"));
        command.env("PATH", test_match.folder.path()).args(["--max-pairs", "1", "--runner", runner]);
        run(&mut command)
    };
    let missing = named("fastchess");
    assert_eq!(missing.code, Some(1));
    assert!(missing.err.contains("fastchess: cannot be found"), "{}", missing.err);
    assert!(!test_match.path("match/engines").exists(), "what is missing is said before anything is built");
    let found = named("cutechess-cli");
    assert_eq!((found.code, found.err.as_str()), (Some(0), ""));
}

#[test]
fn a_book_is_read_before_anything_is_built() {
    let test_match = TestMatch::new("cutechess-cli", DRAWN_PAIR);
    let started = |book: &str, more: &[&str]| {
        fs::write(test_match.path("book.epd"), book).unwrap();
        run(&mut test_match.command("cutechess-cli", &[&["--max-pairs", "1"], more].concat()))
    };
    let standard = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    let chess960 = "r1k1r3/8/8/8/8/8/8/R1K1R3 w KQkq -\n";
    for (book, complaint) in [
        // Runners would play from the start position, or search for a line without end.
        ("hello world\n", "book.epd:1: "),
        ("\n", "book.epd: holds no positions, expected a FEN or an EPD line each"),
        (chess960, "book.epd:1: castling of Chess960, expected --chess960 with such a book"),
    ] {
        let refused = started(book, &[]);
        assert_eq!(refused.code, Some(1), "{}", refused.out);
        assert!(refused.err.contains(complaint), "{}", refused.err);
        assert!(!test_match.path("match/engines").exists(), "{book}");
    }
    let played = started(chess960, &["--chess960"]);
    assert_eq!((played.code, played.err.as_str()), (Some(0), ""));
    // Runners get no empty lines, because they would play the start position for them.
    fs::remove_file(test_match.path("match/match.json")).unwrap();
    assert_eq!(started(&format!("{standard}\n{standard}"), &[]).code, Some(0));
    assert_eq!(fs::read_to_string(test_match.path("match/openings.epd")).unwrap(), standard);
}

#[test]
fn a_runner_that_counts_otherwise_or_plays_nothing_is_an_error() {
    for (script, complaint) in [
        (format!("{DRAWN_PAIR}lie"), "the runner reports LLR 2.5, but this program computes 3.03"),
        (String::new(), "the runner ended without a finished pair: no output ("),
    ] {
        let run = TestMatch::new("fastchess", &script).start(&["--bounds", "0,5"]);
        assert_eq!(run.code, Some(1));
        assert!(run.err.contains(complaint), "{}", run.err);
    }
}

#[test]
fn a_match_is_added_to_the_ledger_and_plotted() {
    let test_match = TestMatch::new("fastchess", &format!("{WON_PAIR}{DRAWN_PAIR}{DRAWN_PAIR}{DRAWN_PAIR}"));
    assert_eq!(test_match.start(&["--max-pairs", "4", "--nodes", "500"]).code, Some(0));
    let header = "date,commit,change,against,conditions,games,elo,error,pentanomial,kept,idea";
    fs::write(test_match.path("ledger.csv"), format!("{header}\n2026-01-01,,beta,,,,0,,,version,\n"))
        .unwrap();
    let (ledger, folder) = (test_match.text("ledger.csv"), test_match.text("match"));
    for kept in ["version", "no"] {
        let more = ["--change", "alpha", "--commit", "12345678", "--kept", kept];
        let run = sprt(&[&["ledger", "append", &ledger, &folder], &more[..]].concat());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    }
    let text = fs::read_to_string(&ledger).unwrap();
    let row = ",12345678,alpha,beta,\"500 nodes a move, Hash 16, 1 thread, book.epd\",8,88.74,";
    assert!(text.lines().nth(2).unwrap().contains(row), "{text}");
    assert!(text.ends_with(",\"0, 0, 3, 0, 1\",no,\n") && text.lines().count() == 4, "{text}");
    let plotted = sprt(&["plot", &ledger, &test_match.text("elo.svg")]);
    assert_eq!((plotted.code, plotted.err.as_str()), (Some(0), ""));
    assert!(plotted.out.ends_with("2 versions\n"), "{}", plotted.out);
    let shown = sprt(&["ledger", "show", &ledger, "ALPHA"]);
    assert!(
        shown.out.contains(" 12345678 alpha | against beta | +88.7 ± ") && shown.out.lines().count() == 2,
        "{}",
        shown.out
    );
}

/// One pair, or only equal pairs, give no error.
#[test]
fn rows_without_a_number_are_left_out_of_the_plot_with_a_warning() {
    for (script, pairs) in [(WON_PAIR.to_owned(), "1"), (DRAWN_PAIR.repeat(3), "3")] {
        let test_match = TestMatch::new("fastchess", &script);
        assert_eq!(test_match.start(&["--max-pairs", pairs]).code, Some(0));
        let header = "date,commit,change,against,conditions,games,elo,error,pentanomial,kept,idea";
        fs::write(test_match.path("ledger.csv"), format!("{header}\n2026-01-01,,beta,,,,0,,,version,\n"))
            .unwrap();
        let (ledger, folder) = (test_match.text("ledger.csv"), test_match.text("match"));
        let more = ["--change", "alpha", "--kept", "version", "--commit", "x"];
        assert_eq!(sprt(&[&["ledger", "append", &ledger, &folder], &more[..]].concat()).code, Some(0));
        let run = sprt(&["plot", &ledger, &test_match.text("elo.svg")]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert_eq!(run.err, "warning: 'alpha' is left out: its strength is not known\n");
    }
}

#[test]
fn faults_are_reported() {
    let test_match = TestMatch::new("fastchess", "0-1 {White loses on time}\n1/2-1/2\n");
    let run = test_match.start(&["--max-pairs", "1"]);
    assert!(run.out.contains("Fault | alpha loses on time: 1"), "{}", run.out);
}

#[test]
fn revisions_are_built_apart_from_the_working_tree() {
    let repository = Repository::new();
    repository.commit("one", 111, "One\n\nBench: 111");
    repository.commit("two", 222, "Two\n\nBench: 222");
    fs::write(repository.path("bench"), "333").unwrap();
    let test_match = TestMatch::new("fastchess", DRAWN_PAIR);
    let run = repository.play(&test_match, "two", "one");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out.contains("(bench 222) against coppice-") && run.out.contains("(bench 111)"),
        "{}",
        run.out
    );
    assert!(!run.out.contains("The benches are the same"));
    assert_eq!(fs::read_to_string(repository.path("bench")).unwrap(), "333");
    let left: Vec<_> = fs::read_dir(repository.path(".git/worktrees")).into_iter().flatten().collect();
    assert!(left.is_empty(), "no checkout is left: {left:?}");
    let engines = fs::read_dir(test_match.path("match/engines")).unwrap().count();
    assert_eq!(engines, 2, "nothing but the engines is left");
}

#[test]
fn a_bench_that_is_not_the_promised_one_stops_everything() {
    let repository = Repository::new();
    repository.commit("one", 111, "One\n\nBench: 111");
    repository.commit("two", 222, "Two\n\nBench: 999");
    let run = repository.play(&TestMatch::new("fastchess", DRAWN_PAIR), "two", "one");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("bench is 222, expected 999 as in its commit message"), "{}", run.err);
}

#[test]
fn a_revision_that_does_not_build_is_reported_with_the_error() {
    let repository = Repository::new();
    fs::write(repository.path("Makefile"), "engine:\n\t@echo no such tool >&2; false\n").unwrap();
    repository.commit("one", 111, "One");
    let run = repository.play(&TestMatch::new("fastchess", DRAWN_PAIR), "one", "one");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("does not build:\nno such tool"), "{}", run.err);
}

#[test]
fn a_build_that_is_interrupted_is_no_failure() {
    let repository = Repository::new();
    let makefile = "engine:\n\techo $$$$ > $(MARK).new; mv $(MARK).new $(MARK); exec sleep 600\n";
    fs::write(repository.path("Makefile"), makefile).unwrap();
    repository.commit("one", 111, "One");
    let test_match = TestMatch::new("fastchess", DRAWN_PAIR);
    let mark = test_match.path("mark");
    let mut playing = Playing::start(repository.start(&test_match, "one", "one").env("MARK", &mark));
    wait_until(|| mark.exists());
    let run = playing.signal_group("INT");
    assert_eq!(run.code, Some(130));
    assert_eq!(run.out, "interrupted before the first game; repeat `sprt start`\n");
    // The build has ended as well.
    wait_until(|| !runs(&mark));
    assert!(!test_match.path("match/match.json").exists(), "there is nothing to resume");
    let left: Vec<_> = fs::read_dir(repository.path(".git/worktrees")).into_iter().flatten().collect();
    assert!(left.is_empty(), "no checkout is left: {left:?}");
}

#[test]
fn bad_input_is_named() {
    let repository = Repository::new();
    repository.commit("one", 111, "One");
    let test_match = TestMatch::new("fastchess", DRAWN_PAIR);
    let run = repository.play(&test_match, "nowhere", "one");
    assert!(
        run.err.contains("'nowhere' is neither a file nor a revision of this repository nor a program"),
        "{}",
        run.err
    );
    assert!(run.err.contains("fatal: "), "git says why: {}", run.err);
    fs::copy("/bin/false", test_match.path("beta")).unwrap();
    let run = test_match.start(&[]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("beta' ended (exit status: 1) before it answered \"uci\""), "{}", run.err);
    fs::copy(test_match.path("alpha"), test_match.path("beta")).unwrap();
    let run = sprt(&["resume", "no-such-folder"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("unreadable, expected the folder of a match"), "{}", run.err);
    let run = test_match.start(&["--max-pairs", "1"]);
    assert_eq!(run.code, Some(0));
    assert!(test_match.start(&[]).err.contains("exists, expected a new folder, or `sprt resume`"));
}

#[test]
fn the_cost_of_a_test_is_reported() {
    let run = sprt(&["games", "--bounds", "0,4", "0", "2", "4"]);
    let rows: Vec<Vec<&str>> = run.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["nElo", "games", "passes"]);
    let passes: Vec<&str> = rows[1..].iter().map(|row| row[2]).collect();
    assert_eq!(passes, ["5.0%", "50.0%", "95.0%"]);
    let games = |row: usize| rows[row][1].parse::<u64>().unwrap();
    // Worst in the middle: ln(19)² / (t1 − t0)² pairs.
    assert!(games(1) < games(2) && games(1) == games(3));
    let distance = 2f64.sqrt() * 4.0 * 10f64.ln() / 800.0;
    assert_eq!(games(2), (2.0 * (19f64.ln() / distance).powi(2)).round() as u64);
}

#[test]
fn the_plot_of_the_repository_is_that_of_its_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("elo.svg");
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let ledger = docs.join("ledger.csv");
    let run = sprt(&["plot", ledger.to_str().unwrap(), plot.to_str().unwrap()]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let [drawn, kept] = [&plot, &docs.join("elo.svg")].map(|path| fs::read_to_string(path).unwrap());
    assert!(drawn.starts_with("<svg"));
    assert!(drawn == kept, "docs/elo.svg is old: `sprt plot docs/ledger.csv docs/elo.svg`");
    // The picture must not overwrite the ledger.
    fs::copy(&ledger, &plot).unwrap();
    let run = sprt(&["plot", plot.to_str().unwrap(), plot.to_str().unwrap()]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.err.contains("elo.svg: cannot be written: it is read from"), "{}", run.err);
    assert_eq!(fs::read(&plot).unwrap(), fs::read(&ledger).unwrap());
    let run = sprt(&["plot", "no.csv", plot.to_str().unwrap()]);
    assert!(run.err.contains("no.csv: unreadable ledger"), "{}", run.err);
}
