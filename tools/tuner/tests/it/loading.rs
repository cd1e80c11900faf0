//! What is read is traced, or it is said where it stands.

use bytemuck::Zeroable as _;
use movegen::Position;
use positions::{Filter, GameResult, Record, Writer};
use tuner::load::Data;
use types::Score;

/// Positions wait until they fill a block, by which time another file may be read.
#[test]
fn a_record_of_no_position_is_named_with_its_file_and_its_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, games: &[Record]| {
        let path = folder.path().join(name);
        let mut writer = Writer::create(&path, "a test").expect("written");
        games.iter().for_each(|&record| writer.write_game(&[record]).expect("written"));
        writer.flush().expect("written");
        path
    };
    let good =
        Record::pack(&Position::startpos(), Some(Score(0)), None, GameResult::Draw).expect("it has room");
    let bad = Record::zeroed();
    let files = [write("first.bin", &[good, bad]), write("second.bin", &[good])];
    let error = Data::load(&files, Filter::default(), usize::MAX, |_| {}).expect_err("one is bad");
    let expected = format!("{}: game 2 of the file: a record of no position: ", files[0].display());
    assert!(format!("{error:#}").starts_with(&expected), "{error:#}");
}
