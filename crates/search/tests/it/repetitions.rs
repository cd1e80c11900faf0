//! A side that can repeat a position has at least a draw.

use movegen::{KeyHistory, Position};
use search::SearchObserver;
use search::observer::Entered;
use types::{Depth, Move, Ply, Score};

use crate::support::{POSITIONS, depth, engine, game, position, search_with};

/// Follows the searched line, and checks that every node that can repeat a position of it, with a draw inside its
/// window, scores at least a draw.
struct Claims {
    /// The positions of the line, each with the move that led to it. The root has none.
    line: Vec<(Option<Move>, Position)>,
    /// For each entered node, true if it must score at least a draw.
    open: Vec<bool>,
    /// The number of such nodes.
    made: u32,
}

impl Claims {
    fn at(root: Position) -> Claims {
        Claims { line: vec![(None, root)], open: Vec::new(), made: 0 }
    }

    fn advance(&mut self, node: &Entered) {
        let ply = node.ply.index();
        if ply > 0 {
            self.line.truncate(ply);
            let mut position = self.line[ply - 1].1.clone();
            match node.mv {
                Some(mv) => position.play(mv),
                None => position.play_null(),
            }
            self.line.push((node.mv, position));
        }
    }

    /// Returns true if a move from the last position of the line repeats an earlier one.
    fn can_repeat(&self) -> bool {
        let mut keys = KeyHistory::new();
        for pair in self.line.windows(2) {
            let key = pair[0].1.key();
            if pair[1].0.is_some() { keys.push(key) } else { keys.push_null(key) }
        }
        let ply = Ply(keys.len() as u16);
        self.line.last().is_some_and(|(_, position)| keys.upcoming_repetition(position, ply))
    }
}

impl SearchObserver for Claims {
    fn enter(&mut self, node: &Entered) {
        self.advance(node);
        let could_be_drawn = node.window.alpha < Score::DRAW && Score::DRAW < node.window.beta;
        let counts = node.ply > Ply::ROOT && node.depth > Depth::ZERO && could_be_drawn;
        let claims = counts && self.can_repeat();
        self.made += u32::from(claims);
        self.open.push(claims);
    }

    fn leave(&mut self, ply: Ply, score: Option<Score>) {
        let claims = self.open.pop().expect("a node is entered before it is left");
        let is_kept = !claims || score.is_none_or(|score| score >= Score::DRAW);
        assert!(is_kept, "{score:?} at {ply:?} where the draw is at hand: {}", self.line[0].1.fen());
    }
}

#[test]
fn a_repetition_at_hand_is_the_least_a_node_is_worth() {
    let mut made = 0;
    let endgames = ["8/5pk1/6p1/8/3R4/6P1/r4PK1/8 w - - 0 1", "8/8/1p1k4/p1p5/P1P1K3/1P6/8/5n1B b - - 0 1"];
    for fen in POSITIONS.iter().chain(&endgames) {
        let mut claims = Claims::at(position(fen));
        search_with(&mut engine(), &game(fen), &depth(12), &mut claims);
        made += claims.made;
    }
    assert!(made > 0);
}
