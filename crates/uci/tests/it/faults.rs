//! Conditions that break engines: slow readers, signals, suspension, games without end, leaks, and little memory.
//!
//! No wait ends before two minutes, so that a busy machine passes too. `COPPICE_GAMES=1000` makes the test of leaks longer.

use std::time::Duration;

use crate::common::{Engine, number};

/// The pipe is full most of the time, so every line of the engine has to wait for its reader. A parent such as Node sets its
/// pipes so that they do not block. The input is empty at times, also within a line.
#[test]
fn a_slow_reader_gets_every_line() {
    let pause = Duration::from_micros(200);
    for mut engine in [
        Engine::start_read_slowly(pause),
        #[cfg(unix)]
        Engine::start_without_blocking(pause),
    ] {
        let rounds = 20;
        engine.send("uci\ngo infinite");
        for _ in 0..rounds {
            engine.send("help\nd\nisready");
        }
        for part in ["sto", "p\nsetopt", "ion name None\n"] {
            std::thread::sleep(Duration::from_millis(50));
            engine.send_bytes(part.as_bytes());
        }
        engine.wait_for("info string error: no option 'None'");
        let count = |beginning: &str| engine.log.iter().filter(|line| line.starts_with(beginning)).count();
        let counts = ["uciok", "bestmove", "FEN: ", "The protocol:", "readyok"].map(count);
        assert_eq!(counts, [1, 1, rounds, rounds, rounds]);
        // The last line has no end.
        engine.send_bytes(b"quit");
        engine.close_input();
        engine.exits_well();
    }
}

#[cfg(unix)]
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
            engine.send(&format!("{}\ngo depth 1", table.option()));
            engine.is_ready_before("info");
            if closes_input {
                engine.close_input();
            } else {
                engine.send("quit");
            }
            assert_eq!(engine.exits_well(), [""; 0]);
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
    fn stop_ends_a_search_that_waits_for_tables_and_its_time_counts_from_its_go() {
        let table = SlowTable::new("stop");
        let mut engine = Engine::start_uci();
        engine.send(&format!("{}\ngo infinite", table.option()));
        engine.is_ready_before("info");
        thread::sleep(Duration::from_millis(200));
        engine.send("stop");
        let report = engine.report();
        assert!(report.check(&movegen::Position::startpos()).last().number("time") >= 200);
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
