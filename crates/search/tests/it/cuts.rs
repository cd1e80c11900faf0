//! Every cut is reported to the observer.

use search::observer::{Cut, Entered};
use search::{SearchObserver, Window};
use types::{Ply, Score};

use crate::support::{POSITIONS, engine, game, nodes, search_with};

/// The nodes of the current line, each with its window and true if a cut was reported.
#[derive(Default)]
struct Reasons(Vec<(Window, bool)>);

impl SearchObserver for Reasons {
    fn enter(&mut self, node: &Entered) {
        self.0.push((node.window, false));
    }

    fn cut(&mut self, _: Ply, _: Cut) {
        self.0.last_mut().expect("a node is entered before it is cut").1 = true;
    }

    fn leave(&mut self, ply: Ply, score: Option<Score>) {
        let (window, is_cut) = self.0.pop().expect("a node is entered before it is left");
        // A draw may be stalemate, which is no cut.
        let reached_beta = score.is_some_and(|score| score >= window.beta && score != Score::DRAW);
        assert!(is_cut || !reached_beta, "no reason for {score:?} with {window:?} at {ply:?}");
    }
}

#[test]
fn every_node_that_reaches_beta_reports_a_cut() {
    for fen in POSITIONS {
        let mut reasons = Reasons::default();
        search_with(&mut engine(), &game(fen), &nodes(50_000), &mut reasons);
        assert!(reasons.0.is_empty(), "{fen}");
    }
}
