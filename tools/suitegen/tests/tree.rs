//! The files in the tree: well-formed, still what the seed draws, and still right by both libraries.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use suitegen::counting::Counted;
use suitegen::dice::Seed;
use suitegen::epd::Line;
use suitegen::libraries::{self, Standing};
use suitegen::suite::{Candidate, Depth, Nodes, Suite};
use suitegen::{counting, output, suites, text};

/// Per position: as deep as the recount goes.
const CHEAP: Nodes = Nodes(50_000);

/// A file of the tree.
struct Tree {
    name: &'static str,
    text: String,
}

impl Tree {
    fn open(name: &'static str) -> Self {
        let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "..", "..", "perft-suites", name].iter().collect();
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { name, text }
    }

    fn positions(&self) -> Vec<(String, Vec<(Depth, Nodes)>)> {
        let parse = |line| Line::parse(line).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let lines = self.text.lines().map(parse);
        lines
            .filter_map(|line| match line {
                Line::Position { fen, counts } => Some((fen, counts)),
                Line::Blank | Line::Comment(_) => None,
            })
            .collect()
    }
}

static DRAWN: LazyLock<Vec<Suite>> = LazyLock::new(|| suites::all(Seed::COMMITTED).unwrap());

fn tree() -> impl Iterator<Item = Tree> {
    DRAWN.iter().map(|suite| Tree::open(suite.file))
}

#[test]
fn files_are_well_formed() {
    let mut total = 0;
    for file in tree() {
        let mut seen = HashSet::new();
        assert!(file.text.starts_with("# Source: "), "{}", file.name);
        assert!(file.text.ends_with('\n'), "{}", file.name);
        for (fen, counts) in file.positions() {
            assert!(seen.insert(text::identity(&fen)), "{} has {fen} twice", file.name);
            let depths: Vec<Depth> = counts.iter().map(|&(depth, _)| depth).collect();
            let from_one: Vec<Depth> = (1..=counts.len() as u8).map(Depth).collect();
            assert!(!depths.is_empty() && depths == from_one, "{}: {fen}", file.name);
        }
        total += seen.len();
    }
    assert!(total >= 2000, "only {total} positions");
}

/// Nobody edited the files by hand, and no change to the tool goes without a new run. The numbers alone are taken from
/// the files, as counting takes minutes.
#[test]
fn files_are_what_the_tool_writes() {
    for (suite, file) in DRAWN.iter().zip(tree()) {
        let drawn: Vec<&str> = suite.candidates().map(|candidate| candidate.fen.as_str()).collect();
        let kept = file.positions();
        let fens: Vec<&str> = kept.iter().map(|(fen, _)| fen.as_str()).collect();
        assert_eq!(drawn, fens, "{}", file.name);
        let counted: Vec<Counted> = suite
            .candidates()
            .zip(&kept)
            .map(|(candidate, (_, counts))| with_counts(candidate, counts))
            .collect();
        let written = output::render(suite, &counted, Seed::COMMITTED);
        let differing = written.lines().zip(file.text.lines()).find(|(written, kept)| written != kept);
        assert_eq!(differing, None, "{}", file.name);
        assert_eq!(written, file.text, "{}", file.name);
    }
}

/// The candidate counted as deep as it should be, with numbers that are known.
fn with_counts(candidate: &Candidate, counts: &[(Depth, Nodes)]) -> Counted {
    let counts: Vec<Nodes> = counts.iter().map(|&(_, nodes)| nodes).collect();
    let fen = &candidate.fen;
    assert_eq!(counting::deepest(candidate, &counts), Depth(counts.len() as u8), "{fen}");
    let shallow = Candidate { ceiling: Nodes(0), ..candidate.clone() };
    let counted = counting::count(&shallow).unwrap_or_else(|doubt| panic!("{doubt}"));
    assert!(counts.starts_with(&counted.counts), "{fen}");
    Counted { counts, ..counted }
}

#[test]
fn cheap_counts_are_right_by_both_libraries() {
    for file in tree() {
        let wrong: Vec<String> =
            file.positions().par_iter().filter_map(|(fen, counts)| recount(fen, counts)).collect();
        assert!(wrong.is_empty(), "{}:\n{}", file.name, wrong.join("\n"));
    }
}

/// What is wrong with a line's cheap counts.
fn recount(fen: &str, counts: &[(Depth, Nodes)]) -> Option<String> {
    let published: Vec<(Depth, Nodes)> =
        counts.iter().copied().take_while(|&(_, nodes)| nodes <= CHEAP).collect();
    let least = published.len().max(1);
    let candidate = Candidate { fen: fen.to_owned(), published, ceiling: Nodes(0) };
    match counting::count(&Candidate { ceiling: CHEAP, ..candidate }) {
        Err(doubt) => Some(doubt.to_string()),
        Ok(counted) if counted.counts.len() < least => Some(format!("{fen}: recounted too shallow")),
        Ok(counted) => counts
            .iter()
            .zip(&counted.counts)
            .find(|((_, written), counted)| written != *counted)
            .map(|(written, counted)| format!("{fen}: {written:?} is {counted:?}")),
    }
}

#[test]
fn ordinary_files_load_without_objection() {
    for file in tree().filter(|file| file.name != "unreachable.epd") {
        for (fen, _) in file.positions() {
            assert!(matches!(libraries::shakmaty(&fen), Standing::Loads(_)), "{}: {fen}", file.name);
            assert!(matches!(libraries::cozy(&fen), Standing::Loads(_)), "{}: {fen}", file.name);
        }
    }
}

#[test]
fn castling_rights_are_spelt_as_the_file_promises() {
    for file in tree() {
        let allowed = match file.name {
            "chess960.epd" | "dfrc.epd" => "ABCDEFGHabcdefgh-",
            "tricky.epd" => continue,
            _ => "KQkq-",
        };
        for (fen, _) in file.positions() {
            let rights = fen.split(' ').nth(2).unwrap();
            assert!(rights.chars().all(|letter| allowed.contains(letter)), "{}: {fen}", file.name);
        }
    }
}

/// Counts that are quoted everywhere, typed in here a second time.
#[test]
fn the_famous_counts_are_there() {
    let famous = [
        ("standard.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
        (
            "standard.epd",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            5,
            193_690_690,
        ),
        ("standard.epd", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661),
        ("standard.epd", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
        ("standard.epd", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194),
        (
            "standard.epd",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            5,
            164_075_551,
        ),
        ("standard.epd", "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", 6, 824_064),
        ("unreachable.epd", "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1", 5, 530_585),
    ];
    for (name, fen, depth, nodes) in famous {
        let positions = Tree::open(name).positions();
        let (_, counts) = positions.iter().find(|(kept, _)| kept == fen).unwrap_or_else(|| panic!("{fen}"));
        assert_eq!(counts.last(), Some(&(Depth(depth), Nodes(nodes))), "{fen}");
    }
}
