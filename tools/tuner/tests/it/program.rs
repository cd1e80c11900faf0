//! The program on its command line, on positions made for the test.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use positions::{GameResult, Record, RecordWriter};
use types::{Color, Score};

use crate::samples;

/// The list of terms that the program was built with.
const TERMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/eval/src/terms.rs");

/// A folder with the positions of some random games. The evaluation that plays gives the scores.
fn folder() -> tempfile::TempDir {
    folder_of(record)
}

/// The same, with a function that changes each position.
fn folder_of(record: impl Fn(&tuner::recorder::LabelledPosition) -> Record) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let judge = |position: &movegen::Position| {
        let score = eval::evaluate(position).0;
        if position.side_to_move() == Color::White { score } else { -score }
    };
    let samples = samples::judged(40, judge);
    let mut writer = RecordWriter::create(&folder.path().join("games.bin"), "a test").expect("written");
    for game in samples.chunk_by(|one, other| one.0 == other.0) {
        let records: Vec<Record> = game.iter().map(|(_, sample)| record(sample)).collect();
        writer.write_game(&records).expect("written");
    }
    writer.flush().expect("written");
    folder
}

fn record(sample: &tuner::recorder::LabelledPosition) -> Record {
    let result = match sample.points {
        Some(1.0) => GameResult::WhiteWins,
        Some(0.0) => GameResult::BlackWins,
        _ => GameResult::Draw,
    };
    let side = if sample.position.side_to_move() == Color::White { 1 } else { -1 };
    let score = sample.score.map(|score| Score(side * score.0));
    Record::pack(&sample.position, score, None, result).expect("it has room")
}

/// A call in that folder that writes only there.
fn tuner(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tuner"));
    command.current_dir(folder).args([arguments, &["games.bin", "--threads", "1"]].concat());
    if arguments[0] == "fit" {
        command.args(["--terms", TERMS, "--out", "tuned.rs", "--folder", "run"]);
    }
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    tuner(folder, arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The error message of a call that fails.
fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stderr)
}

#[test]
fn a_fit_writes_a_list_and_loss_judges_it() {
    let folder = folder();
    let path = folder.path();
    let fitted = run(path, &["fit", "--epochs", "2", "--keep-scale", "slope"]);
    assert!(fitted.status.success(), "{}", text(&fitted.stderr));
    assert!(text(&fitted.stdout).ends_with("\nweights: tuned.rs\npicture: run/loss.svg\n"));
    let judged = run(path, &["loss", "--weights", "tuned.rs"]);
    assert!(judged.status.success(), "{}", text(&judged.stderr));
    assert!(text(&judged.stdout).contains("\ntuned.rs "), "{}", text(&judged.stdout));
    assert_eq!(text(&judged.stderr), "");
    // A finished run is overwritten.
    assert!(run(path, &["fit", "--epochs", "1"]).status.success());
}

/// Sends the signal of Ctrl-C to a fit once it has printed a line that begins like this.
#[cfg(unix)]
fn interrupt_after(line: &str, mut fit: Command) {
    let mut child = fit.stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines().map_while(Result::ok);
    assert!(lines.any(|written| written.starts_with(line)));
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("a signal");
    assert!(interrupt.success());
    assert!(lines.any(|line| line == "weights: run/unfinished.rs"));
    lines.for_each(drop);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[cfg(unix)]
#[test]
fn an_interrupted_fit_is_kept_until_it_is_resumed() {
    let folder = folder();
    let path = folder.path();
    interrupt_after("epoch ", tuner(path, &["fit", "--epochs", "1000000", "--halvings", "1000000"]));

    let checkpoint = || fs::read(path.join("run/checkpoint.json")).expect("a checkpoint");
    let kept = checkpoint();
    let refusal = complaint(&run(path, &["fit", "--epochs", "1"]));
    assert!(
        refusal.starts_with("error: run/checkpoint.json belongs to a run that is unfinished after ")
            && refusal
                .ends_with(" epochs: continue it with --resume, or choose another --folder or remove it\n"),
        "{refusal}"
    );
    assert!(checkpoint() == kept, "the checkpoint is another");
    let resumed = run(path, &["fit", "--resume", "--epochs", "1"]);
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    assert!(path.join("tuned.rs").exists());
    // With its smaller goal it is finished, so it can be overwritten.
    let anew = run(path, &["fit", "--epochs", "1"]);
    assert!(anew.status.success(), "{}", text(&anew.stderr));
}

#[cfg(unix)]
#[test]
fn a_fit_that_is_interrupted_in_its_first_epoch_can_be_resumed() {
    let folder = folder();
    // The same games again and again, so that the epoch takes longer than the signal.
    let fit = |arguments: &[&str]| tuner(folder.path(), &[arguments, &["games.bin"; 25]].concat());
    interrupt_after("held-out loss before the first epoch: ", fit(&["fit"]));
    let resumed = fit(&["fit", "--resume", "--epochs", "1"]).output().expect("the program runs");
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
}

#[test]
fn a_second_fit_in_the_same_folder_is_refused() {
    let folder = folder();
    let run_of_another = folder.path().join("run");
    fs::create_dir(&run_of_another).expect("a folder");
    let _at_work = toolkit::Lock::hold(&run_of_another.join("checkpoint.json")).expect("nobody has it");
    for arguments in [&["fit", "--epochs", "1"][..], &["fit", "--resume"]] {
        let refusal = complaint(&run(folder.path(), arguments));
        assert!(refusal.starts_with("error: run/checkpoint.json: another process is using it"), "{refusal}");
    }
}

/// A device on which every write fails.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error_and_no_panic() {
    let folder = folder();
    let full = || File::options().write(true).open("/dev/full").expect("Linux has it");
    for arguments in [&["loss"][..], &["fit", "--epochs", "1"]] {
        let output = tuner(folder.path(), arguments).stdout(full()).output().expect("the program runs");
        let expected = "error: standard output cannot be written: No space left on device (os error 28)\n";
        assert_eq!(complaint(&output), expected);
    }
}

#[test]
fn a_batch_is_a_block_at_least() {
    let folder = folder();
    let refused = run(folder.path(), &["fit", "--epochs", "1", "--batch", "255"]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stdout));
    assert!(
        text(&refused.stderr).contains("invalid value '255' for '--batch <BATCH>'"),
        "{}",
        text(&refused.stderr)
    );
    assert!(run(folder.path(), &["fit", "--epochs", "1", "--batch", "256"]).status.success());
}

#[test]
fn numbers_without_sense_are_refused() {
    let folder = folder();
    let cases = [
        ("--rate", "inf", "a number above 0"),
        ("--rate", "NaN", "a number above 0"),
        ("--k", "inf", "a number above 0"),
        ("--k", "0", "a number above 0"),
        ("--pull", "inf", "a number that is not negative"),
        ("--smoothness", "inf", "a number that is not negative"),
        ("--lambda", "1.5", "a part from 0 to 1"),
    ];
    for (name, number, expected) in cases {
        let refusal = complaint(&run(folder.path(), &["fit", "--epochs", "1", name, number]));
        assert_eq!(refusal, format!("error: {name} {number}: expected {expected}\n"));
    }
}

/// A saved run can be resumed.
#[test]
fn a_rate_that_leads_nowhere_is_an_error_and_is_not_saved() {
    let folder = folder();
    let path = folder.path();
    let expected = "error: epoch 1 leads to weights or a loss that are no numbers, expected a smaller --rate; the \
                    epochs before it are saved\n";
    for resume in [&[][..], &["--resume"]] {
        assert_eq!(complaint(&run(path, &[&["fit", "--rate", "1e308"], resume].concat())), expected);
    }
    assert!(!path.join("tuned.rs").exists());
}

#[test]
fn positions_are_not_overwritten() {
    let folder = folder();
    let path = folder.path();
    let games = fs::read(path.join("games.bin")).expect("positions");
    let fit = |out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tuner"));
        let arguments = ["fit", "games.bin", "--epochs", "0", "--terms", TERMS, "--folder", "run"];
        complaint(&command.current_dir(path).args(arguments).args(["--out", out]).output().expect("it runs"))
    };
    let cannot = "cannot be written: it is";
    assert_eq!(
        fit("games.bin"),
        format!("error: games.bin: {cannot} read from games.bin, expected another file\n")
    );
    let twice = format!("error: run/checkpoint.json: {cannot} written twice, expected another file\n");
    assert_eq!(fit("run/../run/checkpoint.json"), twice);
    assert!(fit("nowhere/tuned.rs").starts_with("error: nowhere/tuned.rs: cannot be written: "));
    assert!(fs::read(path.join("games.bin")).expect("positions") == games);
}

/// Leaves of searches have a score and no result.
#[test]
fn positions_without_results_are_refused() {
    let leaf = |sample: &tuner::recorder::LabelledPosition| {
        Record::pack(&sample.position, Some(Score(10)), None, None).expect("it has room")
    };
    let folder = folder_of(leaf);
    for lambda in ["1", "0.5"] {
        let refusal = complaint(&run(folder.path(), &["fit", "--k", "1", "--lambda", lambda]));
        assert_eq!(refusal, "error: no training position, or no held-out position, has a result\n");
    }
}

#[test]
fn unreadable_games_are_reported_once_and_so_is_an_incomplete_end() {
    let folder = folder();
    let games = folder.path().join("games.bin");
    let whole = fs::read(&games).expect("positions");
    fs::write(&games, [&whole[..], b"game"].concat()).expect("written");
    let torn = run(folder.path(), &["loss"]);
    assert!(torn.status.success());
    let warning = "warning: games.bin: 4 bytes of an unfinished block at its end are not read\n";
    assert_eq!(text(&torn.stderr), warning);
    fs::remove_file(&games).expect("removed");
    let refusal = complaint(&run(folder.path(), &["loss"]));
    assert_eq!(refusal, "error: games.bin: No such file or directory (os error 2)\n");
}

#[test]
fn every_number_of_the_command_line_reaches_the_run() {
    let folder = folder();
    let numbers = [
        ("pull", 7.25),
        ("smoothness", 3.5),
        ("patience", 5.0),
        ("halvings", 9.0),
        ("rate", 0.25),
        ("seed", 11.0),
    ];
    let words: Vec<String> =
        numbers.iter().flat_map(|(name, value)| [format!("--{name}"), value.to_string()]).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let fitted = run(folder.path(), &[&["fit", "--epochs", "1"], &words[..]].concat());
    assert!(fitted.status.success(), "{}", text(&fitted.stderr));
    let checkpoint = fs::read_to_string(folder.path().join("run/checkpoint.json")).expect("it is written");
    let checkpoint: serde_json::Value = serde_json::from_str(&checkpoint).expect("it is JSON");
    let recipe = &checkpoint["recipe"];
    for (name, value) in numbers {
        let found = if recipe[name].is_null() { &recipe["penalty"][name] } else { &recipe[name] };
        assert_eq!(found.as_f64(), Some(value), "{name}");
    }
}
