//! Searches with endgame tablebases compared with others. They need the 3- and 4-piece tables, in the directory that
//! `COPPICE_SYZYGY` names. Single searches are sessions in `syzygy.txt`.

use std::fs;
use std::path::PathBuf;

use crate::common::Engine;
use crate::report::{Info, Report};
use movegen::Position;

/// More pieces than tables, one of which can be taken.
const BEFORE: &str = "8/8/8/2p5/3k4/8/2BNK3/8 w - - 0 1";

/// The directory of the tables.
pub(crate) fn directory() -> String {
    std::env::var("COPPICE_SYZYGY").expect("COPPICE_SYZYGY names the directory of the tables")
}

fn with_tables(options: &[&str]) -> Engine {
    let directory = directory();
    let mut engine = Engine::start_uci();
    let answer = engine.ask(&format!("setoption name SyzygyPath value {directory}"));
    assert_eq!(answer, ["info string tablebases: 35 WDL and 35 DTZ tables, up to 4 pieces"]);
    for option in options {
        assert!(engine.ask(&format!("setoption name {option}")).is_empty());
    }
    engine
}

fn go(engine: &mut Engine, fen: &str, go: &str) -> Report {
    engine.send(&format!("position fen {fen}"));
    let report = engine.go(go);
    report.check(&fen.parse::<Position>().expect("a test position is legal"));
    report
}

/// A copy of the tables without their distances, removed when it is dropped.
struct ResultsAlone(PathBuf);

impl ResultsAlone {
    fn of(directory: &str) -> ResultsAlone {
        let copy = std::env::temp_dir().join(format!("coppice-results-{}", std::process::id()));
        fs::create_dir_all(&copy).expect("a directory can be made");
        for entry in fs::read_dir(directory).expect("COPPICE_SYZYGY is a directory") {
            let file = entry.expect("the directory can be read").path();
            if file.extension().is_some_and(|extension| extension == "rtbw") {
                fs::copy(&file, copy.join(file.file_name().expect("files have names")))
                    .expect("files can be copied");
            }
        }
        ResultsAlone(copy)
    }
}

impl Drop for ResultsAlone {
    fn drop(&mut self) {
        // A directory that is left does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn without_dtz_no_win_is_reported_that_the_fifty_move_rule_takes_away() {
    let (directory, mut full) = (directory(), with_tables(&[]));
    let copy = ResultsAlone::of(&directory);
    let mut engine = Engine::start_uci();
    let answer = engine.ask(&format!("setoption name SyzygyPath value {}", copy.0.display()));
    assert_eq!(answer, ["info string tablebases: 35 WDL and 0 DTZ tables, up to 4 pieces"]);
    let value = |report: &Report| match report.last().score {
        (ref kind, moves) if kind == "mate" => moves.signum(),
        (_, centipawns) => {
            if centipawns.abs() > 10_000 {
                centipawns.signum()
            } else {
                0
            }
        }
    };
    for board in [
        "8/8/8/3k4/8/8/1Q6/K7 w",
        "8/8/8/3k4/8/8/1R6/K7 w",
        "8/8/8/8/3k4/8/2BNK3/8 w",
        "8/8/8/8/3k4/8/2BNK3/8 b",
        "8/8/2q5/3k4/8/8/1R6/K7 b",
        "8/8/8/3k4/8/2p5/1R6/K7 w",
        "8/8/8/8/4k3/8/4P3/4K3 w",
        "7k/8/5K2/8/8/8/8/6R1 w",
        "6k1/8/6K1/8/8/8/8/1Q6 b",
    ] {
        for clock in [0, 1, 20, 40, 60, 80, 90, 95, 96, 97, 98, 99] {
            let fen = format!("{board} - - {clock} 80");
            full.send("ucinewgame");
            engine.send("ucinewgame");
            let [truth, told] = [&mut full, &mut engine].map(|it| value(&go(it, &fen, "go nodes 3000")));
            assert!(told == truth || told == 0, "{fen}: {told} instead of {truth}");
            // With four pieces the longest win takes 66 half-moves from here.
            assert!(told == truth || clock > 33, "{fen}: 0 instead of {truth}");
        }
    }
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn several_lines_come_in_the_order_of_their_results() {
    let mut engine = with_tables(&["MultiPV value 30", "Threads value 3"]);
    // Some moves win, some draw, and some lose the rook.
    let fen = "8/8/8/8/8/2k5/3p4/1K1R4 w - - 0 1";
    let legal = fen.parse::<Position>().expect("a test position is legal").legal_moves().len();
    let report = go(&mut engine, fen, "go depth 6");
    let lines: Vec<_> = report.infos.iter().filter(|info| info.number("depth") == 6).take(legal).collect();
    assert_eq!(lines.len(), legal);
    let worth = |info: &Info| match info.score {
        (ref kind, moves) if kind == "mate" => 100_000 * moves.signum() - moves,
        (_, centipawns) => centipawns,
    };
    assert!(lines.windows(2).all(|pair| worth(pair[0]) >= worth(pair[1])), "{lines:#?}");
}

/// The part of a report that does not depend on time: bounds are reported in long searches only.
fn findings(engine: &mut Engine) -> Vec<String> {
    let report = go(engine, BEFORE, "go depth 8");
    let infos = report.infos.iter().filter(|info| info.is_exact);
    infos.map(|info| format!("{:?} {} {:?}", info.score, info.number("nodes"), info.pv)).collect()
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn searches_without_tables_know_nothing_of_those_with_them() {
    for option in ["SyzygyPath value <empty>", "SyzygyProbeLimit value 0", "UCI_LimitStrength value true"] {
        let option = format!("setoption name {option}");
        let mut engine = with_tables(&[]);
        let with_tables = findings(&mut engine);
        assert!(engine.ask(&option).is_empty());
        let mut other = Engine::start_uci();
        assert!(other.ask(&option).is_empty());
        let without = findings(&mut other);
        assert_ne!(with_tables, without, "{option}");
        assert_eq!(findings(&mut engine), without, "{option}");
    }
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn searches_under_one_rule_know_nothing_of_those_under_the_other() {
    let mut engine = with_tables(&["Syzygy50MoveRule value false"]);
    let mut other = with_tables(&[]);
    findings(&mut engine);
    assert!(engine.ask("setoption name Syzygy50MoveRule value true").is_empty());
    assert_eq!(findings(&mut engine), findings(&mut other));
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn a_line_with_a_tablebase_score_keeps_it_and_a_known_draw_is_certain() {
    use search::Tablebase;
    use search::tablebase::Wdl;
    let tables = tablebase::SyzygyTables::open(directory());
    let mut engine = with_tables(&["UCI_ShowWDL value true"]);
    let (mut lines, mut draws) = (0, 0);
    for fen in [
        "8/8/8/8/pN6/8/2K5/k7 w - - 0 1",
        "8/8/8/8/8/2k5/3p4/1K1R4 w - - 0 1",
        "8/8/8/8/3k4/8/2BNK3/8 w - - 0 1",
        "8/2p5/8/8/8/1k6/8/K3R3 b - - 0 1",
        "8/8/1p6/2k5/8/8/8/KN6 w - - 0 1",
        "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1",
        "8/k7/p7/P7/K7/8/8/8 w - - 0 1",
        "8/8/8/8/8/1k6/1p6/1K6 w - - 0 1",
        "3k4/8/8/8/8/8/q1P5/2K5 w - - 0 1",
        BEFORE,
    ] {
        let root: Position = fen.parse().expect("a test position is legal");
        for info in &go(&mut engine, fen, "go depth 12").infos {
            let expected = match info.score {
                (ref kind, centipawns) if kind == "cp" && centipawns.abs() == 20_000 => centipawns.signum(),
                _ if info.wdl == Some([0, 1000, 0]) => 0,
                _ => continue,
            };
            (lines, draws) = (lines + 1, draws + usize::from(expected == 0));
            let mut position = root.clone();
            for text in &info.pv {
                position.play(position.parse_uci(text).expect("lines are legal"));
                let value = match tables.wdl(&position) {
                    Some(Wdl::Win) => 1,
                    Some(Wdl::Loss) => -1,
                    Some(_) => 0,
                    None => continue,
                };
                let is_ours = position.side_to_move() == root.side_to_move();
                assert_eq!(if is_ours { value } else { -value }, expected, "{fen}: {info:?}");
            }
        }
        if tables.wdl(&root) == Some(Wdl::Draw) {
            assert_eq!(engine.go("go depth 5").last().wdl, Some([0, 1000, 0]), "{fen}");
        }
    }
    assert!(lines > 20 && draws > 5, "{lines} lines, {draws} of draws");
}
