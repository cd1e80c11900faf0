//! Every position that is read is traced, or reported with its place.

use bytemuck::Zeroable as _;
use movegen::Position;
use positions::{Filter, GameResult, Record, RecordWriter};
use tuner::load::Data;
use types::Score;

/// A block may hold positions of two files, so errors must still name the right one.
#[test]
fn a_record_of_no_position_is_named_with_its_file_and_its_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, games: &[Record]| {
        let path = folder.path().join(name);
        let mut writer = RecordWriter::create(&path, "a test").expect("written");
        games.iter().for_each(|&record| writer.write_game(&[record]).expect("written"));
        writer.flush().expect("written");
        path
    };
    let good =
        Record::pack(&Position::startpos(), Some(Score(0)), None, GameResult::Draw).expect("it has room");
    let bad = Record::zeroed();
    let files = [write("first.bin", &[good, bad]), write("second.bin", &[good])];
    let error = Data::load(&files, Filter::default(), usize::MAX, |_| {}).expect_err("one is bad");
    let expected = format!("{}: game 2 of the file: a record with an illegal position: ", files[0].display());
    assert!(format!("{error:#}").starts_with(&expected), "{error:#}");
}

/// In text without move numbers every position counts as a first ply.
#[test]
fn a_filter_that_passes_nothing_gives_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.bin");
    let mut writer = RecordWriter::create(&path, "a test").expect("written");
    let start = Position::startpos();
    for &mv in &start.legal_moves() {
        let record = Record::pack(&start.after(mv), Some(Score(0)), None, GameResult::Draw).unwrap();
        writer.write_game(&[record]).expect("written");
    }
    writer.flush().expect("written");
    let error = |filter| {
        format!(
            "{:#}",
            Data::load(std::slice::from_ref(&path), filter, usize::MAX, |_| {}).expect_err("none pass")
        )
    };
    let early = error(Filter::TUNING);
    assert!(early.starts_with("0 positions of 0 games pass the filters"), "{early}");
    assert!(
        early.contains("left out: 20 before the first ply that counts (--min-ply), 0 in check"),
        "{early}"
    );
    assert!(early.ends_with("use --min-ply 0 for them"), "{early}");
    assert!(
        Data::load(std::slice::from_ref(&path), Filter { min_ply: 0, ..Filter::TUNING }, usize::MAX, |_| {})
            .is_ok()
    );
}
