//! The program on its command line.

use std::path::Path;
use std::process::Command;

/// The exit code, the standard output and the standard error.
fn treeview(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_treeview"));
    let output = command.current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_log_is_not_drawn_over() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let draw = ["--lists", "[[3,12,8],[2,4,6]]", "-o", "tree.html", "--log"];
    let (code, _, err) = treeview(folder, &[&draw[..], &["x.log"]].concat());
    assert_eq!(code, 0, "{err}");
    let log = std::fs::read(folder.join("x.log")).unwrap();
    let (_, out, err) = treeview(folder, &["render", "x.log", "-o", "./x.log"]);
    let cannot = "cannot be written: it is";
    assert_eq!(err, format!("error: ./x.log: {cannot} read from x.log, expected another file\n"));
    assert_eq!((out.as_str(), std::fs::read(folder.join("x.log")).unwrap() == log), ("", true));
    let (_, out, err) = treeview(folder, &[&draw[..], &["tree.html"]].concat());
    assert_eq!(err, format!("error: tree.html: {cannot} written twice, expected another file\n"));
    assert_eq!(out, "", "nothing is searched");
    let (code, _, err) = treeview(folder, &["render", "x.log", "-o", "tree.html"]);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn two_searches_of_different_roots_are_not_drawn_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (lists, name) in [("[[3,12,8],[2,4,6]]", "one"), ("[[1,2],[3,4]]", "other")] {
        let draw = ["--lists", lists, "-o", "tree.html", "--log", name];
        let (code, _, err) = treeview(folder, &draw);
        assert_eq!(code, 0, "{err}");
    }
    let (_, _, err) = treeview(folder, &["render", "one", "other", "-o", "two.html"]);
    let expected = "error: one and other begin at different roots, expected two searches of the same\n";
    assert_eq!(err, expected);
    assert!(!folder.join("two.html").exists());
    let (code, _, err) = treeview(folder, &["render", "one", "one", "-o", "two.html"]);
    assert_eq!(code, 0, "{err}");
}

/// A pawn ending, small enough for minimax.
const ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

fn savings(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    treeview(folder, &[&["savings"], arguments].concat())
}

/// The cells of a row, without the white space between them.
fn cells<'a>(out: &'a str, row: &str) -> Vec<&'a str> {
    let line = out.lines().find(|line| line.trim_start_matches(['.', ' ']).starts_with(row));
    let line = line.unwrap_or_else(|| panic!("no {row} in\n{out}"));
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

#[test]
fn savings_are_counted_in_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, err) = savings(folder.path(), &[ENDING, "--depth", "3"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    // The perft counts of this position are 14, 191 and 2812.
    let minimax = cells(&out, "minimax");
    assert_eq!((minimax[1], minimax[2], minimax[5]), ("3,017", "2,812", "100 %"));
    assert!(out.contains("The sound methods agree on all of"), "{out}");
    let rows = 10 + 1 + search::techniques::Technique::ALL.len() + 1;
    assert_eq!(out.lines().skip(3).take_while(|line| !line.is_empty()).count(), rows, "{out}");
    // A capped search is marked, and minimax then counted by perft.
    let (code, out, _) = savings(folder.path(), &[ENDING, "--depth", "3", "--max-nodes", "1000"]);
    let (minimax, captures) = (cells(&out, "minimax"), cells(&out, "alpha-beta with captures first"));
    assert_eq!((code, minimax[1], minimax[5], minimax[6]), (0, "> 1,000", "capped", "-"), "{out}");
    let nodes: f64 = captures[1].replace(',', "").parse().unwrap();
    let share: f64 = captures[5].trim_end_matches(" %").parse().unwrap();
    assert!((share - 100.0 * nodes / 3017.0).abs() < 0.51, "{out}");
}

#[test]
fn savings_of_a_suite_are_added_up() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let write = |text: &str| std::fs::write(folder.join("two.epd"), text).unwrap();
    // 14 + 191, and 6 + 30 of the king and pawn. The file begins with a byte-order mark.
    write(&format!("\u{feff}# two\n{ENDING} ;D1 14\n\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n"));
    let (code, out, err) = savings(folder, &["--suite", "two.epd", "--depth", "2"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("2 positions to depth 2\n"), "{out}");
    let minimax = cells(&out, "minimax");
    assert_eq!((minimax[1], minimax[6]), ("241", "2 of 2"), "{out}");
    // White is stalemated in the second position.
    write(&format!("  # two\n{ENDING} ;D1 14\n\n8/8/8/8/8/3k4/3p4/3K4 w - - bm Kc1;\n"));
    std::fs::write(folder.join("empty.epd"), "# nothing\n").unwrap();
    let cases: [(&[&str], &str); 8] = [
        (&["--suite", "two.epd"], "two.epd:4: the game is over"),
        (&["--suite", "empty.epd"], "holds no positions, expected"),
        (&["--suite", "none.epd"], "none.epd: unreadable suite"),
        (&["startpos", "--suite", "two.epd"], "cannot be used with"),
        (&["8/8/8/8/8/8/8/8 w - - 0 1"], "expected exactly 1"),
        (&["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "the game is over in"),
        (&["--depth", "0"], "'0'"),
        (&["--max-nodes", "0"], "'0'"),
    ];
    for (arguments, wanted) in cases {
        let (code, out, err) = savings(folder, arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(wanted), "{arguments:?}: {err}");
    }
}
