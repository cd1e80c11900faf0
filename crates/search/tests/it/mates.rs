//! Mates are found and reported with their true length and the whole line.

use search::SearchObserver;
use search::techniques::Technique;
use types::{Move, Ply, Score};

use crate::support::{depth, engine, game, game_after, mates_in_two, nodes, search, search_with, with_lines};

/// Mates and their number of moves.
pub(crate) const MATES: [(&str, u16); 11] = [
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
    ("k7/8/1K6/8/8/8/7Q/8 w - - 0 1", 1),
    ("7k/5P2/6K1/8/8/8/8/8 w - - 0 1", 1),
    ("7k/6pp/8/8/8/7q/1Q6/K7 w - - 0 1", 2),
    ("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 2),
    ("8/8/8/8/3k4/8/1q6/4K3 b - - 0 1", 2),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("3r3k/6pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1", 2),
    ("4r2k/6pp/7N/3Q4/8/8/1q3PPP/6K1 w - - 0 1", 2),
    // Quiet moves only, until the last.
    ("8/8/8/8/8/5k2/8/R4K1R w - - 0 1", 3),
];

#[test]
fn mates_in_one_to_three() {
    for (fen, moves) in MATES {
        let (outcome, _) = search(&mut engine(), &game(fen), &nodes(20_000));
        assert_eq!(outcome.score, Score::mate_in(Ply(2 * moves - 1)), "{fen}");
    }
}

/// Several lines share the table and nothing else, so they find mates at about the depth of a search for one line.
#[test]
fn a_search_for_several_lines_finds_mates_as_early_as_one_for_a_single_line() {
    let found_at = |fen: &str, lines: usize| {
        let finds = |&plies: &i32| {
            search(&mut engine(), &game(fen), &with_lines(lines, depth(plies))).0.score.is_mate()
        };
        (1..=12).find(finds).unwrap_or_else(|| panic!("{fen}: no mate with {lines} lines"))
    };
    let total = |lines: usize| MATES.into_iter().map(|(fen, _)| found_at(fen, lines)).sum::<i32>();
    let (single, several) = (total(1), total(3));
    assert!(several <= single + MATES.len() as i32, "{several} plies in all, {single} with one line");
}

/// Moves are pruned even if alpha is a mate. Searching all of them for a quicker mate takes many times the nodes: with
/// a million nodes the first position had no mate then.
#[test]
fn a_mate_in_the_tree_does_not_hold_up_the_search() {
    for fen in [
        "4R3/k1B2K1p/Pp6/1P2p3/1P3p2/3pn2p/pb2R2p/8 w - - 0 1",
        "8/2p5/1p1PP3/P2P4/4p3/2Rprp2/pp1PpP2/bk2K3 w - - 0 1",
        "1R6/8/8/8/6K1/8/pBp1p1p1/1k5b w - - 0 1",
        "5Nn1/3p4/2ppb3/8/5Bp1/1PK2kP1/pPP2p2/5B2 w - - 0 1",
        "8/1p6/8/2P1B3/8/8/p2K4/1k6 w - - 0 1",
    ] {
        let (outcome, _) = search(&mut engine(), &game(fen), &nodes(1_000_000));
        assert!(outcome.score.is_mate(), "{fen}: {}", outcome.score.0);
    }
}

#[test]
fn being_mated_is_seen_as_well() {
    let fen = "8/8/8/8/8/1k6/7r/K7 w - - 0 1";
    let (outcome, _) = search(&mut engine(), &game(fen), &depth(6));
    assert_eq!(outcome.score.mate_plies(), Some(-2));
}

/// Counts the moves that were skipped because they come too late to mate.
#[derive(Default)]
struct TooLate(u32);

impl SearchObserver for TooLate {
    fn skip(&mut self, _: Ply, _: Move, why: Technique) {
        self.0 += u32::from(why == Technique::MateDistance);
    }
}

/// Once a mate in two is found, only an immediate mate is better, so of the other moves only checks are searched.
#[test]
fn moves_that_come_too_late_to_mate_are_skipped() {
    let (mut mates, mut too_late) = (0, TooLate::default());
    for game in mates_in_two(2_000) {
        search_with(&mut engine(), &game, &nodes(20_000), &mut too_late);
        mates += 1;
    }
    assert!(mates > 20, "{mates} mates");
    assert!(too_late.0 > mates, "{} came too late", too_late.0);
}

#[test]
fn a_mate_is_not_missed_for_a_repetition() {
    let game = game_after("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "b1c1 h8g8 c1b1 g8h8 b1c1 h8g8 c1b1 g8h8");
    let (outcome, _) = search(&mut engine(), &game, &depth(5));
    assert_eq!(outcome.score, Score::mate_in(Ply(1)));
}
