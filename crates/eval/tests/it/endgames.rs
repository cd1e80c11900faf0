//! Drawish endgames score little or nothing, and a bare king is mated by a search that sees five plies.

use std::collections::HashSet;

use eval::{evaluate, explain};
use movegen::Position;
use types::{Bitboard, Color, Key, Move, Piece, Role, Score, Square};

use crate::positions;

fn parse(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The score for White, which with the colours exchanged is Black's.
fn white_score(fen: &str) -> i32 {
    let position = parse(fen);
    let score = explain(&position).white_score().0;
    assert_eq!(explain(&positions::flipped(&position)).white_score().0, -score, "{fen}");
    score
}

/// Returns whether no side has enough to mate with, by the plainest reading.
fn neither_side_can_win(position: &Position) -> bool {
    Color::ALL.into_iter().all(|color| {
        let count = |role| position.count(Piece::new(color, role));
        let bishops = position.pieces(color, Role::Bishop);
        let majors_or_pawns = count(Role::Pawn) + count(Role::Rook) + count(Role::Queen);
        let one_minor = count(Role::Knight) + count(Role::Bishop) <= 1;
        let two_knights = count(Role::Knight) <= 2 && count(Role::Bishop) == 0;
        let one_color =
            [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES].iter().any(|&c| bishops.is_subset(c));
        majors_or_pawns == 0 && (one_minor || two_knights || one_color && count(Role::Knight) == 0)
    })
}

#[test]
fn insufficient_material_is_a_draw() {
    let mut seen = 0;
    for position in positions::few_pieces(200_000).iter().filter(|position| neither_side_can_win(position)) {
        assert_eq!(evaluate(position), Score::DRAW, "{position:?}");
        seen += 1;
    }
    assert!(seen > 1000, "{seen}");
}

/// Pairs of positions with the same material: the slope leads to the one that is won more easily.
#[test]
fn a_last_piece_is_won_in_the_corner() {
    for (drawn, better) in [
        // A bishop's king in a corner of the other colour, and in one of its own.
        ("7k/8/4K3/8/4b3/8/8/R7 w - - 0 1", "k7/8/3K4/8/4b3/8/8/7R w - - 0 1"),
        // A rook's king in the middle, and at the edge with the other king near.
        ("8/8/8/3k4/2r5/8/8/Q3K3 w - - 0 1", "2r5/3k4/8/3K4/8/8/8/Q7 w - - 0 1"),
    ] {
        let [drawn_score, better_score] = [drawn, better].map(white_score);
        assert!(drawn_score + 20 < better_score, "{drawn} {drawn_score}, {better} {better_score}");
    }
}

/// Mop-up positions: a bare king, or one with a last piece that is weaker.
#[test]
fn mop_up_endgames_are_recognized() {
    for (board, is_mop_up) in [
        ("4k3/8/8/8/8/8/8/4K2R", true),
        ("4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR", true),
        ("4k2r/8/8/8/8/8/8/4K2Q", true),
        ("4k2n/8/8/8/8/8/4P3/4K2Q", true),
        ("4k2b/8/8/8/8/8/8/4K2R", true),
        ("4k2b/8/8/8/8/8/4P3/4K2R", false),
        ("4k2q/8/8/8/8/8/8/4K2Q", false),
        ("4k2r/8/8/8/8/8/8/4K2R", false),
        ("4k3/7p/8/8/8/8/8/4K2Q", false),
        ("4k2r/7p/8/8/8/8/8/4K2Q", false),
        ("4k2n/8/8/8/8/8/8/4K2B", false),
    ] {
        for turn in ["w", "b"] {
            let position = parse(&format!("{board} {turn} - - 0 1"));
            assert_eq!(eval::is_mop_up(&position), is_mop_up, "{board} {turn}");
            assert_eq!(eval::is_mop_up(&positions::flipped(&position)), is_mop_up, "{board} {turn}");
        }
    }
}

/// A queen wins against one piece as she is. With a pawn as well she wins no less.
#[test]
fn a_queen_against_one_piece_keeps_her_pawns() {
    for board in ["8/8/8/3k4/2r5/8/{}/Q3K3", "8/8/8/3k4/2b5/8/{}/Q3K3", "8/8/8/3k4/2n5/8/{}/Q3K3"] {
        let [none, one, two] =
            ["8", "7P", "6PP"].map(|rank| white_score(&format!("{} w - - 0 1", board.replace("{}", rank))));
        assert!(none < one && one < two, "{board}: {none}, {one}, {two}");
    }
}

/// More material never lowers a winning score, or a search would give material away.
#[test]
fn more_pieces_are_worth_more_in_a_won_endgame() {
    for (fewer, more) in [
        // A second queen, a pawn and a piece to hunt a king with one piece left.
        ("8/1P6/8/8/8/4K3/2b4k/5Q2 b - - 0 1", "1Q6/8/8/8/8/4K3/2b4k/5Q2 b - - 0 1"),
        ("8/1P6/8/8/8/4K3/2r4k/5Q2 b - - 0 1", "1Q6/8/8/8/8/4K3/2r4k/5Q2 b - - 0 1"),
        ("3k4/3n4/8/3K4/8/8/8/Q7 w - - 0 1", "3k4/3n4/8/3K4/8/2N5/8/Q7 w - - 0 1"),
        ("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", "8/8/8/3k4/8/8/7P/Q3K3 w - - 0 1"),
        // A pawn, a knight and a bishop beside a pawn that wins alone.
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "4k3/8/4K3/4P3/8/8/P7/8 w - - 0 1"),
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "4k3/8/4K3/4P3/8/8/N7/8 w - - 0 1"),
        ("8/8/8/5K2/8/8/1P6/7k w - - 0 1", "8/8/8/5K2/8/8/1P6/B6k w - - 0 1"),
        // A pawn beside bishop and knight.
        ("2k5/8/2K5/3N4/2B5/8/8/8 w - - 0 1", "2k5/8/2K5/3N4/2B5/8/6P1/8 w - - 0 1"),
    ] {
        let [fewer_score, more_score] = [fewer, more].map(white_score);
        assert!(0 < fewer_score && fewer_score < more_score, "{fewer} {fewer_score}, {more} {more_score}");
    }
}

const DEPTH: u32 = 5;

/// Alpha-beta over all legal moves, mates found sooner preferred.
fn search(position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.in_check() { -Score::MATE.0 - depth as i32 } else { 0 };
    }
    if depth == 0 {
        return evaluate(position).0;
    }
    for mv in moves {
        alpha = alpha.max(-search(&position.after(mv), depth - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The best move, where a position that has been on the board before is a draw.
fn best_move(position: &Position, seen: &HashSet<Key>) -> Option<Move> {
    let limit = 2 * Score::MATE.0;
    let mut best = None;
    for mv in position.legal_moves() {
        let next = position.after(mv);
        let alpha = best.map_or(-limit, |(score, _)| score);
        let is_repetition = seen.contains(&next.key());
        let score = if is_repetition { 0 } else { -search(&next, DEPTH - 1, -limit, -alpha) };
        if score > alpha {
            best = Some((score, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Plays on for fifty moves, and says whether that ended in mate.
fn is_mated_in_time(mut position: Position) -> bool {
    let mut seen = HashSet::new();
    while position.halfmove_clock() < 100 {
        seen.insert(position.key());
        match best_move(&position, &seen) {
            Some(mv) => position.play(mv),
            None => return position.in_check(),
        }
    }
    false
}

#[test]
fn a_shallow_search_mates_a_bare_king() {
    for fen in [
        "8/8/8/3k4/8/8/4K3/Q7 w - - 0 1",
        "8/8/8/3k4/8/8/4K3/R7 w - - 0 1",
        "8/8/8/3k4/8/8/4K3/2B2B2 w - - 0 1",
    ] {
        let position = parse(fen);
        for position in [position.clone(), positions::flipped(&position)] {
            assert!(is_mated_in_time(position.clone()), "{position:?}");
        }
    }
}

/// The slope of bishop and knight leads to the corners of the bishop's colour.
#[test]
fn bishop_and_knight_mate_in_the_right_corner() {
    for (bishop, right, wrong) in [(Square::F3, Square::A8, Square::H8), (Square::F4, Square::H8, Square::A8)]
    {
        let with_king_on = |king: Square| {
            let mut setup = movegen::position::setup::Setup::empty();
            let pieces = [Piece::WhiteKing, Piece::WhiteKnight, Piece::WhiteBishop, Piece::BlackKing];
            for (piece, square) in pieces.into_iter().zip([Square::E3, Square::E2, bishop, king]) {
                setup.board[square] = Some(piece);
            }
            setup.side_to_move = Color::Black;
            -evaluate(&setup.into_position().expect("legal")).0
        };
        assert!(with_king_on(right) > with_king_on(wrong) + 100, "{bishop}");
    }
}
