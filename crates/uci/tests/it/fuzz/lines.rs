//! Lines to send: good ones, bad ones, and good ones made bad.

use movegen::Position;

use fastrand::Rng;

use super::pick;

/// Positions of every kind: quiet, sharp, over, castling of every notation, clocks near their ends, crowds of queens.
const FENS: [&str; 22] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
    "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/4k3/8/4K3/8/8 w - - 0 1",
    "8/8/8/8/3k4/8/2BNK3/8 w - - 99 120",
    "8/8/8/8/3k4/8/2BNK3/8 b - - 100 120",
    "8/8/8/8/3k4/8/2RNK3/8 b - - 98 9999",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 5",
    "7k/8/8/8/8/6p1/8/5r1K w - - 0 1",
    "bnrkqnrb/pppppppp/8/8/8/8/PPPPPPPP/2RK2R1 w GCgc - 0 1",
    "1r1k2r1/8/8/8/8/8/8/1R1K2R1 w KQkq - 0 1",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    "8/PPPPPPPP/8/2k1K3/8/8/pppppppp/8 b - - 0 1",
    "k7/8/8/8/8/8/7P/K7 w - -",
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
];

/// Some texts that are no positions. The tests of the rules have one for each fault.
const BAD_FENS: [&str; 3] = ["startpos", "k7/8/8/8/8/8/8/K6é w - - 0 1", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"];

/// Lines whose only answer is an error.
const BAD_LINES: [&str; 10] = [
    "hello",
    "stop it",
    "ucinewgame 2",
    "position startpos moves e2e4 \u{1f600}",
    "go perft 3 perft 4",
    "go perft -1",
    "setoption name Threads value 1025",
    "setoption name Threads value 4294967297",
    "setoption name UCI_Elo value 999999",
    "debug maybe",
];

/// Searches with one fault each, the rest of which is obeyed. The tests of `go` have more.
const FAULTY_SEARCHES: [&str; 5] = [
    "go wtime 1e3",
    "go nodes 18446744073709551616",
    "go searchmoves depth 3",
    "go depth 2 searchmoves a1a1",
    "go depth 2 perft 3",
];

/// Numbers for limits, some of them at the ends of the range.
const TIMES: [&str; 10] =
    ["0", "1", "-5", "20", "30", "9223372036854775807", "-9223372036854775808", "10", "5", "15"];

/// Words for random lines. `quit` is not among them.
const WORDS: &str = "\
    uci debug on off isready setoption name value Hash 1 Threads MultiPV 2 position startpos fen \
    moves e2e4 e7e5 8/8/8/8/8/8/8/K1k5 w - go depth wtime btime nodes searchmoves ponder infinite \
    stop ponderhit d eval flip help -5 ucinewgame mate movetime perft Clear UCI_Chess960 true";

/// A good `position` line and its position.
pub(super) fn position(rng: &mut Rng) -> (String, Position) {
    if rng.usize(..60) == 0 {
        let moves = 4 * 2500;
        let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let game: String = round.iter().cycle().take(moves).flat_map(|mv| [" ", *mv]).collect();
        let mut position = Position::startpos();
        round.iter().cycle().take(moves).for_each(|mv| position.play(position.parse_uci(mv).expect("legal")));
        return (format!("position startpos moves{game}"), position);
    }
    let fen = *pick(rng, &FENS);
    let is_start = fen == FENS[0] && rng.usize(..2) == 0;
    let root = if is_start { "startpos".to_owned() } else { format!("fen {fen}") };
    let (moves, position) = random_game(rng, fen.parse().expect("a test position is legal"));
    (format!("position {root}{}{moves}", if moves.is_empty() { "" } else { " moves" }), position)
}

/// Some legal moves and the position after them.
fn random_game(rng: &mut Rng, mut position: Position) -> (String, Position) {
    let length = if rng.usize(..8) == 0 { 300 } else { rng.usize(..12) };
    let mut text = String::new();
    for _ in 0..length {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = *pick(rng, &moves);
        let notation = movegen::text::CastlingNotation::Standard;
        text.push_str(&format!(" {}", position.uci(mv, notation)));
        position.play(mv);
    }
    (text, position)
}

/// A `position` with a fault in its FEN or in its moves.
pub(super) fn bad_position(rng: &mut Rng) -> String {
    if rng.usize(..2) == 0 {
        return format!("position fen {}", pick(rng, &BAD_FENS));
    }
    let (line, position) = position(rng);
    let illegal = if position.piece_at(types::Square::A5).is_none() { "a5a6" } else { "z1z2" };
    let separator = if line.contains(" moves") { "" } else { " moves" };
    format!("{line}{separator} {illegal} e2e4")
}

/// A good `go`.
pub(super) fn go(rng: &mut Rng, position: &Position) -> String {
    let mut line = "go".to_owned();
    let mut limits =
        ["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate"].to_vec();
    for _ in 0..rng.usize(..4) {
        let limit = limits.remove(rng.usize(..limits.len()));
        let value = match limit {
            "depth" => (1 + rng.usize(..6)).to_string(),
            // Most of them end inside an iteration.
            "nodes" if rng.usize(..2) == 0 => (20 + rng.usize(..200)).to_string(),
            "nodes" => pick(rng, &["0", "1", "300", "2000", "18446744073709551615"]).to_string(),
            "movestogo" => pick(rng, &["0", "1", "40", "4294967295"]).to_string(),
            "mate" => pick(rng, &["1", "2", "65535"]).to_string(),
            _ => pick(rng, &TIMES).to_string(),
        };
        line.push_str(&format!(" {limit} {value}"));
    }
    if rng.usize(..6) == 0 {
        line += *pick(rng, &[" infinite", " ponder", " ponder infinite"]);
    }
    let moves = position.legal_moves();
    if rng.usize(..5) == 0 && !moves.is_empty() {
        line.push_str(" searchmoves");
        for _ in 0..=rng.usize(..3) {
            let mv = position.uci(*pick(rng, &moves), movegen::text::CastlingNotation::Standard);
            line.push_str(&format!(" {mv}"));
        }
    }
    line
}

/// A `go` that gets one error and one move.
pub(super) fn faulty_go(rng: &mut Rng) -> &'static str {
    FAULTY_SEARCHES[rng.usize(..FAULTY_SEARCHES.len())]
}

/// A good `setoption`. Sizes are such that many conversations fit a small machine.
pub(super) fn option(rng: &mut Rng) -> String {
    let flag = *pick(rng, &["true", "false", "TRUE"]);
    let (name, value) = match rng.usize(..12) {
        0 | 1 => ("Threads", if rng.usize(..20) == 0 { 200 } else { 1 + rng.usize(..8) }.to_string()),
        2 | 3 => ("Hash", (1 + rng.usize(..5)).to_string()),
        4 => ("MultiPV", pick(rng, &["1", "2", "5", "256"]).to_string()),
        5 => ("Move Overhead", pick(rng, &["0", "20", "5000"]).to_string()),
        6 => ("UCI_Elo", pick(rng, &["1320", "1400", "1600", "2000", "2500"]).to_string()),
        7 => ("clear hash", String::new()),
        8 => ("UCI_Chess960", flag.to_owned()),
        9 => ("UCI_LimitStrength", flag.to_owned()),
        10 => ("UCI_AnalyseMode", flag.to_owned()),
        _ => (*pick(rng, &["Ponder", "UCI_ShowWDL", "Syzygy50MoveRule"]), flag.to_owned()),
    };
    if value.is_empty() {
        format!("setoption name {name}")
    } else {
        format!("setoption name {name} value {value}")
    }
}

/// A line that gets one error.
pub(super) fn bad_line(rng: &mut Rng) -> Vec<u8> {
    match rng.usize(..12) {
        0..=2 => bad_position(rng).into_bytes(),
        3 => b"\xff\xfe\x80 go depth 3".to_vec(),
        4 => b"position startpos moves \xc3\x28".to_vec(),
        // A mebibyte of one word, of many words, and of moves with a bad end.
        5 if rng.usize(..6) == 0 => {
            vec![*pick(rng, b"x0 -\0"); 1 << 20].into_iter().chain(*b" bad").collect()
        }
        6 if rng.usize(..6) == 0 => {
            format!("position startpos moves {}e2e4 e2e4", "g1f3 g8f6 f3g1 f6g8 ".repeat(52_429)).into_bytes()
        }
        7 => b"go\0depth 3".to_vec(),
        _ => pick(rng, &BAD_LINES).as_bytes().to_vec(),
    }
}

/// A line of random words, or a good line with some bytes changed. Its meaning is not defined.
pub(super) fn mangled(rng: &mut Rng, position: &Position) -> Vec<u8> {
    if rng.usize(..2) == 0 {
        let known: Vec<&str> = WORDS.split(' ').collect();
        let words: Vec<&str> = (0..=rng.usize(..6)).map(|_| *pick(rng, &known)).collect();
        return words.join(" ").into_bytes();
    }
    let mut bytes = match rng.usize(..3) {
        0 => self::position(rng).0,
        1 => go(rng, position),
        _ => option(rng),
    }
    .into_bytes();
    for _ in 0..=rng.usize(..3) {
        let at = rng.usize(..bytes.len());
        match rng.usize(..4) {
            0 => drop(bytes.remove(at)),
            1 => bytes.insert(at, *pick(rng, b" \t\0a1-\xff/")),
            2 => bytes[at] = rng.usize(..256) as u8,
            _ => bytes.truncate(at.max(1)),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}
