//! Terms count what they say: positions where a term counts, and next to many of them one where it just does not (a piece
//! more, a rank further, a piece of the other side). Attacks, threats, danger, shelter and most of pawns have an
//! [`oracle`](crate::oracle) instead.

use eval::term::{EvalFeature, Term};
use eval::terms;
use movegen::Position;
use types::{Color, Role};

use crate::counts::{check_cases, counts};

fn one(feature: Term<1>) -> EvalFeature {
    feature.at(0)
}

#[test]
fn minor_pieces() {
    check_cases(&[
        // A knight on a defended square; not if a pawn may still chase it away.
        ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 1),
        ("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 0),
        ("4k3/8/8/2pN4/4P3/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 1),
        ("4k3/8/8/3N4/8/4P3/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 0),
        ("4k3/8/8/3B4/4P3/8/8/4K3 w - - 0 1", terms::BISHOP_OUTPOST.at(1), 1),
        ("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(0), 1),
        // Outposts are on the ranks 4 to 6.
        ("7k/3N4/4P3/8/8/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 0),
        ("7k/8/3N4/4P3/8/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 1),
        ("7k/8/3B4/4P3/8/8/8/4K3 w - - 0 1", terms::BISHOP_OUTPOST.at(1), 1),
        ("7k/8/8/8/3N4/4P3/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 1),
        ("7k/8/8/8/8/3N4/4P3/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 0),
        ("4k3/8/8/8/4P3/2N5/8/4K3 w - - 0 1", one(terms::KNIGHT_REACHES_OUTPOST), 1),
        ("4k3/8/8/3P4/4P3/2N5/8/4K3 w - - 0 1", one(terms::KNIGHT_REACHES_OUTPOST), 0),
        ("4k3/8/8/8/4P3/8/8/1B2K3 w - - 0 1", one(terms::BISHOP_REACHES_OUTPOST), 0),
        ("4k3/8/8/8/4P3/7B/8/4K3 w - - 0 1", one(terms::BISHOP_REACHES_OUTPOST), 1),
        ("4k3/8/8/8/8/3p4/3N4/4K3 w - - 0 1", terms::MINOR_BEHIND_PAWN.at(0), 1),
        ("4k3/8/8/8/8/3P4/3B4/4K3 w - - 0 1", terms::MINOR_BEHIND_PAWN.at(1), 1),
    ]);
}

#[test]
fn bishops() {
    check_cases(&[
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", terms::BISHOP_PAIR.at(0), 1),
        ("4k3/8/8/8/8/8/8/2B1K1B1 w - - 0 1", terms::BISHOP_PAIR.at(0), 0),
        ("4k3/8/8/8/8/4P3/3P1P2/2B1K3 w - - 0 1", terms::BISHOP_PAWNS.at(0), 3),
        ("4k3/8/8/8/8/3P1P2/4P3/2B1K3 w - - 0 1", terms::BISHOP_PAWNS.at(0), 0),
        // By the blocked pawns, which count on the files c to f alone.
        ("4k3/8/8/2p1p3/2P1P3/8/8/2B1K3 w - - 0 1", terms::BISHOP_PAWNS.at(2), 0),
        ("4k3/8/8/2p1p3/2P1P3/8/8/3BK3 w - - 0 1", terms::BISHOP_PAWNS.at(2), 2),
        ("4k3/8/8/p6p/P6P/8/8/3BK3 w - - 0 1", terms::BISHOP_PAWNS.at(0), 1),
        ("4k3/8/8/2p4p/2P4P/8/8/3BK3 w - - 0 1", terms::BISHOP_PAWNS.at(1), 1),
        ("4k3/8/8/2ppp3/2PPP3/8/8/2B1K3 w - - 0 1", terms::BISHOP_PAWNS.at(3), 1),
        ("4k3/8/8/2pppp2/2PPPP2/8/8/2B1K3 w - - 0 1", terms::BISHOP_PAWNS.at(3), 2),
        ("4k3/8/8/8/8/8/1B6/4K3 w - - 0 1", one(terms::BISHOP_LONG_DIAGONAL), 1),
        ("4k3/8/8/8/3P4/8/1B6/4K3 w - - 0 1", one(terms::BISHOP_LONG_DIAGONAL), 0),
        ("4k3/6p1/8/4P3/8/8/1B6/4K3 w - - 0 1", one(terms::BISHOP_XRAY_PAWN), 1),
        ("4k3/8/8/8/8/1p6/1P6/B3K3 w - - 0 1", one(terms::BISHOP_CORNERED), 1),
        ("4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1", one(terms::BISHOP_CORNERED), 0),
        ("4k3/B7/1p6/8/8/8/8/4K3 w - - 0 1", one(terms::BISHOP_TRAPPED), 1),
        ("4k3/8/B7/1p6/8/8/8/4K3 w - - 0 1", one(terms::BISHOP_TRAPPED), 1),
        ("4k3/8/1p6/B7/8/8/8/4K3 w - - 0 1", one(terms::BISHOP_TRAPPED), 0),
    ]);
}

/// The way to a corner of the bishop's colour counts six times where bishop and knight mate, three times where a rook wins the
/// bishop.
#[test]
fn mop_up() {
    check_cases(&[
        ("7k/8/5K2/8/8/8/8/2BN4 w - - 0 1", terms::MOP_UP_BISHOP_CORNER.at(0), 6),
        ("k7/8/2K5/8/8/8/8/2BN4 w - - 0 1", terms::MOP_UP_BISHOP_CORNER.at(7), 6),
        ("7k/8/5K2/8/1b6/8/8/R7 w - - 0 1", terms::MOP_UP_BISHOP_CORNER.at(0), 3),
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", terms::MOP_UP_CORNER.at(0), 1),
    ]);
}

#[test]
fn rooks_and_queens() {
    check_cases(&[
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", one(terms::ROOK_OPEN_FILE), 1),
        ("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", terms::ROOK_HALF_OPEN_FILE.at(0), 1),
        ("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", terms::ROOK_HALF_OPEN_FILE.at(0), 0),
        ("4k3/1p6/p7/8/8/8/8/R3K3 w - - 0 1", terms::ROOK_HALF_OPEN_FILE.at(1), 1),
        ("4k3/8/8/p7/P7/8/8/R3K3 w - - 0 1", one(terms::ROOK_CLOSED_FILE), 1),
        ("4k3/8/p7/8/P7/8/8/R3K3 w - - 0 1", one(terms::ROOK_CLOSED_FILE), 0),
        // With a king on the eighth rank or a pawn on the seventh.
        ("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", one(terms::ROOK_ON_SEVENTH), 1),
        ("8/R7/4k3/8/8/8/8/4K3 w - - 0 1", one(terms::ROOK_ON_SEVENTH), 0),
        ("8/R3p3/4k3/8/8/8/8/4K3 w - - 0 1", one(terms::ROOK_ON_SEVENTH), 1),
        // Shut in by its king, on the first or second rank, not further up.
        ("4k3/8/8/8/8/8/5PPP/5NKR w - - 0 1", terms::ROOK_TRAPPED.at(1), 1),
        ("4k3/8/8/8/8/8/5PPP/R4NK1 w - - 0 1", terms::ROOK_TRAPPED.at(1), 0),
        ("4k3/8/8/8/8/7P/6PR/4K3 w - - 0 1", terms::ROOK_TRAPPED.at(1), 1),
        ("4k3/8/8/8/7P/6PR/7P/4K3 w - - 0 1", terms::ROOK_TRAPPED.at(1), 0),
        // With three squares to go to or to guard, not with four and not with seven.
        ("4k3/8/8/8/7P/8/5PP1/5NKR w - - 0 1", terms::ROOK_TRAPPED.at(1), 1),
        ("4k3/8/8/7P/8/8/5PP1/5NKR w - - 0 1", terms::ROOK_TRAPPED.at(1), 0),
        ("4k3/8/8/8/8/8/5PP1/5NKR w - - 0 1", terms::ROOK_TRAPPED.at(1), 0),
        ("4k3/8/3Q4/8/8/8/8/4K3 w - - 0 1", one(terms::QUEEN_INFILTRATION), 1),
        ("4k3/4p3/8/3Q4/8/8/8/4K3 w - - 0 1", one(terms::QUEEN_INFILTRATION), 0),
        // One piece between queen and slider, not none, not two, and the slider on its own line.
        ("3rk3/3p4/8/3Q4/8/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 1),
        ("3rk3/8/8/3Q4/8/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 0),
        ("4k3/6b1/5n2/8/3Q4/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 1),
        ("4k3/6b1/8/8/3Q4/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 0),
        ("4k3/6b1/5n2/4p3/3Q4/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 0),
        ("4k3/6r1/5n2/8/3Q4/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 0),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", one(terms::CASTLING_RIGHT), 2),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", one(terms::CASTLING_RIGHT), 1),
    ]);
}

#[test]
fn pairs_of_pieces() {
    let (knight_pawn, knights, rooks) = (1, 2, 9);
    check_cases(&[
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", terms::IMBALANCE_OWN.at(knights), 0),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", terms::IMBALANCE_OWN.at(rooks), 1),
        ("4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1", terms::IMBALANCE_OWN.at(knights), 3),
        // Of a fourth knight nothing is known.
        ("4k3/8/8/8/8/8/8/NNNNK3 w - - 0 1", terms::IMBALANCE_OWN.at(knights), 3),
        ("4k3/8/8/8/8/8/PPP5/NN2K3 w - - 0 1", terms::IMBALANCE_OWN.at(knight_pawn), 6),
        ("4k3/ppp5/8/8/8/8/8/NN2K3 w - - 0 1", terms::IMBALANCE_OWN.at(knight_pawn), 0),
        ("4k3/ppp5/8/8/8/8/8/NN2K3 w - - 0 1", terms::IMBALANCE_ENEMY.at(0), 6),
    ]);
}

#[test]
fn pawns() {
    check_cases(&[
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", terms::LEVER.at(3), 1),
        ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", terms::BLOCKED_BY_PAWN.at(3), 1),
        ("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", one(terms::WEAK_LEVER), 1),
        ("4k3/8/8/3p1p2/4P3/3P4/8/4K3 w - - 0 1", one(terms::WEAK_LEVER), 0),
        ("4k3/8/8/8/8/8/PP1P1P1P/4K3 w - - 0 1", terms::PAWN_ISLANDS.at(4), 1),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", terms::PAWN_ISLANDS.at(0), 1),
        ("4k3/8/8/8/8/4P3/3P1P2/4K3 w - - 0 1", one(terms::SUPPORTED_TWICE), 1),
        ("4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1", one(terms::DOUBLED_CLOSE), 1),
        ("4k3/8/8/4P3/8/4P3/8/4K3 w - - 0 1", one(terms::DOUBLED_CLOSE), 0),
        // A neighbour behind or beside helps against the one guard; a neighbour ahead does not.
        ("4k3/3p4/8/8/4P3/5P2/8/4K3 w - - 0 1", terms::CANDIDATE.at(3), 1),
        ("4k3/3p4/8/8/4PP2/8/8/4K3 w - - 0 1", terms::CANDIDATE.at(3), 1),
        ("4k3/3p1p2/8/8/4P3/5P2/8/4K3 w - - 0 1", terms::CANDIDATE.at(3), 0),
        ("4k3/3p4/8/5P2/4P3/8/8/4K3 w - - 0 1", terms::CANDIDATE.at(3), 0),
        ("4k3/3pp3/8/8/4PP2/8/8/4K3 w - - 0 1", terms::CONNECTED_OPPOSED.at(3), 1),
        ("4k3/8/8/8/8/8/P7/6K1 w - - 0 1", one(terms::PAWNLESS_FLANK), 1),
    ]);
}

#[test]
fn steps_and_paths_of_passed_pawns() {
    check_cases(&[
        ("4k3/8/4n3/4P3/8/8/8/4K3 w - - 0 1", terms::PASSED_BLOCKED_BY_ENEMY.at(4), 1),
        ("4k3/8/4N3/4P3/8/8/8/4K3 w - - 0 1", terms::PASSED_BLOCKED_BY_OWN.at(4), 1),
        ("8/8/8/4P3/8/8/8/4K2k w - - 0 1", terms::PASSED_FREE_PATH.at(4), 1),
        // Any attack on the square ahead counts, not those of pawns alone.
        ("7k/8/8/P7/8/8/8/4K3 w - - 0 1", terms::PASSED_SAFE_STEP.at(4), 1),
        ("7k/8/7r/P7/8/8/8/4K3 w - - 0 1", terms::PASSED_SAFE_STEP.at(4), 0),
        // The enemy's knight stands in the way without attacking it; an own one is no danger.
        ("7k/n7/8/8/P7/8/8/4K3 w - - 0 1", terms::PASSED_SAFE_STEP.at(3), 1),
        ("7k/n7/8/8/P7/8/8/4K3 w - - 0 1", terms::PASSED_SAFE_PATH.at(3), 0),
        ("7k/N7/8/8/P7/8/8/4K3 w - - 0 1", terms::PASSED_SAFE_PATH.at(3), 1),
        ("7k/N7/8/8/P7/8/8/4K3 w - - 0 1", terms::PASSED_FREE_PATH.at(3), 0),
        // King, piece or pawn defend the square ahead.
        ("7k/8/8/PK6/8/8/8/8 w - - 0 1", terms::PASSED_DEFENDED_STEP.at(4), 1),
        ("7k/8/8/P7/8/8/8/4KB2 w - - 0 1", terms::PASSED_DEFENDED_STEP.at(4), 1),
        ("7k/8/8/PP6/8/8/8/4K3 w - - 0 1", terms::PASSED_DEFENDED_STEP.at(4), 2),
        ("7k/8/7r/P7/8/8/8/4K3 w - - 0 1", terms::PASSED_DEFENDED_STEP.at(4), 0),
    ]);
}

#[test]
fn helpers_of_passed_pawns() {
    check_cases(&[
        ("8/8/8/P2P4/8/8/8/4K2k w - - 0 1", terms::PASSED_CONNECTED.at(4), 0),
        ("8/8/8/2PP4/8/8/8/4K2k w - - 0 1", terms::PASSED_CONNECTED.at(4), 2),
        // Side by side each has its square ahead defended; a step apart one is defended itself.
        ("7k/8/8/PP6/8/8/8/4K3 w - - 0 1", terms::PASSED_SUPPORTED.at(4), 2),
        ("7k/8/8/P7/1P6/8/8/4K3 w - - 0 1", terms::PASSED_SUPPORTED.at(4), 1),
        ("7k/8/8/P7/1P6/8/8/4K3 w - - 0 1", terms::PASSED_SUPPORTED.at(3), 0),
        ("8/8/8/4P3/8/8/8/4K2k w - - 0 1", terms::PASSED_NO_PIECES.at(4), 1),
        ("8/8/8/4P2n/8/8/8/4K2k w - - 0 1", terms::PASSED_NO_PIECES.at(4), 0),
        ("8/8/4K3/4P3/8/8/8/7k w - - 0 1", terms::PASSED_OWN_KING.at(8), 1),
        ("8/8/3K4/4P3/8/8/8/7k w - - 0 1", terms::PASSED_OWN_KING.at(8 + 1), 1),
        // Rooks behind and in sight of the pawn.
        ("7k/8/8/P7/8/8/8/R5K1 w - - 0 1", one(terms::PASSED_OWN_ROOK_BEHIND), 1),
        ("7k/8/8/P7/8/N7/8/R5K1 w - - 0 1", one(terms::PASSED_OWN_ROOK_BEHIND), 0),
        ("R7/7k/8/P7/8/8/8/6K1 w - - 0 1", one(terms::PASSED_OWN_ROOK_BEHIND), 0),
        ("7k/8/8/P7/8/8/6K1/r7 w - - 0 1", one(terms::PASSED_OWN_ROOK_BEHIND), 0),
        ("7k/8/8/P7/8/8/6K1/r7 w - - 0 1", one(terms::PASSED_ENEMY_ROOK_BEHIND), 1),
        ("7k/8/8/P7/8/N7/6K1/r7 w - - 0 1", one(terms::PASSED_ENEMY_ROOK_BEHIND), 0),
        ("r7/7k/8/P7/8/8/6K1/8 w - - 0 1", one(terms::PASSED_ENEMY_ROOK_BEHIND), 0),
        // The king is outside the square, or just inside it.
        ("8/8/8/P6k/8/8/8/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 1),
        ("8/8/8/P6k/8/8/8/K7 b - - 0 1", one(terms::PASSED_UNSTOPPABLE), 1),
        ("8/8/8/P4k2/8/8/8/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 1),
        ("8/8/8/P3k3/8/8/8/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 1),
        ("8/8/8/P3k3/8/8/8/K7 b - - 0 1", one(terms::PASSED_UNSTOPPABLE), 0),
        ("8/8/8/P2k4/8/8/8/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 0),
        ("8/8/8/8/8/6k1/P7/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 1),
        ("7n/8/8/P6k/8/8/8/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 0),
    ]);
}

/// A threat that can be carried out, and one that can be parried.
#[test]
fn terms_by_turn_have_a_table_for_the_side_to_move() {
    let [waiting, moving] = ["b", "w"].map(|turn| {
        let position: Position = format!("4k3/8/8/3n4/4P3/8/8/4K3 {turn} - - 0 1").parse().unwrap();
        counts(&position).0[Color::White]
    });
    let threat = terms::PAWN_THREAT.at(Role::Knight.index()).index();
    let term = terms::TERMS.iter().find(|term| term.range().contains(&threat)).unwrap();
    assert!(term.is_by_turn && term.len == 2 * Role::COUNT - 2);
    let other = threat + term.len / 2;
    assert_eq!([waiting[threat], waiting[other]], [1, 0]);
    assert_eq!([moving[threat], moving[other]], [0, 1]);
}

/// A queen and a rook at the king's door are dangerous; the same far away are not.
#[test]
fn danger_grows_with_the_attack() {
    let worth = |fen: &str| {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let explanation = eval::explain(&position);
        let group = explanation.groups.iter().find(|group| group.name == "King attack").expect("a group");
        group.worth[Color::White].middlegame()
    };
    let far = worth("6k1/5ppp/8/8/8/8/5PPP/QR4K1 b - - 0 1");
    let queen = worth("6k1/5ppp/7Q/8/8/8/5PPP/1R4K1 b - - 0 1");
    let both = worth("6k1/5ppp/6RQ/8/8/8/5PPP/6K1 b - - 0 1");
    assert!(far < queen && queen < both && both - queen > queen - far, "{far} {queen} {both}");
}
