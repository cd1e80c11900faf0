//! The memory of a table, which comes from the system, not from the heap.
//!
//! A general allocator keeps what is given back to it, in case it is asked again. A table of 16 MiB that
//! came from glibc's heap may leave all of it resident after a change to 1 MiB (measured: up to 43 MiB too
//! many after a dozen changes between 1 and 64). On Linux the pages are therefore mapped and unmapped for
//! each table, which is exact and allows huge ones. Elsewhere the standard allocator serves; those of Windows and
//! macOS hand requests of this size on to the system.

#[cfg(target_os = "linux")]
pub(crate) use linux::{may_reserve, release, reserve};
#[cfg(not(target_os = "linux"))]
pub(crate) use portable::{may_reserve, release, reserve};

/// Pages mapped by the kernel, huge ones where it has them.
///
/// Probes land anywhere in the table, so nearly each one needs another page's translation. The
/// processor caches some 2,000 of them: 8 MiB of a table in pages of 4 KiB, 4 GiB in pages of 2 MiB.
/// Linux uses huge pages for memory that `madvise` asks for before it is first touched, unless
/// `/sys/kernel/mm/transparent_hugepage/enabled` says `never`.
#[cfg(target_os = "linux")]
mod linux {
    use std::alloc::Layout;
    use std::ptr::{self, NonNull};

    use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

    /// The size of a huge page, where small ones have 4 KiB; a multiple of every page size.
    const HUGE_PAGE: usize = 2 << 20;

    /// Reserves untouched memory; `None` if the system refuses it. Alignments up to a page are met.
    pub(crate) fn reserve(layout: Layout) -> Option<NonNull<u8>> {
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: without a wished-for address the kernel chooses one that is free, so no memory in use changes.
        // Gain: exactness, see the head of the file.
        let start = unsafe { mmap_anonymous(ptr::null_mut(), layout.size(), protection, MapFlags::PRIVATE) };
        let start = NonNull::new(start.ok()?.cast::<u8>())?;
        // Huge pages where whole ones fit.
        let lead = start.addr().get().next_multiple_of(HUGE_PAGE) - start.addr().get();
        let length = layout.size().saturating_sub(lead) / HUGE_PAGE * HUGE_PAGE;
        // Miri supports mappings, but no advice about them.
        if length > 0 && !cfg!(miri) {
            // SAFETY: aligned to a page, and within the memory that has just been mapped for us, as `lead + length` is
            // at most its size. The advice says which pages shall back the memory, not what it holds; a refusal
            // changes nothing but speed.
            // Gain: a probe that is waited for takes 130 ns instead of 160 (256 MiB) or 106 instead of 148 (1 GiB),
            // and 1 GiB is first touched in 0.2 s instead of 0.5 s; with 16 MiB nothing.
            let _ =
                unsafe { madvise(start.as_ptr().wrapping_add(lead).cast(), length, Advice::LinuxHugepage) };
        }
        Some(start)
    }

    /// Returns true if so many addresses can be had, backed by memory or not.
    pub(crate) fn may_reserve(bytes: usize) -> bool {
        let (protection, flags) =
            (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE | MapFlags::NORESERVE);
        // SAFETY: as in `reserve`. Gain: asked of the heap, which keeps memory that was freed, the answer would be wrong.
        let start = unsafe { mmap_anonymous(ptr::null_mut(), bytes, protection, flags) };
        // SAFETY: just mapped with this size, and not used.
        start.is_ok_and(|start| unsafe { munmap(start, bytes) }.is_ok())
    }

    /// Gives memory back to the system.
    ///
    /// # Safety
    /// `start` came from [`reserve`] with the same layout, was not released, and is not used hereafter.
    pub(crate) unsafe fn release(start: NonNull<u8>, layout: Layout) {
        // SAFETY: by our caller's promise these pages are a mapping of ours that nothing refers to. It cannot fail
        // then, save for want of kernel memory to split a mapping, which leaves the pages mapped and unused.
        let _ = unsafe { munmap(start.as_ptr().cast(), layout.size()) };
    }
}

/// Memory from the standard allocator: that of other systems, tested on Linux as well.
#[cfg(any(not(target_os = "linux"), test))]
mod portable {
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

    /// Always true: only Linux limits the addresses of a process below what it can address.
    pub(crate) fn may_reserve(_bytes: usize) -> bool {
        true
    }

    /// # Safety
    /// `start` came from [`reserve`] with the same layout, was not released, and is not used hereafter.
    pub(crate) unsafe fn release(start: NonNull<u8>, layout: Layout) {
        // SAFETY: the caller's guarantee is the one that `dealloc` requires.
        unsafe { dealloc(start.as_ptr(), layout) };
    }
}

#[cfg(test)]
mod tests {
    use std::alloc::Layout;
    use std::ptr::NonNull;

    use super::*;

    /// Reserves, writes the first and last byte, reads them back, releases.
    fn exercise(reserve: impl Fn(Layout) -> Option<NonNull<u8>>, release: unsafe fn(NonNull<u8>, Layout)) {
        for bytes in [1 << 20, 3 << 20, 16 << 20] {
            let layout = Layout::from_size_align(bytes, 64).expect("a valid layout");
            let start = reserve(layout).expect("so little memory is always there");
            assert_eq!(start.addr().get() % 64, 0);
            // SAFETY: `layout` says that these two bytes are part of what was reserved, and nothing else
            // uses it.
            unsafe {
                let end = start.add(bytes - 1);
                start.write(1);
                end.write(2);
                assert_eq!((start.read(), end.read()), (1, 2));
            }
            // SAFETY: reserved with this layout above, and not used below.
            unsafe { release(start, layout) };
        }
        // Miri stops where a system would refuse.
        if cfg!(miri) {
            return;
        }
        let absurd = Layout::from_size_align(isize::MAX as usize >> 20 << 20, 64).expect("a valid layout");
        assert_eq!(reserve(absurd), None);
    }

    #[test]
    fn the_system_is_asked_for_room() {
        assert!(may_reserve(1 << 20) && portable::may_reserve(1 << 20));
        // More than the addresses of any processor.
        assert!(!cfg!(target_os = "linux") || cfg!(miri) || !may_reserve(isize::MAX as usize));
    }

    #[test]
    fn pages_of_this_system_can_be_used_and_refused() {
        exercise(reserve, release);
    }

    #[test]
    fn pages_of_other_systems_can_be_used_and_refused() {
        exercise(portable::reserve, portable::release);
    }
}
