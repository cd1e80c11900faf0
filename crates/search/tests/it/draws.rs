//! Draws are found.

use types::Score;

use crate::support::{depth, engine, game, game_after, search};

#[test]
fn positions_that_cannot_be_won_are_draws() {
    for fen in [
        "8/8/4k3/8/8/3K4/8/7B w - - 0 1",
        "8/8/4k3/3n4/8/3K4/8/8 b - - 0 1",
        "8/2b5/4k3/8/5B2/3K4/8/8 w - - 0 1",
    ] {
        let (outcome, _) = search(&mut engine(), &game(fen), &depth(5));
        assert_eq!(outcome.score, Score::DRAW, "{fen}");
    }
}

#[test]
fn the_losing_side_finds_perpetual_check() {
    // White is a rook down and about to be mated, but has perpetual check on e8 and h5.
    let fen = "6k1/6p1/8/7Q/8/8/q1r5/7K w - - 0 1";
    let (outcome, _) = search(&mut engine(), &game(fen), &depth(8));
    assert_eq!(outcome.score, Score::DRAW);
    assert_eq!(outcome.best_move().map(|mv| mv.to_string()).as_deref(), Some("h5e8"));
}

#[test]
fn stalemate_is_seen_and_avoided_or_forced() {
    // The queen must not take the last square from the king.
    let (outcome, _) = search(&mut engine(), &game("7k/8/8/8/8/6q1/8/7K b - - 0 1"), &depth(4));
    assert!(outcome.score > Score(300), "{outcome:?}");
    // The rook must be captured, and only kings are left.
    let (outcome, _) = search(&mut engine(), &game("7k/8/8/8/8/8/1r6/K7 w - - 0 1"), &depth(4));
    assert_eq!(outcome.score, Score::DRAW);
}

#[test]
fn the_last_pawn_can_be_taken_from_however_far_behind() {
    // The bishop does not attack the corner where its pawn promotes.
    for fen in [
        "8/8/8/6bp/8/6k1/8/6K1 w - - 0 1",
        "6k1/8/6K1/8/6BP/8/8/8 b - - 0 1",
        "k7/8/1K6/P7/8/2B5/8/8 b - - 0 1",
        "8/8/8/3k4/5b2/6np/8/5K1R w - - 0 1",
    ] {
        for plies in [10, 13, 14, 15] {
            let (outcome, _) = search(&mut engine(), &game(fen), &depth(plies));
            assert!(outcome.score.0.abs() < 60, "{fen}: {outcome:?}");
        }
    }
}

#[test]
fn a_third_occurrence_is_a_draw_and_a_second_before_the_root_is_not() {
    // White is lost, but its rook can come back to a1.
    let fen = "q4rk1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1";
    let once_before = game_after(fen, "g8h8 a1b1 h8g8");
    let twice_before = game_after(fen, "g8h8 a1b1 h8g8 b1a1 g8h8 a1b1 h8g8");
    let value = |game| search(&mut engine(), game, &depth(1)).0.score;
    assert!(value(&once_before) < Score(-300));
    assert_eq!(value(&twice_before), Score::DRAW);
}

/// Table entries are useful late in the fifty moves as well, between positions with the same clock.
#[test]
fn few_moves_left_of_fifty_do_not_make_a_search_long() {
    for pieces in ["8/8/8/4k3/8/8/3QK3/8", "8/5k2/8/8/3K4/8/1r6/3RR3", "4k3/8/8/8/8/8/3BB3/4K3"] {
        let nodes =
            |clock| search(&mut engine(), &game(&format!("{pieces} w - - {clock} 90")), &depth(9)).0.nodes;
        let early = nodes(0);
        for clock in 80..=90 {
            let late = nodes(clock);
            assert!(late < 20 * early, "{pieces} after {clock}: {late} nodes, {early} at first");
        }
    }
}

#[test]
fn fifty_moves_without_progress_are_a_draw() {
    // A rook up, but there is no time left to mate and nothing to capture.
    for clock in [99, 98, 97, 96] {
        let fen = format!("8/8/4k3/8/8/3K4/8/7R w - - {clock} 120");
        let (outcome, _) = search(&mut engine(), &game(&fen), &depth(8));
        assert_eq!(outcome.score, Score::DRAW, "{fen}");
    }
    let (outcome, _) = search(&mut engine(), &game("8/8/4k3/8/8/3K4/8/7R w - - 0 120"), &depth(8));
    assert!(outcome.score > Score(200));
}
