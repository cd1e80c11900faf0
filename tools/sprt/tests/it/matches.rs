//! Matches, with a runner that plays what it is told, and with revisions of a repository made for the test.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::desk::{DRAWN_PAIR, Desk, WON_PAIR, replace_engine};
use crate::repository::Repository;
use crate::support::{Playing, run, runs, sprt, wait_until};

#[test]
fn a_match_ends_when_the_test_is_decided_and_the_runner_with_it() {
    // It would wait for minutes.
    let desk = Desk::new("fastchess", &format!("{}{}wait", DRAWN_PAIR.repeat(5), WON_PAIR.repeat(200)));
    let started = Instant::now();
    let run = desk.start(&["--bounds", "0,50"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(started.elapsed() < Duration::from_secs(300));
    for line in
        ["alpha (bench 1234) against beta (bench 1234)", "[0.00, 50.00] normalised: accepted", "Bench: 1234"]
    {
        assert!(run.out.contains(line), "{}", run.out);
    }
    let report = sprt(&["report", &desk.text("match")]);
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
    let log = fs::read_to_string(desk.path("match/runner.log")).unwrap();
    assert!(log.contains("Finished game 1 (alpha vs beta): 1/2-1/2"), "{log}");
}

#[test]
fn a_runner_that_does_not_listen_is_ended_all_the_same() {
    let desk = Desk::new("fastchess", &format!("{DRAWN_PAIR}deaf"));
    let mut command = desk.command("fastchess", &["--most-pairs", "1"]);
    let started = Instant::now();
    let run = run(&mut command);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("Games | 2:"), "{}", run.out);
    assert!(started.elapsed() < Duration::from_secs(300), "it would have waited for minutes");
}

#[test]
fn an_interrupted_match_is_resumed_where_it_was_with_other_openings() {
    let desk = Desk::new("fastchess", &format!("{DRAWN_PAIR}{WON_PAIR}wait"));
    let mut playing = desk.play(&["--most-pairs", "5", "--seed", "70", "--nodes", "500"], 4);
    assert_eq!(playing.signal_group("INT").code, Some(130));
    assert!(
        desk.arguments().contains("tc=inf nodes=500 option.Hash=16 option.Threads=1"),
        "{}",
        desk.arguments()
    );
    assert!(desk.arguments().contains("-srand 70 -repeat -games 2 -rounds 5 "), "{}", desk.arguments());

    fs::write(desk.path("match/script"), DRAWN_PAIR.repeat(3)).unwrap();
    let run = sprt(&["resume", &desk.text("match")]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(desk.arguments().contains("-srand 71 -repeat -games 2 -rounds 3 "), "{}", desk.arguments());
    assert!(run.out.contains("Ptnml | [0, 0, 4, 0, 1]"), "{}", run.out);
    assert!(run.out.contains("Games | 10: 2 won, 8 drawn, 0 lost"), "{}", run.out);
    assert!(run.out.contains("undecided"), "{}", run.out);
}

#[test]
fn a_signal_to_end_ends_the_runner_as_well() {
    // What is started under `nohup` is shielded from a closed terminal, also where that starts the test.
    let signals = if longrun::is_hangup_ignored() { &["TERM"][..] } else { &["TERM", "HUP"] };
    for signal in signals {
        let desk = Desk::new("fastchess", &format!("{DRAWN_PAIR}wait"));
        let run = desk.play(&["--most-pairs", "5"], 2).signal_it_alone(signal);
        assert_eq!(run.code, Some(130), "{signal}");
        assert!(
            run.out.contains("Games | 2:") && run.out.contains("interrupted; `sprt resume "),
            "{}",
            run.out
        );
        assert!(!runs(&desk.path("match/process")), "{signal}");
    }
}

#[test]
fn a_match_keeps_its_engines_whatever_becomes_of_the_files_that_were_given() {
    let desk = Desk::new("fastchess", &format!("{DRAWN_PAIR}wait"));
    assert_eq!(desk.play(&["--most-pairs", "3"], 2).signal_group("INT").code, Some(130));
    // As the next build would.
    replace_engine(&desk.path("alpha"));
    fs::write(desk.path("match/script"), DRAWN_PAIR.repeat(2)).unwrap();
    let resumed = sprt(&["resume", &desk.text("match")]);
    assert_eq!((resumed.code, resumed.err.as_str()), (Some(0), ""));
    assert!(resumed.out.contains("alpha (bench 1234) against beta (bench 1234)"), "{}", resumed.out);
    assert_eq!(run(Command::new(desk.engine("alpha")).arg("bench")).out, "1234 nodes 99 nps\n");
}

#[test]
fn a_match_is_not_resumed_with_another_engine() {
    let desk = Desk::new("fastchess", &format!("{DRAWN_PAIR}wait"));
    assert_eq!(desk.play(&["--most-pairs", "3"], 2).signal_group("INT").code, Some(130));
    replace_engine(&desk.engine("alpha"));
    fs::write(desk.path("match/script"), DRAWN_PAIR.repeat(2)).unwrap();
    let run = sprt(&["resume", &desk.text("match")]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.err.contains("alpha: bench is 9999, expected 1234 as when the match began"), "{}", run.err);
    assert!(sprt(&["report", &desk.text("match")]).out.contains("Games | 2:"));
}

#[test]
fn engines_of_one_name_are_kept_apart() {
    let desk = Desk::new("fastchess", DRAWN_PAIR);
    fs::create_dir(desk.path("old")).unwrap();
    fs::copy(desk.path("alpha"), desk.path("old/alpha")).unwrap();
    replace_engine(&desk.path("alpha"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprt"));
    command.arg("start").args(["match", "alpha", "old/alpha"].map(|name| desk.path(name)));
    command.arg("--book").arg(desk.path("book.epd")).arg("--runner").arg(desk.path("fastchess"));
    let played = run(command.args(["--most-pairs", "1"]));
    assert_eq!((played.code, played.err.as_str()), (Some(0), ""));
    assert!(played.out.contains("alpha-new (bench 9999) against alpha-base (bench 1234)"), "{}", played.out);
    // Of both the first.
    assert_eq!(run(Command::new(desk.engine("alpha")).arg("bench")).out, "9999 nodes 9 nps\n");
}

#[test]
fn a_match_is_played_by_one_process_at_a_time() {
    let desk = Desk::new("fastchess", &format!("{DRAWN_PAIR}wait"));
    let mut playing = desk.play(&["--most-pairs", "3"], 2);
    fs::write(desk.path("match/script"), DRAWN_PAIR.repeat(2)).unwrap();
    for other in [sprt(&["resume", &desk.text("match")]), desk.start(&[])] {
        assert_eq!(other.code, Some(1), "{}", other.out);
        assert!(other.err.contains("match.json: another process is at work on it"), "{}", other.err);
    }
    assert_eq!(playing.signal_group("INT").code, Some(130));
    let run = sprt(&["resume", &desk.text("match")]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("Games | 6:"), "{}", run.out);
}

#[test]
fn each_runner_is_spoken_to_in_its_own_way() {
    let fast = Desk::new("fastchess", DRAWN_PAIR);
    let more =
        ["--most-pairs", "1", "--tc", "2+0.02", "--bounds", "-4,0", "--model", "logistic", "--chess960"];
    assert_eq!(fast.start(&more).code, Some(0));
    for part in [
        "-each proto=uci tc=2+0.02 option.Hash=16",
        "-variant fischerandom",
        "-resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10",
        "-sprt elo0=-4 elo1=0 alpha=0.05 beta=0.05 model=logistic",
        "-pgnout file=games.pgn",
    ] {
        assert!(fast.arguments().contains(part), "{part}: {}", fast.arguments());
    }
    let cute = Desk::new("cutechess-cli", DRAWN_PAIR);
    let run = run(&mut cute.command("cutechess-cli", &["--most-pairs", "1", "--no-adjudication"]));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(cute.arguments().ends_with("-pgnout games.pgn"), "{}", cute.arguments());
    for part in ["-sprt", "-resign", "-draw", "-variant"] {
        assert!(!cute.arguments().contains(part), "{part}: {}", cute.arguments());
    }
}

#[test]
fn a_runner_may_be_named_and_is_then_sought_on_the_search_path() {
    let desk = Desk::new("cutechess-cli", DRAWN_PAIR);
    let named = |runner: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sprt"));
        command.arg("start").args(["match", "alpha", "beta"].map(|name| desk.path(name)));
        command.arg("--book").arg(desk.path("book.epd"));
        command.env("PATH", desk.folder.path()).args(["--most-pairs", "1", "--runner", runner]);
        run(&mut command)
    };
    let missing = named("fastchess");
    assert_eq!(missing.code, Some(1));
    assert!(missing.err.contains("fastchess: cannot be found"), "{}", missing.err);
    assert!(!desk.path("match/engines").exists(), "what is missing is said before anything is built");
    let found = named("cutechess-cli");
    assert_eq!((found.code, found.err.as_str()), (Some(0), ""));
}

#[test]
fn a_book_is_read_before_anything_is_built() {
    let desk = Desk::new("cutechess-cli", DRAWN_PAIR);
    let started = |book: &str, more: &[&str]| {
        fs::write(desk.path("book.epd"), book).unwrap();
        run(&mut desk.command("cutechess-cli", &[&["--most-pairs", "1"], more].concat()))
    };
    let standard = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    let chess960 = "r1k1r3/8/8/8/8/8/8/R1K1R3 w KQkq -\n";
    for (book, complaint) in [
        // Runners would play from the start position, or for ever look for a line.
        ("hello world\n", "book.epd:1: "),
        ("\n", "book.epd: holds no positions, expected a FEN or an EPD line each"),
        (&format!("{standard}\n{standard}"), "book.epd:2: an empty line, "),
        (chess960, "book.epd:1: castling of Chess960, expected --chess960 with such a book"),
    ] {
        let refused = started(book, &[]);
        assert_eq!(refused.code, Some(1), "{}", refused.out);
        assert!(refused.err.contains(complaint), "{}", refused.err);
        assert!(!desk.path("match/engines").exists(), "{book}");
    }
    let played = started(chess960, &["--chess960"]);
    assert_eq!((played.code, played.err.as_str()), (Some(0), ""));
}

#[test]
fn a_runner_that_counts_otherwise_or_plays_nothing_is_an_error() {
    for (script, complaint) in [
        (format!("{DRAWN_PAIR}lie"), "the runner makes an LLR of 2.5, we make 3.03"),
        (String::new(), "the runner ended without a finished pair"),
    ] {
        let run = Desk::new("fastchess", &script).start(&["--bounds", "0,5"]);
        assert_eq!(run.code, Some(1));
        assert!(run.err.contains(complaint), "{}", run.err);
    }
}

#[test]
fn the_row_for_the_ledger_can_be_read_by_the_plot() {
    let desk = Desk::new("fastchess", &format!("{WON_PAIR}{DRAWN_PAIR}{DRAWN_PAIR}{DRAWN_PAIR}"));
    let run = desk.start(&["--most-pairs", "4", "--nodes", "500"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let row = run.out.lines().skip_while(|line| *line != "For docs/elo.md:").nth(1).unwrap();
    assert!(row.starts_with("| alpha | beta | +88.74 ± "), "{row}");
    assert!(
        row.ends_with("| 500 nodes a move, Hash 16, 1 thread, book.epd, 8 games (Ptnml 0, 0, 3, 0, 1) |"),
        "{row}"
    );
    let ledger =
        format!("## Versions\n\n| version | against | Elo |\n|---|---|---|\n| beta | — | 0 |\n{row}\n");
    fs::write(desk.path("elo.md"), ledger).unwrap();
    let run = sprt(&["plot", &desk.text("elo.md"), &desk.text("elo.svg")]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.ends_with("2 versions\n"), "{}", run.out);
}

/// One pair, or pairs so much alike that they say nothing of what the next would bring.
#[test]
fn what_is_no_number_is_left_out_of_the_plot_with_a_warning() {
    for (script, pairs, elo) in [
        (WON_PAIR.to_owned(), "1", "unknown: no two pairs ended differently"),
        (DRAWN_PAIR.repeat(3), "3", "+0.00 ± ∞"),
        (format!("{WON_PAIR}{WON_PAIR}{WON_PAIR}1-0\n1/2-1/2\n"), "4", "+470.44 ± ∞"),
    ] {
        let desk = Desk::new("fastchess", &script);
        let run = desk.start(&["--most-pairs", pairs]);
        let row = run.out.lines().skip_while(|line| *line != "For docs/elo.md:").nth(1).unwrap();
        assert!(row.starts_with(&format!("| alpha | beta | {elo} | 8+0.08")), "{row}");
        let ledger = format!(
            "## Versions\n\n| version | against | Elo |\n|---|---|---|\n| beta | — | 0 |\n{row}\n\
             | gamma | alpha | +5 ± 1 |\n| delta | beta | +5 ± 1 |\n"
        );
        fs::write(desk.path("elo.md"), ledger).unwrap();
        let run = sprt(&["plot", &desk.text("elo.md"), &desk.text("elo.svg")]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(run.out.ends_with("2 versions\n"), "{}", run.out);
        let warnings: Vec<&str> = run.err.lines().collect();
        assert_eq!(
            warnings,
            [
                format!("warning: 'alpha' is left out: its Elo is '{elo}', which is no number"),
                "warning: 'gamma' is left out: that of 'alpha' is not known".to_owned()
            ]
        );
    }
}

#[test]
fn faults_are_reported() {
    let desk = Desk::new("fastchess", "0-1 {White loses on time}\n1/2-1/2\n");
    let run = desk.start(&["--most-pairs", "1"]);
    assert!(run.out.contains("Fault | alpha loses on time: 1"), "{}", run.out);
}

#[test]
fn revisions_are_built_apart_from_the_working_tree() {
    let repository = Repository::new();
    repository.commit("one", 111, "One\n\nBench: 111");
    repository.commit("two", 222, "Two\n\nBench: 222");
    fs::write(repository.path("bench"), "333").unwrap();
    let desk = Desk::new("fastchess", DRAWN_PAIR);
    let run = repository.play(&desk, "two", "one");
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
    let engines = fs::read_dir(desk.path("match/engines")).unwrap().count();
    assert_eq!(engines, 2, "nothing but the engines is left");
}

#[test]
fn a_bench_that_is_not_the_promised_one_stops_everything() {
    let repository = Repository::new();
    repository.commit("one", 111, "One\n\nBench: 111");
    repository.commit("two", 222, "Two\n\nBench: 999");
    let run = repository.play(&Desk::new("fastchess", DRAWN_PAIR), "two", "one");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("bench is 222, expected 999 as its commit says"), "{}", run.err);
}

#[test]
fn a_revision_that_does_not_build_says_why() {
    let repository = Repository::new();
    fs::write(repository.path("Makefile"), "engine:\n\t@echo no such tool >&2; false\n").unwrap();
    repository.commit("one", 111, "One");
    let run = repository.play(&Desk::new("fastchess", DRAWN_PAIR), "one", "one");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("does not build:\nno such tool"), "{}", run.err);
}

#[test]
fn a_build_that_is_interrupted_is_no_failure() {
    let repository = Repository::new();
    let makefile = "engine:\n\techo $$$$ > $(MARK).new; mv $(MARK).new $(MARK); exec sleep 600\n";
    fs::write(repository.path("Makefile"), makefile).unwrap();
    repository.commit("one", 111, "One");
    let desk = Desk::new("fastchess", DRAWN_PAIR);
    let mark = desk.path("mark");
    let mut playing = Playing::start(repository.start(&desk, "one", "one").env("MARK", &mark));
    wait_until(|| mark.exists());
    let run = playing.signal_group("INT");
    assert_eq!(run.code, Some(130));
    assert_eq!(run.out, "interrupted before the first game: `sprt start` begins again\n");
    // The build has ended as well.
    wait_until(|| !runs(&mark));
    assert!(!desk.path("match/match.json").exists(), "there is nothing to resume");
    let left: Vec<_> = fs::read_dir(repository.path(".git/worktrees")).into_iter().flatten().collect();
    assert!(left.is_empty(), "no checkout is left: {left:?}");
}

#[test]
fn bad_input_is_named() {
    let repository = Repository::new();
    repository.commit("one", 111, "One");
    let desk = Desk::new("fastchess", DRAWN_PAIR);
    let run = repository.play(&desk, "nowhere", "one");
    assert!(run.err.contains("'nowhere' is neither a file nor a revision of this repository"), "{}", run.err);
    assert!(run.err.contains("fatal: "), "git says why: {}", run.err);
    fs::copy("/bin/false", desk.path("beta")).unwrap();
    let run = desk.start(&[]);
    assert_eq!(run.code, Some(1));
    let complaint = "beta: bench ends with '' (exit status: 1), expected '<nodes> nodes <speed> nps'";
    assert!(run.err.contains(complaint), "{}", run.err);
    fs::copy(desk.path("alpha"), desk.path("beta")).unwrap();
    let run = sprt(&["resume", "no-such-folder"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("unreadable, expected the folder of a match"), "{}", run.err);
    let run = desk.start(&["--most-pairs", "1"]);
    assert_eq!(run.code, Some(0));
    assert!(desk.start(&[]).err.contains("exists, expected a new folder, or `sprt resume`"));
}

#[test]
fn the_cost_of_a_test_is_told() {
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
    let ledger = docs.join("elo.md");
    let run = sprt(&["plot", ledger.to_str().unwrap(), plot.to_str().unwrap()]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let [drawn, kept] = [&plot, &docs.join("elo.svg")].map(|path| fs::read_to_string(path).unwrap());
    assert!(drawn.starts_with("<svg"));
    assert!(drawn == kept, "docs/elo.svg is old: `sprt plot docs/elo.md docs/elo.svg`");
    // The ledger is not what is drawn over.
    fs::copy(&ledger, &plot).unwrap();
    let run = sprt(&["plot", plot.to_str().unwrap(), plot.to_str().unwrap()]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.err.contains("elo.svg: cannot be written: it is read from"), "{}", run.err);
    assert_eq!(fs::read(&plot).unwrap(), fs::read(&ledger).unwrap());
    let run = sprt(&["plot", "no.md", plot.to_str().unwrap()]);
    assert!(run.err.contains("no.md: unreadable ledger"), "{}", run.err);
}
