//! The program on its command line.

use std::fs;
#[cfg(unix)]
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const QUICK: [&str; 10] =
    ["--nodes", "40", "--hard-nodes", "200", "--hash", "1", "--chess960", "50", "--random-plies", "6"];

fn datagen(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_datagen"));
    command.current_dir(folder).args(arguments).output().unwrap()
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    datagen(folder, &[&["run"], arguments, &QUICK].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The standard output of a call that succeeds.
fn said(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The error message of a call that fails.
fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    text(&output.stderr)
}

#[test]
fn a_run_in_two_sittings_is_the_run_in_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    said(&run(folder, &["whole.bin", "--games", "9"]));
    said(&run(folder, &["parts.bin", "--games", "4", "--threads", "2"]));
    // Like after a crash in the middle of a block.
    let mut torn = fs::read(folder.join("parts.bin")).unwrap();
    torn.extend_from_slice(b"game, but not a whole one");
    fs::write(folder.join("parts.bin"), torn).unwrap();
    for reader in ["stats", "to-text"] {
        let warned = text(&datagen(folder, &[reader, "parts.bin"]).stderr);
        let warning = "warning: parts.bin: 25 bytes of an unfinished block at its end are not read\n";
        assert!(warned.starts_with(warning), "{warned}");
    }
    let going_on = run(folder, &["parts.bin", "--games", "9", "--threads", "2"]);
    let summary = said(&going_on);
    assert!(text(&going_on.stderr).contains("continuing with game 4 after"), "{}", text(&going_on.stderr));
    assert!(text(&going_on.stderr).contains("cut off 25 bytes"), "{}", text(&going_on.stderr));
    assert!(summary.contains(" positions of 5 games in "), "{summary}");
    let lines = |file| said(&datagen(folder, &["to-text", file, "--format", "epd"]));
    assert_eq!(lines("whole.bin"), lines("parts.bin"));
}

#[test]
fn a_file_is_not_continued_in_another_way() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    said(&run(folder, &["a.bin", "--games", "1"]));
    let error = complaint(&run(folder, &["a.bin", "--games", "2", "--seed", "2"]));
    assert!(error.contains("a.bin") && error.contains("seed=1") && error.contains("seed=2"), "{error}");
}

#[test]
fn text_comes_back_as_it_went() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    said(&run(folder, &["a.bin", "--games", "5"]));
    for format in ["bars", "brackets", "epd"] {
        let lines = said(&datagen(folder, &["to-text", "a.bin", "--format", format]));
        fs::write(folder.join("a.txt"), &lines).unwrap();
        let packed = said(&datagen(folder, &["from-text", "a.txt", "b.bin", "--format", format]));
        let expected = format!("{} positions of 5 games packed", lines.lines().count());
        assert_eq!(packed.replace(',', "").trim(), expected);
        assert_eq!(said(&datagen(folder, &["to-text", "b.bin", "--format", format])), lines);
        fs::remove_file(folder.join("b.bin")).unwrap();
    }
    let quiet = said(&datagen(folder, &["to-text", "a.bin", "--quiet", "--min-ply", "20"]));
    let all = said(&datagen(folder, &["to-text", "a.bin"]));
    assert!(quiet.lines().count() < all.lines().count() && quiet.lines().all(|line| all.contains(line)));
}

#[test]
fn nothing_is_lost_to_an_output_that_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    said(&run(folder, &["a.bin", "--games", "2"]));
    let whole = fs::read(folder.join("a.bin")).unwrap();
    for (output, input) in [("a.bin", "a.bin"), ("./a.bin", "a.bin"), ("a.bin", "./a.bin")] {
        let error = complaint(&datagen(folder, &["to-text", input, "-o", output]));
        let expected =
            format!("error: {output}: cannot be written: it is read from {input}, expected another file\n");
        assert_eq!(error, expected);
        assert!(fs::read(folder.join(input)).unwrap() == whole, "{input} is not what it was");
    }
    // No temporary file is left.
    fs::write(folder.join("b.new"), &whole).unwrap();
    said(&datagen(folder, &["to-text", "b.new", "-o", "b"]));
    assert!(fs::read(folder.join("b.new")).unwrap() == whole, "it is not what it was");
    fs::write(folder.join("old.txt"), "kept").unwrap();
    // The lines before the damage are good.
    let blocks = &whole[whole.windows(4).position(|place| place == b"game").unwrap()..];
    fs::write(folder.join("damaged.bin"), [&whole[..], b"damage", blocks].concat()).unwrap();
    for input in ["absent.bin", "old.txt", "damaged.bin"] {
        complaint(&datagen(folder, &["to-text", input, "-o", "old.txt"]));
        assert_eq!(fs::read_to_string(folder.join("old.txt")).unwrap(), "kept", "{input}");
    }
    let is_draft = |entry: fs::DirEntry| text(entry.file_name().as_encoded_bytes()).starts_with("old.txt.");
    let has_draft = || fs::read_dir(folder).unwrap().any(|entry| is_draft(entry.unwrap()));
    assert!(!has_draft());
    let lines = said(&datagen(folder, &["to-text", "a.bin"]));
    said(&datagen(folder, &["to-text", "a.bin", "-o", "old.txt"]));
    assert_eq!(fs::read_to_string(folder.join("old.txt")).unwrap(), lines);
    assert!(!has_draft());
    let error = complaint(&datagen(folder, &["from-text", "old.txt", "old.txt"]));
    assert_eq!(error, "error: old.txt: exists, expected a new file\n");
    assert_eq!(fs::read_to_string(folder.join("old.txt")).unwrap(), lines);
}

#[test]
fn stats_count_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let lines = "\
4k3/8/8/8/8/8/8/R3K3 w Q - 0 10 | 600 | 1.0
4k3/8/8/8/8/8/8/R3K3 b Q - 1 10 | 590 | 1.0
4k3/8/8/8/8/8/7P/4K3 w - - 0 10 | 5 | 0.5
r3k3/8/8/8/8/8/4P3/4K3 b q - 0 10 | -300 | 1.0
";
    fs::write(folder.join("a.txt"), lines).unwrap();
    said(&datagen(folder, &["from-text", "a.txt", "a.bin"]));
    let stats = said(&datagen(folder, &["stats", "a.bin"]));
    let has = |line: &str| assert!(stats.lines().any(|found| found.trim_end().starts_with(line)), "{stats}");
    has("4 positions of 3 games, of 4 read");
    has("  1-0            75.0 %");
    has("  401 … 800      50.0 %  100   0   0");
    has("  201 … 400      25.0 %    0   0 100");
    has("  0 … 10         25.0 %    0 100   0");
    has("  0 … 2         100.0 %");
    let decided = said(&datagen(folder, &["stats", "a.bin", "--max-score", "100"]));
    assert!(decided.contains("1 positions of 1 games, of 4 read"), "{decided}");
}

/// Positions from inside searches have no result and are left out of the other sums.
#[test]
fn shares_of_results_are_of_the_positions_that_have_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = |result: &str| format!("4k3/8/8/8/8/8/8/R3K3 w Q - 0 10 | 600 | {result}\n");
    let lines = [line("1.0"), line("0.5").repeat(3), line("*").repeat(6)].concat();
    fs::write(folder.join("a.txt"), lines).unwrap();
    said(&datagen(folder, &["from-text", "a.txt", "a.bin"]));
    let stats = said(&datagen(folder, &["stats", "a.bin"]));
    assert!(stats.contains("from inside searches 60.0 %"), "{stats}");
    for row in ["1-0            25.0 %", "1/2-1/2        75.0 %", "401 … 800     100.0 %   25  75   0"] {
        assert!(stats.contains(row), "{row}: {stats}");
    }
}

#[test]
fn bad_input_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 10 | 600 | 1.0\nnonsense\n").unwrap();
    let error = complaint(&datagen(folder, &["from-text", "a.txt", "a.bin"]));
    assert!(error.contains("a.txt: line 2: 'nonsense'") && error.contains("FEN | score | result"), "{error}");
    assert!(!folder.join("a.bin").exists(), "half a file is none");
    let error = complaint(&datagen(folder, &["stats", "a.txt"]));
    assert!(error.contains("a.txt: not a file of packed positions"), "{error}");
    let error = complaint(&run(folder, &["a.bin", "--book", "a.txt"]));
    assert!(error.contains("a.txt:1: "), "{error}");
    let error = complaint(&run(folder, &["a.bin", "--book", "absent.epd"]));
    assert!(error.contains("absent.epd: unreadable book"), "{error}");
    let error = datagen(folder, &["run", "a.bin", "--chess960", "101"]);
    assert!(text(&error.stderr).contains("expected a number from 0 to 100"), "{}", text(&error.stderr));
    let error = datagen(folder, &["run", "a.bin", "--random-plies", "4294967295"]);
    assert!(text(&error.stderr).contains("4294967295 is not in 0..=1000"), "{}", text(&error.stderr));
}

#[test]
fn positions_without_results_are_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 10 | 600 | *\n".repeat(20)).unwrap();
    let packed = datagen(folder, &["from-text", "a.txt", "a.bin"]);
    let notes = "note: 20 positions without a result belong to no game before them: each counts as one\n\
                 note: 20 positions have no best move: --quiet takes them for quiet unless in check\n";
    assert_eq!(text(&packed.stderr), notes);
    assert_eq!(said(&packed), "20 positions of 20 games packed\n");
}

#[test]
fn missing_fields_are_derived_or_marked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Two games: one whose rights to castle are those of Chess960 as long as there are any, and one of standard chess.
    let lines = "\
1k6/8/8/8/8/8/8/1K1R4 w D - c9 \"1-0\"; ce 9; bm Kc2;
3k4/8/8/8/8/8/8/1K5R b - - c9 \"1-0\"; ce 0;
r3k3/8/8/8/8/8/4P3/4K3 b q - c9 \"0-1\"; ce 300; bm Kd7;
";
    fs::write(folder.join("a.epd"), lines).unwrap();
    let packed = datagen(folder, &["from-text", "a.epd", "a.bin", "--format", "epd"]);
    assert_eq!(said(&packed), "3 positions of 2 games packed\n");
    let notes = "note: 1 positions have no best move: --quiet takes them for quiet unless in check\n\
                 note: 2 positions are of games taken for Chess960, by their castling rights\n";
    assert_eq!(text(&packed.stderr), notes);
    let file_records = positions::RecordReader::open(&folder.join("a.bin")).unwrap().file_records();
    let flags: Vec<bool> = file_records.map(|entry| entry.unwrap().record.is_chess960()).collect();
    assert_eq!(flags, [true, true, false]);
}

/// A goal that cannot be reached, as the games are always the same.
#[test]
fn a_run_that_finds_nothing_new_ends_with_the_cause() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("book.epd"), "7k/8/8/8/8/8/P7/K7 w - -\n").unwrap();
    let endless = ["run", "a.bin", "--book", "book.epd", "--positions", "1000000", "--leaves", "0"];
    let quick = ["--nodes", "40", "--hard-nodes", "200", "--hash", "1", "--opening-score", "30000"];
    let error = complaint(&datagen(folder, &[&endless[..], &quick].concat()));
    let expected = "error: a.bin: 300 games in a row brought no new position: the openings are too few for more \
                    games, expected a book with more lines, or more random plies\n";
    assert!(error.ends_with(expected), "{error}");
    // The old contents are kept.
    let stats = said(&datagen(folder, &["stats", "a.bin"]));
    assert!(stats.contains(" positions of ") && !stats.contains("0 positions of 0 games"), "{stats}");
}

#[test]
fn a_book_holds_no_game_that_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (line, ending) in [
        ("R3k3/8/4K3/8/8/8/8/8 b - - 3 9", "checkmate"),
        ("k7/2Q5/2K5/8/8/8/8/8 b - -", "stalemate"),
        ("8/8/4k3/8/5B2/3K4/8/8 w - -", "too little material"),
        ("8/8/4k3/8/5R2/3K4/8/8 w - - 100 90", "fifty moves"),
    ] {
        fs::write(folder.join("book.epd"), format!("7k/8/8/8/8/8/P7/K7 w - -\n{line}\n")).unwrap();
        let error = complaint(&run(folder, &["a.bin", "--book", "book.epd"]));
        let expected = format!(
            "error: book.epd:2: the game is over by the rules ({ending}), expected a position to play on from\n"
        );
        assert_eq!(error, expected);
    }
}

#[test]
fn complaints_are_made_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let absent = complaint(&datagen(folder, &["stats", "nowhere.bin"]));
    assert_eq!(absent, "error: nowhere.bin: No such file or directory (os error 2)\n");
    fs::write(folder.join("a.txt"), b"\n\xff\n").unwrap();
    let bytes = complaint(&datagen(folder, &["from-text", "a.txt", "a.bin"]));
    assert_eq!(bytes, "error: a.txt: line 2: stream did not contain valid UTF-8\n");
    fs::write(folder.join("book.epd"), "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\n").unwrap();
    let castling = "error: book.epd:1: 'K' in castling field 'KQ' names a rook that is not there, \
                    expected one of that side on its back rank\n";
    assert_eq!(complaint(&run(folder, &["a.bin", "--book", "book.epd"])), castling);
}

/// Runs with a limit on the size of one file, like on a full disk.
#[cfg(unix)]
#[test]
fn an_output_that_cannot_be_written_is_the_one_at_fault() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 10 | 600 | 1.0\n".repeat(100)).unwrap();
    let script =
        format!("trap '' XFSZ; ulimit -f 1; exec {} from-text a.txt a.bin", env!("CARGO_BIN_EXE_datagen"));
    let output = Command::new("sh").current_dir(folder).args(["-c", &script]).output().unwrap();
    assert_eq!(complaint(&output), "error: a.bin: File too large (os error 27)\n");
    assert!(!folder.join("a.bin").exists(), "half a file is none");
}

/// However an export is interrupted, it leaves no incomplete file.
#[cfg(unix)]
#[test]
fn a_file_that_was_not_packed_to_its_end_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let lines = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 10 | 600 | 1.0\n".repeat(10_000);
    let mut child = Command::new(env!("CARGO_BIN_EXE_datagen"))
        .current_dir(folder)
        .args(["from-text", "-", "a.bin"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    // More than a pipe holds, so most of it has been read when this returns.
    child.stdin.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!folder.join("a.bin").exists());
    fs::write(folder.join("a.txt"), lines).unwrap();
    let packed = said(&datagen(folder, &["from-text", "a.txt", "a.bin"]));
    assert!(packed.starts_with("10,000 positions"), "{packed}");
}

/// Continues after a full disk has space again.
#[cfg(unix)]
#[test]
fn a_run_that_found_no_room_can_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let quick = QUICK.join(" ");
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec {} run a.bin --games 60 --threads 1 {quick}",
        env!("CARGO_BIN_EXE_datagen")
    );
    let output = Command::new("sh").current_dir(folder).args(["-c", &script]).output().unwrap();
    let error = complaint(&output);
    assert!(
        error.ends_with("error: a.bin: the file cannot be written: File too large (os error 27)\n"),
        "{error}"
    );
    said(&run(folder, &["a.bin", "--games", "60"]));
    said(&run(folder, &["b.bin", "--games", "60"]));
    let lines = |file| said(&datagen(folder, &["to-text", file]));
    assert!(lines("a.bin") == lines("b.bin"));
}

/// A device on which every write fails.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 10 | 600 | 1.0\n").unwrap();
    let calls = [
        [&["run", "a.bin", "--games", "1"][..], &QUICK].concat(),
        vec!["stats", "a.bin"],
        vec!["from-text", "a.txt", "b.bin"],
    ];
    for arguments in calls {
        let mut command = Command::new(env!("CARGO_BIN_EXE_datagen"));
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command.current_dir(folder).args(&arguments).stdout(full).output().unwrap();
        let error = complaint(&output);
        let expected = "error: standard output cannot be written: No space left on device (os error 28)\n";
        assert!(error.ends_with(expected) && !error.contains("panicked"), "{arguments:?}: {error}");
    }
    said(&datagen(folder, &["stats", "a.bin"]));
}

/// Sends the signal of Ctrl-C, the usual end of a run without a goal.
#[cfg(unix)]
#[test]
fn an_interruption_keeps_the_work() {
    for (goal, code) in [(&[][..], 0), (&["--games", "1000000"], 130), (&["--positions", "100000000"], 130)] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        assert_eq!(interrupted(folder, goal), Some(code), "{goal:?}");
        said(&run(folder, &["a.bin", "--games", "3"]));
    }
}

/// The exit code of a run that is interrupted at its start.
#[cfg(unix)]
fn interrupted(folder: &Path, goal: &[&str]) -> Option<i32> {
    use std::io::{BufRead, BufReader, Read};

    let mut child = Command::new(env!("CARGO_BIN_EXE_datagen"))
        .current_dir(folder)
        .args([&["run", "a.bin", "--threads", "2"][..], goal, &QUICK].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("datagen seed=1"), "{first}");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let mut summary = String::new();
    child.stdout.take().unwrap().read_to_string(&mut summary).unwrap();
    assert!(summary.contains("Interrupted. The same command continues with game "), "{summary}");
    child.wait().unwrap().code()
}

/// Text, binary formats of others, and compressed files.
#[test]
fn games_come_back_from_the_formats_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    said(&run(folder, &["a.bin", "--games", "5", "--leaves", "0", "--double", "50"]));
    let lines = |file: &str| said(&datagen(folder, &["export", file, "--format", "epd"]));
    said(&datagen(folder, &["export", "a.bin", "--format", "viriformat", "-o", "a.viri"]));
    said(&datagen(folder, &["import", "a.viri", "b.bin", "--format", "viriformat"]));
    assert_eq!(lines("b.bin"), lines("a.bin"));
    said(&datagen(folder, &["export", "a.bin", "--format", "bulletformat", "-o", "a.bullet"]));
    let packed = said(&datagen(folder, &["import", "a.bullet", "c.bin", "--format", "bulletformat"]));
    assert!(packed.starts_with(&format!("{} positions", lines("a.bin").lines().count())), "{packed}");
    let compressed = zstd::encode_all(lines("a.bin").as_bytes(), 3).unwrap();
    fs::write(folder.join("a.epd.zst"), compressed).unwrap();
    said(&datagen(folder, &["import", "a.epd.zst", "d.bin", "--format", "epd"]));
    assert_eq!(lines("d.bin"), lines("a.bin"));
    for (format, damaged) in [("viriformat", &[1; 40][..]), ("bulletformat", &[1; 40]), ("pgn", b"")] {
        fs::write(folder.join("damaged"), damaged).unwrap();
        let direction = if format == "pgn" {
            ["export", "a.bin", "-o", "x"]
        } else {
            ["import", "damaged", "x", "--threads"]
        };
        let arguments = if format == "pgn" { &direction[..] } else { &direction[..3] };
        let error = complaint(&datagen(folder, &[arguments, &["--format", format]].concat()));
        assert!(error.contains("of the file: ") || error.contains("PGN is only read"), "{error}");
    }
}

#[test]
fn centipawns_and_pawns_are_converted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 10 | 600 | 1.0\n";
    fs::write(folder.join("a.txt"), format!("\u{feff}{line}")).unwrap();
    said(&datagen(folder, &["import", "a.txt", "a.bin", "--pawn", "84"]));
    let exported = |more: &[&str]| said(&datagen(folder, &[&["export", "a.bin"], more].concat()));
    assert!(exported(&[]).contains(" | 504 | "), "{}", exported(&[]));
    assert_eq!(exported(&["--pawn", "84"]), line);
    let pgn = "1. e4 {+0.50/9 0.1s} e5 {-0.20/9 0.1s} 1-0\n\n1. e4 e4 {+1.00/9} 1-0\n\n1. d4 {+M3/9} 0-1\n";
    fs::write(folder.join("g.pgn"), pgn).unwrap();
    let import = datagen(folder, &["import", "g.pgn", "g.bin", "--format", "pgn", "--pawn", "84"]);
    assert!(said(&import).starts_with("3 positions of 2 games"), "{}", text(&import.stdout));
    assert!(
        text(&import.stderr).contains("g.pgn: game 2 of the file: move 1 of Black: 'e4' is not legal"),
        "{}",
        text(&import.stderr)
    );
    let lines = said(&datagen(folder, &["export", "g.bin", "--format", "epd"]));
    let scores: Vec<bool> = ["ce 42;", "ce -17;"].iter().map(|score| lines.contains(score)).collect();
    assert_eq!(scores, [true, true], "{lines}");
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn syzygy_tables_correct_results() {
    let tables =
        std::env::var_os("COPPICE_SYZYGY").expect("COPPICE_SYZYGY names the directory of the tables");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("a.txt"),
        "8/8/8/8/8/5k2/8/R3K3 w - - 0 60 | 900 | 0.5\n8/8/8/8/8/5k2/8/B3K3 w - - 0 61 | 300 | 1.0\n",
    )
    .unwrap();
    said(&datagen(folder, &["import", "a.txt", "a.bin"]));
    let mut rescore = Command::new(env!("CARGO_BIN_EXE_datagen"));
    let rescore = rescore
        .current_dir(folder)
        .args(["rescore", "a.bin", "b.bin", "--syzygy"])
        .arg(tables)
        .output()
        .unwrap();
    assert!(said(&rescore).starts_with("2 positions, 2 of them in the tables, 2 with another result"));
    let lines = said(&datagen(folder, &["export", "b.bin"]));
    assert!(lines.contains(" | 900 | 1.0\n") && lines.contains(" | 0 | 0.5\n"), "{lines}");
    assert!(
        complaint(&datagen(folder, &["rescore", "a.bin", "c.bin", "--syzygy", "nowhere"]))
            .contains("no Syzygy tables there")
    );
}
