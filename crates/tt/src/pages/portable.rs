//! Memory from the standard allocator.

use std::alloc::{Layout, alloc, dealloc};
use std::ptr::NonNull;

/// Reserves uninitialised, untouched memory; `None` if the system refuses it.
pub(crate) fn reserve(layout: Layout) -> Option<NonNull<u8>> {
    if layout.size() == 0 {
        return None;
    }
    // SAFETY: the size is not zero, which is all that `alloc` demands.
    NonNull::new(unsafe { alloc(layout) })
}

/// Gives memory back.
///
/// # Safety
/// `start` came from [`reserve`] with the same layout, was not released, and is not used hereafter.
pub(crate) unsafe fn release(start: NonNull<u8>, layout: Layout) {
    // SAFETY: the caller's guarantee is the one that `dealloc` requires.
    unsafe { dealloc(start.as_ptr(), layout) };
}
