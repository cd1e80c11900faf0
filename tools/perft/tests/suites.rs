//! Output and exit codes of `perft run`, on suites that are right, wrong, malformed, too deep.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::perft;

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
        let run = perft(&[suite.to_str().unwrap(), "--mode", mode, "--max-nodes", "200000"]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{mode}: {}", run.out);
        assert!(run.out.starts_with("4 positions, 12 depths, 319,290 nodes in "), "{}", run.out);
        assert!(run.out.contains(&format!("(mode {mode})")), "{}", run.out);
        assert!(run.out.ends_with("all counts right\n"), "{}", run.out);
    }
}

#[test]
fn a_wrong_count_is_named_with_its_line_and_fails_the_run() {
    let text = RIGHT.replace("D2 2039", "D2 2040").replace("D3 12189", "D3 12188");
    let suite = file("wrong_count", "wrong.epd", &text);
    let run = perft(&["run", suite.to_str().unwrap()]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let name = suite.display();
    let wanted = [
        format!(
            "FAIL {name}:4: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' depth 2: \
             expected 2040, got 2039"
        ),
        format!(
            "FAIL {name}:6: 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9' depth 3: \
             expected 12188, got 12189"
        ),
    ];
    for line in wanted {
        assert!(run.out.lines().any(|printed| printed == line), "{line}\nnot in\n{}", run.out);
    }
    assert!(run.out.ends_with("2 positions WRONG\n"), "{}", run.out);
}

#[test]
fn caps_skip_the_deeper_counts_and_are_reported() {
    let suite = file("caps", "right.epd", RIGHT);
    let suite = suite.to_str().unwrap();
    let run = perft(&[suite, "--max-depth", "2"]);
    assert_eq!(run.code, 0);
    assert!(run.out.starts_with("4 positions, 8 depths, 3,056 nodes in "), "{}", run.out);
    assert!(run.out.contains("\n4 depths skipped above the caps\n"), "{}", run.out);
    let run = perft(&[suite, "--max-nodes", "20"]);
    assert!(run.out.starts_with("2 positions, 3 depths, 20 nodes in "), "{}", run.out);
    assert!(
        run.out.contains("\n9 depths skipped above the caps, and so 2 positions altogether\n"),
        "{}",
        run.out
    );
}

/// Otherwise a wrong suite would pass because it is too deep.
#[test]
fn a_run_that_counts_nothing_is_not_right() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let suite = file("nothing", "wrong.epd", &format!("{start} ;D5 4865608\n"));
    for cap in [&["--max-nodes", "5"][..], &["--mode", "keys"], &["--max-depth", "4"]] {
        let run = perft(&[&[suite.to_str().unwrap()], cap].concat());
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{cap:?}: {}", run.err);
        assert_eq!(
            run.err,
            "error: nothing is left to count: all 1 depths are above the caps, expected a greater --max-depth or \
             --max-nodes\n"
        );
    }
}

#[test]
fn a_folder_stands_for_its_epd_files() {
    let first = file("folder", "a.epd", RIGHT);
    file("folder", "b.epd", RIGHT);
    file("folder", "notes.txt", "no suite");
    let run = perft(&[first.parent().unwrap().to_str().unwrap(), first.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("12 positions, "), "{}", run.out);
}

#[test]
fn without_paths_the_nearest_perft_suites_folder_is_run() {
    let suite = file("nearest/perft-suites", "only.epd", RIGHT);
    let nested = file("nearest/some/where", "below.txt", "");
    for folder in [suite.parent().and_then(Path::parent), nested.parent()] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
        let output = command.arg("--max-depth=1").current_dir(folder.unwrap()).output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.starts_with("4 positions, 4 depths, 89 nodes in "), "{out}");
    }
}

#[test]
fn bad_input_is_named_with_its_place_and_exits_with_2() {
    let malformed = file("bad_input", "malformed.epd", "# a\n8/8/8/8/8/8/8/8 w - - 0 1 ;D1 1\n");
    let no_counts = file("bad_input", "no_counts.epd", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n");
    let no_positions = file("bad_input", "none.epd", "# nothing\n");
    let no_suites = file("bad_input/empty", "notes.txt", "no suite");
    let absent = malformed.with_file_name("absent.epd");
    let folder = no_suites.parent().unwrap();
    for (path, wanted) in [
        (
            malformed.as_path(),
            "malformed.epd:2: '8/8/8/8/8/8/8/8 w - - 0 1' is no position: White has 0 kings, expected",
        ),
        (&no_counts, "no_counts.epd:1: '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' has no counts, expected"),
        (&no_positions, "none.epd: holds no positions, expected"),
        (folder, "empty: holds no suites, expected"),
        (&absent, "absent.epd: unreadable suite"),
    ] {
        let run = perft(&[path.to_str().unwrap()]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
        assert!(run.err.starts_with("error: ") && run.err.contains(wanted), "{wanted}\nnot in\n{}", run.err);
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
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        assert_eq!(output.status.code(), Some(code));
    }
}

/// The first position fails at once; the second would take centuries.
#[cfg(unix)]
#[test]
fn an_interruption_leaves_a_summary() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    let endless = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D20 1\n";
    let wrong = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1 ;D1 2\n";
    let suite = file("interruption", "endless.epd", &format!("{endless}{wrong}"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_perft"))
        .args([suite.to_str().unwrap(), "--threads", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.contains("endless.epd:2:"), "{line}");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(rest.contains("interrupted; this much was done:\n1 positions, 1 depths, 0 nodes"), "{rest}");
    assert!(rest.ends_with("1 positions WRONG\n"), "{rest}");
}

/// Interrupts a count that would take centuries.
#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_no_success() {
    use std::process::Stdio;

    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (name, counts, verdict) in [
        ("nothing.epd", ";D20 1", "no depth was counted to its end\n"),
        ("some.epd", ";D1 20 ;D20 1", "these counts are right, the others not known\n"),
    ] {
        let suite = file("praise", name, &format!("{start} {counts}\n"));
        let child = Command::new(env!("CARGO_BIN_EXE_perft"))
            .args([suite.to_str().unwrap(), "--threads", "1"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // By then it handles signals; it prints nothing that would show this.
        std::thread::sleep(std::time::Duration::from_secs(2));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.code() == Some(130) && out.ends_with(verdict), "{out}");
    }
}
