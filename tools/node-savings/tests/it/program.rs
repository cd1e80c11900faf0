//! The output, the files and the exit codes of `node-savings`.

use std::path::PathBuf;
use std::process::Command;

use search::techniques::Technique;

/// A pawn ending, small enough for minimax.
const ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// The result of a run.
struct Run {
    code: i32,
    out: String,
    err: String,
}

fn node_savings(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_node-savings")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// The path of a file that only the test of this name uses.
fn file(test: &str, name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// The line of a row, its cells without the white space between them.
fn cells<'a>(out: &'a str, row: &str) -> Vec<&'a str> {
    let line = out.lines().find(|line| line.trim_start_matches(['.', ' ']).starts_with(row));
    let line = line.unwrap_or_else(|| panic!("no {row} in\n{out}"));
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

#[test]
fn the_table_has_all_rows_and_the_files_all_measurements() {
    let (csv, json, svg) = (file("all", "a.csv"), file("all", "a.json"), file("all", "a.svg"));
    let paths = [&csv, &json, &svg].map(|path| path.to_str().unwrap());
    let run =
        node_savings(&[ENDING, "--depth", "3", "--csv", paths[0], "--json", paths[1], "--svg", paths[2]]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    // The perft counts of this position are 14, 191 and 2812.
    let minimax = cells(&run.out, "minimax");
    assert_eq!((minimax[1], minimax[2], minimax[5]), ("3,017", "2,812", "100 %"));
    assert!(run.out.contains("The sound methods agree on all of"), "{}", run.out);
    let rows = 10 + 1 + Technique::ALL.len() + 1;
    let table = run.out.lines().skip(3).take_while(|line| !line.is_empty()).count();
    assert_eq!(table, rows, "{}", run.out);

    let csv = std::fs::read_to_string(csv).unwrap();
    assert_eq!(csv.lines().next(), Some("method,family,fen,depth,nodes,leaves,cpu_seconds,score,capped"));
    assert_eq!(csv.lines().count(), 1 + 3 * rows);
    assert!(
        csv.lines().nth(3).unwrap().starts_with(&format!("minimax,evaluation,{ENDING},3,3017,2812,")),
        "{csv}"
    );
    let json: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    assert_eq!(json.as_array().unwrap().len(), 3 * rows);
    assert_eq!((&json[2]["nodes"], &json[2]["capped"]), (&3017.into(), &false.into()));
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    // A line for each landmark: the textbook's ten, three of the engine.
    assert!(svg.matches("<polyline").count() >= 13);
    for name in ["minimax", "alpha-beta with captures first", "the full engine", "depth in plies"] {
        assert!(svg.contains(name), "{name}");
    }
}

#[test]
fn capped_searches_are_marked() {
    let run = node_savings(&[ENDING, "--depth", "3", "--max-nodes", "1000"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    let minimax = cells(&run.out, "minimax");
    assert_eq!((minimax[1], minimax[5], minimax[6]), ("> 1,000", "capped", "-"), "{}", run.out);
    // The share is then that of the tree as the move generator counts it.
    let captures = cells(&run.out, "alpha-beta with captures first");
    let nodes: f64 = captures[1].replace(',', "").parse().unwrap();
    let share: f64 = captures[5].trim_end_matches(" %").parse().unwrap();
    assert!((share - 100.0 * nodes / 3017.0).abs() < 0.51, "{}", run.out);
}

#[test]
fn a_suite_is_added_up() {
    let suite = file("suite", "two.epd");
    std::fs::write(
        &suite,
        format!("  # two\n{ENDING} ;D1 14\n\n{}\n", "8/8/8/8/8/3k4/3p4/3K4 w - - bm Kc1;"),
    )
    .unwrap();
    let run = node_savings(&["--suite", suite.to_str().unwrap(), "--depth", "2"]);
    // White is stalemated in the second position.
    assert_eq!(run.code, 2, "{}", run.out);
    assert!(run.err.contains("two.epd:4: the game is over"), "{}", run.err);
    std::fs::write(
        &suite,
        format!("# two\n{ENDING} ;D1 14\n\n{}\n", "4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";"),
    )
    .unwrap();
    let run = node_savings(&["--suite", suite.to_str().unwrap(), "--depth", "2"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.starts_with("2 positions to depth 2\n"), "{}", run.out);
    // 14 + 191, and 6 + 30 of the king and pawn.
    let minimax = cells(&run.out, "minimax");
    assert_eq!((minimax[1], minimax[6]), ("241", "2 of 2"), "{}", run.out);
}

#[test]
fn bad_input_is_named_with_what_was_expected() {
    let empty = file("bad", "empty.epd");
    std::fs::write(&empty, "# nothing\n").unwrap();
    let empty = empty.to_str().unwrap();
    let cases: [(&[&str], &str); 7] = [
        (&["8/8/8/8/8/8/8/8 w - - 0 1"], "expected exactly 1"),
        (&["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "the game is over in"),
        (&["--depth", "0"], "'0'"),
        (&["--max-nodes", "0"], "'0'"),
        (&["--suite", "no/such/file"], "no/such/file: unreadable suite"),
        (&["--suite", empty], "holds no positions, expected"),
        (&["startpos", "--suite", empty], "cannot be used with"),
    ];
    for (arguments, wanted) in cases {
        let run = node_savings(arguments);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(wanted), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let kept = file("unwritable", "kept.json");
    std::fs::write(&kept, "old").unwrap();
    for option in ["--csv", "--json", "--svg"] {
        let other = if option == "--json" { "--svg" } else { "--json" };
        let run = node_savings(&[ENDING, option, "/no/such/folder/a", other, kept.to_str().unwrap()]);
        // Refused before anything is measured: no table was printed.
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.starts_with("error: /no/such/folder/a: cannot be written: "), "{}", run.err);
        assert_eq!(std::fs::read_to_string(&kept).unwrap(), "old");
    }
}

#[test]
fn a_suite_is_not_overwritten() {
    let suite = file("overwritten", "suite.epd");
    std::fs::write(&suite, ENDING).unwrap();
    let suite = suite.to_str().unwrap();
    for option in ["--csv", "--json", "--svg"] {
        let run = node_savings(&["--suite", suite, "--depth", "1", option, suite]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{option}");
        let complaint = format!("{suite}: cannot be written: it is read from {suite}, expected another file");
        assert!(run.err.contains(&complaint), "{}", run.err);
        assert_eq!(std::fs::read_to_string(suite).unwrap(), ENDING);
    }
    let table = file("overwritten", "table");
    let table = table.to_str().unwrap();
    let run = node_savings(&[ENDING, "--depth", "1", "--csv", table, "--json", table]);
    assert!(run.code == 2 && run.err.contains("it is written twice"), "{}", run.err);
}

/// The files are so small that they stay in a buffer until the end.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_noticed() {
    for (option, name) in [("--csv", "CSV"), ("--json", "JSON")] {
        let svg = file("full", name);
        let _ = std::fs::remove_file(&svg);
        let exports = [option, "/dev/full", "--svg", svg.to_str().unwrap()];
        let run =
            node_savings(&[&["8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", "--depth", "1"], &exports[..]].concat());
        assert_eq!(run.code, 2, "{option}");
        assert!(run.err.contains("/dev/full: cannot be written: "), "{}", run.err);
        // The other outputs are not lost.
        assert!(run.out.contains("The sound methods agree"), "{}", run.out);
        assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"), "{option}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_standard_output_is_an_error_and_no_panic() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_node-savings"));
    let output = command.args([ENDING, "--depth", "1"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.starts_with("error: standard output"), "{err}");
}
