//! Searches: every limit alone and with others, every option of the search, and positions with few or no moves.

mod common;

use std::collections::HashSet;

use common::{Engine, Report};
use movegen::Position;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";

fn position(fen: &str) -> Position {
    fen.parse().expect("a test position is legal")
}

fn start(fen: &str) -> Engine {
    let mut engine = Engine::start_uci();
    engine.send(&format!("position fen {fen}"));
    engine
}

/// One search of a position by a new engine, checked.
fn search(fen: &str, go: &str) -> Report {
    let report = start(fen).go(go);
    report.check(&position(fen));
    report
}

#[test]
fn depth_is_the_last_iteration() {
    for depth in [1, 2, 5] {
        let report = search(MIDDLEGAME, &format!("go depth {depth}"));
        assert_eq!(report.last().number("depth"), depth);
    }
}

#[test]
fn nodes_are_not_exceeded() {
    for nodes in [1_000, 10_000] {
        let report = search(MIDDLEGAME, &format!("go nodes {nodes}"));
        assert!(report.last().number("nodes") <= nodes, "{report:#?}");
    }
}

#[test]
fn the_first_limit_reached_ends_the_search() {
    let by_nodes = search(MIDDLEGAME, "go depth 100 movetime 3600000 nodes 5000 wtime 3600000 btime 1");
    assert!(by_nodes.last().number("nodes") <= 5_000);
    let by_depth = search(MIDDLEGAME, "go wtime 36000000 nodes 1000000000 depth 3 movetime 3600000 mate 5");
    assert_eq!(by_depth.last().number("depth"), 3);
    // These would go on for an hour if the clock or the time for the move were ignored.
    search(MIDDLEGAME, "go depth 200 movetime 50 wtime 36000000");
    search(MIDDLEGAME, "go nodes 1000000000000 btime 36000000 wtime 100 winc 1");
    search(MIDDLEGAME, "go wtime 100 movestogo 1 movetime 3600000");
}

/// The protocol demands it: a GUI that sends unknown limits waits for a move as well.
#[test]
fn unknown_words_after_go_are_reported_and_the_search_starts() {
    for (go, error) in [
        ("go rtime 300 depth 3", "info string error: found 'rtime 300', expected one of searchmoves, "),
        ("go depth 3 movestogo -1", "info string error: 'movestogo' is followed by '-1', expected a number"),
    ] {
        let mut engine = start(MIDDLEGAME);
        engine.send(go);
        assert!(engine.line().starts_with(error), "{go}");
        let report = engine.report();
        assert_eq!(report.check(&position(MIDDLEGAME)).last().number("depth"), 3);
    }
}

#[test]
fn of_moves_to_search_the_legal_ones_are_searched() {
    let mut engine = start(MIDDLEGAME);
    engine.send("go depth 3 searchmoves e2e5 a2a3 a9a8 h2h4");
    for (number, mv) in [(1, "e2e5"), (3, "a9a8")] {
        let line = engine.line();
        assert!(line.starts_with(&format!("info string error: move {number}: '{mv}' is ")), "{line}");
        assert!(line.ends_with("; it is left out"), "{line}");
    }
    let report = engine.report();
    report.check(&position(MIDDLEGAME));
    assert!(["a2a3", "h2h4"].map(Some).contains(&report.best.as_deref()), "{report:#?}");
}

/// A level may play a lesser line, of which only a bound is known where the search was stopped inside an iteration.
#[test]
fn a_level_that_is_stopped_early_ends_with_an_exact_score() {
    let fen = "4k3/4p3/8/8/8/8/3PP3/4K3 w - - 0 1";
    let mut engine = start(fen);
    engine.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1400");
    for nodes in 20..220 {
        engine.go(&format!("go nodes {nodes}")).check(&position(fen));
        engine.send("ucinewgame");
    }
}

#[test]
fn hopeless_clocks_still_get_a_checked_move() {
    for go in [
        "go movetime 0",
        "go movetime 1",
        "go nodes 0",
        "go nodes 1",
        "go wtime 0 btime 0",
        "go wtime 1 btime 1",
        "go wtime 1 btime 1 winc 0 binc 0 movestogo 1",
        "go wtime -100 btime 500",
        "go wtime 10 btime 10 winc 10 binc 10",
        "go btime 100",
        "go wtime 100 movestogo 40",
    ] {
        search(MIDDLEGAME, go);
    }
}

#[test]
fn overhead_larger_than_the_clock_is_survived() {
    let mut engine = start(MIDDLEGAME);
    engine.send("setoption name Move Overhead value 5000");
    engine.go("go wtime 1000 btime 1000").check(&position(MIDDLEGAME));
    engine.go("go movetime 100").check(&position(MIDDLEGAME));
}

#[test]
fn mates_are_found_and_end_the_search() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", 1),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        let report = search(fen, &format!("go mate {moves}"));
        let (kind, value) = &report.last().score;
        assert!(kind == "mate" && (1..=moves).contains(value), "{report:#?}");
    }
}

#[test]
fn being_mated_is_counted_as_well() {
    let report = search("7k/8/6K1/8/8/8/8/R7 b - - 0 1", "go depth 8");
    assert_eq!(report.last().score, ("mate".to_owned(), -1), "{report:#?}");
}

#[test]
fn only_the_moves_to_search_are_searched() {
    for moves in [&["a2a3"][..], &["h2h4", "a2a3"], &["g1f3", "b1c3", "a2a4"]] {
        let mut engine = Engine::start_uci();
        engine.send("setoption name MultiPV value 5");
        let report = engine.go(&format!("go searchmoves {} depth 3", moves.join(" ")));
        report.check(&Position::startpos());
        let first: HashSet<&str> = report.infos.iter().map(|info| info.pv[0].as_str()).collect();
        assert_eq!(first, moves.iter().copied().collect());
    }
}

#[test]
fn every_iteration_has_as_many_lines_as_multipv() {
    for wanted in [2, 4] {
        let mut engine = start(MIDDLEGAME);
        engine.send(&format!("setoption name MultiPV value {wanted}"));
        let report = engine.go("go depth 4");
        report.check(&position(MIDDLEGAME));
        let deepest: Vec<_> =
            report.infos.iter().filter(|info| info.is_exact && info.number("depth") == 4).collect();
        let lines = &deepest[..wanted];
        let ranks: Vec<i64> = lines.iter().map(|info| info.number("multipv")).collect();
        assert_eq!(ranks, (1..=wanted as i64).collect::<Vec<_>>());
        let first: HashSet<&String> = lines.iter().map(|info| &info.pv[0]).collect();
        assert_eq!(first.len(), wanted, "{report:#?}");
        assert!(lines.windows(2).all(|pair| pair[0].score.1 >= pair[1].score.1), "{report:#?}");
        assert_eq!(report.last().number("multipv"), 1);
    }
}

#[test]
fn more_lines_than_moves_are_as_many_as_moves() {
    let fen = "7k/8/8/8/8/8/6q1/K7 w - - 0 1";
    let mut engine = start(fen);
    engine.send("setoption name MultiPV value 256");
    let report = engine.go("go depth 3");
    report.check(&position(fen));
    let ranks: HashSet<i64> = report.infos.iter().map(|info| info.number("multipv")).collect();
    assert_eq!(ranks.len(), position(fen).legal_moves().len());
}

#[test]
fn a_single_legal_move_is_played_with_a_score() {
    let fen = "7k/8/8/8/8/6p1/8/5r1K w - - 0 1";
    assert_eq!(position(fen).legal_moves().len(), 1);
    for go in ["go depth 3", "go movetime 3600000 depth 4", "go wtime 1000 btime 1000", "go nodes 1"] {
        assert_eq!(search(fen, go).best.as_deref(), Some("h1g2"));
    }
}

#[test]
fn without_legal_moves_there_is_a_score_and_no_move() {
    for (fen, score) in
        [("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", ("mate", 0)), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ("cp", 0))]
    {
        for go in ["go depth 3", "go movetime 10", "go wtime 100 btime 100", "go mate 2"] {
            let report = search(fen, go);
            assert_eq!(report.best, None);
            assert_eq!(report.last().score, (score.0.to_owned(), score.1));
        }
        let mut engine = start(fen);
        engine.send("go infinite");
        engine.is_ready_before("bestmove");
        engine.send("stop");
        assert_eq!(engine.wait_for("bestmove"), "bestmove (none)");
    }
}

#[test]
fn castling_is_written_as_the_option_demands() {
    let standard = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    for (chess960, castle) in [("false", "e1g1"), ("true", "e1h1")] {
        for asked in ["e1g1", "e1h1"] {
            let mut engine = start(standard);
            engine.send(&format!("setoption name UCI_Chess960 value {chess960}"));
            let report = engine.go(&format!("go depth 2 searchmoves {asked}"));
            assert_eq!(report.check(&position(standard)).best.as_deref(), Some(castle));
        }
    }
    let shuffled = "bnrkqnrb/pppppppp/8/8/8/8/PPPPPPPP/2RK2R1 w GCgc - 0 1";
    let mut engine = start(shuffled);
    engine.send("setoption name UCI_Chess960 value true");
    for castle in ["d1g1", "d1c1"] {
        let report = engine.go(&format!("go depth 2 searchmoves {castle}"));
        assert_eq!(report.check(&position(shuffled)).best.as_deref(), Some(castle));
    }
}

#[test]
fn win_draw_loss_chances_are_shown_on_request() {
    let mut engine = start(MIDDLEGAME);
    assert!(engine.go("go depth 2").infos.iter().all(|info| info.wdl.is_none()));
    engine.send("setoption name UCI_ShowWDL value true");
    let report = engine.go("go depth 2");
    assert!(report.check(&position(MIDDLEGAME)).infos.iter().all(|info| info.wdl.is_some()));
}

#[test]
fn limited_strength_looks_at_little_and_analysis_is_never_limited() {
    let mut engine = start(MIDDLEGAME);
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("setoption name UCI_Elo value 1000");
    for _ in 0..20 {
        let report = engine.go("go nodes 20000");
        assert!(report.check(&position(MIDDLEGAME)).last().number("nodes") < 1_000, "{report:#?}");
    }
    engine.send("setoption name UCI_AnalyseMode value true");
    let report = engine.go("go depth 100 nodes 20000");
    assert!(report.check(&position(MIDDLEGAME)).last().number("nodes") > 1_000);
}

#[test]
fn tables_of_any_size_and_several_threads_play() {
    let mut engine = start(MIDDLEGAME);
    for (option, value) in
        [("Hash", 1), ("Threads", 2), ("Hash", 33), ("Threads", 3), ("Hash", 2), ("Threads", 1)]
    {
        assert_eq!(engine.ask(&format!("setoption name {option} value {value}")), [""; 0]);
        engine.go("go nodes 20000").check(&position(MIDDLEGAME));
        for command in ["setoption name Clear Hash", "ucinewgame"] {
            assert_eq!(engine.ask(command), [""; 0]);
        }
    }
}

/// On systems where the shell can deny a process its memory.
#[cfg(unix)]
#[test]
fn a_table_that_the_system_refuses_is_an_error_and_the_old_one_goes_on() {
    let mut engine = Engine::start_with_little_memory(4_000_000);
    engine.send("uci");
    engine.wait_for("uciok");
    let answer = engine.ask("setoption name Hash value 100000");
    assert_eq!(answer.len(), 1, "{answer:#?}");
    let error = "info string error: option Hash: cannot have a table of 100000 MiB";
    assert!(answer[0].starts_with(error), "{answer:#?}");
    engine.go("go depth 3");
    assert_eq!(engine.ask("setoption name Hash value 2"), [""; 0]);
    engine.go("go depth 3");
}

#[test]
fn searches_repeat_exactly_after_a_new_game() {
    let mut engine = start(MIDDLEGAME);
    let mut nodes = Vec::new();
    for _ in 0..3 {
        engine.send("ucinewgame");
        nodes.push(engine.go("go depth 5").last().number("nodes"));
    }
    assert!(nodes.iter().all(|&count| count == nodes[0]), "{nodes:?}");
}

#[test]
fn repetitions_before_the_root_are_known() {
    let fen = "6k1/8/8/8/8/8/8/Q5K1 w - - 0 1";
    let mut engine = start(&format!("{fen} moves a1b1 g8g7 b1a1"));
    assert!(engine.go("go depth 3 searchmoves g7g8").last().score.1 < -100);
    // The same position, but now the king completes a threefold repetition.
    engine.send(&format!("position fen {fen} moves a1b1 g8g7 b1a1 g7g8 a1b1 g8g7 b1a1"));
    let report = engine.go("go depth 3 searchmoves g7g8");
    assert_eq!(report.last().score, ("cp".to_owned(), 0), "{report:#?}");
}
