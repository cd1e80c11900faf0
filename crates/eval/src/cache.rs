//! A cache for scores of a part of the position that most moves do not change.
//!
//! A table indexed by the key of that part; each slot holds the last entry stored there. An entry is a function of the
//! part that its key describes, so the cache changes no score. (Two parts with the same 64-bit key would be confused; the
//! odds are negligible.)

use types::Key;

/// A cache of entries of one type. A power of two is a cheap number of slots to index.
#[derive(Clone, Debug)]
pub(crate) struct Cache<E, const SLOTS: usize> {
    slots: Box<[(Key, E)]>,
}

impl<E: Copy, const SLOTS: usize> Cache<E, SLOTS> {
    /// The entry of a key, computed and stored only if the cache lacks it.
    #[inline]
    pub(crate) fn get_or_insert_with(&mut self, key: Key, compute: impl FnOnce() -> E) -> E {
        let (stored, entry) = &mut self.slots[key.0 as usize % SLOTS];
        if *stored != key {
            (*stored, *entry) = (key, compute());
        }
        *entry
    }
}

/// An empty cache: all slots hold the default entry under the key 0, which must not be asked for.
impl<E: Copy + Default, const SLOTS: usize> Default for Cache<E, SLOTS> {
    fn default() -> Self {
        Cache { slots: vec![(Key(0), E::default()); SLOTS].into_boxed_slice() }
    }
}
