//! `perft compare` against engines that are wrong in known ways, and against one that is right.

mod common;

use common::{Run, broken_engine, perft};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn compare(fault: &str, arguments: &[&str]) -> Run {
    let engine = format!("{} {fault}", broken_engine().display());
    perft(&[&["compare", "--engine", &engine], arguments].concat())
}

/// The lines of the report after the agreeing depths.
fn report(run: &Run) -> Vec<&str> {
    run.out.lines().filter(|line| !line.ends_with("both agree")).collect()
}

#[test]
fn engines_without_fault_agree() {
    let run = compare("none", &["startpos", "3"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(
        run.out,
        "depth 1: 20 leaves, both agree\ndepth 2: 400 leaves, both agree\ndepth 3: 8902 leaves, both agree\n"
    );
    for position in ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"] {
        for arguments in [&[position, "3"][..], &[position, "3", "--chess960"]] {
            assert_eq!(compare("none", arguments).code, 0, "{arguments:?}");
        }
    }
}

#[test]
fn a_missing_move_is_found_at_the_end_of_a_shortest_path() {
    // In Kiwipete the shortest ways to an en-passant capture take one move: a2a4 or g2g4.
    let run = compare("no-en-passant", &[KIWIPETE, "3"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let report = report(&run);
    assert_eq!(report[0], "the counts part 1 plies from the root, at depth 1");
    assert_eq!(report[1], "position: r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q1p/1PPBBPPP/R3K2R b KQkq a3 0 1");
    assert_eq!(report[2], "path:     a2a4");
    assert_eq!(report[3], "missing:  b4a3 (legal, but the engine does not have it)");
    assert_eq!(report.len(), 4, "{report:?}");
}

#[test]
fn several_missing_moves_are_all_named() {
    let run = compare("queens-only", &["8/P6k/8/8/8/8/8/K7 w - - 0 1", "4"]);
    let report = report(&run);
    assert_eq!(report[0], "the counts part 0 plies from the root, at depth 1");
    assert!(
        report.contains(&"missing:  a7a8b a7a8n a7a8r (legal, but the engine does not have it)"),
        "{report:?}"
    );
}

#[test]
fn repeated_and_illegal_moves_are_extra() {
    let castling = compare("castles-twice", &["4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "2"]);
    assert!(report(&castling).iter().any(|line| line.starts_with("extra:    e8g8 (")), "{}", castling.out);
    let castling = compare("castles-twice", &["4k1r1/8/8/8/8/8/8/4K3 b k - 0 1", "2"]);
    assert!(report(&castling).iter().any(|line| line.starts_with("extra:    e8g8 (")), "{}", castling.out);
    let castling = compare("castles-twice", &["4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "2", "--chess960"]);
    assert!(report(&castling).iter().any(|line| line.starts_with("extra:    e8h8 (")), "{}", castling.out);
    let king = compare("king-anywhere", &["8/8/8/8/3k4/8/3K4/8 w - - 0 1", "2"]);
    assert!(report(&king).iter().any(|line| line.starts_with("extra:    d2d3 (")), "{}", king.out);
}

#[test]
fn faults_in_making_and_in_generating_moves_are_distinguished() {
    let run = compare("forgets-castling", &["4k3/8/8/8/8/8/P7/4K2R w K - 0 1", "4"]);
    assert_eq!(run.code, 1);
    let report = report(&run);
    assert_eq!(report[0], "the counts part 2 plies from the root, at depth 1");
    assert_eq!(report[3], "missing:  e1g1 (legal, but the engine does not have it)");
    assert_eq!(
        report[4],
        "Given this position without the path, the engine agrees: look at how it makes moves."
    );
}

/// A capture that exposes the king is not legal, so a FEN needs no en-passant square there. Only with that square
/// does the FEN show the engine's fault, which is in generating moves, not in making them.
#[test]
fn an_illegal_en_passant_capture_is_not_taken_for_a_fault_in_making_moves() {
    let extra = "extra:    e4d3 (the engine has it, but it is not legal or a repeat)";
    let run = compare("unsafe-en-passant", &["8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1", "3"]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let position = "position: 8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1";
    let expected = ["the counts part 1 plies from the root, at depth 1", position, "path:     d2d4", extra];
    assert_eq!(report(&run), expected);
    for fen in ["8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 7 9"] {
        for arguments in [&[fen, "1"][..], &[fen, "1", "--chess960"]] {
            let run = compare("unsafe-en-passant", arguments);
            let position = format!("position: {fen}");
            let expected = ["the counts part 0 plies from the root, at depth 1", &position, extra];
            assert_eq!(report(&run), expected, "{arguments:?}");
        }
    }
}

#[test]
fn an_engine_that_contradicts_itself_is_caught() {
    let run = compare("miscounts", &["startpos", "3"]);
    assert_eq!(run.code, 1);
    let report = report(&run);
    assert_eq!(report[0], "the counts part 0 plies from the root, at depth 2");
    assert!(report.contains(&"differs:  e2e4: 20 leaves, the engine says 21"), "{report:?}");
    assert!(report.iter().any(|line| line.ends_with("it contradicts itself.")), "{report:?}");
}

#[test]
fn an_engine_that_gives_no_answer_is_an_error_of_its_own() {
    let counting = "\"position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\\ngo perft 1\"";
    for (fault, wanted) in [
        ("dies", format!("ended (exit status: 3) before it answered {counting}")),
        ("hangs", format!("did not answer {counting} within 1 s")),
        ("mute", "did not answer \"uci\" within 1 s".to_owned()),
        ("unknown", "ended (exit status: 2) before it answered \"uci\"".to_owned()),
        ("wrong-total", format!("the engine's answer to {counting} adds up to 20, but it says 21")),
        ("no-total", "'Nodes searched: many' from the engine, expected".to_owned()),
    ] {
        let run = compare(
            fault,
            &["--timeout", if wanted.contains("within") { "1" } else { "60" }, "startpos", "2"],
        );
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{fault}: {}", run.err);
        assert!(run.err.contains(&wanted), "{wanted}\nnot in\n{}", run.err);
    }
    let run = perft(&["compare", "--engine", "/nowhere/engine --flag", "startpos", "1"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("engine '/nowhere/engine --flag' does not start"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_the_engine_as_well() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let engine = format!("{} busy", broken_engine().display());
    let mut child = Command::new(env!("CARGO_BIN_EXE_perft"))
        .args(["compare", "--engine", &engine, "startpos", "2"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut busy = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut busy).unwrap();
    let kill =
        |arguments: &[&str]| Command::new("kill").args(arguments).stderr(Stdio::null()).status().unwrap();
    assert!(kill(&["-INT", &child.id().to_string()]).success());
    let code = child.wait().unwrap().code();
    let survives = kill(&["-KILL", busy.trim()]).success();
    assert_eq!((code, survives), (Some(130), false));
}

#[test]
fn an_engine_without_chess960_can_only_be_asked_about_standard_chess() {
    assert_eq!(compare("no-chess960", &["startpos", "2"]).code, 0);
    let run = compare("no-chess960", &["4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "2"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("no option UCI_Chess960, expected it for a Chess960 position"), "{}", run.err);
}

#[test]
#[ignore = "needs Stockfish in COPPICE_STOCKFISH"]
fn stockfish_agrees() {
    let stockfish = std::env::var("COPPICE_STOCKFISH").expect("COPPICE_STOCKFISH names the program");
    for position in [
        KIWIPETE,
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
    ] {
        let run = perft(&["compare", "--engine", &stockfish, position, "4"]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{position}\n{}", run.out);
        assert!(run.out.lines().last().is_some_and(|line| line.starts_with("depth 4: ")), "{}", run.out);
    }
}
