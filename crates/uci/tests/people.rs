//! Commands of people, and of programs that run the engine with arguments.

mod common;

use common::{Engine, pipe, run};
use movegen::{Position, perft};

#[test]
fn arguments_are_commands_run_in_order() {
    let (code, lines) = run(&["position startpos moves e2e4", "go depth 3", "d"]);
    assert_eq!(code, Some(0));
    let best = lines.iter().position(|line| line.starts_with("bestmove ")).expect("there is a best move");
    let fen = lines
        .iter()
        .position(|line| line == "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
        .expect("there is a board");
    assert!(best < fen, "{lines:#?}");
}

#[test]
fn arguments_that_begin_with_no_command_go_on_with_the_one_before() {
    let without_quotes = run(&["position", "startpos", "moves", "e2e4", "go", "perft", "2", "d"]);
    assert_eq!(without_quotes, run(&["position startpos moves e2e4", "go perft 2", "d"]));
    assert!(without_quotes.1.contains(&"Nodes searched: 600".to_owned()), "{without_quotes:?}");
    let (code, lines) = run(&["d", "go", "perft", "two", "d"]);
    assert_eq!(code, Some(1));
    assert!(
        lines.last().is_some_and(|line| line.starts_with("info string error: ") && line.contains("'two'"))
    );
    let (code, lines) = run(&["benhc", "2"]);
    assert_eq!(code, Some(1));
    assert!(lines[0].starts_with("info string error: found 'benhc'"), "{lines:#?}");
}

#[test]
fn a_search_without_end_ends_with_the_arguments() {
    for arguments in [
        &["go infinite"][..],
        &["go infinite", "stop"],
        &["go ponder", "quit", "d"],
        &["go ponder movetime 10", "ponderhit"],
        &["go ponder", "ponderhit"],
    ] {
        let (code, lines) = run(arguments);
        assert_eq!(code, Some(0));
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:#?}");
    }
}

#[test]
fn a_search_without_end_ends_before_the_next_argument() {
    let (code, lines) = run(&["go infinite", "d", "position startpos moves e2e4", "go depth 6", "bench 1"]);
    assert_eq!(code, Some(0), "{lines:#?}");
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start)).expect(start);
    assert!(place("bestmove ") < place("FEN"), "{lines:#?}");
    // The search that follows is not ended with it.
    assert!(lines.iter().any(|line| line.split_whitespace().next() == Some("6")), "{lines:#?}");
    assert!(lines.last().is_some_and(|line| line.ends_with(" nps")), "{lines:#?}");
}

#[test]
fn a_fen_needs_no_quotes_even_if_its_castling_field_reads_like_a_command() {
    let (code, lines) =
        run(&"position fen 3rk3/8/8/8/8/8/8/4K3 b d - 0 1 go depth 1".split(' ').collect::<Vec<_>>());
    assert_eq!(code, Some(0), "{lines:#?}");
}

#[test]
fn a_search_without_end_has_its_move_also_after_an_error() {
    let (code, lines) = run(&["go infinite nonsense", "go perft 1"]);
    assert_eq!(code, Some(1));
    assert!(lines[0].starts_with("info string error: found 'nonsense'"), "{lines:#?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:#?}");
}

#[test]
fn nothing_is_run_after_a_bad_argument() {
    let (code, lines) = run(&["go perft 1", "position fen nonsense", "go perft 1"]);
    assert_eq!(code, Some(1));
    assert_eq!(lines.iter().filter(|line| *line == "Nodes searched: 20").count(), 1, "{lines:#?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("info string error: ")), "{lines:#?}");
}

/// Takes ten seconds, the limit for counts of a script.
#[test]
fn a_count_that_outlasts_its_script_is_aborted_and_reported() {
    let mut engine = Engine::start();
    engine.send("go perft 12");
    engine.close_input();
    let (status, lines) = engine.wait_for_exit();
    assert_eq!(status.code(), Some(1));
    assert!(
        lines.last().is_some_and(|line| line.starts_with("info string error: counts and benches not done")),
        "{lines:#?}"
    );
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

#[test]
fn perft_counts_each_move_and_the_sum() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let (_, lines) = run(&[&format!("position fen {fen}"), "go perft 3"]);
    let position: Position = fen.parse().unwrap();
    let mut expected: Vec<String> =
        perft::divide(&position, 3).iter().map(|(mv, count)| format!("{mv}: {count}")).collect();
    expected.sort();
    // `Move` writes castling as king takes rook.
    let counts: Vec<String> = lines
        .iter()
        .filter(|line| line.contains(": ") && !line.starts_with("Nodes"))
        .map(|line| line.replace("e1g1:", "e1h1:").replace("e1c1:", "e1a1:"))
        .collect();
    let mut sorted = counts.clone();
    sorted.sort();
    assert_eq!(sorted, expected);
    assert!(lines.contains(&"Nodes searched: 97862".to_owned()));
}

#[test]
fn perft_of_nothing_is_one_and_perft_can_be_stopped() {
    assert!(run(&["go perft 0"]).1.contains(&"Nodes searched: 1".to_owned()));
    let mut engine = Engine::start_uci();
    engine.send("go perft 12");
    engine.is_ready_before("Nodes");
    engine.send("stop");
    assert!(engine.wait_for("info string").contains("stopped"));
    assert!(engine.go("go depth 1").best.is_some());
}

#[test]
fn counts_are_finished_before_the_end_of_a_script() {
    for end in ["", "quit\n"] {
        let lines = pipe(&format!("go perft 3\ngo perft 4\n{end}"));
        assert!(lines.contains(&"Nodes searched: 8902".to_owned()), "{lines:#?}");
        assert!(lines.contains(&"Nodes searched: 197281".to_owned()), "{lines:#?}");
    }
}

#[test]
fn bench_is_the_same_whatever_the_options_are() {
    let last = |arguments: &[&str]| run(arguments).1.pop().expect("bench prints something");
    let plain = last(&["bench 2"]);
    let words: Vec<&str> = plain.split(' ').collect();
    let [_, "nodes", nps, "nps"] = words[..] else { panic!("{plain}") };
    let nodes = |line: &str| line.split(' ').next().unwrap().parse::<u64>().unwrap();
    assert!(nps.parse::<u64>().is_ok(), "{plain}");
    for options in [
        &["uci", "setoption name Threads value 2", "setoption name Hash value 1", "bench 2"][..],
        &["go depth 3", "setoption name MultiPV value 3", "bench 2"],
        &["setoption name UCI_LimitStrength value true", "setoption name UCI_Chess960 value true", "bench 2"],
    ] {
        assert_eq!(nodes(&last(options)), nodes(&plain));
    }
}

#[test]
fn bench_can_be_stopped() {
    let mut engine = Engine::start_uci();
    engine.send("bench 100");
    engine.is_ready_before("info string");
    engine.send("stop");
    assert!(engine.wait_for("info string").contains("stopped"));
}

#[test]
fn the_board_shows_fen_key_and_checkers() {
    let fen = "4k3/8/8/8/8/8/4q3/4K3 w - - 3 9";
    let (_, lines) = run(&[&format!("position fen {fen}"), "d"]);
    let position: Position = fen.parse().unwrap();
    assert!(lines.contains(&format!("FEN: {fen}")), "{lines:#?}");
    assert!(lines.contains(&format!("Key: {}", position.key())));
    assert!(lines.contains(&"Checkers: e2".to_owned()));
    assert!(lines[0].starts_with("8  . . . . k . . ."));
}

#[test]
fn a_finished_game_is_reported() {
    let (_, lines) = run(&["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "d", "eval"]);
    let over = "the game is over by stalemate: a search shows its result instead";
    assert!(lines.contains(&"The game is over by stalemate".to_owned()), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("Shown") && line.ends_with(over)), "{lines:#?}");
    let (_, lines) = run(&["d", "eval"]);
    assert!(!lines.iter().any(|line| line.contains("over by")), "{lines:#?}");
}

#[test]
fn moves_are_played_listed_and_taken_back() {
    let (code, lines) = run(&["moves e4 e5 Nf3", "undo", "moves Nc3", "moves", "d"]);
    assert_eq!(code, Some(0));
    assert_eq!(lines[..4], ["1. e4 e5 2. Nf3", "1. e4 e5", "1. e4 e5 2. Nc3", "1. e4 e5 2. Nc3"]);
    let fen = "FEN: rnbqkbnr/pppp1ppp/8/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 2";
    assert!(lines.contains(&fen.to_owned()), "{lines:#?}");
    let (code, lines) = run(&["position startpos moves e4", "undo", "undo"]);
    assert_eq!(code, Some(1));
    assert_eq!(lines.last().map(String::as_str), Some("info string error: there is no move to take back"));
}

#[test]
fn a_protocol_conversation_gets_no_list_of_moves() {
    let mut engine = Engine::start_uci();
    assert_eq!(engine.ask("moves e4 e5"), [""; 0]);
    assert_eq!(engine.ask("undo"), [""; 0]);
    assert_eq!(engine.ask("moves"), ["1. e4"]);
}

#[test]
fn unknown_words_are_answered_with_a_suggestion() {
    for (line, meant) in
        [("evla", "'eval'"), ("e2e4", "'moves e2e4'"), ("setoption name Hsah value 1", "'Hash'")]
    {
        let (code, lines) = run(&[line]);
        assert_eq!((code, lines.len()), (Some(1), 1), "{lines:#?}");
        assert!(lines[0].contains(&format!("did you mean {meant}?")), "{lines:#?}");
    }
}

#[test]
fn a_waiting_command_is_reported() {
    let waits = |engine: &mut Engine| engine.ask("setoption name Hash value 2");
    for (work, name) in [("go infinite", "search"), ("go perft 9", "count")] {
        let mut engine = Engine::start();
        assert_eq!(waits(&mut engine), [""; 0]);
        engine.send(work);
        let lines = waits(&mut engine);
        let expected = format!("info string 'setoption' waits until the {name} has ended; 'stop' ends it");
        assert!(lines.contains(&expected), "{lines:#?}");
        // Commands that are answered at once are not queued.
        engine.send("stop");
        assert!(engine.ask("version").iter().all(|line| !line.contains("waits")));
    }
    let mut engine = Engine::start_uci();
    engine.send("go infinite");
    assert!(waits(&mut engine).iter().all(|line| !line.contains("waits")));
}

#[test]
fn stop_ends_the_running_search_and_not_waiting_commands() {
    let mut engine = Engine::start();
    engine.send("go infinite\nbench 1\nstop");
    engine.wait_for("bestmove");
    while !engine.line().ends_with(" nps") {}
}

/// A status line can be taken back at a terminal only.
#[test]
fn a_long_search_on_a_pipe_is_a_table_and_nothing_else() {
    let (code, lines) = run(&["go movetime 4500"]);
    assert_eq!(code, Some(0));
    let (best, rows) = lines.split_last().expect("there are lines");
    assert!(best.starts_with("bestmove "), "{lines:#?}");
    let is_row = |row: &String| row.contains("1. ") && row.contains('/') && row.len() <= 80;
    assert!(rows[1..].iter().all(is_row), "{lines:#?}");
    assert!(lines.iter().all(|line| !line.contains('\x1b') && !line.contains("searching")), "{lines:#?}");
}

#[test]
fn the_end_of_a_game_is_reported_by_every_command() {
    let (_, lines) = run(&["moves f3 e5 g4 Qh4#", "go depth 3"]);
    assert_eq!(lines[..2], ["1. f3 e5 2. g4 Qh4#", "The game is over by checkmate"]);
    assert_eq!(lines[lines.len() - 2..], ["The game is over by checkmate", "bestmove (none)"]);
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
    let position = format!("position startpos moves {shuffle}");
    for form in ["eval", "eval json", "eval svg"] {
        let (_, lines) = run(&[&position, form]);
        assert!(lines.iter().any(|line| line.contains("threefold repetition")), "{form}: {lines:#?}");
    }
    let (_, lines) = run(&[&position, "d"]);
    assert_eq!(lines.last().map(String::as_str), Some("The game is over by threefold repetition"));
}

#[test]
fn flip_swaps_the_colours() {
    let (_, lines) = run(&["position startpos moves e2e4", "flip", "d"]);
    assert!(
        lines.contains(&"FEN: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned()),
        "{lines:#?}"
    );
}

#[test]
fn the_evaluation_is_a_table_by_side_and_phase() {
    let (_, lines) = run(&["eval"]);
    assert!(
        lines[0].contains("White") && lines[0].contains("Black") && lines[1].contains("mg"),
        "{lines:#?}"
    );
}

#[test]
fn help_names_every_command() {
    let help = run(&["help"]).1.join("\n");
    for command in [
        "uci",
        "isready",
        "setoption",
        "ucinewgame",
        "position",
        "go",
        "stop",
        "ponderhit",
        "quit",
        "debug",
        "d ",
        "eval",
        "flip",
        "bench",
        "spsa",
        "genfens",
        "help",
        "perft",
        "searchmoves",
        "movestogo",
    ] {
        assert!(help.contains(&format!(" {command}")), "{command}");
    }
}

#[test]
fn output_is_for_people_before_the_command_uci() {
    let (_, lines) = run(&["go depth 4"]);
    assert!(lines[0].contains("depth") && lines[0].contains("score"), "{lines:#?}");
    let column = lines[0].find("line").expect("the table has a header");
    let rows = &lines[1..lines.len() - 1];
    assert!(rows.iter().all(|row| row[column..].starts_with("1. ")), "{lines:#?}");
    let (_, lines) = run(&["uci", "go depth 4"]);
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:#?}");
}

#[test]
fn openings_are_legal_different_and_repeat_with_their_seed() {
    let openings = |arguments: &str| {
        let (code, lines) = run(&[arguments, "quit"]);
        assert_eq!(code, Some(0), "{lines:#?}");
        let fens: Vec<String> = lines
            .iter()
            .map(|line| {
                line.strip_prefix("info string genfens ").expect("nothing else is printed").to_owned()
            })
            .collect();
        for fen in &fens {
            let position: Position = fen.parse().unwrap();
            assert!(!position.legal_moves().is_empty());
        }
        fens
    };
    // The book names the variant for OpenBench; it need not be there.
    for words in ["None", "Books/FRC.epd frc", "Books/DFRC.epd dfrc plies 4"] {
        let first = openings(&format!("genfens 5 seed 1 book {words}"));
        assert_eq!(first.len(), 5);
        assert!((1..5).all(|i| !first[..i].contains(&first[i])));
        assert_eq!(openings(&format!("genfens 5 seed 1 book {words}")), first);
        assert_ne!(openings(&format!("genfens 5 seed 2 book {words}")), first);
    }
}

/// The game is over there, though there are moves to make.
#[test]
fn no_opening_is_a_draw_already() {
    let path = std::env::temp_dir().join(format!("coppice-drawn-{}.epd", std::process::id()));
    std::fs::write(&path, "8/8/4k3/8/5B2/3K4/8/8 w - - 0 1\n4k2r/8/8/8/8/8/8/R3K3 w - - 100 90\n")
        .expect("it can");
    let (code, lines) = run(&[&format!("genfens 1 seed 1 book {} plies 0", path.display())]);
    std::fs::remove_file(&path).expect("the file is there");
    assert_eq!(code, Some(1));
    assert!(lines[0].starts_with("info string error: no new balanced opening"), "{lines:#?}");
}

#[test]
fn openings_come_from_a_book() {
    let path = std::env::temp_dir().join(format!("coppice-book-{}.epd", std::process::id()));
    // Some editors begin a file with a byte-order mark.
    let book =
        "\u{feff}4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1\n\n4k3/4pppp/8/8/8/8/4PPPP/4K3 b - - c0 \"x\";\n";
    std::fs::write(&path, book).expect("a file can be written");
    let command = format!("genfens 4 seed 9 book {} plies 2", path.display());
    let (code, lines) = run(&[&command]);
    std::fs::remove_file(&path).expect("the file is there");
    assert_eq!((code, lines.len()), (Some(0), 4), "{lines:#?}");
    let (code, lines) = run(&[&command]);
    assert_eq!(code, Some(1));
    assert!(lines[0].starts_with("info string error: book '") && lines[0].contains(".epd'"), "{lines:#?}");
}

/// The seed decides on the line that is drawn, but not on whether the book is refused.
#[test]
fn a_book_with_a_bad_line_makes_no_openings() {
    let path = std::env::temp_dir().join(format!("coppice-bad-book-{}.epd", std::process::id()));
    let good = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\n".repeat(20);
    std::fs::write(&path, format!("{good}\n4k3/pppp4/8/8/8/8/PPP4/4K3 w - -\n"))
        .expect("a file can be written");
    let (code, lines) = run(&[&format!("genfens 1 seed 1 book {}", path.display())]);
    std::fs::remove_file(&path).expect("the file is there");
    assert_eq!((code, lines.len()), (Some(1), 1), "{lines:#?}");
    assert!(lines[0].contains(".epd', line 22: rank 'PPP4'"), "{lines:#?}");
}

#[test]
fn the_version_names_the_commit_and_the_build() {
    for argument in ["version", "--version"] {
        let (code, lines) = run(&[argument]);
        assert_eq!((code, lines.len()), (Some(0), 1));
        let words: Vec<&str> = lines[0].split([' ', ',']).collect();
        assert!(lines[0].contains(&format!(" build for {}", std::env::consts::ARCH)), "{}", lines[0]);
        let commit =
            lines[0].split("commit ").nth(1).and_then(|rest| rest.split(',').next()).expect("it has one");
        let digits = commit.trim_end_matches('+');
        let is_commit = digits.len() == 8 && digits.chars().all(|c| c.is_ascii_hexdigit());
        assert!(is_commit || commit == "unknown", "{commit}");
        // A release is tagged and unchanged.
        let release = env!("CARGO_PKG_VERSION");
        let is_release = words[1] == release && digits == commit;
        assert!(words[0] == "Coppice" && (is_release || words[1] == format!("{release}-dev-{commit}")));
    }
}

#[test]
#[cfg(not(feature = "tuning"))]
fn spsa_without_the_feature_is_an_error() {
    let (code, lines) = run(&["spsa"]);
    assert_eq!(code, Some(1));
    assert!(lines[0].ends_with("expected a build with --features tuning"), "{lines:#?}");
}
