//! The smothered mate: White gives the queen, and a knight mates a king shut in by its own pieces.
//!
//! ```text
//!   8  . . . . r . . k      1. Qg8+ Rxg8 (the knight guards g8) 2. Nf7 mate.
//!   7  . . . . . . p p
//!   6  . . . . . . . N      Anything slower loses: ... Re1 is mate on the back rank.
//!   5  . . . Q . . . .
//!   2  . q . . . P P P
//!   1  . . . . . . K .
//! ```

use std::collections::HashSet;

use movegen::Position;
use textbook::order::{Order, Ordered};
use textbook::visits::LeafLines;
use textbook::{Chess, SearchResult, Visited, alphabeta, minimax, negamax};
use types::{Move, Ply, Score, Window};

use super::forms::forms;
use super::positions::position;

const FEN: &str = "4r2k/6pp/7N/3Q4/8/8/1q3PPP/6K1 w - - 0 1";
const PLIES: u32 = 3;

type Tree = Chess<fn(&Position) -> Score>;

fn tree() -> Tree {
    Chess::new(position(FEN), eval::evaluate)
}

fn names(found: SearchResult<Move>) -> (Score, String) {
    (found.score, found.best.map_or("-".to_owned(), |mv| position(FEN).san(mv)))
}

#[test]
fn every_form_finds_it_at_depth_three_and_none_before() {
    let wanted = (Score::mate_in(Ply(3)), "Qg8+".to_owned());
    assert_eq!(names(minimax::minimax(&mut tree(), PLIES)), wanted);
    assert_eq!(names(negamax::negamax(&mut tree(), PLIES)), wanted);
    for form in forms() {
        assert_eq!(names((form.search)(&mut tree(), PLIES, Window::FULL)), wanted, "{}", form.name);
        assert!(!(form.search)(&mut tree(), PLIES - 1, Window::FULL).score.is_mate(), "{}", form.name);
    }
}

/// With the mate searched first, every other move of White is refuted by the first reply: nothing that White does
/// then is better than a mate in three plies, whatever else Black had.
#[test]
fn the_cuts_are_where_they_should_be() {
    let root = position(FEN);
    let mut tree = Visited::new(Ordered::new(tree(), QueenFirst), LeafLines(Vec::new()));
    alphabeta::fail_soft(&mut tree, PLIES, Window::FULL);
    let lines: HashSet<Vec<Move>> = tree.visitor.0.into_iter().collect();
    let mut wanted = HashSet::new();
    for mv in root.legal_moves() {
        let after = root.after(mv);
        // Black has only one reply to the queen's check, so nothing is cut there either.
        let reply = after.legal_moves()[0];
        let thirds = after.after(reply).legal_moves();
        wanted.extend(thirds.iter().map(|&third| vec![mv, reply, third]));
        if thirds.is_empty() {
            wanted.insert(vec![mv, reply]);
        }
    }
    assert_eq!(lines, wanted);
    let mut all = Visited::new(self::tree(), LeafLines(Vec::new()));
    negamax::negamax(&mut all, PLIES);
    assert!(all.visitor.0.len() > 10 * lines.len(), "{} of {}", lines.len(), all.visitor.0.len());
}

/// Tries the queen's sacrifice first.
struct QueenFirst;

impl Order<Tree> for QueenFirst {
    fn arrange(&mut self, tree: &mut Tree, moves: &mut [Move]) {
        let position = tree.position();
        moves.sort_by_key(|&mv| tree.ply() > Ply::ROOT || position.san(mv) != "Qg8+");
    }
}
