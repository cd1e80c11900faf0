//! The memory of a table, which comes from the system, not from the heap.
//!
//! A general allocator keeps what is given back to it, in case it is asked again. A table of 16 MiB that
//! came from glibc's heap may leave all of it resident after a change to 1 MiB (measured: up to 43 MiB too
//! many after a dozen changes between 1 and 64). On Linux the pages are therefore mapped and unmapped for
//! each table, which is exact and allows huge ones. Elsewhere the standard allocator serves; those of Windows and
//! macOS hand requests of this size on to the system.

#[cfg_attr(target_os = "linux", path = "pages/linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "pages/portable.rs")]
mod system;

/// The memory of other systems, to be tested here as well.
#[cfg(test)]
#[path = "pages/portable.rs"]
mod portable;

pub(crate) use system::{release, reserve};

#[cfg(test)]
mod tests {
    use std::alloc::Layout;
    use std::ptr::NonNull;

    use super::{portable, release, reserve};

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
    fn pages_of_this_system_can_be_used_and_refused() {
        exercise(reserve, release);
    }

    #[test]
    fn pages_of_other_systems_can_be_used_and_refused() {
        exercise(portable::reserve, portable::release);
    }
}
