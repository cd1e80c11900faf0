//! The end of a search by signals: at once, not earlier, and always with a move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use search::{Control, Game, Limits, PvLine, Reporter};
use types::{Move, Score};

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

/// A reporter that sends a message for each line.
struct LineSender(mpsc::Sender<()>);

impl Reporter for LineSender {
    fn line(&mut self, _: &PvLine) {
        // The receiver is gone once the test has received enough.
        let _ = self.0.send(());
    }
}

/// Runs a search on a thread of its own and signals once it has reported something. The search must not have
/// returned before.
fn returns_only_after(limits: &Limits, signal: impl Fn(&Control)) {
    let (sender, messages) = mpsc::channel();
    let (control, signalled) = (Control::new(), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            engine().search(&game(POSITIONS[1]), limits, &control, &mut LineSender(sender));
            assert!(signalled.load(Ordering::SeqCst), "returned by itself: {limits:?}");
        });
        messages.recv().expect("a line");
        signalled.store(true, Ordering::SeqCst);
        signal(&control);
    });
}

#[test]
fn infinite_and_ponder_return_only_after_a_signal() {
    let done = Limits { depth: Some(types::Depth(1)), ..Limits::default() };
    returns_only_after(&Limits { infinite: true, ..done.clone() }, Control::stop);
    returns_only_after(&Limits { ponder: true, ..done.clone() }, Control::stop);
    returns_only_after(&Limits { ponder: true, ..done }, Control::ponder_hit);
    returns_only_after(&Limits { infinite: true, ..Limits::default() }, Control::stop);
    returns_only_after(&Limits { ponder: true, ..Limits::default() }, Control::stop);
}

#[test]
fn a_finished_game_is_reported_as_mate_or_stalemate() {
    for (fen, mated) in [("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false), ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", true)]
    {
        let mut recorder = LineRecorder::default();
        let outcome = engine().search(&game(fen), &Limits::default(), &Control::new(), &mut recorder);
        assert_eq!((outcome.best_move(), outcome.score.is_mate()), (None, mated));
        assert_eq!(recorder.lines.len(), 1);
    }
}

/// A move that stalemates a lost opponent is a draw at every depth, also without a search.
#[test]
fn a_root_move_that_stalemates_is_a_draw_at_every_depth() {
    let stalemates = |game: &Game, mv| {
        let after = game.position().after(mv);
        !after.in_check() && after.legal_moves().is_empty()
    };
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
