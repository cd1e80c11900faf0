//! Files that are missing, empty, cut short or damaged are reported once, and everything else goes on.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use movegen::Position;
use rand::RngExt;
use search::tablebase::Wdl;
use search::{Control, Game, Limits, PvLine, Reporter, Tablebase};
use tablebase::SyzygyTables;
use tempfile::TempDir;

use crate::keeping::check;
use crate::support::{MATERIALS, Oracle, directory, engine, random_position, rng, search, with_clock};

/// A directory of its own, removed at the end.
struct Scratch(TempDir);

impl Scratch {
    fn new() -> Scratch {
        Scratch(tempfile::tempdir().expect("a directory can be made"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// With a copy of all tables.
    fn with_tables(from: &Path) -> Scratch {
        let scratch = Scratch::new();
        for entry in fs::read_dir(from).expect("the directory can be read") {
            let path = entry.expect("the directory can be read").path();
            let name = path.file_name().expect("an entry has a name");
            fs::write(scratch.path().join(name), fs::read(&path).expect("a table can be read"))
                .expect("files can be written");
        }
        scratch
    }

    /// With a copy of all tables of win, draw and loss, and of no distances.
    fn without_distances(from: &Path) -> Scratch {
        let scratch = Scratch::with_tables(from);
        MATERIALS.iter().for_each(|material| scratch.remove(&format!("{material}.rtbz")));
        scratch
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path().join(name), bytes).expect("files can be written");
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.path().join(name)).expect("the file is there");
    }
}

#[test]
fn paths_without_tables_are_reported() {
    let empty = Scratch::new();
    let path =
        std::env::join_paths([empty.path(), &empty.path().join("nowhere")]).expect("the paths can be joined");
    let tables = SyzygyTables::open(path);
    let faults = tables.take_faults();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].starts_with("no tables in '") && faults[1].starts_with("cannot read the directory '"));
    assert_eq!(tables.max_pieces(), 0);
    assert!(tables.take_faults().is_empty(), "a fault is told of once");
}

#[test]
fn files_that_cannot_be_tables_are_reported() {
    let scratch = Scratch::new();
    scratch.write("KQvK.rtbw", b"");
    scratch.write("KRvK.rtbw", &[0; 80]);
    // It begins well and has no length that a table can have.
    scratch.write("KPvK.rtbw", &[0x71, 0xe8, 0x23, 0x5d, 0, 0, 0]);
    fs::create_dir(scratch.path().join("KBvK.rtbz")).expect("a directory can be made");
    // Other files are ignored.
    for name in ["README", "notes.rtbw", "KXvK.rtbw", "QvK.rtbw", "KQvK.txt"] {
        scratch.write(name, b"text");
    }
    let tables = SyzygyTables::open(scratch.path());
    let faults = tables.take_faults();
    for (name, why) in [
        ("KQvK.rtbw", "fill whole buffer"),
        ("KRvK.rtbw", "does not begin"),
        ("KPvK.rtbw", "size"),
        ("KBvK.rtbz", ""),
        ("", "no tables in"),
    ] {
        assert!(faults.iter().any(|fault| fault.contains(name) && fault.contains(why)), "{name}: {faults:?}");
    }
    assert_eq!((faults.len(), tables.wdl_tables(), tables.dtz_tables()), (5, 0, 0), "{faults:?}");
}

/// A file that looks like a table of win, draw and loss until it is read.
fn fake() -> [u8; 80] {
    let mut bytes = [0; 80];
    bytes[..4].copy_from_slice(&[0x71, 0xe8, 0x23, 0x5d]);
    bytes
}

fn open_all(directories: &[&Path]) -> SyzygyTables {
    SyzygyTables::open(std::env::join_paths(directories).expect("the paths can be joined"))
}

#[test]
fn a_table_in_two_directories_is_counted_once() {
    let [first, second] = [(); 2].map(|()| Scratch::new());
    ["KQvK.rtbw", "KRvK.rtbw"].iter().for_each(|name| first.write(name, &fake()));
    second.write("KQvK.rtbw", &fake());
    for (directories, count) in [
        (&[&first, &second][..], 2),
        (&[&second, &first], 2),
        (&[&second, &second], 1),
        (&[&second, &first, &second], 2),
    ] {
        let paths: Vec<&Path> = directories.iter().map(|directory| directory.path()).collect();
        let tables = open_all(&paths);
        assert_eq!((tables.wdl_tables(), tables.dtz_tables()), (count, 0));
        assert!(tables.take_faults().is_empty(), "a directory is not empty because others have its tables");
    }
    // What cannot be used is no reason to skip what can.
    first.write("KQvK.rtbw", b"");
    let tables = open_all(&[first.path(), second.path()]);
    assert_eq!((tables.wdl_tables(), tables.take_faults().len()), (2, 1));
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn of_two_directories_the_first_has_its_way() {
    let directory = directory();
    let scratch = Scratch::new();
    scratch.write("KQvK.rtbw", &fake());
    let won: Position = "8/8/8/8/8/2k5/8/K6Q w - - 0 1".parse().expect("a test position is legal");
    let good = open_all(&[&directory, scratch.path()]);
    assert_eq!((good.wdl(&won), good.take_faults().len()), (Some(Wdl::Win), 0));
    let bad = open_all(&[scratch.path(), &directory]);
    assert_eq!(bad.wdl(&won), None);
    assert!(bad.take_faults()[0].starts_with("table KQvK (wdl) is unreadable"));
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn a_missing_table_is_reported_and_the_others_are_used() {
    let (directory, oracle) = (directory(), Oracle::open());
    let scratch = Scratch::with_tables(&directory);
    ["KRvK.rtbw", "KQvK.rtbz"].iter().for_each(|name| scratch.remove(name));
    let tables = Arc::new(SyzygyTables::open(scratch.path()));
    assert!(tables.take_faults().is_empty());
    let mut engine = engine(&tables);
    let mut rng = rng(5);
    for material in ["KRvK", "KQvK", "KPvK", "KRvKP", "KRvK", "KQvK"] {
        for _ in 0..20 {
            let game = Game::new(random_position(material, &mut rng));
            let is_over = game.position().count_legal_moves() == 0;
            assert_eq!(search(&mut engine, &game, 500).best_move().is_none(), is_over);
        }
    }
    // The result with a queen is still known, and the other endgames are complete.
    for material in ["KQvK", "KBNvK", "KQvKQ"] {
        (0..20).for_each(|_| check(&mut engine, &oracle, &random_position(material, &mut rng), 100));
    }
    let mut faults = tables.take_faults();
    faults.sort();
    assert_eq!(faults, ["table KQvK (dtz) is missing", "table KRvK (wdl) is missing"]);
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn without_dtz_the_search_keeps_results() {
    let (directory, oracle) = (directory(), Oracle::open());
    let scratch = Scratch::without_distances(&directory);
    let tables = Arc::new(SyzygyTables::open(scratch.path()));
    assert_eq!((tables.wdl_tables(), tables.dtz_tables(), tables.take_faults().len()), (35, 0, 0));
    let mut engine = engine(&tables);
    let mut rng = rng(7);
    for material in MATERIALS {
        (0..5).for_each(|_| check(&mut engine, &oracle, &random_position(material, &mut rng), 50));
        // Without distances a win that the 50-move rule may take away is none.
        for clock in [1, 20, 40, 60, 80, 90, 95, 96, 97, 98, 99] {
            let position = with_clock(&random_position(material, &mut rng), clock);
            engine.new_game();
            let score = search(&mut engine, &Game::new(position.clone()), 1_000).score;
            let told = if score.is_decisive() { score.0.signum() } else { 0 };
            let (least, most) = oracle.worth(&position);
            assert!(told == 0 || (least..=most).contains(&told), "{score} for {}", position.fen());
        }
    }
    let faults = tables.take_faults();
    assert!(faults.iter().all(|fault| fault.ends_with(" (dtz) is missing")), "{faults:?}");
    for material in ["KQvK", "KRvK", "KBNvK"] {
        let missing = format!("table {material} (dtz) is missing");
        assert_eq!(faults.iter().filter(|&fault| *fault == missing).count(), 1, "{faults:?}");
    }
}

/// Notes how many positions were found.
#[derive(Default)]
struct Hits(u64);

impl Reporter for Hits {
    fn line(&mut self, line: &PvLine) {
        self.0 = line.tbhits;
    }
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn without_dtz_the_tree_still_probes_results() {
    let directory = directory();
    let scratch = Scratch::without_distances(&directory);
    let tables = Arc::new(SyzygyTables::open(scratch.path()));
    let won: Position = "8/8/8/8/3k4/1N6/4K3/2B5 b - - 0 1".parse().expect("a test position is legal");
    assert_eq!(tables.dtz(&won), None);
    assert_eq!(tables.take_faults(), ["table KBNvK (dtz) is missing"]);
    // One more than in the tables. The knight takes the pawn, and the mate is far.
    let before: Position = "8/8/8/8/3k4/1p6/3NK3/2B5 w - - 0 1".parse().expect("a test position is legal");
    let (limits, mut hits) = (Limits { nodes: Some(2_000), ..Limits::default() }, Hits::default());
    let outcome = engine(&tables).search(&Game::new(before), &limits, &Control::new(), &mut hits);
    assert!(hits.0 > 0 && outcome.score.is_decisive(), "{outcome:?}, {} hits", hits.0);
}

/// Damage of all kinds: bytes changed, the end cut off, zeros written over. Answers may be wrong, as nothing says
/// which are; but there are answers, or none, and no panic and no endless loop.
#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn damaged_tables_are_survived() {
    let directory = directory();
    let mut rng = rng(6);
    for round in 0..8 {
        let scratch = Scratch::with_tables(&directory);
        for entry in fs::read_dir(scratch.path()).expect("the directory can be read") {
            let path = entry.expect("the directory can be read").path();
            let mut bytes = fs::read(&path).expect("a table can be read");
            let length = bytes.len();
            match (round + rng.random_range(0..2)) % 4 {
                // The header decides how the rest is read.
                0 => (0..4).for_each(|_| bytes[rng.random_range(4..80.min(length))] = rng.random()),
                1 => (0..length / 50 + 1).for_each(|_| bytes[rng.random_range(4..length)] = rng.random()),
                // Tables are as long as a multiple of 64 and 16.
                2 => bytes.truncate((length / 64 / 2) * 64 + 16),
                _ => bytes[length / 3..].fill(0),
            }
            fs::write(&path, bytes).expect("files can be written");
        }
        let tables = Arc::new(SyzygyTables::open(scratch.path()));
        let mut engine = engine(&tables);
        for material in MATERIALS {
            for _ in 0..4 {
                let game = Game::new(random_position(material, &mut rng));
                let is_over = game.position().count_legal_moves() == 0;
                assert_eq!(search(&mut engine, &game, 50).best_move().is_none(), is_over);
            }
        }
        assert!(!tables.take_faults().is_empty());
    }
}
