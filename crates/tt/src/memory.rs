//! Memory for clusters: reserved first, touched later, by many threads.
//!
//! A table that cannot have its new size must go on with the old one, so the new memory has to be reserved before
//! the old is released. But real memory must not exceed the setting, so both must never be in use at once. Both
//! are possible because systems give *addresses* when memory is reserved and *pages* when it is touched:
//! [`Reservation::new`] reserves, which may fail and costs nothing; the caller then drops the old table; and
//! [`Reservation::zeroed`] touches every page of the new one.
//!
//! Touching all of it at once keeps page faults out of the search and lets threads share the work. A system that
//! promises more memory than it has (Linux by default) may still kill the process here. That cannot be foreseen, but
//! it happens when the option is set and not in the middle of a game.

use std::alloc::Layout;
use std::mem::MaybeUninit;
use std::num::NonZero;
use std::ops::Deref;
use std::ptr::NonNull;
use std::slice;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::cluster::Cluster;
use crate::pages;

/// Memory for a number of clusters, which may hold anything.
pub(crate) struct Reservation {
    /// Dangling for no clusters; else from [`pages::reserve`] with `layout`, and owned.
    start: NonNull<Cluster>,
    /// That of an array of clusters.
    layout: Layout,
}

// SAFETY: like a `Vec<Cluster>`, it is the only owner of its memory and lends it by its own borrows only, and
// clusters are atomics, which may be moved between and shared by threads. Without this there would be no table to
// share, which is its purpose.
unsafe impl Send for Reservation {}
// SAFETY: as above.
unsafe impl Sync for Reservation {}

impl Reservation {
    /// Memory for nothing.
    const NONE: Reservation =
        Reservation { start: NonNull::dangling(), layout: Layout::new::<[Cluster; 0]>() };

    /// Reserves memory without touching it; `None` if so much cannot be addressed or the system refuses it.
    pub(crate) fn new(clusters: usize) -> Option<Reservation> {
        let layout = Layout::array::<Cluster>(clusters).ok()?;
        let start = pages::reserve(layout)?.cast();
        Some(Reservation { start, layout })
    }

    /// Fills the memory with empty clusters.
    pub(crate) fn zeroed(mut self, threads: NonZero<usize>) -> Memory {
        fill(self.places(), threads);
        Memory(self)
    }

    const fn len(&self) -> usize {
        self.layout.size() / size_of::<Cluster>()
    }

    fn places(&mut self) -> &mut [MaybeUninit<Cluster>] {
        // SAFETY: `start` is aligned (pages are) and has room for `len` clusters, borrowed from us for as long
        // as the slice lives; `MaybeUninit` demands nothing of what is there. The owner cannot be a `Vec`, the
        // safe way to the same slice, because its memory comes from the heap: see `pages`.
        unsafe { slice::from_raw_parts_mut(self.start.as_ptr().cast(), self.len()) }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if self.layout.size() > 0 {
            // SAFETY: `start` came from `reserve` with this layout, and all borrows have ended.
            unsafe { pages::release(self.start.cast(), self.layout) };
        }
    }
}

/// Clusters in memory of their own.
pub(crate) struct Memory(
    /// Filled with clusters: only [`Reservation::zeroed`] makes a `Memory` that has any.
    Reservation,
);

impl Memory {
    /// No clusters.
    pub(crate) const NONE: Memory = Memory(Reservation::NONE);

    /// Gives up the clusters and keeps their memory.
    pub(crate) fn reuse(self) -> Reservation {
        self.0
    }
}

impl Deref for Memory {
    type Target = [Cluster];

    #[inline]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: aligned and of this length as in `places`; `fill` has written every cluster before there was
        // a `Memory`, and while there is one, nothing borrows it mutably.
        unsafe { slice::from_raw_parts(self.0.start.as_ptr(), self.0.len()) }
    }
}

/// The clusters that a thread fills at a time: those of a huge page, so that threads seldom fault on the same page.
const CHUNK: usize = (2 << 20) / size_of::<Cluster>();

/// Writes an empty cluster to every place. The calling thread works too, so that all is done even where
/// no other thread can be had.
fn fill(memory: &mut [MaybeUninit<Cluster>], threads: NonZero<usize>) {
    let helpers = (threads.get() - 1).min(memory.len() / CHUNK);
    let chunks = Mutex::new(memory.chunks_mut(CHUNK));
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
