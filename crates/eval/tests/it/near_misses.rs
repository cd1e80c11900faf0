//! Positions where a term counts, and next to each one where it just does not: a piece more, a rank further, a piece of
//! the other side.

use eval::term::{EvalFeature, Term};
use eval::terms;

use crate::counts::check_cases;

fn one(feature: Term<1>) -> EvalFeature {
    feature.at(0)
}

#[test]
fn minor_pieces() {
    check_cases(&[
        // Outposts are on the ranks 4 to 6.
        ("7k/3N4/4P3/8/8/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 0),
        ("7k/8/3N4/4P3/8/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 1),
        ("7k/8/3B4/4P3/8/8/8/4K3 w - - 0 1", terms::BISHOP_OUTPOST.at(1), 1),
        ("7k/8/8/8/3N4/4P3/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 1),
        ("7k/8/8/8/8/3N4/4P3/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 0),
        // Blocked pawns count on the files c to f alone.
        ("4k3/8/8/p6p/P6P/8/8/3BK3 w - - 0 1", terms::BISHOP_PAWNS.at(0), 1),
        ("4k3/8/8/2p4p/2P4P/8/8/3BK3 w - - 0 1", terms::BISHOP_PAWNS.at(1), 1),
    ]);
}

#[test]
fn rooks_and_queens() {
    check_cases(&[
        // Shut in on the first or second rank, not further up.
        ("4k3/8/8/8/8/7P/6PR/4K3 w - - 0 1", terms::ROOK_TRAPPED.at(1), 1),
        ("4k3/8/8/8/7P/6PR/7P/4K3 w - - 0 1", terms::ROOK_TRAPPED.at(1), 0),
        // With three squares to go to or to guard, not with four and not with seven.
        ("4k3/8/8/8/7P/8/5PP1/5NKR w - - 0 1", terms::ROOK_TRAPPED.at(1), 1),
        ("4k3/8/8/7P/8/8/5PP1/5NKR w - - 0 1", terms::ROOK_TRAPPED.at(1), 0),
        ("4k3/8/8/8/8/8/5PP1/5NKR w - - 0 1", terms::ROOK_TRAPPED.at(1), 0),
        // Either side's queen.
        // One piece between queen and slider, not none, not two, and the slider on its own line.
        ("4k3/6b1/5n2/8/3Q4/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 1),
        ("4k3/6b1/8/8/3Q4/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 0),
        ("4k3/6b1/5n2/4p3/3Q4/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 0),
        ("4k3/6r1/5n2/8/3Q4/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 0),
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
        // A neighbour beside helps as one behind does.
        ("4k3/3p4/8/8/4PP2/8/8/4K3 w - - 0 1", terms::CANDIDATE.at(3), 1),
        // Pawns of either side.
        ("4k3/8/8/8/8/8/p7/3K4 w - - 0 1", terms::KING_TO_PAWNS.at(3), 1),
        ("4k3/8/8/8/8/8/8/3K4 w - - 0 1", terms::KING_TO_PAWNS.at(0), 1),
    ]);
}

#[test]
fn steps_and_paths_of_passed_pawns() {
    check_cases(&[
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
fn support_of_passed_pawns() {
    check_cases(&[
        // Side by side each has its square ahead defended; a step apart one is defended itself.
        ("7k/8/8/PP6/8/8/8/4K3 w - - 0 1", terms::PASSED_SUPPORTED.at(4), 2),
        ("7k/8/8/P7/1P6/8/8/4K3 w - - 0 1", terms::PASSED_SUPPORTED.at(4), 1),
        ("7k/8/8/P7/1P6/8/8/4K3 w - - 0 1", terms::PASSED_SUPPORTED.at(3), 0),
        // Behind and in sight of the pawn.
        ("7k/8/8/P7/8/8/8/R5K1 w - - 0 1", one(terms::PASSED_OWN_ROOK_BEHIND), 1),
        ("7k/8/8/P7/8/N7/8/R5K1 w - - 0 1", one(terms::PASSED_OWN_ROOK_BEHIND), 0),
        ("R7/7k/8/P7/8/8/8/6K1 w - - 0 1", one(terms::PASSED_OWN_ROOK_BEHIND), 0),
        ("7k/8/8/P7/8/8/6K1/r7 w - - 0 1", one(terms::PASSED_OWN_ROOK_BEHIND), 0),
        ("7k/8/8/P7/8/8/6K1/r7 w - - 0 1", one(terms::PASSED_ENEMY_ROOK_BEHIND), 1),
        ("7k/8/8/P7/8/N7/6K1/r7 w - - 0 1", one(terms::PASSED_ENEMY_ROOK_BEHIND), 0),
        ("r7/7k/8/P7/8/8/6K1/8 w - - 0 1", one(terms::PASSED_ENEMY_ROOK_BEHIND), 0),
    ]);
}

#[test]
fn pawns_before_kings() {
    check_cases(&[
        // The attacker's pawn on g5, the defender's at home.
        ("6k1/5ppp/8/6P1/8/8/8/4K3 w - - 0 1", terms::KING_STORM.at(3), 1),
        ("6k1/5ppp/8/6P1/8/8/8/4K3 w - - 0 1", terms::KING_STORM.at(0), 2),
        ("6k1/5ppp/8/6P1/8/8/8/4K3 w - - 0 1", terms::KING_SHIELD.at(1), 3),
        // Without own pawns, without the enemy's, without any.
        ("4k3/4pp2/8/8/8/8/4PP2/4K3 w - - 0 1", terms::KING_FILE.at(0), 1),
        ("4k3/4pp2/8/8/8/8/8/4K3 w - - 0 1", terms::KING_FILE.at(1), 1),
        ("4k3/4pp2/8/8/8/8/8/4K3 w - - 0 1", terms::KING_ADJACENT_FILE.at(1), 1),
        ("4k3/8/8/8/8/8/4PP2/4K3 w - - 0 1", terms::KING_FILE.at(2), 1),
        ("4k3/8/8/8/8/8/4PP2/4K3 w - - 0 1", terms::KING_ADJACENT_FILE.at(2), 1),
        ("4k3/8/8/8/8/8/4PP2/4K3 w - - 0 1", terms::KING_ADJACENT_FILE.at(3), 1),
    ]);
}
