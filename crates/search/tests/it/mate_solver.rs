//! `go mate`: mates are found and proven, their length is right, and no other mates are reported.

use std::num::NonZeroU16;

use search::Limits;
use types::{Move, Ply, Score};

use crate::mates::MATES;
use crate::support::{POSITIONS, engine, game, mates_in_two, nodes, search, shortest_mate, with_lines};

/// The limits of `go mate`. `search` plays every line out, so a reported mate has the right length.
fn mate(moves: u16, limits: Limits) -> Limits {
    Limits { mate: NonZeroU16::new(moves), ..limits }
}

#[test]
fn go_mate_ends_when_the_mate_is_found() {
    for (fen, moves) in MATES {
        for more in [0, 3] {
            let (outcome, _) = search(&mut engine(), &game(fen), &mate(moves + more, nodes(1_000_000)));
            assert_eq!(outcome.score, Score::mate_in(Ply(2 * moves - 1)), "{fen}");
            assert!(outcome.nodes < 1_000_000);
        }
    }
}

#[test]
fn a_quiet_mate_is_found_where_everything_wins() {
    let mut mates = 0;
    for game in mates_in_two(4_000) {
        for lines in [1, 2] {
            let limits = with_lines(lines, mate(2, nodes(200_000)));
            let (outcome, _) = search(&mut engine(), &game, &limits);
            assert_eq!(outcome.score, Score::mate_in(Ply(3)), "{:?}", game.position());
        }
        mates += 1;
    }
    assert!(mates > 50, "{mates} mates");
}

/// Tries one mate in 17 of a file, which has a FEN and `dm` with a number of moves on each line.
#[test]
#[ignore = "needs a file of mates in COPPICE_MATES"]
fn a_sample_of_a_mate_suite() {
    let path = std::env::var("COPPICE_MATES").expect("COPPICE_MATES names an EPD file with `dm`");
    let suite = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut tried = 0;
    for line in suite.lines().step_by(17) {
        let (fen, rest) = line.split_once(" dm ").expect("an EPD line with dm");
        let moves: u16 = rest.trim_end_matches(';').trim().parse().expect("a number of moves");
        let (outcome, _) = search(&mut engine(), &game(fen), &mate(moves, nodes(2_000_000)));
        assert_eq!(outcome.score, Score::mate_in(Ply(2 * moves - 1)), "{line}");
        tried += 1;
    }
    assert!(tried >= 10, "{tried} tried");
}

#[test]
fn a_mate_that_is_not_there_is_not_claimed_and_the_search_ends() {
    for fen in &POSITIONS[..10] {
        let game = game(fen);
        if shortest_mate(game.position(), 2).is_some() {
            continue;
        }
        let (outcome, _) = search(&mut engine(), &game, &mate(2, Limits::default()));
        assert!(outcome.best_move().is_some(), "{fen}");
        assert!(outcome.score.mate_plies().is_none_or(|plies| !(0..=3).contains(&plies)), "{fen}");
    }
}

#[test]
fn a_node_limit_is_exact_and_leaves_a_good_move() {
    for limit in [0, 1, 100, 10_000, 50_000] {
        let hanging = game("rnb1kbnr/pppp1ppp/8/4p1q1/4P3/3P4/PPP2PPP/RNBQKBNR w KQkq - 1 3");
        let (outcome, _) = search(&mut engine(), &hanging, &mate(30, nodes(limit)));
        assert_eq!(outcome.nodes, limit);
        let best = outcome.best_move().map(|mv| mv.to_string());
        assert_eq!(best.as_deref(), Some("c1g5"), "{limit}");
    }
}

#[test]
fn a_depth_limit_counts_the_plies_of_the_mate() {
    // Quiet moves only, until the last: quiescence does not see it.
    let three = game("8/8/8/8/8/5k2/8/R4K1R w - - 0 1");
    let found = |plies| {
        let limits = Limits { depth: Some(types::Depth(plies)), ..mate(5, Limits::default()) };
        search(&mut engine(), &three, &limits).0.score
    };
    assert!(!found(1).is_mate());
    assert_eq!(found(5), Score::mate_in(Ply(5)));
}

#[test]
fn being_mated_in_time_ends_the_search_as_well() {
    for (fen, moves) in [
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", 1),
        ("8/8/8/8/8/1k6/7r/K7 w - - 0 1", 1),
        ("8/8/8/8/8/2k5/7r/1K6 w - - 0 1", 2),
    ] {
        let (outcome, _) = search(&mut engine(), &game(fen), &mate(3, nodes(1_000_000)));
        assert_eq!(outcome.score, Score::mated_in(Ply(2 * moves)), "{fen}");
        assert!(outcome.nodes < 1_000_000);
    }
}

#[test]
fn only_wanted_moves_mate() {
    let game = game("7k/R7/6K1/8/8/8/8/RR6 w - - 0 1");
    let mates = |mv: Move| game.position().after(mv).is_checkmate();
    let (mating, others): (Vec<_>, Vec<_>) =
        game.position().legal_moves().into_iter().partition(|&mv| mates(mv));
    for wanted in [&mating[1..], &others] {
        let limits = Limits { search_moves: wanted.to_vec(), ..mate(3, nodes(1_000_000)) };
        let (outcome, recorder) = search(&mut engine(), &game, &limits);
        assert!(recorder.lines.iter().all(|line| wanted.contains(&line.pv[0])));
        let plies = outcome.score.mate_plies().expect("every move mates soon");
        assert_eq!(plies == 1, mating.contains(&wanted[0]));
    }
    let limits = with_lines(mating.len() + 1, mate(1, nodes(1_000_000)));
    let (_, recorder) = search(&mut engine(), &game, &limits);
    let last = recorder.last_lines();
    let found = last.iter().filter(|line| line.score == Score::mate_in(Ply(1)));
    assert_eq!((found.count(), last.len()), (mating.len(), mating.len() + 1));
}

#[test]
fn the_fifty_move_rule_counts() {
    let clock = |halfmoves| game(&format!("7k/8/5K2/8/8/8/8/6R1 w - - {halfmoves} 80"));
    let score = |halfmoves| search(&mut engine(), &clock(halfmoves), &mate(4, nodes(100_000))).0.score;
    assert_eq!(score(97), Score::mate_in(Ply(3)));
    assert_eq!(score(98), Score::DRAW);
}

#[test]
fn a_stop_ends_it() {
    // `search` stops infinite searches before they begin, and checks the answer.
    let limits = mate(20, Limits { infinite: true, ..Limits::default() });
    let (outcome, _) = search(&mut engine(), &game(POSITIONS[1]), &limits);
    assert!(outcome.nodes <= 256, "{} nodes", outcome.nodes);
}
