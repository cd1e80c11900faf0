//! Recorded searches agree with the reports of the search and with the rules.

use std::cell::RefCell;
use std::collections::HashSet;

use movegen::{Checks, Masks, perft};
use search::observer::Cut;
use search::techniques::{Technique, Techniques};
use search::{Control, Engine, Game, Limits, Mebibytes, PvLine, Reporter};
use treeview::algorithm::{self, Algorithm, Effort};
use treeview::reason;
use treeview::record::{NONE, VisitKind, VisitRecord, flags};
use treeview::tree::SearchTree;
use types::{Bound, Depth, Move};

use crate::support::{POSITIONS, effort, position, positions, principal_variation, search, searches};

#[test]
fn the_records_count_what_the_search_counts() {
    for (name, tree) in searches() {
        assert_eq!(tree.counted_nodes(), tree.about.nodes, "{name}");
        assert!(tree.about.nodes > 20, "{name}: {}", tree.about.nodes);
    }
}

#[test]
fn sound_searches_find_the_value_of_minimax() {
    // The second has a million captures below the first ply: too many for a search with a full window.
    let depths = [2, 0, 3, 2, 2, 2];
    for (fen, depth) in POSITIONS.into_iter().zip(depths).filter(|&(_, depth)| depth > 0) {
        let values = [Algorithm::Minimax, Algorithm::Alphabeta, Algorithm::Pvs]
            .map(|algorithm| search(algorithm, fen, depth).about.score.expect("it was finished"));
        assert_eq!(values, [values[0]; 3], "{fen}");
    }
}

/// Nxc3 takes a pawn and is stalemate.
#[test]
fn all_searches_see_a_stalemate_after_a_root_move() {
    for algorithm in [Algorithm::Minimax, Algorithm::Alphabeta, Algorithm::Pvs, Algorithm::Engine] {
        let tree = search(algorithm, "8/8/8/8/1Pp5/K1p5/N7/k7 w - - 0 1", 1);
        let drawn: Vec<&VisitRecord> =
            tree.records.iter().filter(|node| node.end == reason::code(Cut::Draw) as u8).collect();
        assert_eq!(drawn.len(), 1, "{algorithm}");
        assert_eq!(
            Move::from_bits(drawn[0].mv).map(|mv| mv.to_string()).as_deref(),
            Some("a2c3"),
            "{algorithm}"
        );
    }
}

/// The result is that of a whole search of that depth, without anything after it.
#[test]
fn a_search_that_is_stopped_states_the_score_of_its_last_iteration() {
    let mut depths = HashSet::new();
    for nodes in [1, 10, 40, 100, 400, 1000, 1500, 1900, 3000] {
        let effort = Effort { nodes, ..effort(40) };
        let (root, control) = (position(POSITIONS[1]), Control::new());
        let tree = algorithm::search(Algorithm::Pvs, &root, &effort, &control, &|_, _| ());
        let tree = tree.expect("so little memory is there");
        let whole = |depth| search(Algorithm::Pvs, POSITIONS[1], depth).about.score;
        assert!(tree.about.stopped, "{nodes}");
        assert_eq!(tree.about.score, tree.last_iteration().and_then(whole), "{nodes}");
        depths.insert(tree.last_iteration());
    }
    assert!(depths.len() >= 3 && depths.contains(&None), "{depths:?}");
}

#[test]
fn minimax_visits_every_position_of_perft() {
    let tree = search(Algorithm::Minimax, POSITIONS[0], 3);
    for (ply, depth) in [(1, 2), (2, 1), (3, 0)] {
        let visited =
            tree.records.iter().filter(|record| record.ply == ply && i32::from(record.depth) == depth);
        let is_below_horizon =
            |record: &&VisitRecord| tree.records[record.parent as usize].depth > record.depth;
        let leaves = perft::list(&position(POSITIONS[0]), u32::from(ply));
        assert_eq!(visited.filter(is_below_horizon).count() as u64, leaves, "ply {ply}");
    }
}

#[test]
fn records_come_in_the_order_of_a_walk() {
    for (name, tree) in searches() {
        let mut line: Vec<u32> = Vec::new();
        for (index, record) in (0..).zip(&tree.records) {
            while line.last().is_some_and(|&open| open != record.parent) {
                line.pop();
            }
            assert_eq!(line.last().copied().unwrap_or(NONE), record.parent, "{name}: record {index}");
            assert!(
                record.parent == NONE || tree.records[record.parent as usize].is_visit(),
                "{name}: record {index} is the child of a skipped move"
            );
            line.push(index);
        }
    }
}

#[test]
fn windows_lie_within_those_of_the_parents() {
    for (name, tree) in searches() {
        for record in tree.records.iter().filter(|record| record.is_visit()) {
            assert!(record.alpha < record.beta, "{name}: {record:?}");
            let is_made = record.role == VisitKind::Move as u8 || record.role == VisitKind::NullMove as u8;
            if is_made {
                let parent = &tree.records[record.parent as usize];
                let is_within = parent.alpha <= -record.beta && -record.alpha <= parent.beta;
                // ProbCut asks whether a capture lies even above a raised beta.
                let is_raised = -record.beta >= parent.beta && record.beta - record.alpha == 1;
                assert!(is_within || is_raised, "{name}: {record:?}");
            }
        }
    }
}

#[test]
fn every_move_is_searched_skipped_or_untried_with_a_reason() {
    for (name, tree) in searches() {
        let codes: HashSet<u16> = tree.about.reasons.iter().map(|words| words.code).collect();
        let positions = positions(tree, &game_root(tree));
        let children = tree.children();
        for (index, node) in tree.records.iter().enumerate().filter(|(_, node)| is_complete(node)) {
            let mut seen: HashSet<Move> = HashSet::new();
            for child in children[index].iter().map(|&child| &tree.records[child as usize]) {
                if child.role == VisitKind::Skipped as u8 {
                    assert!(codes.contains(&u16::from(child.end)), "{name}: {child:?}");
                }
                seen.extend(Move::from_bits(child.mv));
            }
            for untried in tree.untried_of(node) {
                let mv = Move::from_bits(untried.mv).expect("a move");
                assert!(codes.contains(&untried.why), "{name}: {mv} of {node:?}");
                let is_quiescent = untried.why == reason::code(Cut::By(Technique::QuiescencePruning));
                assert!(!is_quiescent || node.has(flags::QUIESCENCE), "{name}: {mv} of {node:?}");
                assert!(seen.insert(mv), "{name}: {mv} of {node:?} was tried");
            }
            check_moves(name, &positions[index], node, &seen);
        }
    }
}

/// At the end of the game a score is the value, whatever the window.
#[test]
fn the_end_of_a_game_is_a_value() {
    let mut ends = 0;
    for (name, tree) in searches() {
        let positions = positions(tree, &game_root(tree));
        for (node, position) in tree.records.iter().zip(&positions).filter(|(node, _)| node.bound().is_some())
        {
            let is_drawn = node.end == reason::code(Cut::Draw) as u8;
            // Quiescence does not look for other moves than captures unless it is in check.
            let is_looked_at = !node.has(flags::QUIESCENCE) || position.in_check();
            let has_no_move = node.end == 0 && is_looked_at && position.count_legal_moves() == 0;
            if is_drawn || has_no_move {
                assert!(node.has(flags::VALUE), "{name}: {node:?}");
                ends += 1;
            }
        }
    }
    assert!(ends > 20, "only {ends} ends");
    let bare = search(Algorithm::Engine, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2);
    let below = bare.records.iter().filter(|node| node.ply > 0 && node.is_visit());
    assert!(below.clone().count() > 4 && below.clone().all(|node| node.has(flags::VALUE)));
}

fn game_root(tree: &SearchTree) -> movegen::Position {
    match &tree.about.root {
        treeview::tree::TreeRoot::Chess(fen) => position(fen),
        treeview::tree::TreeRoot::Lists(text) => panic!("{text} is no position"),
    }
}

/// A node that was left with a score, but not because the game was over. Excluded are searches for singularity,
/// which leave out one move, and searches for razoring, which are part of their node.
fn is_complete(node: &VisitRecord) -> bool {
    let is_over = [Cut::Draw, Cut::Horizon].map(|why| reason::code(why) as u8).contains(&node.end);
    node.bound().is_some() && !is_over && node.role != VisitKind::SingularTest as u8
}

fn check_moves(name: &str, position: &movegen::Position, node: &VisitRecord, seen: &HashSet<Move>) {
    let legal: HashSet<Move> = position.legal_moves().into_iter().collect();
    let all_count = !node.has(flags::QUIESCENCE) || Masks::of(position).in_check();
    let is_quiet = |mv: &Move| mv.promoted_to().is_none() && !position.is_capture(*mv);
    let wanted: HashSet<Move> = legal.into_iter().filter(|mv| all_count || !is_quiet(mv)).collect();
    assert!(wanted.is_subset(seen), "{name}: {node:?} of {position:?}");
    // Quiescence tries some quiet checks as well.
    let checks = Checks::of(position);
    for &mv in seen.difference(&wanted) {
        let is_check =
            !all_count && position.is_legal(&Masks::of(position), mv) && position.gives_check(&checks, mv);
        assert!(is_check, "{name}: {mv} of {node:?} of {position:?}");
    }
}

#[test]
fn a_source_is_an_earlier_search_of_the_same_position_to_the_same_depth() {
    let mut found = 0;
    for (name, tree) in searches() {
        let positions = positions(tree, &game_root(tree));
        for (index, record) in tree.records.iter().enumerate().filter(|(_, record)| record.source != NONE) {
            let source = record.source as usize;
            assert!(source < index, "{name}: {record:?}");
            assert_eq!(positions[source].key(), positions[index].key(), "{name}: {record:?}");
            let VisitRecord { depth, end, role, .. } = tree.records[source];
            let is_test = |role| role == VisitKind::SingularTest as u8;
            assert_eq!(is_test(role), is_test(record.role), "{name}: {record:?}");
            // Without a table move a node is searched up to three plies less deep than it was asked for. ProbCut's search is some plies less deep.
            let by_probcut = u16::from(end) == reason::code(Cut::By(Technique::ProbCut));
            let is_searched = (depth - 3..=depth).contains(&record.table_depth)
                || by_probcut && (0..depth).contains(&record.table_depth);
            assert!(
                is_searched || record.table_depth < 0,
                "{name}: {record:?} from {:?}",
                tree.records[source]
            );
            found += 1;
        }
        let hits = tree.records.iter().filter(|record| record.table_bound != 0);
        assert!(hits.filter(|hit| hit.source == NONE).count() == 0, "{name}: a hit comes from nowhere");
    }
    assert!(found > 1000, "{found} sources");
}

/// Remembers the moves of the last line.
#[derive(Default)]
struct LastLine(Vec<u16>);

impl Reporter for LastLine {
    fn line(&mut self, line: &PvLine) {
        self.0 = line.pv.iter().map(|mv| mv.bits()).collect();
    }
}

#[test]
fn the_principal_variation_is_what_the_search_reports() {
    for fen in POSITIONS {
        check_line(Algorithm::Pvs, Techniques::SOUND, fen, 4);
        check_line(Algorithm::Engine, Techniques::ALL, fen, 8);
    }
}

fn check_line(algorithm: Algorithm, techniques: Techniques, fen: &str, depth: i32) {
    let mut engine = Engine::new(Mebibytes(1)).expect("so little memory is there");
    let (mut last, control) = (LastLine::default(), Control::new());
    let effort = effort(depth);
    let limits = Limits { depth: Some(Depth(depth)), nodes: Some(effort.nodes), ..Limits::default() };
    engine.set_techniques(techniques);
    engine.search(&Game::new(position(fen)), &limits, &control, &mut last);
    assert_eq!(principal_variation(&search(algorithm, fen, depth)), last.0, "{algorithm} of {fen}");
}

#[test]
fn roots_know_their_iteration_and_whether_it_is_searched_again() {
    let (mut again, mut reduced) = (0, 0);
    for (name, tree) in searches() {
        let roots: Vec<&VisitRecord> = tree.roots().map(|root| &tree.records[root as usize]).collect();
        assert!(roots.iter().all(|root| root.role == VisitKind::TreeRoot as u8), "{name}");
        assert!(roots.windows(2).all(|pair| pair[0].iteration() <= pair[1].iteration()), "{name}");
        for pair in roots.windows(2) {
            let is_again = pair[1].has(flags::AGAIN);
            assert_eq!(is_again, pair[0].bound() != Some(Bound::Exact), "{name}: {pair:?}");
            assert_eq!(is_again, pair[0].iteration() == pair[1].iteration(), "{name}: {pair:?}");
            assert!(is_again || pair[1].reduction == 0, "{name}: {pair:?}");
            again += usize::from(is_again);
            reduced += usize::from(pair[1].reduction > 0);
        }
        assert_eq!(tree.last_iteration(), Some(tree.about.depth), "{name}");
    }
    assert!(again > 10 && reduced > 3, "{again} roots again, {reduced} of them reduced");
}

#[test]
fn prunings_are_counted_outside_of_quiescence() {
    for (name, tree) in searches() {
        let (counts, children) = (tree.about.counts, tree.children());
        let is_skipped = |&&child: &&u32| !tree.records[child as usize].is_visit();
        let left_out: usize = tree
            .records
            .iter()
            .zip(&children)
            .filter(|(node, _)| node.is_visit() && node.has(flags::QUIESCENCE))
            .map(|(node, children)| usize::from(node.untried) + children.iter().filter(is_skipped).count())
            .sum();
        assert_eq!(counts.pruned + left_out as u64, counts.untried + counts.skipped, "{name}");
        assert!(counts.pruned > 0, "{name}");
    }
    assert_eq!(search(Algorithm::Minimax, POSITIONS[0], 2).about.counts.pruned, 0);
}

#[test]
fn where_the_game_is_over_there_is_no_tree() {
    let mated = position("7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
    let control = Control::new();
    for algorithm in [Algorithm::Minimax, Algorithm::Engine] {
        let tree = treeview::algorithm::search(algorithm, &mated, &effort(3), &control, &|_, _| ());
        assert!(tree.unwrap_err().to_string().contains("the game is over in '7k/5KQ1"), "{algorithm}");
    }
}

#[test]
fn a_search_that_is_stopped_is_drawn_as_far_as_it_went() {
    let root = position(POSITIONS[1]);
    for algorithm in [Algorithm::Minimax, Algorithm::Engine] {
        let effort = treeview::algorithm::Effort { nodes: 2_000, ..effort(30) };
        let control = Control::new();
        let tree = treeview::algorithm::search(algorithm, &root, &effort, &control, &|_, _| ()).unwrap();
        assert!(tree.about.stopped, "{algorithm}");
        assert!(tree.records.iter().any(|record| record.has(flags::UNFINISHED)), "{algorithm}");
        assert!((1_500..10_000).contains(&tree.records.len()), "{algorithm}: {}", tree.records.len());
    }
}

/// A copy of the tree is what the whole tree has up to then, apart from the nodes that are still searched.
#[test]
fn copies_during_a_search_begin_as_the_whole_tree_does() {
    for (algorithm, depth) in [(Algorithm::Minimax, 2), (Algorithm::Engine, 6)] {
        let (root, control, copies) = (position(POSITIONS[1]), Control::new(), RefCell::new(Vec::new()));
        let effort = algorithm::Effort { nodes: 5_000, ..effort(depth) };
        let watcher = |records: usize, copy: &dyn Fn() -> SearchTree| {
            if records % 500 == 1 {
                copies.borrow_mut().push(copy());
            }
        };
        let whole = algorithm::search(algorithm, &root, &effort, &control, &watcher).unwrap();
        let copies = copies.into_inner();
        assert!(copies.len() > 3 && !whole.about.running, "{algorithm}");
        let mut finished = 0;
        for copy in copies {
            assert!(copy.about.running && SearchTree::from_log(&copy.to_log().unwrap()).unwrap() == copy);
            for (record, last) in copy.records.iter().zip(&whole.records) {
                assert_eq!((record.parent, record.mv, record.ply), (last.parent, last.mv, last.ply));
                if record.is_visit() && !record.has(flags::UNFINISHED) {
                    assert_eq!((record.score, record.untried), (last.score, last.untried));
                    finished += 1;
                }
            }
        }
        assert!(finished > 500, "{algorithm}: {finished}");
    }
}
