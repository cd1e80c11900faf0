//! Files: what is written is read, also after the end was torn off, and damage does not go unseen.

use std::fs;
use std::path::{Path, PathBuf};

use positions::file::{RecordBlock, ResumePoint};
use positions::{FileError, Record, RecordReader, RecordWriter};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::games::random_game;

const NOTE: &str = "made by a test";

fn game(seed: u64) -> Vec<Record> {
    random_game(seed).iter().map(|labelled| labelled.pack()).collect()
}

/// A file of a folder that goes away with the test.
fn scratch() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    (folder, path)
}

/// Writes games, a block after each `block` of them.
fn write(path: &Path, games: &[Vec<Record>], block: usize) {
    let mut writer = RecordWriter::create(path, NOTE).unwrap();
    for games in games.chunks(block) {
        games.iter().for_each(|game| writer.write_game(game).unwrap());
        writer.flush().unwrap();
    }
}

/// The games of a file, by the flags of their records.
fn read(path: &Path) -> Result<Vec<Vec<Record>>, FileError> {
    let mut games: Vec<Vec<Record>> = Vec::new();
    for entry in RecordReader::open(path)?.file_records() {
        let entry = entry?;
        games.resize_with(entry.game as usize + 1, Vec::new);
        games[entry.game as usize].push(entry.record.with_game_start(false));
    }
    Ok(games)
}

fn block_ends(path: &Path) -> Vec<u64> {
    let mut reader = RecordReader::open(path).unwrap();
    let mut ends = vec![reader.offset()];
    while reader.next_block().unwrap().is_some() {
        ends.push(reader.offset());
    }
    ends
}

#[test]
fn games_are_read_as_they_were_written() {
    let (_folder, path) = scratch();
    let games: Vec<Vec<Record>> = (0..80).map(game).collect();
    write(&path, &games, usize::MAX);
    assert_eq!(read(&path).unwrap(), games);
    // 4096 records fill a block, and these games have more.
    assert!(block_ends(&path).len() > 2);
    assert_eq!(RecordReader::open(&path).unwrap().note(), NOTE);
}

#[test]
fn a_new_file_takes_the_place_of_none() {
    let (_folder, path) = scratch();
    write(&path, &[game(1)], 1);
    assert!(matches!(RecordWriter::create(&path, NOTE), Err(FileError::Io(_))));
    assert_eq!(read(&path).unwrap(), [game(1)]);
}

#[test]
fn games_without_records_are_counted_by_the_writer() {
    let (_folder, path) = scratch();
    write(&path, &[game(1), Vec::new(), game(2), Vec::new()], 2);
    let (mut writer, progress) = RecordWriter::resume(&path, NOTE, |_| ()).unwrap();
    assert_eq!(progress.next_game, 4);
    writer.write_game(&game(3)).unwrap();
    writer.flush().unwrap();
    let mut reader = RecordReader::open(&path).unwrap();
    let numbers: Vec<_> = std::iter::from_fn(|| reader.next_block().unwrap())
        .map(|block: RecordBlock| (block.first_game, block.games))
        .collect();
    assert_eq!(numbers, [(0, 2), (2, 2), (4, 1)]);
    assert_eq!(read(&path).unwrap(), [game(1), game(2), game(3)]);
}

#[test]
fn a_file_has_one_writer() {
    let (_folder, path) = scratch();
    let mut writer = RecordWriter::create(&path, NOTE).unwrap();
    writer.write_game(&game(1)).unwrap();
    assert!(matches!(RecordWriter::resume(&path, NOTE, |_| ()), Err(FileError::Locked)));
    writer.flush().unwrap();
    assert_eq!(read(&path).unwrap(), [game(1)]);
    drop(writer);
    assert!(RecordWriter::resume(&path, NOTE, |_| ()).is_ok());
}

#[test]
fn a_file_is_only_continued_as_it_was_begun() {
    let (_folder, path) = scratch();
    write(&path, &[game(1)], 1);
    let error = RecordWriter::resume(&path, "another way", |_| ()).err().unwrap();
    assert!(matches!(error, FileError::Note { .. }), "{error}");
    fs::write(&path, "8/8/8/8/8/8/8/8 w - - 0 1 | 0 | 0.5\n").unwrap();
    assert!(matches!(RecordWriter::resume(&path, NOTE, |_| ()), Err(FileError::NotPositions)));
    assert!(matches!(RecordReader::open(&path), Err(FileError::NotPositions)));
    fs::write(&path, "copp").unwrap();
    assert!(matches!(RecordReader::open(&path), Err(FileError::NotPositions)));
    fs::write(&path, b"coppice\0\x09\0\0\0\0\0\0\0").unwrap();
    assert!(matches!(RecordReader::open(&path), Err(FileError::Version { found: 9 })));
}

/// As its writer leaves it that is killed at once, at whichever byte.
#[test]
fn a_file_that_is_hardly_begun_is_begun_anew() {
    let (_folder, path) = scratch();
    write(&path, &[], 1);
    let beginning = fs::read(&path).unwrap();
    for length in 0..beginning.len() {
        fs::write(&path, &beginning[..length]).unwrap();
        let (mut writer, progress) = RecordWriter::resume(&path, NOTE, |_| ()).unwrap();
        assert_eq!(progress, ResumePoint::default());
        writer.write_game(&game(1)).unwrap();
        writer.flush().unwrap();
        assert_eq!(RecordReader::open(&path).unwrap().note(), NOTE);
        assert_eq!(read(&path).unwrap(), [game(1)]);
    }
    fs::write(&path, &beginning[..beginning.len() - 1]).unwrap();
    assert!(matches!(RecordWriter::resume(&path, "another way", |_| ()), Err(FileError::NotPositions)));
    assert_eq!(fs::read(&path).unwrap(), beginning[..beginning.len() - 1], "it may be somebody else's");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Wherever a writer dies, what it had finished is there, and it can go on.
    #[test]
    fn an_incomplete_file_keeps_its_complete_blocks(seed in 0_u64..1000, cut: prop::sample::Index) {
        let (_folder, path) = scratch();
        let games: Vec<Vec<Record>> = (seed..seed + 6).map(game).collect();
        write(&path, &games, 2);
        let ends = block_ends(&path);
        let cut = ends[0] + cut.index((ends[3] - ends[0]) as usize + 1) as u64;
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(cut).unwrap();
        let whole = ends.iter().filter(|&&end| end <= cut).count() - 1;
        prop_assert_eq!(&read(&path).unwrap(), &games[..2 * whole]);

        let mut seen = 0;
        let (mut writer, progress) = RecordWriter::resume(&path, NOTE, |block| seen += block.records.len()).unwrap();
        prop_assert_eq!(progress.next_game, 2 * whole as u64);
        prop_assert_eq!(progress.records, seen as u64);
        prop_assert_eq!(progress.torn_bytes, cut - ends[whole]);
        games[2 * whole..].iter().for_each(|game| writer.write_game(game).unwrap());
        writer.flush().unwrap();
        prop_assert_eq!(read(&path).unwrap(), games);
    }

    /// A single wrong bit in the blocks is an error, in the last block as well.
    #[test]
    fn damage_does_not_go_unseen(seed in 0_u64..1000, place: prop::sample::Index, bit in 0..8) {
        let (_folder, path) = scratch();
        let games: Vec<Vec<Record>> = (seed..seed + 3).map(game).collect();
        write(&path, &games, 1);
        let ends = block_ends(&path);
        let mut bytes = fs::read(&path).unwrap();
        let place = ends[0] as usize + place.index(bytes.len() - ends[0] as usize);
        bytes[place] ^= 1_u8 << bit;
        fs::write(&path, bytes).unwrap();
        let damaged = ends.iter().filter(|&&end| end <= place as u64).count() - 1;
        let bytes = fs::read(&path).unwrap();
        for failure in [read(&path).err(), RecordWriter::resume(&path, NOTE, |_| ()).err()] {
            match failure {
                Some(FileError::Corrupt { offset, .. }) => prop_assert_eq!(offset, ends[damaged]),
                other => prop_assert!(false, "{:?}", other),
            }
        }
        prop_assert!(fs::read(&path).unwrap() == bytes, "a damaged file was written to");
    }
}

/// Reading and resuming a file with these bytes: how each of them fails, and that a file is not cut that is damaged.
fn failures(path: &Path, bytes: &[u8]) -> [Option<FileError>; 2] {
    fs::write(path, bytes).unwrap();
    let failures = [read(path).err(), RecordWriter::resume(path, NOTE, |_| ()).err()];
    if failures[1].is_some() {
        assert_eq!(fs::read(path).unwrap(), bytes, "a damaged file was written to");
    }
    failures
}

/// A header says how long its block is, so damage to it is the worst there is.
#[test]
fn no_bit_of_a_header_is_wrong_unseen() {
    const HEADER: usize = 32;
    let (_folder, path) = scratch();
    let games: Vec<Vec<Record>> = (0..4).map(game).collect();
    write(&path, &games, 1);
    let (ends, whole) = (block_ends(&path), fs::read(&path).unwrap());
    // Also if the last block is torn, to which damage may then go unseen: it is cut off.
    for (bytes, is_torn) in [(&whole[..], false), (&whole[..whole.len() - 100], true)] {
        for (block, &begin) in ends[..games.len()].iter().enumerate() {
            for bit in 0..8 * HEADER {
                let mut bytes = bytes.to_vec();
                bytes[begin as usize + bit / 8] ^= 1 << (bit % 8);
                for failure in failures(&path, &bytes) {
                    match failure {
                        Some(FileError::Corrupt { offset, .. }) => assert_eq!(offset, begin),
                        Some(error) => panic!("block {block}, bit {bit}: {error}"),
                        None => {
                            assert!(
                                is_torn && block == games.len() - 1,
                                "bit {bit} of block {block} is not missed"
                            )
                        }
                    }
                }
            }
        }
    }
    // The header of the file: the first 16 bytes.
    for bit in 0..8 * 16 {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(failures(&path, &bytes).iter().all(Option::is_some), "bit {bit}");
    }
}

/// A file system may give the file its length before it has the bytes.
#[test]
fn an_end_of_zeros_is_torn() {
    let (_folder, path) = scratch();
    let games: Vec<Vec<Record>> = (0..3).map(game).collect();
    write(&path, &games, 1);
    let mut bytes = fs::read(&path).unwrap();
    let last = block_ends(&path)[2] as usize;
    for begin in [last + 32, last] {
        bytes[begin..].fill(0);
        fs::write(&path, &bytes).unwrap();
        assert_eq!(read(&path).unwrap(), games[..2]);
        let (_, progress) = RecordWriter::resume(&path, NOTE, |_| ()).unwrap();
        assert_eq!(progress.torn_bytes, (bytes.len() - last) as u64);
    }
}
