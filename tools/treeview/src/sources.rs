//! The origin of transposition-table entries.
//!
//! An entry does not contain the node that stored it. So every store is noted, and an entry that is found later is
//! traced to the latest store of the same key with the same content. (The table may have kept an older entry instead of
//! the latest; it never mixes the scores of two.)

use std::collections::HashMap;

use tt::{Bound, Entry, from_node};
use types::{Depth, Key, Ply, Score};

/// The content of a store, apart from what the table merges with older entries.
#[derive(Clone, Copy, PartialEq, Eq)]
struct StoredEntry {
    depth: Depth,
    bound: Bound,
    /// Counted from the node, because two visits may have different plies.
    score: Score,
}

impl StoredEntry {
    fn of(ply: Ply, entry: &Entry) -> StoredEntry {
        if entry.depth == Entry::UNSEARCHED {
            return StoredEntry { depth: entry.depth, bound: Bound::Lower, score: Score::DRAW };
        }
        StoredEntry { depth: entry.depth, bound: entry.bound, score: from_node(entry.score, ply) }
    }
}

/// All stores by key, with their records.
#[derive(Default)]
pub(crate) struct Sources {
    stores: HashMap<Key, Vec<(StoredEntry, u32)>>,
}

impl Sources {
    /// Notes that a record stored an entry.
    pub(crate) fn note(&mut self, key: Key, ply: Ply, entry: &Entry, record: u32) {
        self.stores.entry(key).or_default().push((StoredEntry::of(ply, entry), record));
    }

    /// The record that stored an entry.
    pub(crate) fn of(&self, key: Key, ply: Ply, entry: &Entry) -> Option<u32> {
        let claim = StoredEntry::of(ply, entry);
        let made = self.stores.get(&key)?.iter().rev().find(|(made, _)| *made == claim);
        made.map(|&(_, record)| record)
    }
}
