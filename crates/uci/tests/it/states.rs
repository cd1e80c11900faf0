//! The states of an engine against the ends of a conversation, and limits of strength, openings and memory.

use std::time::Duration;

use movegen::Position;

use crate::common::{self, Engine};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";

/// Idle, searching, and finished and waiting for a signal.
const STATES: [&str; 8] = [
    "",
    "go",
    "go ponder wtime 1000 btime 1000",
    "position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1\ngo ponder wtime 1 btime 1",
    "go infinite depth 2 nodes 100 movetime 1",
    "go movetime 3600000",
    "go depth 200",
    // Far more threads than processors.
    "setoption name Threads value 200\ngo infinite",
];

/// Commands that take long and are no searches, one of them with another behind it.
const COUNTS: [&str; 3] = ["bench 60\ngo perft 9", "go perft 9", "genfens 10000000 seed 1 book None"];

#[test]
fn quit_and_the_end_of_input_end_the_process_in_every_state() {
    // Before `uci` counts may finish.
    let states = STATES.map(|state| ("", state)).into_iter();
    for (first, state) in states.chain(STATES.into_iter().chain(COUNTS).map(|state| ("uci", state))) {
        for closes_input in [false, true] {
            let mut engine = Engine::start();
            engine.send(first);
            engine.send(state);
            engine.is_ready_before("bestmove");
            if closes_input {
                engine.close_input();
            } else {
                engine.send("quit");
            }
            engine.exits_well();
        }
    }
}

#[cfg(unix)]
#[test]
fn signals_end_the_process_in_every_state() {
    for (signal, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        if is_ignored(number) {
            println!("skipped {signal}: this test was started with it ignored");
            continue;
        }
        for state in STATES.into_iter().chain(COUNTS) {
            let mut engine = Engine::start();
            engine.send(state);
            engine.is_ready_before("bestmove");
            engine.signal(signal);
            let (status, _) = engine.wait_for_exit();
            assert!(!status.success(), "{signal} in '{state}'");
        }
    }
}

/// Returns true if the process ignores a signal, as a program that a shell starts in the background (INT) or under `nohup` (HUP);
/// its children inherit that.
#[cfg(unix)]
fn is_ignored(signal: u32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
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

/// Writes to a full disk.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_coppice")).arg("help").stdout(full).output();
    let run = run.expect("the engine starts");
    assert_eq!(run.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(errors.starts_with("error: standard output cannot be written: "), "{errors}");
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

/// A level may play a lesser line, of which only a bound is known where the search was stopped inside an iteration.
#[test]
fn a_level_that_is_stopped_early_ends_with_an_exact_score() {
    let fen = "4k3/4p3/8/8/8/8/3PP3/4K3 w - - 0 1";
    let mut engine = Engine::start_uci();
    engine.send(&format!("position fen {fen}"));
    engine.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1400");
    for nodes in 20..220 {
        engine.go(&format!("go nodes {nodes}")).check(&fen.parse().expect("a test position is legal"));
        engine.send("ucinewgame");
    }
}

/// A level may play another line than the best of the search. Its report has the same lines, the played one first.
#[test]
fn a_level_reports_in_every_line_what_it_plays() {
    let mut engine = Engine::start_uci();
    engine.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000");
    engine.send(&format!("setoption name MultiPV value 4\nposition fen {MIDDLEGAME}"));
    let position = MIDDLEGAME.parse().expect("a test position is legal");
    let mut others = 0;
    for round in 0..30 {
        engine.send("ucinewgame");
        let report = match round % 3 {
            0 => engine.go("go depth 3"),
            1 => engine.go("go depth 3 searchmoves e3f4 h2h3 d1c2 a2a3 d3b1"),
            _ => {
                engine.send("go infinite");
                engine.wait_for("info depth 1 ");
                engine.send("stop");
                engine.report()
            }
        };
        report.check(&position);
        let last_of = |rank| report.infos.iter().rfind(|info| info.number("multipv") == rank);
        let lines = [1, 2, 3, 4].map(|rank| last_of(rank).expect("each rank is reported"));
        assert_eq!(lines[0].pv.first(), report.best.as_ref());
        for (index, line) in lines.iter().enumerate() {
            assert!(lines[..index].iter().all(|other| other.pv[0] != line.pv[0]), "{lines:#?}");
        }
        others += usize::from(lines[1].score.1 > lines[0].score.1);
    }
    assert!(others > 3, "{others} of 30 played another line than the best");
}

#[test]
fn bench_is_the_same_whatever_the_options_are() {
    let mut engine = Engine::start_uci();
    let mut bench = |options: &str| {
        engine.send(options);
        engine.send("bench 2");
        loop {
            let line = engine.line();
            if let [nodes, "nodes", _, "nps"] = line.split(' ').collect::<Vec<_>>()[..] {
                return nodes.parse::<u64>().expect("it is a number");
            }
        }
    };
    let plain = bench("");
    for options in [
        "setoption name Threads value 2\nsetoption name Hash value 1",
        "setoption name MultiPV value 3",
        "setoption name UCI_LimitStrength value true\nsetoption name UCI_Chess960 value true",
    ] {
        assert_eq!(bench(options), plain, "{options}");
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
    engine.go("go depth 3").check(&Position::startpos());
    assert_eq!(engine.ask("setoption name Hash value 2"), [""; 0]);
    engine.go("go depth 3").check(&Position::startpos());
}

/// Sends a `genfens` with a book of this text. Returns the exit code and the lines.
fn openings(words: &str, plies: u32, book: &str) -> (Option<i32>, Vec<String>) {
    let id = std::thread::current().id();
    let path = std::env::temp_dir().join(format!("coppice-book-{}-{id:?}.epd", std::process::id()));
    std::fs::write(&path, book).expect("a file can be written");
    let answer = common::run(&[&format!("genfens {words} book {} plies {plies}", path.display())]);
    std::fs::remove_file(&path).expect("the file is there");
    answer
}

#[test]
fn openings_are_legal_different_and_repeat_with_their_seed() {
    // The book names the variant for OpenBench; it need not be there.
    for words in ["None", "Books/FRC.epd frc", "Books/DFRC.epd dfrc plies 4"] {
        let of_seed = |seed| common::run(&[&format!("genfens 5 seed {seed} book {words}")]);
        let (code, lines) = of_seed(1);
        assert_eq!((code, lines.len()), (Some(0), 5), "{lines:#?}");
        for (index, line) in lines.iter().enumerate() {
            let fen = line.strip_prefix("info string genfens ").expect("nothing else is printed");
            assert!(!fen.parse::<Position>().expect("it is legal").legal_moves().is_empty());
            assert!(!lines[..index].contains(line));
        }
        assert_eq!(of_seed(1).1, lines);
        assert_ne!(of_seed(2).1, lines);
    }
}

#[test]
fn openings_come_from_a_book_without_bad_lines() {
    // Some editors begin a file with a byte-order mark.
    let book =
        "\u{feff}4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1\n\n4k3/4pppp/8/8/8/8/4PPPP/4K3 b - - c0 \"x\";\n";
    let (code, lines) = openings("4 seed 9", 2, book);
    assert_eq!((code, lines.len()), (Some(0), 4), "{lines:#?}");
    // The seed decides on the line that is drawn, but not on whether the book is refused.
    let good = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\n".repeat(20);
    let (code, lines) = openings("1 seed 1", 2, &format!("{good}\n4k3/pppp4/8/8/8/8/PPP4/4K3 w - -\n"));
    assert_eq!((code, lines.len()), (Some(1), 1), "{lines:#?}");
    assert!([".epd', line 22: ", "'PPP4'"].iter().all(|part| lines[0].contains(part)), "{lines:#?}");
    // Games that are over, though there are moves to make.
    let drawn = "8/8/4k3/8/5B2/3K4/8/8 w - - 0 1\n4k2r/8/8/8/8/8/8/R3K3 w - - 100 90\n";
    let (code, lines) = openings("1 seed 1", 2, drawn);
    assert_eq!(code, Some(1));
    assert!(lines[0].contains("has no more than 0 lines for openings"), "{lines:#?}");
    // One line that is balanced, given twice, and one that is not.
    let book = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\n".repeat(2) + "4k3/8/8/8/8/8/PPPP4/4KQ2 w - - 0 1\n";
    let (code, lines) = openings("2 seed 1", 0, &book);
    assert_eq!((code, lines.len()), (Some(1), 2), "{lines:#?}");
    assert!(lines[1].contains("has no more than 1 lines for openings"), "{lines:#?}");
}
