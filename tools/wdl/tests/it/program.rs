//! The program on its command line.

use std::fs::File;
use std::path::Path;
use std::process::Command;

use movegen::Position;
use positions::{GameResult, Record, RecordWriter};
use types::Score;

fn run(arguments: &[&str], folder: &Path) -> (bool, String, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_wdl")).args(arguments).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

/// Games in which the first move's score decides, often enough.
fn games() -> String {
    let game = |score: f64, result: &str| {
        format!("[Result \"{result}\"]\n\n1. e4 {{{score:+.2}/9 0s}} {result}\n\n")
    };
    let mut text = String::new();
    for step in -20..=20 {
        let score = f64::from(step) / 10.0;
        let (wins, losses) = (step + 20, 20 - step);
        text += &game(score, "1-0").repeat(wins as usize);
        text += &game(score, "0-1").repeat(losses as usize);
        text += &game(score, "1/2-1/2").repeat(20);
    }
    text
}

#[test]
fn constants_a_table_and_a_picture_come_of_games() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.pgn"), games()).unwrap();
    let (is_done, out, err) = run(&["games.pgn", "--pawn", "160", "--degree", "0"], folder.path());
    assert!(is_done, "{err}");
    assert!(out.contains("const EVEN_CHANCE: [f64; 1] = ["), "{out}");
    assert!(out.contains("left out: 0 positions, 0 games\n") && out.contains("one pawn is "), "{out}");
    let picture = std::fs::read_to_string(folder.path().join("wdl.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("circle"), "{picture}");
}

/// Positions in which the score decides, often enough; then the beginning of a block.
fn torn(path: &Path) {
    let mut writer = RecordWriter::create(path, "a test").unwrap();
    for score in -20..=20 {
        let record = |result| Record::pack(&Position::startpos(), Some(Score(score)), None, result).unwrap();
        let counts = [score + 20, 20 - score, 20];
        let results = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];
        for (count, result) in counts.into_iter().zip(results) {
            (0..count).for_each(|_| writer.write_game(&[record(result)]).unwrap());
        }
    }
    writer.flush().unwrap();
    std::io::Write::write_all(&mut File::options().append(true).open(path).unwrap(), b"game").unwrap();
}

#[test]
fn an_incomplete_end_is_reported_as_left_out() {
    let folder = tempfile::tempdir().unwrap();
    torn(&folder.path().join("games.bin"));
    let (is_done, out, err) = run(&["games.bin", "--degree", "0"], folder.path());
    assert!(is_done && out.starts_with("2460 positions of 2460 games"), "{out}{err}");
    assert_eq!(err, "warning: games.bin: 4 bytes of an unfinished block at its end are not read\n");
}

#[test]
fn an_incomplete_last_game_is_reported_as_left_out() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.pgn"), games() + "1. e4 {+0.10/9").unwrap();
    let (is_done, out, err) = run(&["games.pgn", "--pawn", "160", "--degree", "0"], folder.path());
    assert!(is_done && out.starts_with("2460 positions of 2460 games"), "{out}{err}");
    let warning = "warning: games.pgn: game 2461 of the file: the file ends within it; left out\n";
    assert_eq!(err, warning);
}

#[test]
fn wrong_arguments_are_errors_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.pgn"), games()).unwrap();
    let cases: [(&[&str], &str); 6] = [
        (&["games.pgn"], "games.pgn: scores in PGN are in pawns, expected --pawn"),
        (&["none.bin"], "none.bin"),
        (&["games.pgn", "--pawn", "0"], "expected a number above 0"),
        (&["games.pgn", "--pawn", "160", "--degree", "2"], "a lower --degree"),
        (&["games.pgn", "--pawn", "160", "--plot", "nowhere/wdl.svg"], "nowhere/wdl.svg: cannot be written"),
        (
            &["games.pgn", "--pawn", "160", "--plot", "./games.pgn"],
            "error: ./games.pgn: cannot be written: it is read from games.pgn, expected another file\n",
        ),
    ];
    for (arguments, expected) in cases {
        let (is_done, _, err) = run(arguments, folder.path());
        assert!(!is_done && err.contains(expected), "{arguments:?}: {err}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("games.pgn")).unwrap(), games());
    std::fs::write(folder.path().join("games.bin"), "no positions").unwrap();
    let whole: [(&str, &str); 2] = [
        ("none.bin", "error: none.bin: No such file or directory (os error 2)\n"),
        (
            "games.bin",
            "error: games.bin: not a file of packed positions, expected one that begins with 'coppice'\n",
        ),
    ];
    for (file, expected) in whole {
        let (is_done, _, err) = run(&[file], folder.path());
        assert!(!is_done);
        assert_eq!(err, expected);
    }
}

/// A device on which every write fails.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games.pgn"), games()).unwrap();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_wdl"));
    command.args(["games.pgn", "--pawn", "160", "--degree", "0"]).current_dir(folder.path()).stdout(full);
    let output = command.output().unwrap();
    let expected = "error: standard output cannot be written: No space left on device (os error 28)\n";
    assert_eq!(
        (output.status.code(), String::from_utf8(output.stderr).unwrap()),
        (Some(1), expected.to_owned())
    );
}
