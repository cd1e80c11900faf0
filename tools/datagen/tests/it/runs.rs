//! Whole runs: the contents of the file do not depend on threads and interruptions.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use datagen::collect::{self, Collection, RunGoal};
use datagen::self_player::SelfPlayer;
use datagen::tally::RunCounts;
use positions::{FileRecord, Record, RecordReader, RecordWriter};

use crate::support::quick;

const NOTE: &str = "a test";

fn read(path: &Path) -> Vec<FileRecord> {
    RecordReader::open(path).unwrap().file_records().collect::<Result<_, _>>().unwrap()
}

fn games(count: u64) -> RunGoal {
    RunGoal { games: Some(count), positions: None }
}

/// Runs to the goal, or stops after a number of games.
fn run(collection: &mut Collection, threads: usize, goal: &RunGoal, stop_after: u64) -> RunCounts {
    let (settings, openings) = quick();
    let threads = NonZeroUsize::new(threads).unwrap();
    let stop = AtomicBool::new(false);
    let mut tally = RunCounts::default();
    let watch = |now: &RunCounts| {
        tally.clone_from(now);
        stop.fetch_or(now.games >= stop_after, Ordering::Relaxed);
    };
    collect::run(&settings, &openings, threads, goal, collection, &stop, watch).unwrap();
    tally
}

fn create(path: &Path) -> Collection {
    Collection::new(RecordWriter::create(path, NOTE).unwrap())
}

#[test]
fn the_file_holds_the_games_without_what_came_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    let tally = run(&mut create(&path), 1, &games(12), u64::MAX);
    let written = read(&path);
    assert_eq!((tally.games, tally.written), (12, written.len() as u64));

    let (settings, openings) = quick();
    let mut player = SelfPlayer::new(&settings, &openings).unwrap();
    let mut expected: Vec<Record> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for number in 0..12 {
        let game = player.play(number, || false).unwrap().unwrap();
        let is_new = |record: &&Record| seen.insert(record.position().unwrap().key());
        let fresh: Vec<&Record> = game.records.iter().chain(&game.leaves).filter(is_new).collect();
        expected.extend(fresh.iter().enumerate().map(|(index, record)| record.with_game_start(index == 0)));
    }
    assert_eq!(written.iter().map(|entry| entry.record).collect::<Vec<_>>(), expected);
    assert_eq!(written.last().unwrap().game, 11);
    assert!(tally.duplicates() > 0, "games this short of thought repeat themselves");
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, pieces] = ["whole.bin", "pieces.bin"].map(|name| folder.path().join(name));
    run(&mut create(&whole), 1, &games(16), u64::MAX);

    let mut collection = create(&pieces);
    let mut sittings = 0;
    while collection.next_game < 16 {
        // Duplicates are remembered, so this is the same collection; the program reads them from the file.
        let stopped_at = collection.next_game;
        run(&mut collection, 3, &games(16), 3);
        assert!(collection.next_game > stopped_at);
        sittings += 1;
    }
    assert!(sittings > 1);
    assert_eq!(read(&pieces), read(&whole));
}

#[test]
fn a_goal_of_positions_ends_with_a_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    let goal = RunGoal { positions: Some(300), games: None };
    let mut collection = create(&path);
    run(&mut collection, 2, &goal, u64::MAX);
    let written = read(&path);
    assert_eq!(collection.positions, written.len() as u64);
    assert!(written.len() >= 300);
    let last = written.last().unwrap().game;
    assert!(written.iter().filter(|entry| entry.game < last).count() < 300);
    // A collection that has reached its goal is unchanged.
    assert_eq!(run(&mut collection, 2, &goal, u64::MAX).games, 0);
}
