//! Five entries in a cache line, each sealed to its key.
//!
//! A position may stand in any slot of its cluster, so a probe costs one cache miss however many slots it
//! looks through. The seal ties the two halves of a slot to each other and to the key:
//!
//! ```text
//!   seal = low 32 bits of the key  xor  32-bit hash of the word
//! ```
//!
//! A probe computes the seal that its own key would have given to the word it finds. If another key wrote
//! the slot, they differ in the key; if two stores left a half each, they differ in the hash. The high
//! bits of the key chose the cluster (see [`crate::table`]), so the low bits are those that tell apart the
//! positions in it. The hash is multiplicative (Knuth, *The Art of Computer Programming*, 6.4), because the
//! fields of words repeat: what two entries have in common must not cancel as it would in a plain fold.

#[cfg(all(test, loom))]
use loom::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
#[cfg(not(all(test, loom)))]
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use types::Key;

use crate::packed::{Age, Packed};
use crate::replacement;

/// A cache line of five slots. The crate documentation lists the races that are possible in it.
#[repr(C, align(64))]
pub(crate) struct Cluster {
    words: [AtomicU64; Self::SLOTS],
    seals: [AtomicU32; Self::SLOTS],
    /// Named, so that an empty cluster is 64 zero bytes and filling memory with them is one `memset`.
    _spare: u32,
}

#[cfg(not(all(test, loom)))]
const _: () = assert!(size_of::<Cluster>() == 64 && align_of::<Cluster>() == 64);

impl Cluster {
    /// The entries in a cluster.
    pub(crate) const SLOTS: usize = 5;

    #[cfg(not(all(test, loom)))]
    pub(crate) const fn empty() -> Cluster {
        Cluster {
            words: [const { AtomicU64::new(0) }; Self::SLOTS],
            seals: [const { AtomicU32::new(0) }; Self::SLOTS],
            _spare: 0,
        }
    }

    /// The same with the model's atomics, whose constructors are not `const`.
    #[cfg(all(test, loom))]
    pub(crate) fn empty() -> Cluster {
        let words = std::array::from_fn(|_| AtomicU64::new(0));
        Cluster { words, seals: std::array::from_fn(|_| AtomicU32::new(0)), _spare: 0 }
    }

    /// The entry of `key`, if there is one.
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<Packed> {
        self.find(key).map(|(_, packed)| packed)
    }

    /// Writes an entry for `key`: over the one it has, or over the one with the least worth.
    #[inline]
    pub(crate) fn store(&self, key: Key, new: Packed) {
        match self.find(key) {
            Some((slot, old)) => self.write(slot, key, replacement::update(old, new)),
            None => self.write(self.least_worth(new.age()), key, new),
        }
    }

    /// The number of entries of this age.
    pub(crate) fn count_of_age(&self, age: Age) -> usize {
        self.packed().filter(|packed| !packed.is_empty() && packed.age() == age).count()
    }

    #[inline]
    fn find(&self, key: Key) -> Option<(usize, Packed)> {
        let mut slots = self.packed().zip(&self.seals).enumerate();
        let ours = slots.find(|&(_, (packed, found))| found.load(Relaxed) == seal(key, packed));
        // An empty slot matches one key in 2³². No entry of that key can lie behind it, as slots are filled in order.
        ours.map(|(slot, (packed, _))| (slot, packed)).filter(|(_, packed)| !packed.is_empty())
    }

    #[inline]
    fn least_worth(&self, now: Age) -> usize {
        let worths = self.packed().map(|packed| replacement::worth(packed, now));
        let least = worths.enumerate().min_by_key(|&(_, worth)| worth);
        least.map_or(0, |(slot, _)| slot)
    }

    #[inline]
    fn packed(&self) -> impl Iterator<Item = Packed> {
        self.words.iter().map(|word| Packed::from_bits(word.load(Relaxed)))
    }

    #[inline]
    fn write(&self, slot: usize, key: Key, packed: Packed) {
        self.words[slot].store(packed.bits(), Relaxed);
        self.seals[slot].store(seal(key, packed), Relaxed);
    }
}

/// The seal of a word under a key. See the head of the file.
#[inline]
const fn seal(key: Key, packed: Packed) -> u32 {
    /// 2⁶⁴ divided by the golden ratio, rounded to an odd number.
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    key.0 as u32 ^ (packed.bits().wrapping_mul(MULTIPLIER) >> u32::BITS) as u32
}

#[cfg(all(test, loom))]
#[path = "cluster/model.rs"]
mod model;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use types::{Depth, Ply};

    use super::*;
    use crate::Entry;
    use crate::packed::tests::entries;

    const NOW: Age = Age::of_search(1);

    fn of_depth(depth: i32) -> Packed {
        let entry = Entry { depth: Depth(depth), ..Entry::unsearched(None, false) };
        Packed::new(entry, Ply::ROOT, NOW)
    }

    /// One entry for each depth, with the depth as its key.
    fn filled(depths: [i32; Cluster::SLOTS]) -> Cluster {
        let cluster = Cluster::empty();
        for depth in depths {
            cluster.store(Key(depth as u64), of_depth(depth));
        }
        cluster
    }

    fn present(cluster: &Cluster, depths: impl IntoIterator<Item = i32>) -> Vec<i32> {
        depths.into_iter().filter(|&d| cluster.probe(Key(d as u64)) == Some(of_depth(d))).collect()
    }

    proptest! {
        #[test]
        fn a_torn_slot_answers_to_neither_key(
            (one, other) in (entries(), entries()),
            (one_key, other_key) in (any::<u64>().prop_map(Key), any::<u64>().prop_map(Key)),
            slot in 0..Cluster::SLOTS,
        ) {
            let (one, other) = (Packed::new(one, Ply::ROOT, NOW), Packed::new(other, Ply::ROOT, NOW));
            prop_assume!(one != other);
            let cluster = Cluster::empty();
            cluster.write(slot, one_key, one);
            prop_assert_eq!(cluster.probe(one_key), Some(one));
            cluster.words[slot].store(other.bits(), Relaxed);
            prop_assert_eq!(cluster.probe(one_key), None);
            prop_assert_eq!(cluster.probe(other_key), None);
            cluster.seals[slot].store(seal(other_key, other), Relaxed);
            prop_assert_eq!(cluster.probe(other_key), Some(other));
        }

        #[test]
        fn a_torn_update_of_one_position_is_dropped_too(one in entries(), other in entries(), key: u64) {
            let (one, other) = (Packed::new(one, Ply::ROOT, NOW), Packed::new(other, Ply::ROOT, NOW));
            prop_assume!(one != other);
            let cluster = Cluster::empty();
            cluster.write(0, Key(key), one);
            cluster.words[0].store(other.bits(), Relaxed);
            prop_assert_eq!(cluster.probe(Key(key)), None);
        }
    }

    #[test]
    fn one_changed_bit_breaks_the_seal() {
        for packed in [of_depth(0), of_depth(3), of_depth(200)] {
            let key = Key(0x0123_4567_89ab_cdef);
            for bit in 0..u64::BITS {
                let changed = Packed::from_bits(packed.bits() ^ 1 << bit);
                assert_ne!(seal(key, packed), seal(key, changed), "bit {bit}");
            }
            for bit in 0..u32::BITS {
                assert_ne!(seal(key, packed), seal(Key(key.0 ^ 1 << bit), packed), "bit {bit}");
            }
        }
    }

    #[test]
    fn an_empty_cluster_has_nothing_for_the_key_of_zeros() {
        assert_eq!(Cluster::empty().probe(Key(0)), None);
        assert_eq!(Cluster::empty().count_of_age(Age::of_search(0)), 0);
    }

    #[test]
    fn free_slots_are_taken_before_any_entry_goes() {
        let depths = [9, 1, 5, 0, 7];
        assert_eq!(present(&filled(depths), depths), depths);
    }

    #[test]
    fn the_shallowest_of_a_full_cluster_goes_first() {
        let cluster = filled([9, 1, 5, 3, 7]);
        cluster.store(Key(8), of_depth(8));
        assert_eq!(present(&cluster, 0..=10), [3, 5, 7, 8, 9]);
        cluster.store(Key(2), of_depth(2));
        assert_eq!(present(&cluster, 0..=10), [2, 5, 7, 8, 9]);
    }

    #[test]
    fn an_entry_of_an_earlier_search_goes_before_a_shallower_one_of_this() {
        let cluster = filled([9, 1, 5, 3, 7]);
        let old = Entry { depth: Depth(8), ..Entry::unsearched(None, false) };
        cluster.store(Key(9), Packed::new(old, Ply::ROOT, Age::of_search(0)));
        cluster.store(Key(8), of_depth(8));
        assert_eq!(present(&cluster, 0..=10), [1, 3, 5, 7, 8]);
        assert_eq!(cluster.probe(Key(9)), None);
    }

    #[test]
    fn a_position_takes_one_slot_however_often_it_is_stored() {
        let cluster = filled([9, 1, 5, 3, 7]);
        for depth in 10..20 {
            cluster.store(Key(5), of_depth(depth));
        }
        assert_eq!(present(&cluster, [1, 3, 7, 9]), [1, 3, 7, 9]);
        assert_eq!(cluster.probe(Key(5)), Some(of_depth(19)));
        assert_eq!(cluster.count_of_age(NOW), Cluster::SLOTS);
    }
}
