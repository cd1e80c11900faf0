//! Proof and disproof numbers, and the table of the mate solver: the numbers of searched nodes.
//!
//! Each `go mate` has its own, and the playing search does not use it. It grows up to a maximum size. When it is
//! full, the entry of a bucket that took the fewest nodes is replaced.

use types::{Key, Move};

/// The proof and disproof numbers of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// Infinity: more than any sum of numbers.
pub(super) const INFINITE: u32 = 1 << 28;

impl ProofNumbers {
    /// The attacker mates in time.
    pub(super) const PROVEN: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
    /// The attacker does not mate in time.
    pub(super) const DISPROVEN: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };
    /// Limits that only a solved node passes.
    pub(super) const UNLIMITED: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: INFINITE };

    pub(super) fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    /// Returns true if the node is solved or one of its numbers has reached its limit.
    pub(super) fn passes(self, limits: ProofNumbers) -> bool {
        self.is_proven()
            || self.is_disproven()
            || self.proof >= limits.proof
            || self.disproof >= limits.disproof
    }
}

/// An entry: the numbers of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ProofEntry {
    key: Key,
    pub(super) numbers: ProofNumbers,
    /// The number of nodes spent on it. Zero for an empty entry.
    work: u32,
    /// The move that decides, if the node is solved.
    pub(super) mv: Option<Move>,
}

const BUCKET: usize = 4;
type ProofBucket = [ProofEntry; BUCKET];

/// Proof and disproof numbers by key.
pub(super) struct ProofTable {
    buckets: Vec<ProofBucket>,
    entries: usize,
    max_buckets: usize,
}

impl ProofTable {
    const FIRST_BUCKETS: usize = 1024;

    /// An empty table that grows up to a size in bytes.
    pub(super) fn new(max_bytes: usize) -> ProofTable {
        let max_buckets = (max_bytes / size_of::<ProofBucket>()).max(1);
        let buckets = vec![ProofBucket::default(); Self::FIRST_BUCKETS.min(max_buckets)];
        ProofTable { buckets, entries: 0, max_buckets }
    }

    fn index(&self, key: Key) -> usize {
        ((u128::from(key.0) * self.buckets.len() as u128) >> u64::BITS) as usize
    }

    pub(super) fn probe(&self, key: Key) -> Option<ProofEntry> {
        self.buckets[self.index(key)].iter().find(|entry| entry.work > 0 && entry.key == key).copied()
    }

    /// Stores the numbers of a node, found by this many nodes.
    pub(super) fn store(&mut self, key: Key, numbers: ProofNumbers, mv: Option<Move>, nodes: u64) {
        let before = self.probe(key).map_or(0, |entry| entry.work);
        let work = before.saturating_add(u32::try_from(nodes).unwrap_or(u32::MAX)).max(1);
        self.insert(ProofEntry { key, numbers, work, mv });
        if self.entries > self.buckets.len() * BUCKET / 2 && self.buckets.len() < self.max_buckets {
            self.grow();
        }
    }

    fn insert(&mut self, entry: ProofEntry) {
        let index = self.index(entry.key);
        let bucket = &mut self.buckets[index];
        let cost = |slot: &usize| if bucket[*slot].key == entry.key { 0 } else { bucket[*slot].work };
        let Some(slot) = (0..BUCKET).min_by_key(cost) else { return };
        self.entries += usize::from(bucket[slot].work == 0);
        bucket[slot] = entry;
    }

    /// Doubles the size, if the memory can be allocated.
    fn grow(&mut self) {
        let size = (2 * self.buckets.len()).min(self.max_buckets);
        let mut buckets = Vec::new();
        if buckets.try_reserve_exact(size).is_err() {
            self.max_buckets = self.buckets.len();
            return;
        }
        buckets.resize(size, ProofBucket::default());
        self.entries = 0;
        for entry in std::mem::replace(&mut self.buckets, buckets).into_iter().flatten() {
            if entry.work > 0 {
                self.insert(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: ProofNumbers = ProofNumbers { proof: 3, disproof: 7 };

    /// Keys spread over the whole range.
    fn key(number: u64) -> Key {
        Key(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    #[test]
    fn entries_are_found_again_while_the_table_grows() {
        let mut table = ProofTable::new(1 << 24);
        for number in 0..50_000 {
            table.store(key(number), NUMBERS, None, 1);
        }
        assert!(table.buckets.len() > ProofTable::FIRST_BUCKETS);
        let found = (0..50_000).filter(|&number| table.probe(key(number)).is_some()).count();
        assert!(found > 49_500, "{found}");
        assert!(table.probe(key(50_001)).is_none());
    }

    #[test]
    fn a_full_table_keeps_the_subtrees_with_most_nodes() {
        let mut table = ProofTable::new(1);
        for (number, nodes) in [(1, 50), (2, 10), (3, 40), (4, 30), (5, 20)] {
            table.store(key(number), NUMBERS, None, nodes);
        }
        let kept = [1, 2, 3, 4, 5].map(|number| table.probe(key(number)).is_some());
        assert_eq!(kept, [true, false, true, true, true]);
    }
}
