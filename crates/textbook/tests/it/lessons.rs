//! What the course has beside its steps: evaluations, exchanges, and the small engine.

use movegen::{KeyHistory, Position};
use textbook::evaluation::{FULL_PHASE, Terms, material, weighted};
use textbook::exchange::exchange;
use textbook::small::{Rules, best_move};
use types::Score;

/// Positions without pins, which the static exchange of the course does not see. Promotions and en passant are among the moves.
const OPEN: [&str; 5] = [
    "3rr1k1/1b3ppp/2n2n2/3pp3/4P3/2NQ1N2/PB3PPP/3RR1K1 w - - 0 1",
    "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1",
    "6k1/5ppp/4p3/3r4/8/1B6/5PPP/3R2K1 w - - 0 1",
    "1r2k3/P2n4/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2",
];
const MATE_IN_TWO: &str = "3r3k/6pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1";

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

#[test]
fn terms_are_the_same_for_both_sides() {
    let start = Terms::of(&Position::startpos());
    assert_eq!((start.values, start.phase), ([[0; 2]; 5], FULL_PHASE));
    let [white, black] =
        ["r3k3/8/2n5/8/8/8/PP3P2/R3K2Q w - - 0 1", "r3k2q/pp3p2/8/8/8/2N5/8/R3K3 b - - 0 1"].map(position);
    assert_eq!(Terms::of(&white).values, Terms::of(&black).values.map(|term| term.map(|value| -value)));
    assert_eq!(weighted(&white, &[100; 5]), weighted(&black, &[100; 5]));
    assert_eq!((material(&white), material(&black)), (Score(9), Score(9)));
}

#[test]
fn terms_fade_with_the_pieces() {
    let terms = Terms { values: [[40, 100], [0; 2], [0; 2], [0; 2], [8, 0]], phase: FULL_PHASE };
    assert_eq!(terms.score(&[100; 5]), 48);
    assert_eq!(Terms { phase: 0, ..terms }.score(&[100; 5]), 100);
    assert_eq!(Terms { phase: FULL_PHASE / 2, ..terms }.score(&[100, 0, 0, 0, 200]), 78);
}

#[test]
fn exchanges_are_worth_what_the_engine_says() {
    let mut captures = 0;
    for position in OPEN.map(position) {
        for mv in position.legal_moves().into_iter().filter(|&mv| position.is_capture(mv)) {
            captures += 1;
            let worth = Score(exchange(&position, mv)[0].worth);
            assert!(
                position.see(mv, worth) && !position.see(mv, worth + Score(1)),
                "{mv:?} in {}: {worth}",
                position.fen()
            );
        }
    }
    assert!(captures >= 12, "{captures}");
}

/// The black pawn takes last and becomes a queen, so White does not take the rook.
#[test]
fn a_pawn_that_takes_back_on_the_last_rank_becomes_a_queen() {
    let position = position("1r2k3/8/8/8/8/8/p7/1N1R2K1 b - - 0 1");
    let takes = position.legal_moves().into_iter().find(|mv| mv.to_string() == "b8b1").unwrap();
    let steps = exchange(&position, takes).into_iter().map(|capture| (capture.takes, capture.worth));
    assert_eq!(steps.collect::<Vec<_>>(), [(320, 320), (500, -850), (1350, 1350)]);
}

#[test]
fn the_small_engine_mates_with_and_without_its_rules() {
    let position = position(MATE_IN_TWO);
    let weights = [100; 5];
    let bare =
        Rules { learns_order: false, quiescence: false, null_move: 0, full_moves: 0, futility: 0, weights };
    let all =
        Rules { learns_order: true, quiescence: true, null_move: 2, full_moves: 3, futility: 150, weights };
    for rules in [all, bare] {
        let mv = best_move(&rules, &position, &KeyHistory::new(), 20_000).unwrap();
        assert_eq!(mv.to().to_string(), "g8", "{rules:?}");
    }
}
