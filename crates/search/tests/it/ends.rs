//! The end of a search by signals: at once, not earlier, and always with a move.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use search::{Control, Game, Limits};
use types::{Move, Ply, Score};

use crate::support::{
    LineRecorder, POSITIONS, depth, engine, game, nodes, random_position, search, with_lines,
};

/// The largest number of nodes between two polls.
const NODES_UNSEEN: u64 = 256;

#[test]
fn a_search_that_is_stopped_before_it_begins_has_a_legal_answer() {
    for fen in POSITIONS {
        for multi_pv in [1, 3] {
            // `search` stops infinite searches before they begin, and checks the answer.
            let limits = with_lines(multi_pv, Limits { infinite: true, ..Limits::default() });
            let (outcome, _) = search(&mut engine(), &game(fen), &limits);
            assert!(outcome.nodes <= NODES_UNSEEN, "{fen}: {} nodes after the stop", outcome.nodes);
        }
    }
}

/// Runs a search on a thread of its own. Long after it has nothing left to do, it must still wait, and end with the signal.
fn returns_only_after(limits: &Limits, signal: impl Fn(&Control)) {
    let (sender, returned) = mpsc::channel();
    let control = Control::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            engine().search(&game(POSITIONS[1]), limits, &control, &mut ());
            sender.send(()).expect("the test listens");
        });
        let early = returned.recv_timeout(Duration::from_millis(300));
        signal(&control);
        assert!(early.is_err(), "returned by itself: {limits:?}");
        returned.recv().expect("it returns");
    });
}

#[test]
fn infinite_and_ponder_return_only_after_a_signal() {
    let done = Limits { depth: Some(types::Depth(1)), ..Limits::default() };
    returns_only_after(&Limits { infinite: true, ..done.clone() }, Control::stop);
    returns_only_after(&Limits { ponder: true, ..done.clone() }, Control::stop);
    returns_only_after(&Limits { ponder: true, ..done }, Control::ponder_hit);
}

#[test]
fn a_finished_game_is_reported_as_mate_or_stalemate() {
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score::mated_in(Ply::ROOT)),
    ] {
        let mut recorder = LineRecorder::default();
        let outcome = engine().search(&game(fen), &Limits::default(), &Control::new(), &mut recorder);
        assert_eq!((outcome.best_move(), outcome.score), (None, score));
        assert_eq!(recorder.lines.iter().map(|line| line.score).collect::<Vec<_>>(), [score]);
    }
}

/// A move that stalemates a lost opponent is a draw at every depth, also without a search.
#[test]
fn a_root_move_that_stalemates_is_a_draw_at_every_depth() {
    let stalemates = |game: &Game, mv| game.position().after(mv).is_stalemate();
    let mut tried = 0;
    for seed in 0..4_000 {
        let Some(position) = random_position(seed, ["KQk", "KRk", "KPk"][seed as usize % 3]) else {
            continue;
        };
        let game = Game::new(position);
        let legal = game.position().legal_moves();
        let drawing: Vec<Move> = legal.iter().copied().filter(|&mv| stalemates(&game, mv)).collect();
        if drawing.is_empty() || drawing.len() == legal.len() {
            continue;
        }
        tried += 1;
        for limits in [depth(1), depth(2), depth(5), nodes(0), nodes(10), nodes(300)] {
            let (outcome, _) = search(&mut engine(), &game, &limits);
            assert!(
                outcome.best_move().is_some_and(|mv| !drawing.contains(&mv)),
                "{:?}, {limits:?}",
                game.position()
            );
            let forced = Limits { search_moves: drawing.clone(), ..limits };
            let (outcome, _) = search(&mut engine(), &game, &forced);
            assert_eq!(outcome.score, Score::DRAW, "{:?}, {forced:?}", game.position());
        }
    }
    assert!(tried > 20, "{tried} tried");
}

/// A search without nodes has only the evaluation to go by. A piece that is taken back does not count as won.
#[test]
fn a_score_without_a_search_counts_the_recapture() {
    for fen in [
        "4k3/3p4/2n5/8/1N6/8/3P4/4K3 w - - 0 1",
        "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1",
        "4k3/1p6/2q5/8/8/5B2/6Q1/4K3 w - - 0 1",
        "4k3/8/3p4/4b3/3N4/5N2/8/4K3 w - - 0 1",
    ] {
        let score = |limits| search(&mut engine(), &game(fen), &limits).0.score;
        let (told, searched) = (score(nodes(1)), score(depth(2)));
        assert!(
            (told - searched).0.abs() <= 150,
            "{fen}: {told:?} without a search, {searched:?} at depth 2"
        );
    }
}
