//! Output and exit codes of the program: suites that are right, wrong or malformed, and engines that are wrong in known ways.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs `perft` to its end: its exit code, standard output and standard error.
fn perft(arguments: &[&str]) -> (i32, String, String) {
    text(&Command::new(env!("CARGO_BIN_EXE_perft")).args(arguments).output().unwrap())
}

fn text(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const RIGHT: &str = "\
# The start position and Kiwipete.
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D4 197281

r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039 ;D3 97862
# Chess960 and no move at all.
bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21 ;D2 528 ;D3 12189
7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 ;D1 0 ;D2 0
";

/// Writes a file that only the test of this name uses, and returns its path.
fn file(test: &str, name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_right_suite_passes_in_every_mode() {
    let suite = file("every_mode", "right.epd", RIGHT);
    for mode in ["bulk", "list", "make", "keys", "legality", "staged"] {
        let (code, out, err) = perft(&[suite.to_str().unwrap(), "--mode", mode, "--max-nodes", "200000"]);
        assert_eq!((code, err.as_str()), (0, ""), "{mode}: {out}");
        assert!(out.starts_with("4 positions, 12 depths, 319,290 nodes in "), "{out}");
        assert!(out.ends_with(&format!("(mode {mode})\nall counts right\n")), "{out}");
    }
}

#[test]
fn a_wrong_count_is_named_with_its_line_and_fails_the_run() {
    let text = RIGHT.replace("D2 2039", "D2 2040").replace("D3 12189", "D3 12188");
    let suite = file("wrong_count", "wrong.epd", &text);
    let (code, out, err) = perft(&["run", suite.to_str().unwrap()]);
    assert_eq!((code, err.as_str()), (1, ""));
    let name = suite.display();
    for line in [
        format!("FAIL {name}:4: '{KIWIPETE}' depth 2: expected 2040, got 2039"),
        format!(
            "FAIL {name}:6: 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9' depth 3: \
             expected 12188, got 12189"
        ),
    ] {
        assert!(out.lines().any(|printed| printed == line), "{line}\nnot in\n{out}");
    }
    assert!(out.ends_with("2 positions WRONG\n"), "{out}");
}

#[test]
fn caps_skip_the_deeper_counts_and_are_reported() {
    let suite = file("caps", "right.epd", RIGHT);
    let suite = suite.to_str().unwrap();
    for (cap, number, counted, skipped) in [
        ("--max-depth", "2", "4 positions, 8 depths, 3,056 nodes in ", "4 depths skipped above the caps"),
        (
            "--max-nodes",
            "20",
            "2 positions, 3 depths, 20 nodes in ",
            "9 depths skipped above the caps, and so 2 positions altogether",
        ),
    ] {
        let (code, out, _) = perft(&[suite, cap, number]);
        assert!(code == 0 && out.starts_with(counted) && out.contains(&format!("\n{skipped}\n")), "{out}");
    }
    // Otherwise a wrong suite would pass because it is too deep.
    let (code, out, err) = perft(&[suite, "--max-depth", "9", "--max-nodes", "0", "--mode", "keys"]);
    assert_eq!(
        (code, out.ends_with("all counts right\n"), err.as_str()),
        (0, true, ""),
        "only the mate is left"
    );
    let deep = file("caps", "deep.epd", &format!("{START} ;D5 4865608\n"));
    let (code, out, err) = perft(&[deep.to_str().unwrap(), "--mode", "keys"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.starts_with("error: nothing is left to count: all 1 depths are above the caps, expected"),
        "{err}"
    );
}

#[test]
fn a_folder_stands_for_its_epd_files_and_the_nearest_perft_suites_for_no_path() {
    let suite = file("nearest/perft-suites", "a.epd", RIGHT);
    file("nearest/perft-suites", "b.epd", RIGHT);
    file("nearest/perft-suites", "notes.txt", "no suite");
    let nested = file("nearest/some/where", "below.txt", "");
    let folder = suite.parent().unwrap();
    let (_, out, err) = perft(&[folder.to_str().unwrap(), suite.to_str().unwrap(), "--max-depth=1"]);
    assert!(out.starts_with("12 positions, "), "{out}{err}");
    for working in [folder.parent(), nested.parent()] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
        let (_, out, _) = text(&command.arg("--max-depth=1").current_dir(working.unwrap()).output().unwrap());
        assert!(out.starts_with("8 positions, 8 depths, 178 nodes in "), "{out}");
    }
}

#[test]
fn bad_input_is_named_with_its_place_and_exits_with_2() {
    let no_positions = file("bad_input", "none.epd", "# nothing\n");
    let no_suites = file("bad_input/empty", "notes.txt", "no suite");
    let absent = no_positions.with_file_name("absent.epd");
    for (path, wanted) in [
        (no_positions.as_path(), "none.epd: holds no positions, expected"),
        (no_suites.parent().unwrap_or(Path::new("")), "empty: holds no suites, expected"),
        (&absent, "absent.epd: unreadable suite"),
    ] {
        let (code, out, err) = perft(&[path.to_str().unwrap()]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.starts_with("error: ") && err.contains(wanted), "{wanted}\nnot in\n{err}");
    }
    for arguments in [
        &["--max-depth", "0"][..],
        &["--mode", "none"],
        &["compare", "--engine", "e", "startpos", "0"],
        &["compare", "--engine", "e", "8/8/8/8/8/8/8/8 w - -", "1"],
        &["compare", "startpos", "3"],
        &["compare", "--engine", "e", "--timeout", "18446744073709551615", "startpos", "3"],
        &["compare", "--engine", "e", "--timeout", "0", "startpos", "3"],
        &["--threads", "0"],
        &["--threads", "1025"],
    ] {
        let (code, out, err) = perft(arguments);
        assert!((code, out.as_str()) == (2, "") && err.starts_with("error: "), "{arguments:?}: {err}");
    }
}

#[test]
fn a_run_with_closed_output_keeps_its_exit_code() {
    let wrong = file("unread", "wrong.epd", &RIGHT.replace("D2 2039", "D2 2040"));
    let right = file("unread", "right.epd", RIGHT);
    for (suite, code) in [(wrong, 1), (right, 0)] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
        let output = command.arg(suite).stdout(writer).output().unwrap();
        assert_eq!(text(&output), (code, String::new(), String::new()));
    }
}

/// The command that starts the engine with this fault.
fn engine(fault: &str) -> String {
    // Beside the tests of this build: target/debug/deps/program-... and target/debug/examples/...
    let tests = std::env::current_exe().unwrap();
    let path = tests.ancestors().nth(2).unwrap().join("examples/broken-engine");
    let path = path.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is not built: `cargo test -p perft` builds it", path.display());
    format!("{} {fault}", path.display())
}

fn compare(fault: &str, arguments: &[&str]) -> (i32, String, String) {
    perft(&[&["compare", "--engine", &engine(fault)], arguments].concat())
}

/// The lines of the report after the agreeing depths, of a comparison that finds a difference.
fn report(fault: &str, arguments: &[&str]) -> Vec<String> {
    let (code, out, err) = compare(fault, arguments);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    out.lines().filter(|line| !line.ends_with("both agree")).map(str::to_owned).collect()
}

#[test]
fn engines_without_fault_agree() {
    let agreed =
        "depth 1: 20 leaves, both agree\ndepth 2: 400 leaves, both agree\ndepth 3: 8902 leaves, both agree\n";
    assert_eq!(compare("none", &["startpos", "3"]), (0, agreed.to_owned(), String::new()));
    for position in ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"] {
        for arguments in [&[position, "3"][..], &[position, "3", "--chess960"]] {
            assert_eq!(compare("none", arguments).0, 0, "{arguments:?}");
        }
    }
}

#[test]
fn a_repeated_move_is_extra_in_the_notation_of_the_game() {
    for (fen, arguments, mv) in [
        ("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", &["2"][..], "e8g8"),
        ("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", &["2", "--chess960"], "e8h8"),
        ("4k1r1/8/8/8/8/8/8/4K3 b k - 0 1", &["2"], "e8g8"),
    ] {
        let report = report("castles-twice", &[&[fen], arguments].concat());
        assert!(report.iter().any(|line| line.starts_with(&format!("extra:    {mv} ("))), "{report:?}");
    }
}

#[test]
fn faults_in_making_and_in_generating_moves_are_distinguished() {
    let report = report("forgets-castling", &["4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "4"]);
    assert_eq!(report[0], "the counts part 2 plies from the root, at depth 1");
    assert_eq!(report[3], "missing:  e1g1 (legal, but the engine does not have it)");
    assert_eq!(
        report[4],
        "Given this position without the path, the engine agrees: look at how it makes moves."
    );
}

/// A capture that exposes the king is not legal, so a FEN needs no en-passant square there. Only with that square
/// does the FEN show the engine's fault, which is in generating moves, not in making them.
#[test]
fn an_illegal_en_passant_capture_is_not_taken_for_a_fault_in_making_moves() {
    let extra = "extra:    e4d3 (the engine has it, but it is not legal or a repeat)";
    let position = "position: 8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
    assert_eq!(
        report("unsafe-en-passant", &["8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", "3"]),
        ["the counts part 1 plies from the root, at depth 1", position, "path:     d2d4", extra]
    );
    let fen = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 7 9";
    for arguments in [&[fen, "1"][..], &[fen, "1", "--chess960"]] {
        let position = format!("position: {fen}");
        let expected = ["the counts part 0 plies from the root, at depth 1", &position, extra];
        assert_eq!(report("unsafe-en-passant", arguments), expected, "{arguments:?}");
    }
}

#[test]
fn an_engine_that_contradicts_itself_is_caught() {
    let report = report("miscounts", &["startpos", "3"]);
    assert_eq!(report[0], "the counts part 0 plies from the root, at depth 2");
    assert!(report.iter().any(|line| line == "differs:  e2e4: 20 leaves, the engine says 21"), "{report:?}");
    assert!(report.iter().any(|line| line.ends_with("it contradicts itself.")), "{report:?}");
}

#[test]
fn an_engine_without_a_usable_answer_is_an_error_of_its_own() {
    let unusual = "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1";
    assert_eq!(compare("no-chess960", &["startpos", "2"]).0, 0);
    for (command, fen, wanted) in [
        (
            engine("no-chess960"),
            unusual,
            "no option UCI_Chess960, expected it for a Chess960 position".to_owned(),
        ),
        (
            engine("wrong-total"),
            "startpos",
            format!(
                "the engine's answer to \"position fen {START}\\ngo perft 1\" adds up to 20, but it says 21"
            ),
        ),
        (engine("no-total"), "startpos", "'Nodes searched: many' from the engine, expected".to_owned()),
        ("sleep 600".to_owned(), "startpos", "did not answer \"uci\" within 1 s".to_owned()),
    ] {
        let timeout = if wanted.contains("within") { "1" } else { "60" };
        let (code, out, err) = perft(&["compare", "--timeout", timeout, "--engine", &command, fen, "2"]);
        assert_eq!((code, out.as_str()), (2, ""), "{command}: {err}");
        assert!(err.contains(&wanted), "{wanted}\nnot in\n{err}");
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_the_engine_as_well() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let mut child = Command::new(env!("CARGO_BIN_EXE_perft"))
        .args(["compare", "--engine", &engine("busy"), "startpos", "2"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut busy = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut busy).unwrap();
    let kill =
        |arguments: &[&str]| Command::new("kill").args(arguments).stderr(Stdio::null()).status().unwrap();
    assert!(kill(&["-INT", &child.id().to_string()]).success());
    let code = child.wait().unwrap().code();
    let survives = kill(&["-KILL", busy.trim()]).success();
    assert_eq!((code, survives), (Some(130), false));
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_says_what_was_done() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    // The first would take years, and the second is wrong.
    let text = format!("{KIWIPETE} ;D12 9000000000000000000\n{START} ;D1 20 ;D2 401\n");
    let suite = file("interrupted", "long.epd", &text);
    let mut child = Command::new(env!("CARGO_BIN_EXE_perft"))
        .args(["--threads", "2", "--max-nodes", "9000000000000000000"])
        .arg(&suite)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut failure = String::new();
    out.read_line(&mut failure).unwrap();
    assert!(failure.starts_with("FAIL") && failure.contains("expected 401, got 400"), "{failure}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(
        rest.starts_with("interrupted; this much was done:\n1 positions, 2 depths, 420 nodes in "),
        "{rest}"
    );
    assert!(rest.ends_with("\n1 positions WRONG\n"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
#[ignore = "needs Stockfish in COPPICE_STOCKFISH"]
fn stockfish_agrees() {
    let stockfish = std::env::var("COPPICE_STOCKFISH").expect("COPPICE_STOCKFISH names the program");
    for position in [
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
    ] {
        let (code, out, err) = perft(&["compare", "--engine", &stockfish, position, "4"]);
        assert_eq!((code, err.as_str()), (0, ""), "{position}\n{out}");
        assert!(out.lines().last().is_some_and(|line| line.starts_with("depth 4: ")), "{out}");
    }
}
