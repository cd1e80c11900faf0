//! A thinned tree records how much is missing.

use treeview::algorithm::Algorithm;
use treeview::record::{NONE, VisitKind, flags};
use treeview::tree::SearchTree;

use crate::support::{POSITIONS, principal_variation, search};

fn visits(tree: &SearchTree) -> u64 {
    let hidden: u64 = tree.records.iter().map(|record| u64::from(record.hidden)).sum();
    hidden + tree.records.iter().filter(|record| record.is_visit()).count() as u64
}

fn check(tree: &SearchTree, whole: &SearchTree) {
    assert_eq!(visits(tree), whole.about.counts.visits);
    assert_eq!(principal_variation(tree), principal_variation(whole));
    SearchTree::from_log(&tree.to_log().unwrap()).expect("every reference still leads somewhere");
}

#[test]
fn the_limit_holds_and_nothing_is_lost_uncounted() {
    let whole = search(Algorithm::Engine, POSITIONS[1], 8);
    for limit in [10, 500, 5_000, whole.records.len(), usize::MAX] {
        let mut tree = whole.clone();
        tree.thin(limit);
        check(&tree, &whole);
        let is_spared = |parent: u32| parent == NONE || tree.records[parent as usize].has(flags::PRINCIPAL);
        let optional = tree.records.iter().filter(|record| !is_spared(record.parent)).count();
        assert!(optional == 0 || tree.records.len() <= limit, "{} of {limit}", tree.records.len());
        assert!(limit < whole.records.len() || tree == whole, "{limit} leaves out what fits");
    }
}

#[test]
fn siblings_stay_together() {
    let whole = search(Algorithm::Pvs, POSITIONS[2], 5);
    let mut tree = whole.clone();
    tree.thin(whole.records.len() / 3);
    let (before, after) = (whole.children(), tree.children());
    let names = |tree: &SearchTree, children: &[u32]| -> Vec<(u8, u16)> {
        children
            .iter()
            .map(|&child| (tree.records[child as usize].role, tree.records[child as usize].mv))
            .collect()
    };
    let mut matched = 0;
    for (record, children) in tree.records.iter().zip(&after).filter(|(record, _)| record.hidden == 0) {
        // The same visit of the whole tree: a root of the same depth and window.
        let is_it = |other: &&treeview::record::VisitRecord| {
            let window = |record: &treeview::record::VisitRecord| (record.depth, record.alpha, record.beta);
            other.role == VisitKind::TreeRoot as u8 && window(other) == window(record)
        };
        let Some(index) =
            whole.records.iter().position(|other| record.role == VisitKind::TreeRoot as u8 && is_it(&other))
        else {
            continue;
        };
        assert_eq!(names(&tree, children), names(&whole, &before[index]));
        matched += 1;
    }
    assert!(matched > 1, "{matched} roots");
}

#[test]
fn a_ply_can_be_the_last() {
    let whole = search(Algorithm::Engine, POSITIONS[0], 5);
    let mut tree = whole.clone();
    tree.cut_at_ply(2);
    assert!(tree.records.iter().all(|record| record.ply <= 2));
    assert_eq!(visits(&tree), whole.about.counts.visits);
}
