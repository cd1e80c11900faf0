//! The suites in `perft-suites/`, counted again by two rules libraries that share no code with each other or with
//! Coppice: `shakmaty` and `cozy-chess`.
//!
//! By default every count up to 50,000 leaves is checked. All 3.3 billion leaves take a few minutes:
//! `cargo test --release -p perft --test recount -- --ignored`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use cozy_chess::Board;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, PositionError};

const SUITES: [&str; 6] = ["standard", "unreachable", "tricky", "chess960", "dfrc", "random"];

/// A line of a suite: `FEN ;D1 20 ;D2 400`.
struct Line {
    /// File and line number, for messages.
    place: String,
    fen: String,
    /// Leaves at depths 1, 2, 3, ...
    leaves: Vec<u64>,
}

fn suite(name: &str) -> Vec<Line> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../perft-suites").join(name).with_extension("epd");
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("# Source: "), "{name} does not say where its positions come from");
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| read(&format!("{name}.epd:{number}"), line)).collect()
}

fn read(place: &str, line: &str) -> Line {
    let mut fields = line.split(" ;");
    let fen = fields.next().unwrap().to_owned();
    let leaves: Vec<u64> = (1..)
        .zip(fields)
        .map(|(depth, field)| field.strip_prefix(&format!("D{depth} ")).expect(place).parse().expect(place))
        .collect();
    assert!(!leaves.is_empty(), "{place} has no counts");
    Line { place: place.to_owned(), fen, leaves }
}

/// A position without its move counters, and with the castling rooks' squares instead of the letters for them.
fn identity(fen: &str) -> String {
    let setup = fen.parse::<Fen>().expect(fen).into_setup();
    let shakmaty::Setup { board, turn, castling_rights, ep_square, .. } = setup;
    format!("{} {} {:x} {ep_square:?}", board.board_fen(), turn.char(), castling_rights.0)
}

#[test]
fn a_position_stands_once_in_all_suites() {
    let mut places = HashMap::new();
    for line in SUITES.into_iter().flat_map(suite) {
        if let Some(earlier) = places.insert(identity(&line.fen), line.place.clone()) {
            panic!("{} has the position of {earlier}: {}", line.place, line.fen);
        }
    }
    assert_eq!(places.len(), 2_664);
}

#[test]
fn small_counts_are_those_of_both_libraries() {
    recount_up_to(50_000);
}

#[test]
#[ignore = "takes minutes"]
fn all_counts_are_those_of_both_libraries() {
    recount_up_to(u64::MAX);
}

fn recount_up_to(most: u64) {
    for name in SUITES {
        let lines = suite(name);
        let wrong: Vec<String> = lines.par_iter().filter_map(|line| complaint(name, line, most)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// The first count of a line that either library contradicts. Depth 1 is always counted.
fn complaint(suite: &str, line: &Line, most: u64) -> Option<String> {
    let Line { place, fen, leaves } = line;
    let Some(shakmaty) = with_shakmaty(fen) else { return Some(format!("{place}: shakmaty refuses {fen}")) };
    let cozy = fen.parse::<Board>().ok();
    if cozy.is_none() && suite != "unreachable" {
        return Some(format!("{place}: cozy-chess refuses {fen}"));
    }
    let counted = (1..).zip(leaves).take_while(|&(depth, &expected)| depth == 1 || expected <= most);
    counted.into_iter().find_map(|(depth, &expected)| {
        let by_cozy = match &cozy {
            Some(board) => Some(perft(board, depth)),
            None => perft_after_each_move(&shakmaty, depth),
        };
        let counts = [Some(shakmaty::perft(&shakmaty, depth)), by_cozy];
        let is_wrong = counts.into_iter().flatten().any(|count| count != expected);
        is_wrong.then(|| format!("{place}: D{depth} is {expected}, counted {counts:?}: {fen}"))
    })
}

/// Some published positions cannot arise in play; `shakmaty` accepts them only on request.
fn with_shakmaty(fen: &str) -> Option<Chess> {
    let position = fen.parse::<Fen>().ok()?.into_position(CastlingMode::Chess960);
    let position = position.or_else(PositionError::ignore_impossible_check);
    position.or_else(PositionError::ignore_too_much_material).ok()
}

fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        leaves += match depth {
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|mv| perft(&after(board, mv), depth - 1)).sum(),
        };
        false
    });
    leaves
}

fn after(board: &Board, mv: cozy_chess::Move) -> Board {
    let mut child = board.clone();
    child.play_unchecked(mv);
    child
}

/// Counts the subtree of each first move with `cozy-chess`, for a position that it refuses. At depth 1 it counts
/// nothing.
fn perft_after_each_move(position: &Chess, depth: u32) -> Option<u64> {
    let rest = depth.checked_sub(1).filter(|&rest| rest > 0)?;
    let counts = position.legal_moves().into_iter().map(|mv| {
        let child = position.clone().play(mv).expect("legal moves can be played");
        let fen = Fen::from_position(&child, EnPassantMode::Always).to_string();
        Some(perft(&Board::from_fen(&fen, false).or_else(|_| Board::from_fen(&fen, true)).ok()?, rest))
    });
    counts.sum()
}
