//! The trees of the course have the scores, moves and counts of the searches that run without a recorder.

use search::Control;
use textbook::course::{Form, Step};
use textbook::{HandMade, VisitCounts, Visited};
use treeview::course::{CourseSearch, MoveOrder};
use treeview::record::VisitKind;
use treeview::tree::SearchTree;
use types::Score;

use super::support::{POSITIONS, position};

const LISTS: [&str; 4] = [
    "[[3,12,8],[2,4,6],[14,5,2]]",
    "[[[3,12,8],[2,4,6],[14,5,2]],[[1,5,6],[7,7,7],[8,8,8]],[[6,2,1],[9,9,9],[4,4,4]]]",
    "[[5,6],[9,8],[7,20]]",
    "[7,[1,[2,[3,40]]],-5]",
];

fn searches(orders: &[MoveOrder]) -> impl Iterator<Item = CourseSearch> {
    let forms = [Form::Without, Form::With, Form::Bug, Form::SecondBug];
    let pairs = Step::ALL.into_iter().flat_map(move |step| forms.map(|form| (step, form)));
    pairs.flat_map(move |(step, form)| {
        orders.iter().map(move |&order| CourseSearch { step, form, order, counts_material: false })
    })
}

/// Passing is a visit of the recorder, but no move that the counter of visits sees.
fn check(tree: &SearchTree, score: Score, best: u16, counts: VisitCounts, what: &str) {
    let passes = tree.records.iter().filter(|record| record.role == VisitKind::NullMove as u8).count() as u64;
    assert_eq!(tree.about.score, Some(score.0), "{what}");
    assert_eq!((tree.about.best, tree.about.nodes), (best, counts.nodes + passes), "{what}");
}

#[test]
fn trees_of_positions_are_those_of_the_searches() {
    for fen in POSITIONS {
        let root = position(fen);
        for search in searches(&[MoveOrder::Captures, MoveOrder::Killers]) {
            // Some bugs make trees that are too large at any greater depth.
            let recorded = search.record_chess(&root, 2, 20_000, &Control::new(), &|_, _| ()).unwrap();
            if recorded.about.stopped {
                continue;
            }
            let mut visited = Visited::new(search.chess(&root), VisitCounts::default());
            let result = search.search(&mut visited, 2);
            let best = result.best.map_or(0, |mv| mv.bits());
            check(&recorded, result.score, best, visited.visitor, &format!("{search:?} of {fen}"));
        }
    }
}

#[test]
fn trees_made_by_hand_are_those_of_the_searches() {
    for text in LISTS {
        let root: HandMade = text.parse().unwrap();
        let depth = if text.starts_with("[7") { 4 } else { text.find(char::is_numeric).unwrap() as u32 };
        for search in searches(&[MoveOrder::Generated, MoveOrder::Random, MoveOrder::BestFirst]) {
            let recorded = search.record_lists(&root).unwrap();
            let mut visited = Visited::new(search.lists(&root), VisitCounts::default());
            let result = search.search(&mut visited, depth);
            let best = result.best.map_or(0, |index| index as u16 + 1);
            check(&recorded, result.score, best, visited.visitor, &format!("{search:?} of {text}"));
        }
    }
}

/// Depth 1 of iterative deepening stops above the leaves.
#[test]
fn a_node_above_the_leaves_is_worth_the_mean_of_what_is_below() {
    let root: HandMade = "[[3,12,9],[2,[4,8]]]".parse().unwrap();
    let search = searches(&[MoveOrder::Generated])
        .find(|search| (search.step, search.form) == (Step::Deepening, Form::With))
        .unwrap();
    let tree = search.record_lists(&root).unwrap();
    let first: Vec<i16> = tree.records[1..3].iter().map(|record| record.score).collect();
    assert_eq!((first, tree.about.score), (vec![-8, -4], Some(3)));
}

#[test]
fn a_leaf_of_zero_is_no_draw() {
    let root: HandMade = "[[0,1],[2,0]]".parse().unwrap();
    for search in searches(&[MoveOrder::Generated]) {
        let tree = search.record_lists(&root).unwrap();
        assert!(tree.about.reasons.iter().all(|reason| reason.name != "draw"), "{search:?}");
    }
}

/// The order by true values visits the least leaves that prove a value, three plies deep and three moves wide.
#[test]
fn the_best_order_needs_the_least_leaves() {
    let root: HandMade = LISTS[1].parse().unwrap();
    let leaves = |order| {
        let search = CourseSearch { step: Step::AlphaBeta, form: Form::With, order, counts_material: false };
        search.record_lists(&root).unwrap().about.counts.leaves
    };
    assert_eq!(leaves(MoveOrder::BestFirst), 3 * 3 + 3 - 1);
    assert!(leaves(MoveOrder::WorstFirst) > leaves(MoveOrder::Generated));
}

#[test]
fn minimax_and_negamax_have_no_windows() {
    let root: HandMade = LISTS[0].parse().unwrap();
    for search in searches(&[MoveOrder::Generated]) {
        let is_plain = matches!(search.step, Step::Minimax | Step::Negamax)
            || (search.step, search.form) == (Step::AlphaBeta, Form::Without);
        assert_eq!(search.record_lists(&root).unwrap().about.windows, !is_plain, "{search:?}");
    }
}
