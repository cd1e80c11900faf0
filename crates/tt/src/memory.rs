//! Memory for clusters: reserved first, touched later, by many threads.
//!
//! A table that cannot have its new size must go on with the old one, so the new memory has to be reserved before
//! the old is released. But real memory must not exceed the setting, so both must never be in use at once. Both
//! are possible because systems give *addresses* when memory is reserved and *pages* when it is touched:
//! [`Memory::resize`] reserves the new memory, which may fail and costs nothing, releases the old, and then touches every
//! page of the new one.
//!
//! Touching all of it at once keeps page faults out of the search and lets threads share the work. A system that
//! promises more memory than it has (Linux by default) may still kill the process here. That cannot be foreseen, but
//! it happens when the option is set and not in the middle of a game.

use std::alloc::Layout;
use std::mem::{self, MaybeUninit};
use std::num::NonZero;
use std::ops::Deref;
use std::ptr::NonNull;
use std::slice;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::cluster::Cluster;
use crate::pages;

/// Clusters in memory of their own. Every one of them is written before [`Memory::new`] and [`Memory::resize`] return.
pub(crate) struct Memory {
    /// From [`pages::reserve`] with `layout`, and owned.
    start: NonNull<Cluster>,
    /// That of an array of clusters.
    layout: Layout,
}

// SAFETY: like a `Vec<Cluster>`, it is the only owner of its memory and lends it by its own borrows only, and
// clusters are atomics, which may be moved between and shared by threads. Without this there would be no table to
// share, which is its purpose.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    /// The clusters that a thread clears at a time: those of a huge page, so that threads seldom fault on the same page.
    const CHUNK: usize = (2 << 20) / size_of::<Cluster>();

    /// Memory for a number of clusters; `None` if so much cannot be addressed or the system refuses it.
    pub(crate) fn new(clusters: usize, threads: NonZero<usize>) -> Option<Memory> {
        let layout = Layout::array::<Cluster>(clusters).ok()?;
        let mut memory = Memory { start: pages::reserve(layout)?.cast(), layout };
        memory.clear(threads);
        Some(memory)
    }

    /// Replaces the memory by that for another number of clusters. If it cannot be had, nothing changes.
    pub(crate) fn resize(&mut self, clusters: usize, threads: NonZero<usize>) -> Option<()> {
        let layout = Layout::array::<Cluster>(clusters).ok()?;
        let start = pages::reserve(layout)?.cast();
        // The old pages go back to the system before the new ones are touched.
        drop(mem::replace(self, Memory { start, layout }));
        self.clear(threads);
        Some(())
    }

    /// Writes an empty cluster to every place, with the work shared by `threads`. The calling thread works too, so that
    /// all is done even where no other thread can be had.
    pub(crate) fn clear(&mut self, threads: NonZero<usize>) {
        let clusters = self.layout.size() / size_of::<Cluster>();
        let helpers = (threads.get() - 1).min(clusters / Self::CHUNK);
        // SAFETY: `start` is aligned (pages are) and has room for so many clusters, borrowed from us for as long as the
        // slice lives; `MaybeUninit` demands nothing of what is there. The owner cannot be a `Vec`, the safe way to the
        // same slice, because its memory comes from the heap: see `pages`.
        let places: &mut [MaybeUninit<Cluster>] =
            unsafe { slice::from_raw_parts_mut(self.start.as_ptr().cast(), clusters) };
        let chunks = Mutex::new(places.chunks_mut(Self::CHUNK));
        let next = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(chunk) = next() {
                for place in chunk {
                    place.write(Cluster::empty());
                }
            }
        };
        thread::scope(|scope| {
            for _ in 0..helpers {
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
    }
}

impl Deref for Memory {
    type Target = [Cluster];

    fn deref(&self) -> &[Cluster] {
        // SAFETY: aligned and of this length as in `clear`, which has written every cluster before anybody else could read
        // one; while this slice lives, nothing borrows the memory mutably.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.layout.size() / size_of::<Cluster>()) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: `start` came from `reserve` with this layout, and all borrows have ended.
        unsafe { pages::release(self.start.cast(), self.layout) };
    }
}
