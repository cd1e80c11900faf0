//! The program on its command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;
use tune::{Record, RecordWriter};

use crate::samples::{judged, white_score};

const QUICK: &str = "--nodes 40 --hard-nodes 200 --hash 1 --chess960 50 --random-plies 6";
/// The list of terms that the program was built with.
const TERMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/eval/src/terms.rs");

/// The program in a folder, with arguments that are separated by spaces.
fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tune"));
    command.current_dir(folder).args(arguments.split(' '));
    command
}

fn tune(folder: &Path, arguments: &str) -> Output {
    command(folder, arguments).output().unwrap()
}

fn play(folder: &Path, arguments: &str) -> Output {
    tune(folder, &format!("play {arguments} {QUICK}"))
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
    assert_eq!(output.status.code(), Some(2), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stderr)
}

#[test]
fn a_run_in_two_sittings_is_the_run_in_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    said(&play(folder, "whole.bin --games 9"));
    said(&play(folder, "parts.bin --games 4 --threads 2"));
    // As after a kill in the middle of a game.
    let whole = fs::read(folder.join("parts.bin")).unwrap();
    let (_, game) = whole.split_at(whole.len() - 200);
    fs::write(folder.join("parts.bin"), [&whole[..], &game[8..168]].concat()).unwrap();
    for reader in ["stats", "export"] {
        let warned = text(&tune(folder, &format!("{reader} parts.bin")).stderr);
        assert!(
            warned
                .starts_with("warning: parts.bin: 160 bytes of an unfinished game at its end are not read\n"),
            "{warned}"
        );
    }
    let going_on = play(folder, "parts.bin --games 9 --threads 2");
    let summary = said(&going_on);
    assert!(text(&going_on.stderr).contains("cut off 160 bytes"), "{}", text(&going_on.stderr));
    assert!(text(&going_on.stderr).contains("continuing with game 4 after"), "{}", text(&going_on.stderr));
    assert!(summary.contains(" positions of 5 games in "), "{summary}");
    assert!(fs::read(folder.join("whole.bin")).unwrap() == fs::read(folder.join("parts.bin")).unwrap());
    let error = complaint(&play(folder, "parts.bin --games 10 --seed 2"));
    assert!(error.contains("parts.bin") && error.contains("seed=1") && error.contains("seed=2"), "{error}");
}

/// Sends the signal of Ctrl-C to a run once it has written a line that begins like this to one of its outputs.
#[cfg(unix)]
fn interrupted(mut command: Command, begins: &str) -> Option<i32> {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;

    let (reader, writer) = std::io::pipe().unwrap();
    let mut child =
        command.stdin(Stdio::null()).stdout(writer.try_clone().unwrap()).stderr(writer).spawn().unwrap();
    drop(command);
    let mut lines = BufReader::new(reader).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.starts_with(begins)));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    lines.for_each(drop);
    child.wait().unwrap().code()
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_the_games() {
    for (goal, code) in [("", 0), (" --games 1000000", 130)] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let endless = command(folder, &format!("play a.bin --threads 2{goal} {QUICK}"));
        assert_eq!(interrupted(endless, "self-play seed=1"), Some(code), "{goal:?}");
        said(&play(folder, "a.bin --games 3"));
    }
}

/// A goal that cannot be reached, as the games are always the same.
#[test]
fn a_run_that_finds_nothing_new_ends_with_the_cause() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("book.epd"), "7k/8/8/8/8/8/P7/K7 w - -\n").unwrap();
    let endless = "play a.bin --book book.epd --positions 1000000 --leaves 0 --opening-score 30000 --nodes 40 \
                   --hard-nodes 200 --hash 1";
    let error = complaint(&tune(folder, endless));
    assert!(error.contains("300 games in a row brought no new position"), "{error}");
    let stats = said(&tune(folder, "stats a.bin"));
    // Each game has its first position in the file.
    let words: Vec<&str> = stats.split_whitespace().collect();
    let games = words.windows(2).find(|pair| pair[1] == "games,").map(|pair| pair[0].parse::<u32>());
    assert!(games.is_some_and(|games| games.is_ok_and(|games| games > 300)), "{stats}");
}

#[test]
fn every_format_comes_back_as_it_went() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    said(&play(folder, "a.bin --games 5"));
    let lines = said(&tune(folder, "export a.bin"));
    fs::write(folder.join("a.txt"), &lines).unwrap();
    let packed = said(&tune(folder, "import a.txt b.bin"));
    assert_eq!(
        packed.replace(',', "").trim(),
        format!("{} positions of 5 games packed", lines.lines().count())
    );
    // Every command reads every format.
    for file in ["b.bin", "a.txt"] {
        assert_eq!(said(&tune(folder, &format!("export {file}"))), lines);
    }
    let quiet = said(&tune(folder, "export a.bin --quiet --min-ply 20"));
    let all = said(&tune(folder, "export a.bin"));
    assert!(quiet.lines().count() < all.lines().count() && quiet.lines().all(|line| all.contains(line)));
    let pgn = "1. e4 {+0.50/9 0.1s} e5 {-0.20/9 0.1s} 1-0\n\n1. e4 e4 {+1.00/9} 1-0\n\n1. d4 {+M3/9} 0-1\n";
    fs::write(folder.join("g.pgn"), pgn).unwrap();
    let import = tune(folder, "import g.pgn g.bin");
    assert!(said(&import).starts_with("3 positions of 2 games"), "{}", text(&import.stdout));
    let warning = "g.pgn: game 2 of the file: 1... e4 is not understood: it is not legal";
    assert!(text(&import.stderr).contains(warning), "{}", text(&import.stderr));
    let export = tune(folder, "export g.bin");
    // 100 centipawns of PGN are 84 units. A mate is no score.
    let lines = text(&export.stdout);
    assert!(lines.contains(" | 42 | 1.0\n") && lines.contains(" | 17 | 1.0\n"), "{lines}");
    assert!(export.status.success() && lines.ends_with(" [0.0]\n"), "{lines}");
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
    let packed = tune(folder, "import a.epd a.bin");
    assert_eq!(said(&packed), "3 positions of 2 games packed\n");
    let notes = text(&packed.stderr);
    assert!(notes.contains("note: 1 positions have no best move"), "{notes}");
    assert!(notes.contains("note: 2 positions are of games taken for Chess960"), "{notes}");
    let stats = said(&tune(folder, "stats a.bin"));
    assert!(stats.lines().any(|line| line.contains("Chess960") && line.ends_with(" 66.7 %")), "{stats}");
}

#[test]
fn a_damaged_or_wrong_input_is_named_and_leaves_no_output() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    said(&play(folder, "a.bin --games 2"));
    let whole = fs::read(folder.join("a.bin")).unwrap();
    fs::write(folder.join("old.txt"), "kept").unwrap();
    // The lines before the damage are good.
    fs::write(folder.join("damaged.bin"), [&whole[..], b"damage", &whole[whole.len() - 320..]].concat())
        .unwrap();
    for input in ["absent.bin", "old.txt", "damaged.bin"] {
        let error = complaint(&tune(folder, &format!("export {input}")));
        assert!(error.starts_with(&format!("error: {input}")), "{error}");
    }
    fs::write(folder.join("bad.txt"), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 10 | 600 | 1.0\nnonsense\n").unwrap();
    let error = complaint(&tune(folder, "import bad.txt bad.bin"));
    assert!(
        error.starts_with("error: bad.txt: line 2: 'nonsense', expected 'FEN | score | result'"),
        "{error}"
    );
    let error = complaint(&tune(folder, "import bad.txt old.txt"));
    assert_eq!(error, "error: old.txt exists, expected a new file\n");
    assert_eq!(fs::read_to_string(folder.join("old.txt")).unwrap(), "kept");
    let files =
        fs::read_dir(folder).unwrap().map(|entry| text(entry.unwrap().file_name().as_encoded_bytes()));
    let left = files.filter(|name| name.contains(".new") || name == "bad.bin");
    assert_eq!(left.count(), 0, "half a file is none");
}

/// Positions from inside searches have no result and are left out of the shares of results.
#[test]
fn stats_count_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let lines = "\
4k3/8/8/8/8/8/8/R3K3 w Q - 0 10 | 600 | 1.0
4k3/8/8/8/8/8/8/R3K3 w Q - 0 10 | 600 | *
4k3/8/8/8/8/8/8/R3K3 b Q - 1 10 | 590 | 1.0
4k3/8/8/8/8/8/7P/4K3 w - - 0 10 | 5 | 0.5
r3k3/8/8/8/8/8/4P3/4K3 b q - 0 10 | -300 | 1.0
";
    fs::write(folder.join("a.txt"), lines).unwrap();
    let stats = said(&tune(folder, "stats a.txt"));
    let words = stats.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "a.txt: lines of text 5 positions of 3 games, of 5 read in check 0.0 % best move takes or promotes 0.0 % \
                    Black to move 40.0 % Chess960 0.0 % from inside searches 20.0 % 1-0 75.0 % 1/2-1/2 25.0 % 0-1 0.0 %";
    assert_eq!(words, expected);
    let decided = said(&tune(folder, "stats a.txt --max-score 100"));
    assert!(decided.contains("1 positions of 1 games, of 5 read"), "{decided}");
}

/// An engine that gives the same score and move in every position; the second search of its life takes long.
#[cfg(unix)]
#[test]
fn an_engine_gives_other_labels_and_an_interruption_keeps_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let script = "while read -r line; do case $line in \
                  uci) echo 'option name Hash type spin default 1 min 1 max 9'; echo uciok;; isready) echo readyok;; \
                  position*) moves=$line;; go*) if [ -e slow ]; then rm slow; echo searching >&2; sleep 600; fi; \
                  case $moves in *\" b \"*) echo info depth 3 score mate -2; echo bestmove e7e5;; \
                  *) echo info depth 3 score cp 200; echo bestmove e2e4;; esac;; \
                  quit) exit;; esac; done\n";
    fs::write(folder.join("engine.sh"), script).unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let game = format!("{start} | 1 | 0.5\n{black} | 1 | 0.5\n{start} | 7 | *\n");
    fs::write(folder.join("a.txt"), game.repeat(6)).unwrap();
    let rescore = |arguments: &str| {
        let mut command = command(folder, &format!("rescore a.txt {arguments} --engine"));
        command.arg("sh engine.sh");
        command
    };
    let usual = "b.bin --pawn 50 --option Hash=2";
    fs::write(folder.join("slow"), "").unwrap();
    assert_eq!(interrupted(rescore(usual), "searching"), Some(130));
    said(&rescore(usual).output().unwrap());
    let expected = format!("{start} | 100 | 0.5\n{black} | 31996 | 0.5\n{start} | 100 | *\n").repeat(6);
    assert_eq!(said(&tune(folder, "export b.bin")), expected);
    let error = complaint(&rescore("c.bin --option Hash=99").output().unwrap());
    assert!(error.contains("'Hash' cannot be '99'"), "{error}");
    assert!(complaint(&tune(folder, "rescore a.txt c.bin")).contains("--engine"));
}

/// A folder with the positions of some random games, changed by a function. The evaluation gives the scores.
fn folder_of(change: impl Fn(Record) -> Record) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut writer = RecordWriter::resume(&folder.path().join("games.bin"), "a test", |_| ()).unwrap();
    for game in judged(40, white_score) {
        let game: Vec<Record> = game.into_iter().map(&change).collect();
        writer.write_game(&game).unwrap();
    }
    fs::copy(TERMS, folder.path().join("list.rs")).unwrap();
    folder
}

fn fit(folder: &Path, arguments: &str) -> Command {
    command(folder, &format!("fit games.bin --threads 1 --terms list.rs --folder run {arguments}"))
}

#[test]
fn a_fit_writes_a_list_beside_and_in_place_only_if_asked() {
    let folder = folder_of(|record| record);
    let path = folder.path();
    let current = fs::read_to_string(TERMS).unwrap();
    let fitted = said(&fit(path, "--epochs 2 --zero --material --keep-scale slope").output().unwrap());
    assert!(
        fitted.contains("weights: run/terms.rs\n") && fitted.contains("list.rs is unchanged"),
        "{fitted}"
    );
    assert_eq!(fs::read_to_string(path.join("list.rs")).unwrap(), current);
    let judged = said(&tune(path, "loss games.bin --weights run/terms.rs --weights list.rs"));
    let row = |name: &str| judged.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
    assert_eq!(row("list.rs "), row("current evaluation "));
    assert_ne!(row("run/terms.rs "), row("list.rs "));
    // A finished run is overwritten.
    said(&fit(path, "--epochs 1 --zero --write").output().unwrap());
    assert_ne!(fs::read_to_string(path.join("list.rs")).unwrap(), current);
    let other = complaint(&fit(path, "--epochs 1").output().unwrap());
    assert!(
        other.contains("list.rs: the list has other weights than this program was built with"),
        "{other}"
    );
}

#[test]
fn positions_apart_from_their_games_bring_a_warning() {
    let folder = folder_of(|record| record);
    let mut writer = RecordWriter::resume(&folder.path().join("apart.bin"), "a test", |_| ()).unwrap();
    judged(40, white_score).iter().flatten().for_each(|record| writer.write_game(&[*record]).unwrap());
    let warned = |file| {
        text(&tune(folder.path(), &format!("loss {file}")).stderr).contains(" games have one position")
    };
    assert!(warned("apart.bin") && !warned("games.bin"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_fit_leaves_its_weights_beside_the_list() {
    let folder = folder_of(|record| record);
    let path = folder.path();
    let endless = fit(path, "--zero --epochs 1000000 --halvings 1000000 --write");
    assert_eq!(interrupted(endless, "epoch "), Some(130));
    let [list, fitted] = ["list.rs", "run/terms.rs"].map(|name| fs::read_to_string(path.join(name)).unwrap());
    assert!(list == fs::read_to_string(TERMS).unwrap() && fitted != list);
}

#[test]
fn fits_without_a_base_are_refused() {
    let folder = folder_of(|record| record);
    let path = folder.path();
    for (arguments, expected) in [
        ("--rate 1e308", "epoch 1 leads to weights or a loss that are no numbers"),
        ("--rate 0", "expected a number above 0"),
        ("--k inf", "expected a number above 0"),
        ("--pull=-1", "expected a number that is not negative"),
        ("--lambda 1.5", "expected a part from 0 to 1"),
        ("--batch 255", "expected a whole number of 256 at least"),
        ("--only NOTHING", "there is no term or group"),
        ("--min-ply 1000", "0 positions of 0 games pass the filters"),
    ] {
        let refusal = complaint(&fit(path, arguments).output().unwrap());
        assert!(refusal.contains(expected), "{arguments:?}: {refusal}");
    }
    // Leaves of searches have a score and no result.
    let leaves =
        folder_of(|record| Record::pack(&record.position().unwrap(), record.score(), None, None).unwrap());
    let refusal = complaint(&fit(leaves.path(), "--k 1").output().unwrap());
    assert_eq!(refusal, "error: no training position, or no held-out position, has a result\n");
}

#[test]
fn what_a_score_is_worth_comes_of_games() {
    // The first move's score decides, often enough.
    let mut pgn = String::new();
    for step in -20..=20 {
        let game = |result: &str| {
            format!("[Result \"{result}\"]\n\n1. e4 {{{:+.2}/9 0s}} {result}\n\n", f64::from(step) / 10.0)
        };
        pgn += &game("1-0").repeat((step + 20) as usize);
        pgn += &game("0-1").repeat((20 - step) as usize);
        pgn += &game("1/2-1/2").repeat(20);
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("games.pgn"), &pgn).unwrap();
    let from_pgn = tune(folder, "wdl games.pgn --pawn 160 --degree 0");
    let report = said(&from_pgn);
    assert!(report.starts_with("2460 positions of 2460 games"), "{report}");
    assert!(
        report.contains("const EVEN_CHANCE: [f64; 1] = [") && report.contains("one pawn is "),
        "{report}"
    );
    // The side that is ahead by one to six steps won 21 to 26 of 60 games and drew 20.
    let row = report.lines().find(|line| line.trim_start().starts_with("1-100 ")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!((cells[1], cells[3], cells[5]), ("720", "39.2", "33.3"), "{report}");
    said(&tune(folder, "import games.pgn games.bin --pawn 160"));
    assert_eq!(said(&tune(folder, "wdl games.bin --degree 0")), report);
    for (arguments, expected) in [
        ("wdl games.pgn --degree 2", "a lower --degree"),
        ("wdl games.pgn --pawn 0", "expected a number from 1 to 10000"),
    ] {
        let error = complaint(&tune(folder, arguments));
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}
