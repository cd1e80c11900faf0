//! Matches and gauntlets.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{Playing, TestFolder, runs, wait_until};

const WON: &str = "1-0 1-0\n";
const DRAWN: &str = "1/2-1/2 1/2-1/2\n";

/// A pair that was interrupted while later ones were finished must be played again, and no other one.
#[test]
fn a_match_that_is_interrupted_and_killed_plays_each_opening_once() {
    let test = TestFolder::new();
    test.script(&format!("{WON}half\n{WON}wait\n"));
    let mut playing = test.start(&TestFolder::play("--pairs 8"), 5);
    let run = playing.signal("INT");
    assert_eq!(run.code, Some(130));
    assert!(run.out.contains("Games | 5: ") && run.out.contains("match resume match"), "{}", run.out);
    test.script(&format!("half\n{DRAWN}{DRAWN}wait\n"));
    let mut playing = test.start("resume match", 9);
    playing.signal("KILL");
    wait_until(|| !runs(&test.path("match/process")));
    test.script(&DRAWN.repeat(9));
    let run = test.run("resume match");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("Games | 16: 4 won, 12 drawn, 0 lost\nPtnml | 0, 0, 6, 0, 2\n"), "{}", run.out);
    assert_eq!(test.games(), (16, 8));
    let arguments = test.read("match/arguments");
    assert!(arguments.starts_with("-config\nfile=config-1.json\noutname=config-1.json"), "{arguments}");
    let again = test.run("resume match");
    assert_eq!((again.code, test.games()), (Some(0), (16, 8)), "{}", again.err);
}

#[test]
fn a_match_that_was_killed_at_once_begins_again() {
    let test = TestFolder::new();
    test.script(&format!("{WON}wait\n"));
    test.start(&TestFolder::play("--pairs 3"), 2).signal("KILL");
    wait_until(|| !runs(&test.path("match/process")));
    for name in ["start-1.json", "config-1.json"] {
        fs::remove_file(test.path("match").join(name)).unwrap();
    }
    test.script(&DRAWN.repeat(3));
    let run = test.run("resume match");
    assert!(run.out.contains("Games | 6: 0 won, 6 drawn, 0 lost"), "{} {}", run.out, run.err);
}

#[test]
fn the_verdict_is_that_of_fastchess_and_ends_the_match() {
    let test = TestFolder::new();
    let end = "! Ptnml(0-2): [0, 0, 0, 0, 2], WL/DD Ratio: 0.00\n\
               ! LLR: 2.96 (100.5%) (-2.94, 2.94) [0.00, 5.00]\n! SPRT ([0.00, 5.00]) completed - H1 was accepted\n";
    test.script(&format!("{}{end}", WON.repeat(2)));
    let run = test.run(&TestFolder::play("--bounds 0,5 --seed 3 -- -maxmoves 90"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out.starts_with("alpha against beta\n\nElo   | unknown: one side scored everything (95%)\n"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("\nLLR   | 2.96 (100.5%) (-2.94, 2.94) [0.00, 5.00]: H1 accepted\n"),
        "{}",
        run.out
    );
    assert!(run.out.contains("\nTest  | 500 nodes a move, Hash 16, book.epd\n"), "{}", run.out);
    let arguments = test.read("match/arguments").replace('\n', " ");
    for part in [
        "option.Hash=16",
        "-each proto=uci nodes=500",
        "args=guard 60 \"",
        "engines.log\"",
        "-sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized",
        "-resign movecount=3",
        "-rounds 500",
        "-maxmoves 90",
        "-recover",
    ] {
        assert!(arguments.contains(part), "{part} in {arguments}");
    }
    fs::remove_file(test.path("match/arguments")).unwrap();
    let again = test.run("resume match");
    assert_eq!((again.code, again.out, test.path("match/arguments").exists()), (Some(0), run.out, false));
}

/// An opponent that makes illegal moves would otherwise give a fine result.
#[test]
fn faults_and_repetitions_refuse_a_verdict_and_a_row() {
    let test = TestFolder::new();
    test.script(&format!("1-0 1-0 illegal move\n0-1 1-0 time forfeit\n{WON}"));
    let run = test.run(&TestFolder::play("--pairs 3"));
    let complaint = "no verdict: 2 of 6 games ended by a fault, more than 1 %: alpha: time forfeit (1), beta: illegal move (1)";
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains(complaint) && !run.out.contains("Elo"), "{} {}", run.out, run.err);
    assert!(run.out.contains("Fault | beta: illegal move: 1\n"), "{}", run.out);
    let row = test.run("ledger match --change x --commit y --ledger ledger.csv");
    assert_eq!((row.code, test.path("ledger.csv").exists()), (Some(2), false), "{}", row.err);
    for arguments in ["report match", "report match/games.pgn"] {
        let run = test.run(arguments);
        assert!(run.code == Some(2) && run.err.contains(complaint), "{}", run.err);
    }
    let text =
        test.read("match/games.pgn").replace("illegal move", "normal").replace("time forfeit", "normal");
    fs::write(test.path("match/games.pgn"), &text).unwrap();
    assert_eq!(test.run("report match").code, Some(0));
    fs::write(test.path("match/games.pgn"), text.repeat(2)).unwrap();
    let repeated = test.run("report match");
    assert_eq!(repeated.code, Some(2));
    assert!(repeated.err.contains("no verdict: 6 of 12 games repeat others"), "{}", repeated.err);
}

#[test]
fn a_match_is_added_to_the_ledger() {
    let test = TestFolder::new();
    test.script(&format!("{WON}{}", DRAWN.repeat(3)));
    assert_eq!(test.run(&TestFolder::play("--pairs 4")).code, Some(0));
    let header = "date,commit,change,against,conditions,games,elo,error,pentanomial,kept,idea";
    fs::write(test.path("ledger.csv"), format!("{header}\n2026-01-01,,beta,,,,0,,,version,\n")).unwrap();
    let row = test.run("ledger match --change alpha --kept version --commit 12345678 --ledger ledger.csv");
    assert_eq!((row.code, row.err.as_str()), (Some(0), ""));
    let text = test.read("ledger.csv");
    let expected = "2026-11-28,12345678,alpha,beta,\"500 nodes a move, Hash 16, book.epd\",8,88.74,";
    assert!(text.lines().nth(2).unwrap().starts_with(expected), "{text}");
    assert!(text.ends_with(",\"0, 0, 3, 0, 1\",version,\n"), "{text}");
}

#[test]
fn a_gauntlet_plays_the_same_openings_against_each_opponent() {
    let test = TestFolder::new();
    for name in ["gamma", "delta"] {
        fs::copy(test.path("beta"), test.path(name)).unwrap();
    }
    test.script("wait");
    let arguments = TestFolder::play("--pairs 3").replace("beta", "beta gamma delta");
    test.start(&arguments, 0).signal("INT");
    test.script(&format!("{WON}{DRAWN}0-1 1/2-1/2\n"));
    let run = test.run("resume match --concurrency 1");
    assert_eq!(run.code, Some(0), "{}", run.err);
    for name in ["beta", "gamma", "delta"] {
        let row = format!("| alpha against {name} | 2, 3, 1 | ");
        assert!(run.out.contains(&row), "{}", run.out);
    }
    assert_eq!(test.games(), (18, 3));
    assert_eq!(test.run("report match/games.pgn").code, Some(0));
}

#[test]
fn a_fastchess_that_ignores_signals_is_killed() {
    let test = TestFolder::new();
    test.script(&format!("{WON}deaf\n"));
    let mut playing = test.start(&TestFolder::play(""), 2);
    let begun = Instant::now();
    assert_eq!(playing.signal("INT").code, Some(130));
    // By itself it would end after ten minutes.
    assert!(begun.elapsed() < Duration::from_secs(300) && !runs(&test.path("match/process")));
}

/// At fixed nodes fastchess itself waits for a move without end, and it never shows what an engine said.
#[test]
fn an_engine_that_hangs_or_crashes_ends_with_its_last_words() {
    let test = TestFolder::new();
    // Whether the requests are answered by these lines, then the exit code, and what the log says.
    let ask = |seconds: u64, requests: &[(&str, &str)], is_left: bool| {
        let mut command = test.command(&format!("guard {seconds} ./alpha engines.log"));
        let mut guard =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut input = guard.stdin.take();
        let mut lines = BufReader::new(guard.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut is_answered = true;
        for (request, answer) in requests {
            writeln!(input.as_mut().unwrap(), "{request}").unwrap();
            is_answered &= lines.any(|line| line.starts_with(answer));
        }
        if is_left {
            input = None;
        }
        let code = guard.wait().unwrap().code();
        drop(input);
        let log = test.read("engines.log").replace("alpha hangs\n", "");
        fs::remove_file(test.path("engines.log")).unwrap();
        (is_answered, code, log)
    };
    let go = "position startpos\ngo nodes 5";
    let [hang, crash] = ["hang", "crash"].map(|fault| format!("setoption name Fault value {fault}\n{go}"));
    let place = "after 'go nodes 5' in 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'\n";
    let nothing = String::new();
    let (hung, crashed) = (
        format!("./alpha: hang (no move within 1 s) {place}"),
        format!("the last words of alpha\n./alpha: crash (exit status: 3) {place}"),
    );
    assert_eq!(ask(600, &[(go, "bestmove"), ("isready", "readyok")], true), (true, Some(0), nothing.clone()));
    assert_eq!(ask(1, &[(&hang, "bestmove")], false), (false, Some(2), hung));
    assert_eq!(ask(600, &[(&crash, "bestmove")], false), (false, Some(2), crashed));
    // An engine that is told to end during a search does not hang.
    let quit = format!("{hang}\nquit");
    assert_eq!(
        ask(600, &[("isready", "readyok"), (&quit, "bestmove")], false),
        (false, Some(2), nothing.clone())
    );
    // With a clock the engine takes the place of the guard.
    assert_eq!(ask(0, &[(go, "bestmove"), ("isready", "readyok")], true), (true, Some(0), nothing));
    assert_eq!(
        ask(0, &[(&crash, "bestmove")], false),
        (false, Some(3), "the last words of alpha\n".to_owned())
    );
}

/// Threads for which there is no room are an error of one line.
#[test]
fn threads_that_the_system_refuses_are_an_error() {
    let test = TestFolder::new();
    let tune = "tune alpha --folder tune --book book.epd --fastchess fastchess --nodes 500 --params margin --concurrency 8";
    // Each thread asks for one gibibyte, the two of a match that is about to begin as well.
    for (gibibytes, arguments, complaint) in [
        (1, "guard 1 ./alpha engines.log", "the system refuses a thread for its output"),
        (2, "guard 1 ./alpha engines.log", "the system refuses a thread for the input of ./alpha"),
        (4, tune, "the system refuses "),
    ] {
        let command = test.command(arguments);
        let program = env!("CARGO_BIN_EXE_match");
        let limit = format!("ulimit -v {}; exec '{program}' \"$@\"", (gibibytes << 20) - (1 << 17));
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &limit, "sh"]).args(command.get_args()).stdin(Stdio::null());
        shell.current_dir(command.get_current_dir().unwrap()).env("RUST_MIN_STACK", (1 << 30).to_string());
        let run = crate::support::run(&mut shell);
        assert!(run.code == Some(2) && run.err.contains(complaint), "{:?} {}", run.code, run.err);
        assert!(!run.err.contains("panicked"), "{}", run.err);
    }
}

#[test]
fn a_program_that_says_nothing_is_given_up_at_a_signal() {
    let test = TestFolder::new();
    fs::write(test.path("alpha"), "#!/bin/sh\ntouch started\ncat\n").unwrap();
    let mut playing = Playing::start(&mut test.command(&TestFolder::play("")));
    wait_until(|| test.path("started").exists());
    // Not 2, the code of an engine that does not answer in time.
    assert_eq!(playing.signal("INT").code, Some(130));
    assert!(!test.path("match/state.json").exists());
}

#[test]
fn bad_input_is_named_before_anything_is_built_or_written() {
    let test = TestFolder::new();
    let few = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    fs::write(test.path("few.epd"), few).unwrap();
    for (arguments, complaint) in [
        (TestFolder::play("").replace("alpha", "/bin/true"), "expected a UCI engine"),
        (
            TestFolder::play("").replace("alpha", "no-such-engine"),
            "'no-such-engine' is neither a file nor a revision",
        ),
        (TestFolder::play("").replace("alpha", "alpha,name=x,Foo=1"), "the engine has no option 'Foo'"),
        (TestFolder::play("").replace("book.epd", "none.epd"), "none.epd: unreadable book"),
        (TestFolder::play("--pairs 2").replace("book.epd", "few.epd"), "2 pairs, expected at most 1"),
        (TestFolder::play("-- -pgnout x"), "is set by this program"),
        (TestFolder::play("").replace("--fastchess fastchess", "--fastchess none"), "none: cannot be found"),
        ("resume match".to_owned(), "unreadable, expected the folder of a match or a tune"),
        ("report none.pgn".to_owned(), "none.pgn: unreadable games"),
    ] {
        let run = test.run(&arguments);
        assert_eq!(run.code, Some(2), "{arguments}");
        assert!(run.err.contains(complaint), "{arguments}: {}", run.err);
        assert!(!test.path("match").exists());
    }
    assert_eq!(test.run(&TestFolder::play("--pairs 2")).code, Some(0));
    let again = test.run(&TestFolder::play("--pairs 2"));
    assert!(
        again.code == Some(2) && again.err.contains("exists; `match resume match` continues it"),
        "{}",
        again.err
    );
    fs::write(test.path("beta"), "another program").unwrap();
    let other = test.run("resume match");
    assert!(
        other.code == Some(2) && other.err.contains("the program has changed since the match began"),
        "{}",
        other.err
    );
}

#[test]
fn what_is_missing_can_be_got_by_the_commands_that_are_shown() {
    let test = TestFolder::new();
    let run =
        |arguments: &str| crate::support::run(test.command(arguments).env("PATH", test.path("nothing")));
    let (fastchess, book) =
        ("    make -C target/fastchess -j\n", "    unzip -p target/book.zip > target/book.epd\n");
    for (arguments, missing) in [
        ("play alpha beta --book book.epd", &[fastchess][..]),
        ("play alpha beta --fastchess fastchess", &[book]),
        ("play alpha beta", &[fastchess, book]),
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(2));
        for command in [fastchess, book] {
            assert_eq!(run.err.contains(command), missing.contains(&command), "{}", run.err);
        }
    }
}
