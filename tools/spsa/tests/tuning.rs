//! The whole tool, with the tuning build of the engine and with engines that misbehave.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// Exit code and output of a run of `spsa`.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn spsa(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_spsa")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// The engine with its parameters as options.
fn tuning_build() -> String {
    std::env::var("COPPICE_TUNING")
        .expect("COPPICE_TUNING names an engine that was built with --features tuning")
}

fn faulty_engine() -> PathBuf {
    // Beside the tests of this build: target/debug/deps/tuning-... and target/debug/examples/...
    let tests = std::env::current_exe().unwrap();
    let path = tests.ancestors().nth(2).unwrap().join("examples/faulty-engine");
    let path = path.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is not built: `cargo test -p spsa` builds it", path.display());
    path
}

fn faulty(fault: &str) -> String {
    format!("{} {fault}", faulty_engine().display())
}

/// A folder with a book.
struct TestFolder {
    folder: TempDir,
}

impl TestFolder {
    fn new() -> TestFolder {
        let test = TestFolder { folder: tempfile::tempdir().unwrap() };
        let book = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n\
                    rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n";
        std::fs::write(test.path("book.epd"), book).unwrap();
        test
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// At far fewer nodes than these the parameters decide no game, only the opening does.
    fn start(&self, engine: &str, more: &[&str]) -> Run {
        let (state, book) = (self.text("tune.json"), self.text("book.epd"));
        let fixed = ["start", &state, "--engine", engine, "--book", &book, "--nodes", "1000", "--hash", "1"];
        spsa(&[&fixed, more].concat())
    }
}

#[test]
#[ignore = "needs a tuning build in COPPICE_TUNING"]
fn a_tune_runs_to_its_end_and_its_values_reach_the_source() {
    let test = TestFolder::new();
    let plot = test.text("tune.svg");
    let more =
        ["--iterations", "24", "--r-end", "2", "--plot", &plot, "--params", "futility_*", "reduction_*"];
    let run = test.start(&tuning_build(), &more);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("24 of 24 pairs at 1000 nodes a move"), "{}", run.out);
    for name in ["futility_depth", "futility_base", "futility_margin"] {
        assert!(run.out.contains(name));
    }
    assert!(!run.out.contains("razoring"), "only what was asked for is tuned: {}", run.out);
    assert!(std::fs::read_to_string(&plot).unwrap().contains("futility_margin"));

    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/search/src/params.rs");
    let before = std::fs::read_to_string(source).unwrap();
    std::fs::write(test.path("params.rs"), &before).unwrap();
    let run = spsa(&["report", &test.text("tune.json"), "--write", &test.text("params.rs")]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let after = std::fs::read_to_string(test.path("params.rs")).unwrap();
    let new: Vec<&str> = after.lines().filter(|line| !before.lines().any(|old| old == *line)).collect();
    assert!(
        !new.is_empty() && new.iter().all(|line| line.contains("futility_") || line.contains("reduction_")),
        "{new:?}"
    );
    assert!(new.iter().all(|line| run.out.contains(line)), "what is written is what is shown: {new:?}");
    assert_eq!(before.lines().count(), after.lines().count());
}

/// Starts a tune that has no end and sends it a signal after a while: to its whole group, as a terminal does, or to it
/// alone. Then it must have saved what it learnt.
#[cfg(unix)]
fn interrupt(signal: &str, is_for_group: bool) {
    use std::os::unix::process::CommandExt;

    let test = TestFolder::new();
    let (state, book) = (test.text("tune.json"), test.text("book.epd"));
    let engine = faulty("none");
    let arguments = ["--engine", &engine, "--book", &book, "--iterations", "10000000", "--params", "*"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_spsa"));
    command.args(["start", &state, "--concurrency", "1"]).args(arguments);
    let mut child = command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // The file is written for the first time when the program listens already.
    while !test.path("tune.json").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    // The file is written next after seconds, and the games are over in milliseconds.
    std::thread::sleep(Duration::from_secs(3));
    let whom = format!("{}{}", if is_for_group { "-" } else { "" }, child.id());
    assert!(Command::new("kill").args(["-s", signal, "--", &whom]).status().unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    let out = spsa(&["report", &state]).out;
    let done = out.split_once(" of 10000000 pairs").unwrap_or_else(|| panic!("{out}")).0;
    assert!(done.parse::<u64>().unwrap() > 0, "{out}");
}

#[test]
#[cfg(unix)]
fn an_interrupted_tune_is_saved() {
    interrupt("INT", true);
}

#[test]
#[cfg(unix)]
fn a_terminated_tune_is_saved() {
    interrupt("TERM", false);
}

/// Interrupts while the options of the first engine are still being read.
#[test]
#[cfg(unix)]
fn an_interruption_leaves_no_engine_behind() {
    use std::io::{BufRead, BufReader};

    let test = TestFolder::new();
    let (state, book, engine) = (test.text("tune.json"), test.text("book.epd"), faulty("slow"));
    let start = ["start", &state, "--engine", &engine, "--book", &book, "--concurrency", "1"];
    for arguments in [&[&start[..], &["--params", "*"]].concat(), &vec!["resume", &state]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spsa"));
        let command = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut first).unwrap();
        let kill = |arguments: [&str; 2]| {
            Command::new("kill").args(arguments).stderr(Stdio::null()).status().unwrap().success()
        };
        assert!(kill(["-INT", &child.id().to_string()]));
        let code = child.wait().unwrap().code();
        let survives = kill(["-KILL", first.trim()]);
        assert_eq!((code, survives), (Some(130), false), "{arguments:?}");
    }
}

#[test]
fn a_tune_is_played_by_one_process_at_a_time() {
    let test = TestFolder::new();
    let one = ["--iterations", "2", "--concurrency", "1", "--params", "*"];
    let lock = toolkit::Lock::hold(&test.path("tune.json")).unwrap();
    let complaint = "tune.json: another process is using it";
    let run = test.start(&faulty("none"), &one);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.err.contains(complaint), "{}", run.err);
    drop(lock);
    let run = test.start(&faulty("none"), &one);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let _lock = toolkit::Lock::hold(&test.path("tune.json")).unwrap();
    let run = spsa(&["resume", &test.text("tune.json")]);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.err.contains(complaint), "{}", run.err);
}

/// The engine and the book are named by paths from the folder where it began.
#[test]
fn a_tune_can_be_resumed_from_another_folder() {
    let test = TestFolder::new();
    let engine = Path::new("engine").with_extension(std::env::consts::EXE_EXTENSION);
    std::fs::copy(faulty_engine(), test.folder.path().join(&engine)).unwrap();
    let engine = Path::new(".").join(engine).to_str().unwrap().to_owned() + " none";
    let mut start = Command::new(env!("CARGO_BIN_EXE_spsa"));
    start.args(["start", "tune.json", "--engine", &engine, "--book", "book.epd", "--iterations", "2"]);
    let output = start.args(["--params", "*"]).current_dir(test.folder.path()).output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.starts_with("2 of 2 pairs at 5000 nodes a move, from book.epd: "), "{out}");
    // As if it had been interrupted after a pair.
    let text = std::fs::read_to_string(test.path("tune.json")).unwrap();
    std::fs::write(test.path("tune.json"), text.replace("\"done\":2", "\"done\":1")).unwrap();
    let run = spsa(&["resume", &test.text("tune.json")]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn a_resumed_tune_plays_what_is_left() {
    let test = TestFolder::new();
    assert_eq!(test.start(&faulty("none"), &["--iterations", "4", "--concurrency", "1"]).code, Some(0));
    // As if it had been interrupted after two pairs.
    let text = std::fs::read_to_string(test.path("tune.json")).unwrap();
    std::fs::write(test.path("tune.json"), text.replace("\"done\":4", "\"done\":2")).unwrap();
    let run = spsa(&["resume", &test.text("tune.json"), "--concurrency", "1"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("4 of 4 pairs"), "{}", run.out);
    let games: u32 = run
        .out
        .lines()
        .next()
        .unwrap()
        .rsplit(": ")
        .next()
        .unwrap()
        .split(' ')
        .take(3)
        .map(|count| count[1..].parse::<u32>().unwrap())
        .sum();
    assert_eq!(games, 2 * (4 + 2), "two pairs were played again: {}", run.out);
}

#[test]
fn a_tune_is_not_overwritten_and_not_resumed_with_another_engine() {
    let test = TestFolder::new();
    let one = ["--iterations", "1", "--concurrency", "1"];
    assert_eq!(test.start(&faulty("none"), &one).code, Some(0));
    let run = test.start(&faulty("none"), &one);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("exists, expected a new file"), "{}", run.err);
    let text = std::fs::read_to_string(test.path("tune.json")).unwrap();
    let engine = serde_json::to_string(&faulty("none")).unwrap();
    let other = serde_json::to_string(&faulty("other-range")).unwrap();
    std::fs::write(test.path("tune.json"), text.replace(&engine, &other)).unwrap();
    let run = spsa(&["resume", &test.text("tune.json")]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("expected the same engine"), "{}", run.err);
}

/// A wrong sign would be the worst mistake, and nothing else would show it.
#[test]
fn the_value_that_wins_is_the_one_that_is_moved_towards() {
    let test = TestFolder::new();
    let more = ["--iterations", "4", "--r-end", "0.1", "--concurrency", "1", "--params", "margin"];
    let run = test.start(&faulty("none"), &more);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let row: Vec<&str> =
        run.out.lines().find(|line| line.starts_with("margin")).unwrap().split_whitespace().collect();
    let now: f64 = row[2].parse().unwrap();
    assert!(now > 5.5, "the higher value won every game: {}", run.out);
}

/// Its only parameter spends no time, so there is none that could be left out.
#[test]
fn an_engine_needs_no_parameter_of_the_ones_that_are_left_out() {
    let run = TestFolder::new().start(&faulty("none"), &["--iterations", "1", "--concurrency", "1"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

/// Tunes an engine that lists no parameters and reports no scores, at a time control.
#[test]
fn any_engine_can_be_tuned_by_a_file_of_its_options() {
    let test = TestFolder::new();
    let file = test.text("params");
    std::fs::write(&file, "# one\nmargin, int, 5, 1, 9, 1, 0.002\n").unwrap();
    let (state, book) = (test.text("tune.json"), test.text("book.epd"));
    let engine = faulty("foreign");
    let start =
        ["start", &state, "--engine", &engine, "--book", &book, "--iterations", "2", "--concurrency", "1"];
    let run = spsa(&[&start[..], &["--params-file", &file, "--tc", "60+0.5"]].concat());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(run.out.starts_with("2 of 2 pairs at 60+0.5 s, from book.epd: "), "{}", run.out);
    assert_eq!(spsa(&["resume", &state]).code, Some(0));
    for (line, complaint) in [
        ("edge, int, 5, 1, 9, 1, 0.002", "line 1: the engine has no option 'edge'"),
        (
            "margin, int, 5, 1, 10, 1, 0.002",
            "line 1: 'margin' cannot be '10', expected a whole number from 1 to 9",
        ),
        ("margin 5", "expected 'name, int, value, min, max, c_end, r_end'"),
    ] {
        std::fs::write(&file, line).unwrap();
        std::fs::remove_file(&state).ok();
        let run = spsa(&[&start[..], &["--params-file", &file]].concat());
        assert!(run.err.contains(complaint), "{}", run.err);
    }
}

#[test]
fn a_game_is_lost_on_time() {
    let test = TestFolder::new();
    let more = ["--iterations", "1", "--concurrency", "1", "--params", "*", "--tc", "0.05+0"];
    let (state, book, engine) = (test.text("tune.json"), test.text("book.epd"), faulty("sleeps"));
    let run = spsa(&[&["start", &state, "--engine", &engine, "--book", &book], &more[..]].concat());
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    // Black is on the move first, and loses both games.
    assert!(
        run.out.contains("+1 =0 -1 for theta+") && run.out.contains("2 games were lost on time"),
        "{}",
        run.out
    );
}

#[test]
fn an_error_names_the_engine_and_its_fault() {
    for (fault, complaint) in [
        ("no-tuning", "lists no parameters: info string error: the parameters of this build are constants"),
        ("refuses", "refuses an option: info string error: no option 'margin'"),
        ("dies", "ended (exit status: 3) before it answered \"position fen"),
        ("illegal", "'e2e5' is not legal in"),
        ("no-move", "expected a 'bestmove' with a move"),
    ] {
        let test = TestFolder::new();
        let run = test.start(&faulty(fault), &["--concurrency", "1", "--params", "*"]);
        assert_eq!(run.code, Some(1), "{fault}: {}", run.out);
        assert!(run.err.contains(complaint), "{fault}: {}", run.err);
        assert!(run.err.contains("faulty-engine") || fault == "illegal", "{fault}: {}", run.err);
    }
}

#[test]
fn bad_input_is_named() {
    let test = TestFolder::new();
    for (arguments, complaint) in [
        (&["report", "no-such.json"][..], "no-such.json: unreadable, expected the state file of a tune"),
        (
            &["start", "x.json", "--engine", "no-such-engine", "--book", &test.text("book.epd")],
            "engine 'no-such-engine' does not start",
        ),
        (&["start", "x.json", "--engine", "e", "--book", "no.epd"], "no.epd: unreadable book"),
    ] {
        let run = spsa(arguments);
        assert_eq!(run.code, Some(1));
        assert!(run.err.contains(complaint), "{}", run.err);
    }
    let run = test.start(&faulty("none"), &["--params", "margins"]);
    assert!(run.err.contains("no parameter is named 'margins'"), "{}", run.err);
}

#[test]
fn a_picture_takes_the_place_of_no_tune_and_of_no_book() {
    let test = TestFolder::new();
    let (state, book) = (test.text("tune.json"), test.text("book.epd"));
    let one = ["--iterations", "1", "--concurrency", "1", "--params", "*"];
    let engine = faulty("none");
    for plot in [&book, &state] {
        let run = test.start(&engine, &[&one[..], &["--plot", plot]].concat());
        assert_eq!(run.code, Some(1), "{}", run.out);
        assert!(run.err.contains(&format!("{plot}: cannot be written: it is ")), "{}", run.err);
        assert!(!test.path("tune.json").exists());
    }
    assert_eq!(test.start(&engine, &one).code, Some(0));
    let kept = std::fs::read_to_string(&state).unwrap();
    for command in ["report", "resume"] {
        let run = spsa(&[command, &state, "--plot", &state]);
        assert_eq!(run.code, Some(1), "{}", run.out);
        assert!(run.err.contains("it is read from"), "{}", run.err);
    }
    let params = test.text("params.rs");
    let run = spsa(&["report", &state, "--plot", &params, "--write", &params]);
    assert!(run.err.contains("it is written twice, expected another file"), "{}", run.err);
    assert_eq!(std::fs::read_to_string(&state).unwrap(), kept);
    assert!(std::fs::read_to_string(&book).unwrap().starts_with("rnbqkbnr"));
}
