//! Watching a search while it is recorded.

use crate::tree::SearchTree;

/// Watches a search while it is recorded. The unit type `()` watches nothing.
pub trait Watcher {
    /// Takes the number of records so far, after each visit. Returns true to receive a copy of the tree so far.
    fn recorded(&self, records: usize) -> bool;

    /// Takes a copy of the tree so far. The nodes that are being searched are marked as unfinished.
    fn receive(&self, tree: SearchTree);
}

impl Watcher for () {
    fn recorded(&self, _: usize) -> bool {
        false
    }

    fn receive(&self, _: SearchTree) {}
}
