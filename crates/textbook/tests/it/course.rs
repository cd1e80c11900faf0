//! Each step of the course, with its idea and with its bugs.

use eval::evaluate;
use movegen::Position;
use textbook::chess_order::VictimsFirst;
use textbook::course::{self, Form, Step};
use textbook::order::{Order, Reversed};
use textbook::quiescence::quiesce;
use textbook::{Chess, GameTree, HandMade, Ordered, VisitCounts, Visited, negamax};
use types::{Move, Score, Window};

use super::trees::{shuffled, tied};

type ChessTree = Chess<fn(&Position) -> Score>;

const POSITIONS: [&str; 6] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "3r3k/6pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
];

/// White would like to pass: every move of the king lets the other one in.
const ZUGZWANG: &str = "8/8/8/p7/Pk6/8/1K6/8 w - - 0 1";

fn chess(fen: &str) -> ChessTree {
    Chess::new(fen.parse().unwrap(), evaluate)
}

/// The score and the best move of a search, and the nodes that it visited.
fn run<O: Order<ChessTree>>(
    step: Step,
    form: Form,
    tree: ChessTree,
    order: O,
    depth: u32,
) -> (Score, Option<Move>, u64) {
    let mut visited = Visited::new(Ordered::new(tree, order), VisitCounts::default());
    let result = course::search(step, form, &mut visited, depth);
    (result.score, result.best, visited.visitor.nodes)
}

fn nodes_of_all_positions(step: Step, form: Form, depth: u32) -> u64 {
    POSITIONS.iter().map(|fen| run(step, form, chess(fen), VictimsFirst, depth).2).sum()
}

/// Returns true if some tree written by hand or some position shows that the search is wrong.
fn is_revealed(step: Step, form: Form) -> bool {
    let is_wrong_on = |mut tree: HandMade, depth: u32| {
        let value = negamax::negamax(&mut tree, depth).score;
        let result = course::search(step, form, &mut tree, depth);
        let worth = |mv| {
            let mut tree = tree.clone();
            tree.play(mv);
            -negamax::negamax(&mut tree, depth - 1).score
        };
        result.score != value || result.best.map(worth) != Some(value)
    };
    let trees = (0..50).flat_map(|seed| [shuffled(3, 4, seed), tied(3, 4, seed), shuffled(4, 3, seed)]);
    let values = |fen: &&str, depth| {
        (run(step, form, chess(fen), VictimsFirst, depth).0, negamax::negamax(&mut chess(fen), depth).score)
    };
    let differs = |(found, value)| found != value;
    trees
        .flat_map(|root| [3, 4].map(|depth| (root.clone(), depth)))
        .any(|(root, depth)| is_wrong_on(HandMade::new(root), depth))
        || POSITIONS.iter().any(|fen| differs(values(fen, 2)))
}

#[test]
fn sound_steps_return_what_minimax_returns() {
    let others = [Step::Quiescence, Step::NullMove, Step::Reductions, Step::Extensions];
    for step in Step::ALL.into_iter().filter(|step| !others.contains(step)) {
        for form in [Form::Without, Form::With] {
            assert!(!is_revealed(step, form), "{step:?} {form:?}");
        }
    }
}

#[test]
fn bugs_of_sound_steps_show_in_the_value() {
    for step in [Step::Minimax, Step::Negamax, Step::AlphaBeta, Step::Pvs, Step::Aspiration] {
        assert!(is_revealed(step, Form::Bug), "{step:?}");
    }
}

#[test]
fn bugs_that_keep_the_value_cost_nodes() {
    for (step, bug, depth) in [(Step::AlphaBeta, Form::SecondBug, 4), (Step::Deepening, Form::Bug, 3)] {
        assert!(!is_revealed(step, bug), "{step:?}");
        let [right, wrong] = [Form::With, bug].map(|form| nodes_of_all_positions(step, form, depth));
        assert!(wrong > right * 11 / 10, "{step:?}: {wrong} nodes, {right} without the bug");
    }
    for fen in POSITIONS {
        let (right, _, few) = run(Step::Ordering, Form::With, chess(fen), VictimsFirst, 3);
        let (wrong, _, many) = run(Step::Ordering, Form::With, chess(fen), Reversed(VictimsFirst), 3);
        assert!(right == wrong && many > few, "{fen}: {many} and {few}");
    }
}

#[test]
fn ideas_save_nodes() {
    let steps =
        [(Step::AlphaBeta, 3), (Step::Pvs, 4), (Step::Table, 4), (Step::NullMove, 4), (Step::Reductions, 4)];
    for (step, depth) in steps {
        let [without, with] =
            [Form::Without, Form::With].map(|form| nodes_of_all_positions(step, form, depth));
        assert!(with < without, "{step:?}: {with} nodes, {without} without it");
    }
}

/// Two lines that lead to one position with other windows.
#[test]
fn a_bound_is_not_a_value() {
    let fen = "8/8/1p1k4/5ppp/PPK1p3/6P1/5PP1/8 b - - 0 1";
    let value = |step, form| run(step, form, chess(fen), VictimsFirst, 6).0;
    assert_eq!(value(Step::Table, Form::With), value(Step::AlphaBeta, Form::With));
    assert_ne!(value(Step::Table, Form::Bug), value(Step::Table, Form::With));
}

/// Without quiescence the queen's pawn seems won; without standing pat, each side has to capture whatever it can.
#[test]
fn quiescence_sees_the_recapture_and_stands_pat() {
    let score = |form| run(Step::Quiescence, form, chess(POSITIONS[1]), VictimsFirst, 1).0;
    let [without, with, bug] = [Form::Without, Form::With, Form::Bug].map(score);
    let quiet = quiesced(POSITIONS[1]);
    assert_eq!(with, quiet);
    assert!(without > quiet && bug > quiet + Score(500), "{without}, {with}, {bug}");
}

/// The value of a position a ply deep with captures played out, move by move.
fn quiesced(fen: &str) -> Score {
    let mut tree = chess(fen);
    let values: Vec<Score> = tree
        .moves()
        .into_iter()
        .map(|mv| {
            tree.play(mv);
            let score = -quiesce(&mut tree, Window::FULL);
            tree.take_back();
            score
        })
        .collect();
    values.into_iter().max().unwrap()
}

#[test]
fn passing_in_zugzwang_is_wrong() {
    let value = |step, form| run(step, form, chess(ZUGZWANG), VictimsFirst, 5).0;
    assert_ne!(value(Step::NullMove, Form::Bug), value(Step::AlphaBeta, Form::With));
    assert_eq!(value(Step::NullMove, Form::With), value(Step::AlphaBeta, Form::With));
}

/// The mate takes three plies, and its first move is a check.
#[test]
fn extensions_see_a_mate_a_ply_early() {
    let find = |form| run(Step::Extensions, form, chess(POSITIONS[2]), VictimsFirst, 2);
    let [(without, ..), (with, _, few), (bug, _, many)] = [Form::Without, Form::With, Form::Bug].map(find);
    assert!(!without.is_mate() && with.is_mate() && bug.is_mate(), "{without}, {with}, {bug}");
    assert!(many > 5 * few, "{many} nodes with the bug, {few} without it");
}

#[test]
fn reductions_need_their_re_search() {
    let value = |fen: &str, form| run(Step::Reductions, form, chess(fen), VictimsFirst, 4).0;
    let errors = |form| POSITIONS.iter().filter(|fen| value(fen, form) != value(fen, Form::Without)).count();
    assert!(errors(Form::Bug) > errors(Form::With), "{} and {}", errors(Form::Bug), errors(Form::With));
}
