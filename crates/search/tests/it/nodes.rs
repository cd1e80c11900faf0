//! What every node does, as an observer sees it: cuts have reasons, draws at hand are taken, the table gets moves, and the
//! deepest line fits into the stack.

use movegen::{KeyHistory, Position};
use search::engine::STACK_SIZE;
use search::observer::{Cut, Entered};
use search::{Bound, SearchObserver, Window};
use tt::Entry;
use types::{Depth, Move, Ply, Score};

use crate::support::{POSITIONS, depth, engine, game, nodes, position, search_with};

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
        // A draw may be stalemate, and the node may be mate: no cut.
        let ends = [Score::DRAW, Score::mated_in(ply)];
        let reached_beta = score.is_some_and(|score| score >= window.beta && !ends.contains(&score));
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
    let endgames = [
        "8/5pk1/6p1/8/3R4/6P1/r4PK1/8 w - - 0 1",
        "8/8/1p1k4/p1p5/P1P1K3/1P6/8/5n1B b - - 0 1",
        // Some nodes without a table move are left to quiescence.
        "8/7p/8/8/7P/K3P3/2Rp4/k3r3 w - - 0 1",
    ];
    for fen in POSITIONS.iter().chain(&endgames) {
        let mut claims = Claims::at(position(fen));
        search_with(&mut engine(), &game(fen), &depth(12), &mut claims);
        made += claims.made;
    }
    assert!(made > 0);
}

/// Counts the entries of searched nodes where no move raised alpha, and those of them with a move.
#[derive(Default)]
struct FailedLow {
    all: u32,
    with_move: u32,
}

impl SearchObserver for FailedLow {
    fn table_store(&mut self, _: Ply, entry: &Entry) {
        // Quiescence has depth 0, and entries of nodes not searched yet have less.
        if entry.bound == Bound::Upper && entry.depth > Depth::ZERO {
            self.all += 1;
            self.with_move += u32::from(entry.mv.is_some());
        }
    }
}

/// Checks that entries of nodes that failed low have a move, which improves the order of the next visit and prevents
/// its internal iterative reduction.
#[test]
fn a_node_where_no_move_raised_alpha_leaves_one_to_try_first() {
    let mut failed = FailedLow::default();
    for fen in POSITIONS {
        search_with(&mut engine(), &game(fen), &nodes(10_000), &mut failed);
    }
    // Mates and stalemates have no move, nor have nodes whose moves all come too late to mate.
    let FailedLow { all, with_move } = failed;
    assert!(all > 1000 && with_move > all * 9 / 10, "{with_move} of {all}");
}

/// Records the stack address at every ply.
#[derive(Default)]
struct StackMeter {
    path: Vec<usize>,
    /// The largest distance of a child from its parent, in bytes.
    largest_frame: usize,
}

impl SearchObserver for StackMeter {
    fn enter(&mut self, node: &Entered) {
        let here = std::ptr::from_ref(node).addr();
        if let Some(&parent) = self.path.last() {
            self.largest_frame = self.largest_frame.max(parent.abs_diff(here));
        }
        self.path.push(here);
    }

    fn leave(&mut self, _: Ply, _: Option<Score>) {
        self.path.pop();
    }
}

#[test]
fn the_deepest_line_takes_less_than_half_of_the_stack() {
    for fen in POSITIONS {
        let mut meter = StackMeter::default();
        search_with(&mut engine(), &game(fen), &nodes(20_000), &mut meter);
        let deepest = meter.largest_frame * Ply::MAX.index();
        assert!(2 * deepest < STACK_SIZE, "{} bytes a ply: {deepest} in all, for {fen}", meter.largest_frame);
    }
}
