//! The protocol: the handshake, the checks of testers, every state against every signal, and faulty input of all
//! kinds.

mod common;

use std::time::Duration;

use common::Engine;
use movegen::Position;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";

fn position(fen: &str) -> Position {
    fen.parse().expect("a test position is legal")
}

#[test]
fn the_handshake_names_the_engine_and_its_options() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.lines_until("uciok");
    assert!(lines[0].starts_with("id name Coppice "));
    assert!(lines[1].starts_with("id author "));
    let options = &lines[2..lines.len() - 1];
    assert!(options.iter().all(|line| line.starts_with("option name ")));
    for name in [
        "Hash",
        "Clear Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "UCI_EngineAbout",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Skill Level",
        "SyzygyPath",
        "SyzygyProbeDepth",
        "SyzygyProbeLimit",
        "Syzygy50MoveRule",
    ] {
        assert!(options.iter().any(|line| line.starts_with(&format!("option name {name} type "))), "{name}");
    }
    for line in options.iter().filter(|line| line.contains(" type spin ")) {
        let numbers: Vec<i64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let &[default, min, max] = &numbers[..] else { panic!("{line}") };
        assert!(line.ends_with(&format!(" default {default} min {min} max {max}")), "{line}");
        assert!(min <= default && default <= max, "{line}");
    }
}

/// The steps of the compliance test of fastchess.
#[test]
fn the_compliance_steps_are_passed() {
    let mut engine = Engine::start_uci();
    let black_to_move = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let other = "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27";
    engine.send("ucinewgame");
    engine.send("position startpos");
    engine.is_ready_before("info");
    engine.send(&format!("position fen {other}"));
    engine.is_ready_before("info");
    engine.go("go wtime 100").check(&position(other));
    engine.send(&format!("position fen {black_to_move}"));
    for go in [
        "go btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go btime 100 binc 100 wtime 100 winc 100",
    ] {
        engine.go(go).check(&position(black_to_move));
    }
    engine.send("ucinewgame");
    engine.send("position startpos");
    engine.go("go wtime 100 btime 100").check(&Position::startpos());
    engine.send("position startpos moves e2e4 e7e5");
    let after = position("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    engine.go("go wtime 100 btime 100").check(&after);
}

/// States in which no `bestmove` may come before a command: searching, or finished and waiting for it.
const ENDLESS: [(&str, &str); 6] = [
    (MIDDLEGAME, "go infinite"),
    (MIDDLEGAME, "go"),
    (MIDDLEGAME, "go ponder wtime 1000 btime 1000"),
    (MATE_IN_ONE, "go infinite"),
    (MATE_IN_ONE, "go ponder wtime 1 btime 1"),
    (MIDDLEGAME, "go infinite depth 2 nodes 100 movetime 1"),
];

/// The other states: idle before and after the handshake, and long searches that limit themselves.
const BOUNDED: [(&str, &str); 5] = [
    (MIDDLEGAME, ""),
    (MIDDLEGAME, "uci"),
    (MIDDLEGAME, "go movetime 3600000"),
    (MIDDLEGAME, "go wtime 36000000 btime 36000000"),
    (MIDDLEGAME, "go depth 200"),
];

fn in_state(fen: &str, command: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send(&format!("position fen {fen}"));
    engine.send(command);
    engine
}

#[test]
fn isready_is_answered_in_every_state() {
    for (fen, command) in ENDLESS.into_iter().chain(BOUNDED) {
        let mut engine = in_state(fen, command);
        for _ in 0..3 {
            engine.is_ready_before("bestmove");
        }
    }
}

#[test]
fn stop_ends_every_search_with_one_move() {
    for (fen, command) in ENDLESS.into_iter().chain(BOUNDED) {
        let mut engine = in_state(fen, "uci");
        engine.send(command);
        engine.is_ready_before("bestmove");
        engine.send("stop");
        if command.starts_with("go") {
            engine.report().check(&position(fen));
        }
        // Another stop has nothing to end.
        engine.send("stop");
        engine.is_ready_before("");
    }
}

#[test]
fn quit_ends_the_process_in_every_state() {
    for (fen, command) in ENDLESS.into_iter().chain(BOUNDED) {
        let mut engine = in_state(fen, command);
        engine.send("quit");
        engine.exits_well();
    }
}

#[test]
fn end_of_input_ends_the_process_in_every_state() {
    for (fen, command) in ENDLESS.into_iter().chain(BOUNDED) {
        let mut engine = in_state(fen, command);
        engine.close_input();
        engine.exits_well();
    }
}

#[test]
fn a_gui_that_stops_reading_ends_the_process_quietly() {
    for command in ["uci", "isready", "go infinite", "bench", "go perft 5", "help", "nonsense"] {
        assert_eq!(common::send_to_the_deaf(command), (Some(0), String::new()), "{command}");
    }
}

/// The pipe is full long before the last answer, so the engine can write no more and must still go.
#[test]
fn a_gui_that_reads_nothing_does_not_keep_the_process_alive() {
    let answers = "uci\n".repeat(1000);
    std::thread::scope(|scope| {
        for (last, closes_input) in [("quit\n", false), ("", true), ("go infinite\nquit\n", false)] {
            let script = format!("{answers}{last}");
            scope.spawn(move || assert_eq!(common::send_to_the_silent(&script, closes_input), Some(0)));
        }
    });
}

/// The output of a script waits for a slow reader, up to a limit.
#[test]
fn a_script_waits_for_its_reader() {
    let script = "d\n".repeat(400);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (code, lines) = common::pipe_and_read_late(&script, Duration::from_millis(2500));
            assert_eq!(code, Some(0));
            assert_eq!(lines.iter().filter(|line| line.starts_with("FEN")).count(), 400);
        });
        scope.spawn(|| assert_eq!(common::send_to_the_silent(&script, true), Some(1)));
    });
}

#[test]
fn ponderhit_lets_the_search_end_and_means_nothing_otherwise() {
    let mut engine = in_state(MATE_IN_ONE, "uci");
    engine.wait_for("uciok");
    engine.send("ponderhit");
    engine.is_ready_before("");
    engine.send("go ponder wtime 100 btime 100");
    engine.is_ready_before("bestmove");
    engine.send("ponderhit");
    engine.report().check(&position(MATE_IN_ONE));
    engine.send(&format!("position fen {MIDDLEGAME}"));
    engine.send("go ponder wtime 200 btime 200");
    engine.is_ready_before("bestmove");
    engine.send("ponderhit");
    engine.report().check(&position(MIDDLEGAME));
}

#[test]
fn pondering_goes_on_where_the_game_does() {
    let mut engine = Engine::start_uci();
    engine.send("setoption name Ponder value true");
    engine.send("position startpos");
    let first = engine.go("go depth 4");
    let (best, ponder) = (first.best.unwrap(), first.ponder.expect("a line of four moves has an answer"));
    engine.send(&format!("position startpos moves {best} {ponder}"));
    engine.send("go ponder wtime 300 btime 300");
    engine.is_ready_before("bestmove");
    // The opponent plays something else: the search ends, and another begins.
    engine.send("stop");
    engine.wait_for("bestmove");
    engine.send(&format!("position startpos moves {best}"));
    engine.go("go wtime 100 btime 100");
}

#[test]
fn commands_behind_a_search_wait_for_their_turn() {
    let mut engine = Engine::start_uci();
    engine.send("go depth 3");
    engine.send("position startpos moves e2e4");
    engine.send("go depth 2");
    engine.send("setoption name UCI_ShowWDL value true");
    engine.send("go depth 1");
    let start = Position::startpos();
    let after = start.after(start.parse_uci("e2e4").unwrap());
    let first = engine.report();
    assert_eq!(first.check(&start).last().number("depth"), 3);
    let second = engine.report();
    assert_eq!(second.check(&after).last().number("depth"), 2);
    assert!(second.last().wdl.is_none());
    let third = engine.report();
    assert!(third.check(&after).last().wdl.is_some());
}

/// The move is printed before the session has its engine back. Commands in between keep their order.
#[test]
fn commands_after_a_move_are_done_before_readyok() {
    let mut engine = Engine::start_uci();
    for _ in 0..2000 {
        engine.go("go depth 1");
        assert_eq!(engine.ask("setoption name Nothing").len(), 1);
    }
}

#[test]
fn stop_ends_an_earlier_search_even_before_it_starts() {
    let mut engine = Engine::start_uci();
    for _ in 0..20 {
        engine.send("go depth 2\ngo infinite\nstop");
        engine.wait_for("bestmove");
        engine.wait_for("bestmove");
    }
}

#[test]
fn malformed_lines_are_named_and_change_nothing() {
    let mut engine = Engine::start_uci();
    engine.send("position startpos moves e2e4");
    let state = engine.ask("d");
    for (line, named) in [
        ("hello", "'hello'"),
        ("UCI", "'UCI'"),
        ("isready now", "'now'"),
        ("position", "'position'"),
        ("position somewhere", "'somewhere'"),
        ("position fen", "'fen'"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
        ("position fen 9/8/8/8/8/8/8/8 w - - 0 1", "'9'"),
        ("position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1", "'x'"),
        ("position fen 4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "'K'"),
        ("position fen 4k3/8/8/8/8/8/8/4K3 w - e5 0 1", "e5"),
        ("position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "in check"),
        ("position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a8"),
        ("position fen rnbqkbnr/pppppppp/8/8 moves e2e4", "4 ranks"),
        ("position startpos moves e2e5", "'e2e5'"),
        ("position startpos moves e2e4 e7e5 e1e3", "move 3"),
        ("position startpos moves 0000", "'0000'"),
        ("position startpos e2e4", "'e2e4'"),
        ("go perft 3 perft 4", "'perft'"),
        ("go perft x", "'x'"),
        ("go perft 3 depth 4", "'depth'"),
        ("setoption", "'setoption'"),
        ("setoption Hash 5", "'Hash'"),
        ("setoption name", "'name'"),
        ("setoption name Hash value 0", "'0'"),
        ("setoption name Hash value 99999999999", "'99999999999'"),
        ("setoption name Threads value -1", "'-1'"),
        ("setoption name Nonsense value 1", "'Nonsense'"),
        ("setoption name Ponder value maybe", "'maybe'"),
        ("debug maybe", "'maybe'"),
        ("bench x", "'x'"),
        ("genfens", "'genfens'"),
        ("genfens 5 seed x book None", "'x'"),
    ] {
        let answer = engine.ask(line);
        assert_eq!(answer.len(), 1, "{line}: {answer:#?}");
        assert!(answer[0].starts_with("info string error: "), "{line}: {answer:#?}");
        assert!(answer[0].contains(named), "{line}: {answer:#?}");
    }
    assert_eq!(engine.ask("d"), state);
    engine.go("go depth 2").check(&position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
}

#[test]
fn a_byte_order_mark_before_the_first_line_is_no_part_of_it() {
    let lines = common::pipe("\u{feff}uci\nquit\n");
    assert_eq!(lines.last().map(String::as_str), Some("uciok"), "{lines:#?}");
}

/// lichess-bot and python-chess set only what is declared, OpenBench only names without spaces.
#[test]
fn the_move_overhead_goes_by_either_name() {
    let mut engine = Engine::start_uci();
    for name in ["Move Overhead", "MoveOverhead"] {
        assert_eq!(engine.ask(&format!("setoption name {name} value 300")), [""; 0]);
    }
}

#[test]
fn positions_are_read_as_others_write_them() {
    let mut engine = Engine::start_uci();
    for (line, fen) in [
        ("startpos moves e4 e5 Nf3", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
        ("startpos moves 1. e4 c5", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        ("fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q", "Q7/7k/8/8/8/8/8/K7 b - - 0 1"),
        ("fen 8/P6k/8/8/8/8/8/K7 w - - bm a8=Q; id \"no moves\"; moves h7g7", ""),
        ("fen 8/P6k/8/8/8/8/8/K7 w - - bm a8=Q; id \"no moves\"; moves a8=N", "N7/7k/8/8/8/8/8/K7 b - - 0 1"),
    ] {
        let before = engine.ask("d");
        let errors = engine.ask(&format!("position {line}"));
        let after = engine.ask("d");
        if fen.is_empty() {
            assert_eq!((errors.len(), after), (1, before), "{line}");
        } else {
            assert_eq!(errors, [""; 0], "{line}");
            assert!(after.contains(&format!("FEN: {fen}")), "{line}: {after:#?}");
        }
    }
}

/// A GUI waits for a move after every `go`, even one with unknown words.
#[test]
fn every_go_gets_a_best_move() {
    for (go, errors) in [
        ("go depth", 1),
        ("go depth x", 1),
        ("go depth -1", 1),
        ("go depth 0", 1),
        ("go depth 1.5", 1),
        ("go nodes -5", 1),
        ("go movetime soon", 1),
        ("go wtime", 1),
        ("go fast", 1),
        ("go searchmoves", 1),
        ("go depth 2 perft 3", 1),
        ("go depth 3 searchmoves e2e5", 1),
        ("go depth 3 searchmoves e2e5 e2e6", 2),
        ("go depth x searchmoves e2e5 fast", 3),
    ] {
        let mut engine = Engine::start_uci();
        engine.send(go);
        let report = engine.report();
        report.check(&Position::startpos());
        let told = engine.log.iter().filter(|line| line.starts_with("info string error: ")).count();
        assert_eq!(told, errors, "{go}: {:#?}", engine.log);
    }
    for go in [
        "go depth 999999999999",
        "go mate 0",
        "go searchmoves e2e5",
        "go infinite depth x",
        "go nodes 99999999999999999999",
    ] {
        let mut engine = Engine::start_uci();
        engine.send(go);
        engine.is_ready_before("bestmove");
        engine.send("stop");
        engine.report().check(&Position::startpos());
    }
}

/// Searches of moves that are not legal are searches of all moves.
#[test]
fn illegal_moves_alone_leave_all_moves_to_search() {
    let mut engine = Engine::start_uci();
    engine.send("setoption name MultiPV value 256");
    let report = engine.go("go depth 1 searchmoves e2e5 e7e5");
    assert_eq!(report.infos.iter().map(|info| info.number("multipv")).max(), Some(20));
}

#[test]
fn a_go_of_random_words_gets_exactly_one_best_move() {
    const WORDS: [&str; 32] = [
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "go",
        "perft",
        "fast",
        "e2e4",
        "e2e5",
        "Nf3",
        "0000",
        "-1",
        "0",
        "1",
        "7",
        "300",
        "99999999999999999999",
        "-99999999999999999999",
        "1.5",
        "+3",
        "x",
        "-",
        "\u{e9}",
        "stop",
    ];
    let mut engine = Engine::start_uci();
    let mut seed = 11u64;
    let mut random = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % bound
    };
    for round in 0..400 {
        let words: Vec<&str> = (0..random(7)).map(|_| WORDS[random(WORDS.len())]).collect();
        if words.first() == Some(&"perft") {
            continue;
        }
        engine.send(&format!("go {}", words.join(" ")));
        engine.send("stop");
        engine.send(&format!("setoption name Mark{round}"));
        let lines = engine.lines_until(&format!("info string error: no option 'Mark{round}'"));
        let moves = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(moves, 1, "go {}: {lines:#?}", words.join(" "));
    }
}

#[test]
fn bytes_of_any_kind_are_survived() {
    let mut engine = Engine::start_uci();
    let mut seed = 1u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 56) as u8
    };
    for length in 0..300 {
        let mut bytes: Vec<u8> = (0..length).map(|_| random()).collect();
        bytes.push(b'\n');
        engine.send_bytes(&bytes);
    }
    engine.send_bytes(b"\xff\xfe position startpos\r\n\r\n\0\n \t \n");
    engine.send(&"x".repeat(1 << 20));
    engine.send(&format!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(500)));
    engine.send("isready");
    engine.wait_for("readyok");
    assert!(engine.go("go depth 1").best.is_some());
}

#[test]
fn debug_shows_what_was_understood() {
    let mut engine = Engine::start_uci();
    engine.send("debug on");
    let answer = engine.ask("position startpos");
    assert!(answer[0].starts_with("info string debug: Position"), "{answer:#?}");
    engine.ask("debug off");
    assert_eq!(engine.ask("position startpos").len(), 0);
}
