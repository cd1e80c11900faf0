//! Several lines: they have different moves, are sorted, have the same scores as when searched alone, and are
//! sensible wherever a search ends.

use std::cmp::Reverse;
use std::collections::HashSet;

use search::techniques::Techniques;
use search::{Engine, Game, Limits, Window};
use textbook::{GameTree, alphabeta};
use types::{Move, Ply, Score};

use crate::oracle::textbook;
use crate::support::{
    LineRecorder, POSITIONS, depth, drawn_tables, engine, engine_with, game, game_after, nodes, search,
    with_lines,
};

#[test]
fn lines_are_of_different_moves_and_sorted() {
    for fen in POSITIONS {
        let game = game(fen);
        let legal = game.position().legal_moves().len();
        for (wanted, limits) in [(2, depth(6)), (5, nodes(20_000)), (500, depth(3))] {
            if legal == 0 {
                continue;
            }
            let (_, recorder) = search(&mut engine(), &game, &with_lines(wanted, limits.clone()));
            let last = recorder.last_lines();
            assert_eq!(last.len(), wanted.min(legal), "{fen}");
            assert!(limits.nodes.is_some() || last.iter().all(|line| line.depth == last[0].depth), "{fen}");
            assert_eq!(last.iter().map(|line| line.pv[0]).collect::<HashSet<_>>().len(), last.len());
            assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score), "{fen}: {last:?}");
            assert!(last.iter().enumerate().all(|(index, line)| line.multipv == index + 1), "{fen}");
        }
    }
}

/// The score of each move by the textbook search.
fn textbook_values(game: &Game, depth: u32) -> Vec<(Move, Score)> {
    let mut tree = textbook(game);
    let mut value = |mv| {
        tree.play(mv);
        let score = -alphabeta::fail_soft(&mut tree, depth - 1, Window::FULL).score;
        tree.take_back();
        (mv, score)
    };
    game.position().legal_moves().into_iter().map(&mut value).collect()
}

#[test]
fn every_line_is_worth_what_its_move_is_worth_alone() {
    /// The largest number of moves for a search of 4 plies; with more it is 3.
    const FEW: usize = 20;
    for fen in POSITIONS {
        let game = game(fen);
        let legal = game.position().legal_moves().len();
        if legal == 0 {
            continue;
        }
        let plies = if legal <= FEW { 4 } else { 3 };
        let limits = with_lines(legal, depth(plies));
        let (_, recorder) = search(&mut engine_with(Techniques::SOUND), &game, &limits);
        let reported: Vec<_> = recorder.last_lines().iter().map(|line| (line.pv[0], line.score)).collect();
        let mut wanted = textbook_values(&game, plies as u32);
        assert_eq!(reported.len(), legal, "{fen}");
        wanted.sort_by_key(|&(mv, _)| reported.iter().position(|&(reported, _)| reported == mv));
        assert_eq!(reported, wanted, "{fen}");
    }
}

/// The lines of a search for three lines, stopped at each node count up to a number.
fn stopped_at_each(
    fen: &str,
    up_to: u64,
    engine: impl Fn() -> Engine,
) -> impl Iterator<Item = (u64, LineRecorder)> {
    let game = game(fen);
    (0..=up_to).map(move |count| (count, search(&mut engine(), &game, &with_lines(3, nodes(count))).1))
}

/// An engine with tablebases in which all moves draw, while a search finds some better than others.
fn engine_with_drawn_tables() -> Engine {
    let mut engine = engine();
    engine.use_tablebases(Some(drawn_tables(None)));
    engine
}

#[test]
fn wherever_a_search_is_stopped_its_finished_lines_lead() {
    finished_lines_lead(engine);
}

#[test]
fn finished_lines_lead_also_where_tables_prove_all_moves_alike() {
    finished_lines_lead(engine_with_drawn_tables);
}

fn finished_lines_lead(engine: fn() -> Engine) {
    let mut mixed = 0;
    for fen in [POSITIONS[2], POSITIONS[5], POSITIONS[9], POSITIONS[19]] {
        let mut finished = HashSet::new();
        for (count, recorder) in stopped_at_each(fen, 600, engine) {
            let context = format!("{fen} at {count} nodes");
            let last = recorder.last_lines();
            let most = recorder.lines.iter().map(|line| line.multipv).max();
            assert_eq!(Some(last.len()), most, "lines are lost: {context}");
            assert_eq!(last.iter().map(|line| line.pv[0]).collect::<HashSet<_>>().len(), last.len());
            assert!(last.is_sorted_by(|one, other| one.score >= other.score), "{context}: {last:?}");
            // Newer lines come first: the moves that they refuted come after them.
            assert!(last.is_sorted_by_key(|line| Reverse(line.depth)), "{context}: {last:?}");
            let is_mixed = last[0].depth > last[last.len() - 1].depth;
            mixed += usize::from(is_mixed && finished.insert(last[0].depth));
        }
    }
    assert!(mixed > 8, "only {mixed} iterations were stopped between two lines");
}

#[test]
fn moves_that_end_the_game_have_their_score_without_a_search() {
    for (fen, played, mv, score) in [
        // Mate and stalemate.
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "", "d1d8", Score::mate_in(Ply(1))),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "", "f1f7", Score::DRAW),
        // The last piece is captured, or the last of fifty moves made.
        ("8/8/8/3k4/8/8/1r6/K7 w - - 0 1", "", "a1b2", Score::DRAW),
        ("8/8/8/4k3/8/8/Q7/K7 w - - 99 90", "", "a2a3", Score::DRAW),
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 99 90", "", "d1d8", Score::mate_in(Ply(1))),
        // A position is repeated for the third time.
        (
            "6k1/5ppp/8/8/8/8/3R1PPP/6K1 w - - 0 1",
            "d2d1 g8h8 d1d2 h8g8 d2d1 g8h8 d1d2 h8g8",
            "d2d1",
            Score::DRAW,
        ),
    ] {
        let game = game_after(fen, played);
        let wanted = game.position().parse_uci(mv).expect("a test move is legal");
        for lines in [1, 3] {
            let limits = Limits { search_moves: vec![wanted], ..with_lines(lines, nodes(0)) };
            let (outcome, _) = search(&mut engine(), &game, &limits);
            assert_eq!((outcome.best_move(), outcome.score), (Some(wanted), score), "{fen}");
        }
    }
}

#[test]
fn a_mate_in_one_is_reported_wherever_the_search_is_stopped() {
    for fen in ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "7k/R7/6K1/8/8/8/8/RR6 w - - 0 1"] {
        for (count, recorder) in stopped_at_each(fen, 300, engine) {
            assert_eq!(recorder.last_lines()[0].score, Score::mate_in(Ply(1)), "{fen} at {count} nodes");
        }
    }
}

#[test]
fn all_mating_moves_are_found() {
    for fen in ["7k/R7/6K1/8/8/8/8/RR6 w - - 0 1", "6k1/8/6K1/8/8/8/8/QRR5 w - - 0 1"] {
        let game = game(fen);
        let mates = |mv| game.position().after(mv).is_checkmate();
        let mating = game.position().legal_moves().into_iter().filter(|&mv| mates(mv)).count();
        assert!(mating > 1);
        let (_, recorder) = search(&mut engine(), &game, &with_lines(mating + 2, depth(4)));
        let found = recorder.last_lines().iter().filter(|line| line.score.mate_plies() == Some(1)).count();
        assert_eq!(found, mating, "{fen}");
    }
}
