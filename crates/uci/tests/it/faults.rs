//! Conditions that break engines: commands faster than they can be obeyed, signals, suspension, games without end, leaks.
//!
//! Every wait allows for a busy machine: limits are whole seconds. These are short versions; the
//! environment makes some of them long: `COPPICE_HAIL=10000` commands, `COPPICE_GAMES=1000`, `COPPICE_THREADS=1024`.

use std::time::{Duration, Instant};

use crate::common::{Engine, number};

/// Searches, stops and options as fast as they can be sent, with more threads than any test machine has processors.
#[test]
fn every_search_of_a_hail_of_commands_gets_its_move() {
    const SEARCHES: [&str; 5] =
        ["go infinite", "go depth 30", "go nodes 500", "go ponder wtime 90 btime 90", "go wtime 20 btime 20"];
    const OTHERS: [&str; 9] = [
        "setoption name Threads value 8",
        "setoption name Threads value 3",
        "setoption name Hash value 2",
        "setoption name Hash value 1",
        "setoption name MultiPV value 3",
        "setoption name Clear Hash",
        "ucinewgame",
        "ponderhit",
        "position startpos moves e2e4 e7e5",
    ];
    let mut engine = Engine::start_uci();
    engine.send("setoption name Threads value 8");
    let mut rng = fastrand::Rng::with_seed(3);
    let mut searches = 0;
    for _ in 0..number("COPPICE_HAIL").unwrap_or(300) {
        match rng.u32(..5) {
            0 | 1 => {
                engine.send(SEARCHES[rng.usize(..SEARCHES.len())]);
                searches += 1;
            }
            2 | 3 => engine.send("stop"),
            _ => engine.send(OTHERS[rng.usize(..OTHERS.len())]),
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    engine.send("stop");
    let answered = |engine: &Engine| engine.log.iter().filter(|line| line.starts_with("bestmove")).count();
    while answered(&engine) < searches {
        engine.line();
    }
    engine.is_ready_before("bestmove");
    engine.send("quit");
    engine.exits_well();
    assert_eq!(answered(&engine), searches);
}

/// Commands that take long and are no searches.
const COUNTS: [&str; 3] = ["bench 60", "go perft 9", "genfens 10000000 seed 1 book None"];

/// Shorter than the time that counts may take after the end of a script, and than many threads once needed.
const SOON: Duration = Duration::from_secs(4);

#[test]
fn quit_and_the_end_of_a_gui_end_counts_at_once() {
    for count in COUNTS {
        for closes_input in [false, true] {
            let mut engine = Engine::start_uci();
            engine.send(&format!("{count}\n{count}"));
            engine.is_ready_before("info string error");
            let asked = Instant::now();
            if closes_input {
                engine.close_input();
            } else {
                engine.send("quit");
            }
            engine.exits_well();
            assert!(asked.elapsed() < SOON, "{count}: {:?}", asked.elapsed());
        }
    }
}

/// Far more threads than processors. Their memory takes seconds to get, so here are half of the greatest number.
#[test]
fn a_crowd_of_threads_listens() {
    let mut engine = Engine::start_uci();
    engine.send(&format!("setoption name Threads value {}", number("COPPICE_THREADS").unwrap_or(512)));
    engine.is_ready_before("info string error");
    engine.send("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    let asked = Instant::now();
    engine.is_ready_before("bestmove");
    assert!(asked.elapsed() < SOON, "isready: {:?}", asked.elapsed());
    engine.send("stop");
    engine.report().check(&movegen::Position::startpos());
    assert!(asked.elapsed() < SOON, "stop: {:?}", asked.elapsed());
    engine.send("go infinite");
    engine.is_ready_before("bestmove");
    let asked = Instant::now();
    engine.send("quit");
    engine.exits_well();
    assert!(asked.elapsed() < SOON, "quit: {:?}", asked.elapsed());
}

/// The time of a search counts from the moment at which its `go` is read, whatever has to be made ready.
#[test]
fn the_answer_keeps_to_its_time_before_the_engine_is_ready() {
    let mut engine = Engine::start_uci();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(5000);
    for change in [
        "setoption name Hash value 512",
        "ucinewgame",
        "setoption name Threads value 200\nucinewgame",
        "setoption name Threads value 1",
        &format!("position startpos moves {shuffle}"),
    ] {
        engine.send(change);
        let asked = Instant::now();
        let report = engine.go("go movetime 200");
        let (taken, reported) = (asked.elapsed(), report.last().number("time") as u64);
        assert!(taken < Duration::from_secs(1), "{taken:?}");
        assert!(taken < Duration::from_millis(reported + 300), "{taken:?}, reported as {reported} ms");
    }
    // The rest becomes ready when the engine is free.
    engine.is_ready_before("info");
}

/// The pipe is full most of the time, so every line of the engine has to wait for its reader.
#[test]
fn a_slow_reader_gets_every_line() {
    let mut engine = Engine::start_read_slowly(Duration::from_micros(200));
    let rounds = 100;
    engine.send("go infinite");
    for _ in 0..rounds {
        engine.send("uci\nisready");
    }
    engine.send("stop\nisready");
    let mut answers = 0;
    while answers <= rounds {
        answers += u32::from(engine.line() == "readyok");
    }
    let count = |beginning: &str| engine.log.iter().filter(|line| line.starts_with(beginning)).count();
    assert_eq!(count("uciok"), rounds as usize);
    engine.go("go depth 3");
    engine.send("quit");
    engine.exits_well();
}

/// The signals of POSIX, sent by its command.
#[cfg(unix)]
mod signals {
    use super::*;

    const STATES: [&str; 7] = [
        "",
        "uci",
        "go infinite",
        "setoption name Threads value 4\ngo ponder wtime 1 btime 1",
        COUNTS[0],
        COUNTS[1],
        COUNTS[2],
    ];

    #[test]
    fn signals_end_the_process_in_every_state() {
        for (signal, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
            if is_ignored(number) {
                println!("skipped {signal}: this test was started with it ignored");
                continue;
            }
            for state in STATES {
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
    fn is_ignored(signal: u32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        mask >> (signal - 1) & 1 == 1
    }

    #[test]
    fn suspended_searches_go_on() {
        let mut engine = Engine::start_uci();
        for go in ["go movetime 50", "go nodes 20000", "go wtime 200 btime 200"] {
            engine.send(go);
            engine.signal("STOP");
            std::thread::sleep(Duration::from_millis(300));
            engine.signal("CONT");
            assert!(engine.report().best.is_some(), "{go}");
        }
    }
}

/// A table that cannot be read yet, like on a sleeping disk: an empty pipe.
#[cfg(unix)]
mod slow_tables {
    use std::fs;
    use std::path::PathBuf;
    use std::process::Command;
    use std::thread;

    use super::*;

    /// A directory with one such table, removed at the end.
    struct SlowTable(PathBuf);

    impl SlowTable {
        fn new(name: &str) -> SlowTable {
            let path = std::env::temp_dir().join(format!("coppice-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a directory can be made");
            let table = SlowTable(path);
            let status = Command::new("mkfifo").arg(table.pipe()).status();
            assert!(status.expect("there is a command to make pipes").success());
            table
        }

        fn pipe(&self) -> PathBuf {
            self.0.join("KQvK.rtbw")
        }

        fn option(&self) -> String {
            format!("setoption name SyzygyPath value {}", self.0.display())
        }
    }

    impl Drop for SlowTable {
        fn drop(&mut self) {
            // A directory that is left does no harm.
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn quit_and_the_end_of_a_gui_do_not_wait_for_tables() {
        let table = SlowTable::new("quit");
        for closes_input in [false, true] {
            let mut engine = Engine::start_uci();
            engine.send(&format!("{}\nisready\ngo depth 1", table.option()));
            thread::sleep(Duration::from_millis(200));
            let asked = Instant::now();
            if closes_input {
                engine.close_input();
            } else {
                engine.send("quit");
            }
            assert_eq!(engine.exits_well(), [""; 0]);
            assert!(asked.elapsed() < SOON, "{:?}", asked.elapsed());
        }
    }

    #[test]
    fn a_search_with_a_clock_does_not_wait_for_tables() {
        let table = SlowTable::new("clock");
        let mut engine = Engine::start_uci();
        engine.send(&format!("{}\nucinewgame", table.option()));
        for go in ["go movetime 100", "go wtime 1000 btime 1000"] {
            engine.go(go).check(&movegen::Position::startpos());
        }
        engine.send("isready\ngo movetime 100");
        engine.wait_for("readyok");
        engine.wait_for("bestmove");
    }

    #[test]
    fn stop_ends_a_search_that_waits_for_tables() {
        let table = SlowTable::new("stop");
        let mut engine = Engine::start_uci();
        engine.send(&format!("{}\ngo infinite", table.option()));
        engine.is_ready_before("info");
        engine.send("stop");
        engine.report().check(&movegen::Position::startpos());
    }

    #[test]
    #[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
    fn syzygy_tables_stay_in_use_while_others_are_read() {
        let table = SlowTable::new("others");
        let mut engine = Engine::start_uci();
        engine.ask(&format!("setoption name SyzygyPath value {}", crate::syzygy::directory()));
        engine.send(&table.option());
        engine.send("position fen 8/8/8/8/3k4/8/2BNK3/8 w - - 0 1");
        let report = engine.go("go movetime 200");
        assert_eq!(report.last().score, ("cp".to_owned(), 20_000));
        assert!(report.last().number("tbhits") > 0);
    }

    #[test]
    fn isready_and_go_wait_for_tables() {
        let table = SlowTable::new("wait");
        let mut engine = Engine::start_uci();
        engine.send(&format!("{}\nisready", table.option()));
        engine.send("go perft 1\ngo depth 1");
        let pipe = table.pipe();
        let writer = thread::spawn(move || fs::write(pipe, "none"));
        let lines = engine.lines_until("readyok");
        assert!(lines[0].contains("it does not begin as .rtbw files do; no tables in"), "{lines:#?}");
        assert!(lines[0].ends_with("; the path stays '<empty>'") && lines.len() == 2, "{lines:#?}");
        assert!(engine.report().best.is_some());
        writer.join().expect("the writer does not panic").expect("pipes can be written");
    }
}

/// Memory does not grow from game to game.
#[cfg(target_os = "linux")]
#[test]
fn games_leave_nothing_behind() {
    let mut engine = Engine::start_uci();
    engine.send("setoption name Threads value 2");
    engine.send("setoption name Hash value 1");
    let mut sizes = Vec::new();
    for game in 0..number("COPPICE_GAMES").unwrap_or(60) {
        engine.send("ucinewgame");
        engine.send("position startpos moves e2e4");
        engine.go("go nodes 2000");
        if game >= 20 {
            sizes.push(engine.resident_kibibytes());
        }
    }
    let (least, most) = (sizes.iter().min(), sizes.iter().max());
    let growth = most.zip(least).map(|(most, least)| most - least);
    assert!(growth.is_some_and(|growth| growth < 1024), "{sizes:?}");
}

/// A parent such as Node sets the pipes so. The output is full most of the time, the input empty, at times within a line.
#[cfg(unix)]
#[test]
fn streams_that_do_not_block_lose_nothing() {
    let mut engine = Engine::start_without_blocking(Duration::from_micros(200));
    engine.send("uci");
    let rounds = 30;
    for _ in 0..rounds {
        engine.send("help\nd");
    }
    for part in ["go de", "pth 5\nisr", "eady\n"] {
        std::thread::sleep(Duration::from_millis(50));
        engine.send_bytes(part.as_bytes());
    }
    // `isready` is answered before or after.
    engine.wait_for("bestmove");
    engine.send_bytes(b"quit");
    engine.close_input();
    let rest = engine.exits_well();
    engine.log.extend(rest);
    let count = |beginning: &str| engine.log.iter().filter(|line| line.starts_with(beginning)).count();
    let counts = ["FEN: ", "The protocol:", "readyok"].map(count);
    assert_eq!(counts, [rounds, rounds, 1]);
}

/// Neither the data nor the stacks of so many threads can be had. The limits, in KiB, are reached at different moments.
#[cfg(unix)]
#[test]
fn threads_that_the_system_refuses_are_told_and_the_number_before_stays() {
    for kibibytes in [450_000, 520_000, 700_000] {
        let mut engine = Engine::start_with_little_memory(kibibytes);
        engine.send("uci\nsetoption name Threads value 2\nisready");
        engine.wait_for("readyok");
        let lines = engine.ask("setoption name Threads value 1024");
        let error = "info string error: option Threads: cannot have 1024 threads: ";
        assert!(
            matches!(&lines[..], [line] if line.starts_with(error) && line.ends_with(" stays 2")),
            "{lines:#?}"
        );
        for _ in 0..2 {
            assert_eq!(engine.ask("ucinewgame"), [""; 0]);
            engine.go("go depth 3").check(&movegen::Position::startpos());
        }
        // A search that does not wait for `isready` says so itself, unless that is known already.
        engine.send("setoption name Threads value 1000");
        engine.go("go depth 3").check(&movegen::Position::startpos());
        assert!(engine.log.iter().any(|line| line.contains(" 1000 threads")), "{:#?}", engine.log);
        engine.send("setoption name Threads value 1\nucinewgame\nquit");
        engine.exits_well();
    }
}

/// A count does not wait for `isready` either, so the threads may be refused before it or to it.
#[cfg(unix)]
#[test]
fn threads_that_the_system_refuses_to_a_count_are_told() {
    for kibibytes in [150_000, 450_000, 700_000] {
        let mut engine = Engine::start_with_little_memory(kibibytes);
        engine.send("setoption name Threads value 512\ngo perft 5\nisready");
        let lines = engine.lines_until("Nodes searched");
        let told = lines.iter().filter(|line| line.starts_with("info string error: option Threads: "));
        assert_eq!(told.filter(|line| line.contains(" 512 threads")).count(), 1, "{lines:#?}");
        assert_eq!(lines.last().map(String::as_str), Some("Nodes searched: 4865609"));
        engine.send("quit");
        engine.exits_well();
    }
}

/// A transposition table takes all memory but what is left for small needs.
#[cfg(unix)]
#[test]
fn a_path_of_tables_that_the_system_refuses_memory_for_is_told() {
    let mut engine = Engine::start_with_little_memory(400_000);
    engine.send("uci");
    engine.wait_for("uciok");
    assert_eq!(engine.ask("setoption name Hash value 1"), [""; 0]);
    let mut is_refused = |size: &u32| !engine.ask(&format!("setoption name Hash value {size}")).is_empty();
    assert!((1..400).rev().find(|size| !is_refused(size)).is_some_and(|size| size > 100));
    let error =
        "info string error: option SyzygyPath: there is no memory to read it; the path stays '<empty>'";
    assert_eq!(engine.ask("setoption name SyzygyPath value /tmp"), [error]);
    engine.go("go depth 3").check(&movegen::Position::startpos());
}
