//! The end of a search by signals: at once, not before, and never without an answer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use search::{Control, Limits, Line, Reporter};

use crate::support::{Ear, POSITIONS, engine, game, search};

/// At most so many nodes pass until a search sees that it is stopped.
const NODES_UNSEEN: u64 = 256;

#[test]
fn a_search_that_is_stopped_before_it_begins_has_a_legal_answer() {
    for fen in POSITIONS {
        for multi_pv in [1, 3] {
            let multi_pv = std::num::NonZeroUsize::new(multi_pv).expect("not zero");
            // `search` stops infinite searches before they begin, and checks the answer.
            let limits = Limits { infinite: true, multi_pv, ..Limits::default() };
            let (outcome, _) = search(&mut engine(), &game(fen), &limits);
            assert!(outcome.nodes <= NODES_UNSEEN, "{fen}: {} nodes after the stop", outcome.nodes);
        }
    }
}

/// Passes on that something was heard.
struct Bell(mpsc::Sender<()>);

impl Reporter for Bell {
    fn line(&mut self, _: &Line<'_>) {
        // Nobody listens any more once the test has heard enough.
        let _ = self.0.send(());
    }
}

/// Runs a search on a thread of its own and signals once it has reported something. The search must not have
/// returned before.
fn returns_only_after(limits: &Limits, signal: impl Fn(&Control)) {
    let (bell, heard) = mpsc::channel();
    let (control, signalled) = (Control::new(), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            engine().search(&game(POSITIONS[1]), limits, &control, &mut Bell(bell));
            assert!(signalled.load(Ordering::SeqCst), "returned by itself: {limits:?}");
        });
        heard.recv().expect("a line");
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
fn nothing_to_play_is_said_as_it_is() {
    for (fen, mated) in [("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false), ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", true)]
    {
        let mut ear = Ear::default();
        let outcome = engine().search(&game(fen), &Limits::default(), &Control::new(), &mut ear);
        assert_eq!((outcome.best, outcome.score.is_mate()), (None, mated));
        assert_eq!(ear.lines.len(), 1);
    }
}
