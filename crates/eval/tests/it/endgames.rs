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
    for fen in [
        "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3BK3/8/8 b - - 0 1",
        "8/8/4k3/8/8/2NNK3/8/8 w - - 0 1",
        "8/8/3bk3/8/8/3NK3/8/8 w - - 0 1",
        "8/8/3nk3/8/8/2NNK3/8/8 w - - 0 1",
        "8/8/3k4/8/2B1B3/4K3/8/8 w - - 0 1",
    ] {
        assert_eq!(evaluate(&parse(fen)), Score::DRAW, "{fen}");
    }
}

/// A lone minor piece cannot win, though the pawns it faces can.
#[test]
fn a_minor_piece_alone_never_stands_better() {
    assert_eq!(white_score("8/8/4k3/7p/8/3BK3/8/8 w - - 0 1"), 0);
    assert!(white_score("8/8/4k3/8/8/3BK3/6pp/8 b - - 0 1") < 0);
}

#[test]
fn a_bishop_of_the_wrong_colour_wins_nothing() {
    let right = white_score("k7/8/2K5/P7/8/3B4/8/8 w - - 0 1");
    let wrong = white_score("k7/8/2K5/P7/8/4B3/8/8 w - - 0 1");
    let king_away = white_score("8/8/2K5/P7/8/4B1k1/8/8 w - - 0 1");
    assert!((1..30).contains(&wrong) && right > 250 && king_away > 250, "{wrong} {right} {king_away}");
    let no_bishop = white_score("1k6/8/8/P1K5/8/8/8/8 w - - 0 1");
    assert!((0..30).contains(&no_bishop), "{no_bishop}");
}

#[test]
fn bishops_of_opposite_colours_draw() {
    let opposite = white_score("8/5kp1/4b2p/8/P7/2P1B1P1/5PK1/8 w - - 0 1");
    let same = white_score("8/5kp1/3b3p/8/P7/2P1B1P1/5PK1/8 w - - 0 1");
    assert!(opposite > 0 && 3 * opposite < 2 * same, "{opposite} {same}");
}

/// Two passed pawns next to each other are stopped by one bishop, two distant ones are not.
#[test]
fn bishops_of_opposite_colours_win_with_distant_passed_pawns() {
    let close = white_score("8/8/3bk3/8/2PP4/3BK3/8/8 w - - 0 1");
    let distant = white_score("8/8/3bk3/8/P5P1/3BK3/8/8 w - - 0 1");
    assert!(close > 0 && 2 * close < distant, "{close} {distant}");
    let close = white_score("4n3/8/3bk3/8/2PP4/3BK3/4N3/8 w - - 0 1");
    let distant = white_score("4n3/8/3bk3/8/P5P1/3BK3/4N3/8 w - - 0 1");
    assert!(close > 0 && 4 * close < 3 * distant, "{close} {distant}");
}

#[test]
fn a_small_surplus_without_pawns_is_little() {
    for fen in [
        "8/8/3k4/3b4/8/8/3RK3/8 w - - 0 1",
        "8/8/3k4/3n4/8/8/3RK3/8 w - - 0 1",
        "3r4/8/3k4/8/8/3B4/3RK3/8 w - - 0 1",
        "3q4/8/3k4/8/8/3N4/3QK3/8 w - - 0 1",
    ] {
        let score = white_score(fen);
        assert!((1..100).contains(&score), "{fen} {score}");
    }
    for fen in ["8/8/2k5/8/8/8/3RK3/8 w - - 0 1", "8/8/3k4/3b4/8/8/3QK3/8 w - - 0 1"] {
        assert!(white_score(fen) > 400, "{fen}");
    }
}

#[test]
fn a_queen_wins_against_two_minor_pieces_unless_both_are_knights() {
    for fen in ["8/8/3k4/2bn4/8/2K5/8/3Q4 w - - 0 1", "8/8/3kbb2/8/8/2K5/8/2Q5 w - - 0 1"] {
        assert!(white_score(fen) > 200, "{fen} {}", white_score(fen));
    }
    let knights = white_score("8/8/3knn2/8/8/2K5/8/2Q5 w - - 0 1");
    assert!((1..100).contains(&knights), "{knights}");
}

/// A king before the pawn draws where the opposition says so.
#[test]
fn a_lone_pawn_wins_or_draws_as_is_known() {
    assert_eq!(white_score("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1").signum(), 1);
    assert_eq!(white_score("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1"), 0);
    assert!(white_score("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1") > 300);
    assert_eq!(white_score("8/8/8/8/4k3/4p3/4K3/8 w - - 0 1"), 0);
    assert!(white_score("8/8/8/8/7p/7k/8/4K3 b - - 0 1") < -300);
}

/// Pairs of positions with the same material, the first of which is a textbook draw and the second a win.
#[test]
fn textbook_draws_score_less_than_wins() {
    for (draw, win) in [
        // Philidor's defence, and the defending king cut off.
        ("4k3/8/r7/4P3/3K4/8/8/7R w - - 0 1", "k7/8/r7/4P3/3K4/8/8/7R w - - 0 1"),
        // The pawn's king helps it, or is far away.
        ("8/8/8/8/6K1/1kp5/8/7R b - - 0 1", "8/7k/8/8/2p3K1/8/8/7R b - - 0 1"),
        // A bishop's pawn saves itself by stalemate, a centre pawn does not.
        ("4Q3/8/7K/8/8/8/1kp5/8 w - - 0 1", "4Q3/8/7K/8/8/8/2kp4/8 w - - 0 1"),
        // So does a rook's pawn with its king next to the corner; with the king elsewhere the queen goes there.
        ("4Q3/8/7K/8/8/8/pk6/8 w - - 0 1", "7Q/8/8/7K/8/1k6/p7/8 w - - 0 1"),
        ("4Q3/8/7K/8/8/8/1kp5/8 w - - 0 1", "8/8/8/8/8/3k4/2p5/2Q4K w - - 0 1"),
        // The king is in the corner before a pawn that a knight guards, or comes too late.
        ("8/Pk6/8/1N6/4K3/8/8/8 w - - 0 1", "8/P2k4/8/1N6/4K3/8/8/8 w - - 0 1"),
        // The king holds the corner, but the pawn has yet to get to the seventh rank.
        ("k7/P7/8/1N6/4K3/8/8/8 b - - 0 1", "k7/8/P7/8/1N2K3/8/8/8 b - - 0 1"),
    ] {
        let (draw, win) = (white_score(draw), white_score(win));
        assert!(draw >= 0 && 3 * draw < win, "{draw} {win}");
    }
}

/// Pairs of positions with the same material, the second of which is won more easily.
#[test]
fn a_rook_or_queen_against_one_piece_wins_where_it_can() {
    for (drawn, better) in [
        // A knight beside its king, and far away from it.
        ("8/8/8/8/8/4nk2/8/R3K3 w - - 0 1", "8/8/n7/8/8/5k2/8/R3K3 w - - 0 1"),
        // A bishop's king in a corner of the other colour, and in one of its own.
        ("7k/8/4K3/8/4b3/8/8/R7 w - - 0 1", "k7/8/3K4/8/4b3/8/8/7R w - - 0 1"),
        // A rook's king in the middle, and at the edge with the other king near.
        ("8/8/8/3k4/2r5/8/8/Q3K3 w - - 0 1", "2r5/3k4/8/3K4/8/8/8/Q7 w - - 0 1"),
        // The rook's king is too late for the pawn, and in time.
        ("8/8/8/7K/8/2kp4/8/R7 b - - 0 1", "8/8/8/8/4K3/2kp4/8/R7 b - - 0 1"),
        // The pawn is far on its way, and has hardly begun.
        ("8/8/8/7K/8/2kp4/8/R7 b - - 0 1", "7K/4k3/4p3/8/R7/8/8/8 b - - 0 1"),
        // The pawn's king comes along, and does not.
        ("8/8/8/7K/8/2kp4/8/R7 b - - 0 1", "k7/8/8/7K/8/3p4/8/R7 b - - 0 1"),
        // The rook shuts the other king out, and does not.
        ("8/1kp5/3r4/8/4K3/8/8/6Q1 w - - 0 1", "8/1k6/2p5/3r4/5K2/8/8/6Q1 w - - 0 1"),
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

/// With a rook's pawn and the wrong bishop or none, the king that reaches the corner first decides.
#[test]
fn a_race_to_the_corner_decides_with_a_rook_pawn() {
    for (draw, win) in [
        ("8/8/3k4/8/P7/8/1B6/7K b - - 0 1", "8/8/7k/8/P7/8/1B6/2K5 b - - 0 1"),
        ("8/8/3k4/8/P7/P7/8/7K b - - 0 1", "8/8/7k/8/P7/P7/8/6K1 b - - 0 1"),
    ] {
        let [draw, win] = [draw, win].map(white_score);
        assert!(draw.abs() < 40 && win > 200, "{draw} {win}");
    }
}

/// A pawn that would not win by itself does not win against another.
#[test]
fn a_pawn_each_is_a_draw_if_the_better_one_is_held() {
    let held = white_score("2k5/8/P7/8/5p2/8/8/5K2 w - - 0 1");
    let free = white_score("7k/8/P7/8/5p2/8/8/5K2 w - - 0 1");
    assert!(free > 200 && 5 * held.abs() < free, "{held} {free}");
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
