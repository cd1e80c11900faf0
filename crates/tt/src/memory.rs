//! Memory for clusters: reserved first, touched later, by many threads.
//!
//! A table that cannot have its new size must go on with the old one, so the new memory has to be reserved before
//! the old is released. But real memory must not exceed the setting, so both must never be in use at once. Both
//! are possible because systems give *addresses* when memory is reserved and *pages* when it is touched:
//! [`Memory::resize`] reserves the new memory, which may fail and costs nothing, and releases the old.
//!
//! [`Memory::prepare`] then writes an empty cluster to every place. A table of many gigabytes takes seconds for that, which
//! a search with a clock does not have. So it may be interrupted, and the clusters that are ready, which come first in the
//! memory, serve as a smaller table until it is called again. No search runs on memory that was not touched before: page
//! faults would slow it down, and a system that promises more memory than it has (Linux by default) may kill the process.

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

/// Memory that always stays free for the many small allocations, which end the program if they fail, and for what the
/// system needs when a thread starts.
const SPARE: usize = 16 << 20;

/// Returns true if the process may have so many more bytes of memory, and some to spare: a limit of its addresses
/// (`ulimit -v`) allows them. Where there is no such limit, more may be allowed than the system has.
pub fn has_room(bytes: usize) -> bool {
    bytes.checked_add(SPARE).is_some_and(pages::may_reserve)
}

/// Clusters in memory of their own: those that are ready, of which there is always at least one.
pub(crate) struct Memory {
    /// From [`pages::reserve`] with `layout`, and owned.
    start: NonNull<Cluster>,
    /// That of an array of clusters.
    layout: Layout,
    /// The number of clusters, from `start` on, that were written.
    ready: usize,
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

    /// The stack of a thread that writes clusters, in bytes: that of the standard library.
    const STACK_SIZE: usize = 2 << 20;

    /// The clusters that are made ready at once: a table for a short search.
    const MIN_READY: usize = 2 * Self::CHUNK;

    /// Memory for a number of clusters, of which the first are ready. `None` if so much cannot be addressed or the system
    /// refuses it.
    pub(crate) fn new(clusters: usize) -> Option<Memory> {
        let layout = Layout::array::<Cluster>(clusters).ok()?;
        let mut memory = Memory { start: pages::reserve(layout)?.cast(), layout, ready: 0 };
        memory.clear();
        Some(memory)
    }

    /// Replaces the memory by that for another number of clusters, of which the first are ready. If it cannot be had,
    /// nothing changes.
    pub(crate) fn resize(&mut self, clusters: usize) -> Option<()> {
        let layout = Layout::array::<Cluster>(clusters).ok()?;
        let start = has_room(layout.size()).then(|| pages::reserve(layout))??.cast();
        // The old pages go back to the system before the new ones are touched.
        drop(mem::replace(self, Memory { start, layout, ready: 0 }));
        self.clear();
        Some(())
    }

    /// Makes the first clusters empty and ready, and no others.
    pub(crate) fn clear(&mut self) {
        self.ready = 0;
        let is_enough = |ready| ready >= Self::MIN_READY;
        self.write(NonZero::<usize>::MIN, &is_enough);
    }

    /// Makes the other clusters empty and ready, with the work shared by `threads`, until `is_urgent` returns true.
    pub(crate) fn prepare(&mut self, threads: NonZero<usize>, is_urgent: &(dyn Fn() -> bool + Sync)) {
        self.write(threads, &|_| is_urgent());
    }

    /// Writes an empty cluster to every place that is not ready, until `is_over` returns true for the number of those that
    /// are. The calling thread works too, so that all is done even where no other thread can be had.
    fn write(&mut self, threads: NonZero<usize>, is_over: &(dyn Fn(usize) -> bool + Sync)) {
        // SAFETY: `start` is aligned (pages are) and has room for so many clusters, borrowed from us for as long as the
        // slice lives; `MaybeUninit` demands nothing of what is there. The owner cannot be a `Vec`, the safe way to the
        // same slice, because its memory comes from the heap: see `pages`.
        let places: &mut [MaybeUninit<Cluster>] =
            unsafe { slice::from_raw_parts_mut(self.start.as_ptr().cast(), self.capacity()) };
        let helpers = (threads.get() - 1).min((places.len() - self.ready) / Self::CHUNK);
        let chunks = Mutex::new((self.ready, places[self.ready..].chunks_mut(Self::CHUNK)));
        // Chunks are taken in their order, and each that was taken is written, so all before `ready` are in the end.
        let next = || {
            let (ready, chunks) = &mut *chunks.lock().unwrap_or_else(PoisonError::into_inner);
            let chunk = if is_over(*ready) { None } else { chunks.next() };
            *ready += chunk.as_ref().map_or(0, |chunk| chunk.len());
            chunk
        };
        let work = || {
            while let Some(chunk) = next() {
                for place in chunk {
                    place.write(Cluster::empty());
                }
            }
        };
        thread::scope(|scope| {
            let start = |_| {
                let has_room = has_room(Self::STACK_SIZE);
                if has_room { thread::Builder::new().spawn_scoped(scope, work).ok() } else { None }
            };
            let helpers: Vec<_> = (0..helpers).map_while(start).collect();
            work();
            // The end of the scope does not wait until their memory is given back.
            helpers.into_iter().for_each(|helper| drop(helper.join()));
        });
        self.ready = chunks.into_inner().unwrap_or_else(PoisonError::into_inner).0;
    }

    /// The number of clusters once all are ready.
    pub(crate) fn capacity(&self) -> usize {
        self.layout.size() / size_of::<Cluster>()
    }
}

impl Deref for Memory {
    type Target = [Cluster];

    fn deref(&self) -> &[Cluster] {
        // SAFETY: aligned and in the memory as in `write`, which has written every cluster before `ready`; while this slice
        // lives, nothing borrows the memory mutably.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.ready) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: `start` came from `reserve` with this layout, and all borrows have ended.
        unsafe { pages::release(self.start.cast(), self.layout) };
    }
}
