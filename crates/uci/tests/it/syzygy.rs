//! Searches with endgame tablebases compared with others. They need the 3- and 4-piece tables, in the directory that
//! `COPPICE_SYZYGY` names. Single searches are sessions in `syzygy.txt`.

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
fn searches_know_nothing_of_those_before_an_option_that_changes_scores() {
    for (before, option) in [
        (&[][..], "SyzygyPath value <empty>"),
        (&[], "SyzygyProbeLimit value 0"),
        (&[], "UCI_LimitStrength value true"),
        (&["Syzygy50MoveRule value false"], "Syzygy50MoveRule value true"),
    ] {
        let mut engine = with_tables(before);
        findings(&mut engine);
        assert!(engine.ask(&format!("setoption name {option}")).is_empty());
        assert_eq!(findings(&mut engine), findings(&mut with_tables(&[option])), "{option}");
    }
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
