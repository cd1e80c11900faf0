//! The table itself: index, ageing and fill.
//!
//! The key, read as a fraction of 2⁶⁴, times the number of clusters gives the cluster: the high half of
//! a 128-bit product. Unlike a mask it works for any number of clusters and uses all of them equally;
//! unlike a remainder it takes one multiplication. It depends on the high bits of the key and leaves the low
//! ones, which the seals use, nearly independent up to 2³² clusters (256 GiB).
//!
//! ```
//! use tt::{Bound, Entry, Mebibytes, TranspositionTable};
//! use types::{Depth, Key, Ply, Score};
//!
//! let table = TranspositionTable::new(Mebibytes(1))?;
//! let entry = Entry {
//!     mv: None,
//!     score: Score::mate_in(Ply(5)),
//!     eval: Some(Score(40)),
//!     depth: Depth(8),
//!     bound: Bound::Exact,
//!     was_pv: true,
//! };
//! table.store(Key(42), Ply(2), entry);
//! // The mate is 3 plies away, by whatever way the position is reached.
//! let found = table.probe(Key(42), Ply(4)).map(|entry| entry.score);
//! assert_eq!(found, Some(Score::mate_in(Ply(7))));
//! # Ok::<(), tt::AllocError>(())
//! ```

use std::error::Error;
use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use types::{Key, Ply};

use crate::cluster::Cluster;
use crate::entry::{Age, Entry, PackedEntry};
use crate::memory::Memory;

/// A transposition table, to be shared by reference among the threads of a search.
///
/// Only changing its size and clearing it need exclusive access.
pub struct TranspositionTable {
    /// At least one.
    clusters: Memory,
    /// The number of the present search, for the ages of entries.
    search: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of this size.
    ///
    /// # Errors
    /// If the table cannot have this size.
    pub fn new(size: Mebibytes) -> Result<TranspositionTable, AllocError> {
        let clusters = Memory::new(size.clusters()?).ok_or(AllocError::Refused(size))?;
        let mut table = TranspositionTable { clusters, search: AtomicU8::new(0) };
        table.prepare(NonZero::<usize>::MIN, &|| false);
        Ok(table)
    }

    /// Gives the table another size, and empties it. A small part is ready at once; [`prepare`](Self::prepare) does the
    /// rest.
    ///
    /// Old and new memory are never in use at once. What is needed on top of the greater of the two is
    /// address space.
    ///
    /// # Errors
    /// If the memory for this size cannot be allocated. The table then keeps its old size and all its entries.
    pub fn resize(&mut self, size: Mebibytes) -> Result<(), AllocError> {
        if size == self.size() {
            self.clear();
            return Ok(());
        }
        self.clusters.resize(size.clusters()?).ok_or(AllocError::Refused(size))?;
        *self.search.get_mut() = 0;
        Ok(())
    }

    /// Empties the table. A small part is ready at once; [`prepare`](Self::prepare) does the rest.
    pub fn clear(&mut self) {
        self.clusters.clear();
        *self.search.get_mut() = 0;
    }

    /// Makes the whole table ready, with the work shared by `threads`, or as much of it as can be done until `is_urgent`
    /// returns true. Entries move to other places then, so those that the table has are lost.
    ///
    /// Until it is ready, only its first part is used.
    pub fn prepare(&mut self, threads: NonZero<usize>, is_urgent: &(dyn Fn() -> bool + Sync)) {
        self.clusters.prepare(threads, is_urgent);
    }

    /// Returns true if the table is used in its whole size.
    pub fn is_ready(&self) -> bool {
        self.clusters.len() == self.clusters.capacity()
    }

    /// The size the table has once it is ready.
    pub fn size(&self) -> Mebibytes {
        Mebibytes(self.clusters.capacity() / Mebibytes::CLUSTERS)
    }

    /// Begins another search: entries that are in the table become older, and are replaced first.
    pub fn new_search(&self) {
        self.search.fetch_add(1, Relaxed);
    }

    /// The entry of the position with this key, which lies at `ply` from the root.
    ///
    /// By chance, once in some 860 million misses, it is an entry of another position: the move may be
    /// illegal in this one.
    pub fn probe(&self, key: Key, ply: Ply) -> Option<Entry> {
        self.cluster(key).probe(key)?.entry(ply)
    }

    /// Stores the result of a search of the position with this key, which lies at `ply` from the root.
    ///
    /// If the table has an entry for it, the new result takes its place, unless it is a bound that is much
    /// shallower and from the same search, or was not searched at all. Its move and its evaluation replace the
    /// old ones even then; if it lacks them, the old ones stay. If there is no entry for it, the one with the least
    /// worth is replaced: the shallowest, where entries of earlier searches count as shallower.
    pub fn store(&self, key: Key, ply: Ply, entry: Entry) {
        self.cluster(key).store(key, PackedEntry::new(entry, ply, self.age()));
    }

    /// Tells the processor that this key will be probed soon, so that it can fetch the cache line meanwhile.
    pub fn prefetch(&self, key: Key) {
        prefetch(self.cluster(key));
    }

    /// The share of slots with entries of this search, in a sample of 1,000.
    pub fn hashfull(&self) -> Permill {
        /// The first clusters serve, because all parts of the table are equally full.
        const SAMPLE: usize = 1000 / Cluster::SLOTS;
        let age = self.age();
        let entries: usize = self.clusters[..SAMPLE].iter().map(|cluster| cluster.count_of_age(age)).sum();
        Permill(entries as u16)
    }

    fn age(&self) -> Age {
        Age::of_search(self.search.load(Relaxed))
    }

    fn cluster(&self, key: Key) -> &Cluster {
        &self.clusters[index(key, self.clusters.len())]
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable").field("size", &self.size()).finish_non_exhaustive()
    }
}

/// The cluster of a key, less than `clusters`. See the head of the file.
const fn index(key: Key, clusters: usize) -> usize {
    ((key.0 as u128 * clusters as u128) >> u64::BITS) as usize
}

/// Starts loading the cache line at the target into every level of the cache. A hint, and without effect
/// where the processor or Rust's stable library has none.
pub fn prefetch<T>(target: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction is part of SSE, which every x86-64 has, and never faults, whatever the
        // address; this one is of a live reference. Gain: all that a miss costs. A probe that follows 355 ns
        // of other work adds 25 ns to them without it (16 MiB) or 75 ns (256 MiB), and next to nothing with it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = target;
}

/// A size in units of 2²⁰ bytes, as the UCI option `Hash` gives it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mebibytes(pub usize);

impl Mebibytes {
    const CLUSTERS: usize = (1 << 20) / size_of::<Cluster>();

    /// The number of clusters of that size.
    fn clusters(self) -> Result<usize, AllocError> {
        match self.0.checked_mul(Self::CLUSTERS) {
            Some(0) => Err(AllocError::Empty),
            Some(clusters) => Ok(clusters),
            None => Err(AllocError::BeyondAddressSpace(self)),
        }
    }
}

impl fmt::Display for Mebibytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MiB", self.0)
    }
}

/// A share in thousandths, 0 to 1000, as UCI's `hashfull` has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Permill(pub u16);

impl fmt::Display for Permill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A size that a table cannot have. The table that was there before stays unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AllocError {
    Empty,
    /// More than a process can address.
    BeyondAddressSpace(Mebibytes),
    /// More than the system will give.
    Refused(Mebibytes),
}

impl fmt::Display for AllocError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AllocError::Empty => write!(f, "cannot have a table of 0 MiB: expected at least 1 MiB"),
            AllocError::BeyondAddressSpace(size) => {
                write!(f, "cannot have a table of {size}: expected a size that a process can address")
            }
            AllocError::Refused(size) => {
                write!(
                    f,
                    "cannot have a table of {size}: the system refused; expected a size that it has free"
                )
            }
        }
    }
}

impl Error for AllocError {}

#[cfg(test)]
mod tests {
    use types::{Bound, Depth, Move, Score, Square};

    use super::*;

    const TWO: NonZero<usize> = NonZero::new(2).unwrap();

    fn table(size: usize) -> TranspositionTable {
        TranspositionTable::new(Mebibytes(size)).expect("so little memory is always there")
    }

    fn entry(depth: i32) -> Entry {
        Entry {
            mv: Some(Move::normal(Square::G1, Square::F3)),
            score: Score(depth),
            eval: Some(Score(5)),
            depth: Depth(depth),
            bound: Bound::Exact,
            was_pv: false,
        }
    }

    /// The least key of a cluster.
    fn first_key(cluster: usize, clusters: usize) -> Key {
        Key(((cluster as u128) << 64).div_ceil(clusters as u128) as u64)
    }

    #[test]
    fn every_cluster_has_its_share_of_the_keys_whatever_the_size() {
        for size in [1, 2, 3, 5, 7, 11, 16, 37] {
            let clusters = table(size).clusters.len();
            assert_eq!(clusters * size_of::<Cluster>(), size << 20);
            for cluster in 0..clusters {
                let first = first_key(cluster, clusters);
                let next = if cluster + 1 == clusters { Key(0) } else { first_key(cluster + 1, clusters) };
                let last = Key(next.0.wrapping_sub(1));
                assert_eq!((index(first, clusters), index(last, clusters)), (cluster, cluster));
                let share = (last.0 - first.0) as f64 * clusters as f64 / 2f64.powi(64);
                assert!((0.999..1.001).contains(&share), "{size} MiB, cluster {cluster}: {share}");
            }
        }
    }

    #[test]
    fn a_table_of_any_size_holds_as_many_entries_as_fit() {
        for size in [1, 3, 7] {
            let table = table(size);
            let clusters = table.clusters.len();
            let keys = || {
                let in_cluster = |cluster| {
                    let first = first_key(cluster, clusters);
                    (0..Cluster::SLOTS as u64).map(move |slot| Key(first.0 + slot))
                };
                (0..clusters).flat_map(in_cluster)
            };
            for (i, key) in keys().enumerate() {
                table.store(key, Ply::ROOT, entry(i as i32 % 200));
            }
            for (i, key) in keys().enumerate() {
                assert_eq!(table.probe(key, Ply::ROOT), Some(entry(i as i32 % 200)));
            }
            assert_eq!(table.hashfull(), Permill(1000));
        }
    }

    #[test]
    fn hashfull_counts_this_search_only() {
        let table = table(1);
        assert_eq!(table.hashfull(), Permill(0));
        let clusters = table.clusters.len();
        for cluster in 0..clusters {
            table.store(first_key(cluster, clusters), Ply::ROOT, entry(3));
        }
        assert_eq!(table.hashfull(), Permill(200));
        table.new_search();
        assert_eq!(table.hashfull(), Permill(0));
        for cluster in 0..clusters / 2 {
            let first = first_key(cluster * 2, clusters);
            table.store(first, Ply::ROOT, entry(3));
            table.store(Key(first.0 + 1), Ply::ROOT, entry(3));
        }
        assert_eq!(table.hashfull(), Permill(200));
    }

    #[test]
    fn clearing_empties_every_cluster_with_any_number_of_threads() {
        let mut table = table(7);
        let clusters = table.clusters.len();
        for threads in [1, 2, 3, 64] {
            for cluster in 0..clusters {
                table.store(first_key(cluster, clusters), Ply::ROOT, entry(3));
            }
            table.clear();
            table.prepare(NonZero::new(threads).expect("threads"), &|| false);
            assert!(table.is_ready());
            assert_eq!(table.size(), Mebibytes(7));
            for cluster in 0..clusters {
                assert_eq!(table.probe(first_key(cluster, clusters), Ply::ROOT), None);
            }
        }
    }

    #[test]
    fn a_resized_table_is_empty_and_has_its_size() {
        let mut table = table(3);
        for size in [3, 1, 7, 64, 2] {
            table.store(Key(42), Ply::ROOT, entry(3));
            assert_eq!(table.resize(Mebibytes(size)), Ok(()));
            table.prepare(TWO, &|| false);
            assert!(table.is_ready());
            assert_eq!(table.size(), Mebibytes(size));
            assert_eq!(table.probe(Key(42), Ply::ROOT), None);
            assert_eq!(table.hashfull(), Permill(0));
        }
    }

    /// The part that is ready is a table: entries are found until more becomes ready.
    #[test]
    fn a_table_is_used_before_all_of_it_is_ready() {
        use std::sync::atomic::AtomicUsize;
        let mut table = table(40);
        let all = table.clusters.len();
        for interrupted_after in [0, 1, 3, 7, 1000] {
            for resized in [false, true] {
                (0..all).for_each(|cluster| table.store(first_key(cluster, all), Ply::ROOT, entry(3)));
                if resized {
                    table.resize(Mebibytes(1)).expect("the machine has this much");
                    table.resize(Mebibytes(40)).expect("the machine has this much");
                } else {
                    table.clear();
                }
                let asked = AtomicUsize::new(0);
                table.prepare(TWO, &|| asked.fetch_add(1, Relaxed) >= interrupted_after);
                let ready = table.clusters.len();
                assert_eq!(table.is_ready(), interrupted_after == 1000);
                assert_eq!(table.size(), Mebibytes(40));
                assert_eq!(ready, all.min((4 + 2 * interrupted_after) * Mebibytes::CLUSTERS));
                for cluster in (0..ready).step_by(97) {
                    let key = first_key(cluster, ready);
                    assert_eq!(table.probe(key, Ply::ROOT), None);
                    table.store(key, Ply::ROOT, entry(5));
                    assert_eq!(table.probe(key, Ply::ROOT), Some(entry(5)));
                }
                table.prepare(TWO, &|| false);
                assert!(table.is_ready());
            }
        }
    }

    #[test]
    fn an_impossible_size_is_an_error_and_the_old_table_goes_on() {
        let mut table = table(2);
        table.store(Key(42), Ply::ROOT, entry(3));
        let addressable = Mebibytes(isize::MAX as usize >> 20);
        let beyond = Mebibytes(usize::MAX);
        for (size, error) in [
            (Mebibytes(0), AllocError::Empty),
            (addressable, AllocError::Refused(addressable)),
            (Mebibytes(addressable.0 + 1), AllocError::Refused(Mebibytes(addressable.0 + 1))),
            (beyond, AllocError::BeyondAddressSpace(beyond)),
        ] {
            assert_eq!(table.resize(size), Err(error));
            assert_eq!(TranspositionTable::new(size).map(|_| ()), Err(error));
            assert!(size.0 == 0 || error.to_string().contains(&size.to_string()), "{error}");
            assert_eq!(table.size(), Mebibytes(2));
            assert_eq!(table.probe(Key(42), Ply::ROOT), Some(entry(3)));
        }
    }

    #[test]
    fn an_entry_of_an_earlier_search_is_found_until_it_is_needed_for_another() {
        let table = table(1);
        table.store(Key(0), Ply::ROOT, entry(4));
        for _ in 0..300 {
            table.new_search();
            assert_eq!(table.probe(Key(0), Ply::ROOT), Some(entry(4)));
        }
        for key in 1..=Cluster::SLOTS as u64 {
            table.store(Key(key), Ply::ROOT, entry(1));
        }
        assert_eq!(table.probe(Key(0), Ply::ROOT), None);
    }
}
