//! A hint to the processor that a cache line will be read soon.

/// Starts loading the cache line at the target into every level of the cache. A hint, and without effect
/// where the processor or Rust's stable library has none.
#[inline]
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
