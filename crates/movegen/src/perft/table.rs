//! A hash table of subtree counts, shared by threads without locks.
//!
//! An entry is two words: the leaves with their depth in the upper byte, and the key of the position combined
//! with them by exclusive or. Two threads that write one entry at once may mix their words; the key of such an
//! entry then fits no position, except by a chance of one in 2⁶⁴, and it is taken for empty. All 64 bits of the
//! key and the depth are compared, so a wrong count needs two positions with the same Zobrist key.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use types::Key;

/// Leaf counts of positions by key and depth.
pub struct PerftTable {
    buckets: Vec<SubtreeBucket>,
}

/// One cache line.
#[derive(Default)]
#[repr(align(64))]
struct SubtreeBucket([SubtreeEntry; 4]);

#[derive(Default)]
struct SubtreeEntry {
    /// The key, exclusive or `data`.
    check: AtomicU64,
    /// The depth in the upper byte, the leaves below it. 0 in an empty entry, since depths begin at 1.
    data: AtomicU64,
}

const LEAF_BITS: u32 = 56;
const LEAVES: u64 = (1 << LEAF_BITS) - 1;

impl PerftTable {
    /// An empty table of this size, or of one bucket if that is more.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn new(mebibytes: usize) -> Result<PerftTable, TryReserveError> {
        let count = mebibytes.saturating_mul((1 << 20) / size_of::<SubtreeBucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, SubtreeBucket::default);
        Ok(PerftTable { buckets })
    }

    /// The leaves of this position at this depth, if they are known.
    #[inline]
    pub fn get(&self, key: Key, depth: u8) -> Option<u64> {
        self.bucket(key, depth).0.iter().find_map(|entry| {
            let data = entry.data.load(Relaxed);
            let is_wanted =
                entry.check.load(Relaxed) ^ data == key.0 && data >> LEAF_BITS == u64::from(depth);
            is_wanted.then_some(data & LEAVES)
        })
    }

    /// Stores a count in place of the smallest of its bucket, which costs least to count again.
    #[inline]
    pub fn insert(&self, key: Key, depth: u8, leaves: u64) {
        if leaves > LEAVES {
            return;
        }
        let data = u64::from(depth) << LEAF_BITS | leaves;
        let bucket = self.bucket(key, depth);
        let smallest = bucket.0.iter().min_by_key(|entry| entry.data.load(Relaxed) & LEAVES);
        if let Some(entry) = smallest {
            entry.check.store(key.0 ^ data, Relaxed);
            entry.data.store(data, Relaxed);
        }
    }

    #[inline]
    fn bucket(&self, key: Key, depth: u8) -> &SubtreeBucket {
        // The same position at another depth belongs elsewhere.
        let hash = key.0.wrapping_add(u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let index = (u128::from(hash) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_found_by_key_and_depth_alone() {
        let table = PerftTable::new(1).unwrap();
        let key = |number: u64| Key(number.wrapping_mul(0x2545_f491_4f6c_dd1d));
        for number in 1..1000 {
            table.insert(key(number), 3, number);
            table.insert(key(number), 4, number + LEAVES / 2);
        }
        table.insert(key(1000), 3, LEAVES + 1);
        for number in 1..1000 {
            assert_eq!(table.get(key(number), 3), Some(number));
            assert_eq!(table.get(key(number), 4), Some(number + LEAVES / 2));
            assert_eq!(table.get(key(number), 5), None);
        }
        assert_eq!((table.get(key(1000), 3), table.get(Key(0), 1)), (None, None));
    }

    #[test]
    fn a_full_bucket_loses_its_smallest_count() {
        let table = PerftTable::new(0).unwrap();
        for (key, leaves) in [(1, 40), (2, 10), (3, 30), (4, 20), (5, 5)] {
            table.insert(Key(key), 1, leaves);
        }
        let known: Vec<_> = (1..=5).filter_map(|key| table.get(Key(key), 1)).collect();
        assert_eq!(known, [40, 30, 20, 5]);
    }

    /// Words of two writers are never taken for an entry.
    #[test]
    fn an_entry_of_mixed_words_is_not_found() {
        let table = PerftTable::new(0).unwrap();
        table.insert(Key(7), 2, 100);
        table.buckets[0].0[0].data.store(2 << LEAF_BITS | 101, Relaxed);
        assert_eq!(table.get(Key(7), 2), None);
    }
}
