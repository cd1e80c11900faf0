//! A thinned tree records how much is missing.

use treeview::algorithm::Algorithm;
use treeview::record::{NONE, VisitRecord, flags};
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
    let stay_together =
        |(record, children): (&VisitRecord, Vec<u32>)| record.hidden == 0 || children.is_empty();
    assert!(
        tree.records.iter().zip(tree.children()).all(stay_together),
        "some siblings are left out, and some kept"
    );
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
fn a_ply_can_be_the_last() {
    let whole = search(Algorithm::Engine, POSITIONS[0], 5);
    let mut tree = whole.clone();
    tree.cut_at_ply(2);
    assert!(tree.records.iter().all(|record| record.ply <= 2));
    assert_eq!(visits(&tree), whole.about.counts.visits);
}
