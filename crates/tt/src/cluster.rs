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

//!
//! # Replacement
//!
//! A deep entry took long to compute and saves as much when it is hit; an entry of an earlier search is less
//! likely to be hit again. So the worth of an entry is its depth, less some plies for every search since, and
//! in a full cluster the entry with the least worth is replaced. A new entry is always stored, because the
//! positions that were searched last are those that come up again soonest.
//!
//! An update of the same position is different: only one result can stay, and a much deeper result of the same
//! search is worth more than a new shallow one. The old move and the old evaluation stay if the new entry has
//! none.

#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use std::array;

use types::{Bound, Depth, Key};

use crate::entry::{Age, Entry, PackedEntry};

/// The plies of depth that each later search takes from the worth of an entry.
const SEARCH_WORTH: Depth = Depth(8);
/// A result may be this much shallower than the one it replaces: the deeper one did not cut the node off, or the
/// position would not have been searched again.
const FRESHNESS: Depth = Depth(3);
/// The same on top of it for an entry of a principal variation.
const PV_FRESHNESS: Depth = Depth(2);

/// A cache line of five slots. The crate documentation lists the races that are possible in it.
#[repr(C, align(64))]
pub(crate) struct Cluster {
    words: [AtomicU64; Self::SLOTS],
    seals: [AtomicU32; Self::SLOTS],
    /// Named, so that an empty cluster is 64 zero bytes and filling memory with them is one `memset`.
    _spare: u32,
}

#[cfg(not(all(loom, test)))]
const _: () = assert!(size_of::<Cluster>() == 64 && align_of::<Cluster>() == 64);

impl Cluster {
    /// The entries in a cluster.
    pub(crate) const SLOTS: usize = 5;

    pub(crate) fn empty() -> Cluster {
        let words = array::from_fn(|_| AtomicU64::new(0));
        Cluster { words, seals: array::from_fn(|_| AtomicU32::new(0)), _spare: 0 }
    }

    /// The entry of `key`, if there is one.
    pub(crate) fn probe(&self, key: Key) -> Option<PackedEntry> {
        self.find(key).map(|(_, packed)| packed)
    }

    /// Writes an entry for `key`: over the one it has, or over the one with the least worth.
    pub(crate) fn store(&self, key: Key, new: PackedEntry) {
        if let Some((slot, old)) = self.find(key) {
            return self.write(slot, key, update(old, new));
        }
        let worths = self.packed().map(|packed| worth(packed, new.age())).enumerate();
        let least = worths.min_by_key(|&(_, worth)| worth);
        self.write(least.map_or(0, |(slot, _)| slot), key, new);
    }

    /// The number of entries of this age.
    pub(crate) fn count_of_age(&self, age: Age) -> usize {
        self.packed().filter(|packed| !packed.is_empty() && packed.age() == age).count()
    }

    fn find(&self, key: Key) -> Option<(usize, PackedEntry)> {
        let mut slots = self.packed().zip(&self.seals).enumerate();
        let ours = slots.find(|&(_, (packed, found))| found.load(Relaxed) == seal(key, packed));
        // An empty slot matches one key in 2³². No entry of that key can lie behind it, as slots are filled in order.
        ours.map(|(slot, (packed, _))| (slot, packed)).filter(|(_, packed)| !packed.is_empty())
    }

    fn packed(&self) -> impl Iterator<Item = PackedEntry> {
        self.words.iter().map(|word| PackedEntry(word.load(Relaxed)))
    }

    fn write(&self, slot: usize, key: Key, packed: PackedEntry) {
        self.words[slot].store(packed.0, Relaxed);
        self.seals[slot].store(seal(key, packed), Relaxed);
    }
}

/// The seal of a word under a key. See the head of the file.
const fn seal(key: Key, packed: PackedEntry) -> u32 {
    /// 2⁶⁴ divided by the golden ratio, rounded to an odd number.
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    key.0 as u32 ^ (packed.0.wrapping_mul(MULTIPLIER) >> u32::BITS) as u32
}

/// The worth of an entry in plies of depth. An empty slot is worth less than any entry.
fn worth(packed: PackedEntry, now: Age) -> Depth {
    let loss = Depth(SEARCH_WORTH.0 * now.searches_since(packed.age()));
    if packed.is_empty() { Depth(i32::MIN) } else { packed.depth() - loss }
}

/// The entry to keep of two for the same position.
fn update(old: PackedEntry, new: PackedEntry) -> PackedEntry {
    let freshness = if new.was_pv() { FRESHNESS + PV_FRESHNESS } else { FRESHNESS };
    let supersedes = new.depth() > Entry::UNSEARCHED
        && (new.bound() == Some(Bound::Exact)
            || new.age() != old.age()
            || new.depth() + freshness >= old.depth());
    let result = if supersedes { new } else { old };
    let with_move = if new.mv().is_some() { new } else { old };
    let with_eval = if new.eval().is_some() { new } else { old };
    result.with_move_of(with_move).with_eval_of(with_eval)
}

#[cfg(all(loom, test))]
mod model {
    //! Every interleaving of threads on one cluster, and every order in which relaxed stores may be seen.
    //!
    //! ```text
    //! RUSTFLAGS="--cfg loom" cargo test -p tt --lib model
    //! ```
    //!
    //! The races of `tests/stress.rs`, tried in turn by loom: each point at which a thread can be interrupted, and for
    //! each load any store that the memory model lets it see. More than three interruptions in one run are not tried, which
    //! keeps it to seconds; a torn slot needs one.

    use std::sync::Arc;

    use loom::thread;
    use types::Ply;

    use super::*;

    const NOW: Age = Age::of_search(1);

    /// The only entry that is stored for a key: its depth is the key.
    fn content(key: u64) -> PackedEntry {
        let entry = Entry { depth: Depth(key as i32), ..Entry::unsearched(None, false) };
        PackedEntry::new(entry, Ply::ROOT, NOW)
    }

    fn store(cluster: &Cluster, key: u64) {
        cluster.store(Key(key), content(key));
    }

    /// Runs threads that store, and probes meanwhile and afterwards.
    fn check(stored_before: &'static [u64], stored: [u64; 2], probed: &'static [u64]) {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        model.check(move || {
            let cluster = Arc::new(Cluster::empty());
            stored_before.iter().for_each(|&key| store(&cluster, key));
            let threads = stored.map(|key| {
                let cluster = Arc::clone(&cluster);
                thread::spawn(move || store(&cluster, key))
            });
            let probe = || {
                for &key in probed {
                    let found = cluster.probe(Key(key));
                    assert!(found.is_none_or(|found| found == content(key)), "{key}: {found:?}");
                }
            };
            probe();
            threads.into_iter().for_each(|thread| thread.join().expect("a store does not panic"));
            probe();
        });
    }

    /// Two threads find the same slot to have the least worth.
    #[test]
    fn no_probe_returns_data_that_was_not_stored_for_its_key() {
        check(&[], [3, 4], &[3, 4]);
    }

    /// The slot that is fought for had an owner.
    #[test]
    fn a_replaced_entry_is_complete_or_absent() {
        check(&[9, 8, 2, 7, 6], [3, 4], &[2, 3]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use types::{Move, Ply, Score, Square};

    use super::*;
    use crate::entry::tests::entries;

    const NOW: Age = Age::of_search(1);
    const EARLIER: Age = Age::of_search(0);

    fn of_depth(depth: i32) -> PackedEntry {
        let entry = Entry { depth: Depth(depth), ..Entry::unsearched(None, false) };
        PackedEntry::new(entry, Ply::ROOT, NOW)
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
            let (one, other) = (PackedEntry::new(one, Ply::ROOT, NOW), PackedEntry::new(other, Ply::ROOT, NOW));
            prop_assume!(one != other);
            let cluster = Cluster::empty();
            cluster.write(slot, one_key, one);
            prop_assert_eq!(cluster.probe(one_key), Some(one));
            cluster.words[slot].store(other.0, Relaxed);
            prop_assert_eq!(cluster.probe(one_key), None);
            prop_assert_eq!(cluster.probe(other_key), None);
            cluster.seals[slot].store(seal(other_key, other), Relaxed);
            prop_assert_eq!(cluster.probe(other_key), Some(other));
        }
    }

    #[test]
    fn one_changed_bit_breaks_the_seal() {
        for packed in [of_depth(0), of_depth(3), of_depth(200)] {
            let key = Key(0x0123_4567_89ab_cdef);
            for bit in 0..u64::BITS {
                let changed = PackedEntry(packed.0 ^ 1 << bit);
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
        cluster.store(Key(9), PackedEntry::new(old, Ply::ROOT, EARLIER));
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

    fn result(depth: i32) -> Entry {
        Entry {
            mv: Some(Move::normal(Square::E2, Square::E4)),
            score: Score(depth),
            eval: Some(Score(17)),
            depth: Depth(depth),
            bound: Bound::Lower,
            was_pv: false,
        }
    }

    fn updated(old: (Entry, Age), new: Entry) -> Entry {
        let pack = |entry, age| PackedEntry::new(entry, Ply::ROOT, age);
        update(pack(old.0, old.1), pack(new, NOW)).entry(Ply::ROOT).expect("an update is never empty")
    }

    #[test]
    fn worth_grows_with_depth_and_falls_with_age() {
        let worth = |depth, searches| {
            let age = Age::of_search(100 - searches);
            worth(PackedEntry::new(result(depth), Ply::ROOT, age), Age::of_search(100))
        };
        for searches in 0..Age::CYCLE {
            for depth in 1..Depth::MAX.0 {
                assert!(worth(depth, searches) < worth(depth + 1, searches));
                assert!(searches == 0 || worth(depth, searches) < worth(depth, searches - 1));
            }
        }
        // A search's end takes eight plies, no more and no less.
        assert!(worth(11, 1) == worth(3, 0) && worth(19, 2) == worth(3, 0));
        // The last search's entries go before this one's, unless they are much deeper.
        assert!(worth(10, 1) < worth(3, 0));
        assert!(worth(20, 1) > worth(3, 0));
    }

    #[test]
    fn a_much_shallower_result_of_the_same_search_gives_only_its_move() {
        let other = Some(Move::normal(Square::D2, Square::D4));
        let kept = updated((result(10), NOW), Entry { mv: other, ..result(2) });
        assert_eq!(kept, Entry { mv: other, ..result(10) });
    }

    #[test]
    fn a_result_is_too_shallow_right_below_the_limit() {
        let pv = |depth| Entry { was_pv: true, ..result(depth) };
        let (limit, pv_limit) = (10 - FRESHNESS.0, 10 - FRESHNESS.0 - PV_FRESHNESS.0);
        assert_eq!((limit, pv_limit), (7, 5));
        for (old, new, kept) in [
            (result(10), result(limit), result(limit)),
            (result(10), result(limit - 1), result(10)),
            (result(10), pv(pv_limit), pv(pv_limit)),
            (result(10), pv(pv_limit - 1), result(10)),
            // It is the newcomer's variation that matters.
            (pv(10), result(limit - 1), pv(10)),
        ] {
            assert_eq!(updated((old, NOW), new), kept, "{new:?}");
        }
    }

    #[test]
    fn exact_results_and_those_of_a_new_search_always_supersede() {
        let exact = Entry { bound: Bound::Exact, ..result(1) };
        assert_eq!(updated((result(30), NOW), exact), exact);
        assert_eq!(updated((result(30), EARLIER), result(1)), result(1));
    }

    #[test]
    fn move_and_evaluation_outlive_a_result_without_them() {
        let blank = Entry { mv: None, eval: None, ..result(12) };
        for age in [NOW, EARLIER] {
            assert_eq!(updated((result(10), age), blank), result(12));
        }
    }

    #[test]
    fn an_unsearched_entry_displaces_no_result_but_adds_its_evaluation() {
        let checked = Entry { eval: None, ..result(0) };
        for age in [NOW, EARLIER] {
            let kept = updated((checked, age), Entry::unsearched(Some(Score(17)), true));
            assert_eq!(kept, result(0));
        }
    }
}
