//! What was computed before, for a part of the position that most moves leave as it is.
//!
//! A table indexed by the key of that part, each place holding the last value that fell on it. What is
//! remembered is a function of what its key is made of, so remembering it changes no score. (Two such parts
//! with one 64-bit key would be taken for each other; nobody has met such a pair.)

use types::Key;

/// Remembers values of one kind. A power of two of places is cheap to index.
#[derive(Clone, Debug)]
pub(crate) struct Cache<V, const PLACES: usize> {
    places: Box<[(Key, V)]>,
}

impl<V: Copy, const PLACES: usize> Cache<V, PLACES> {
    /// The value of a key, computed only if it is not remembered.
    #[inline]
    pub(crate) fn get_or_insert_with(&mut self, key: Key, compute: impl FnOnce() -> V) -> V {
        let (known, value) = &mut self.places[key.0 as usize % PLACES];
        if *known != key {
            (*known, *value) = (key, compute());
        }
        *value
    }
}

/// Nothing is remembered but that the default is the value of the key 0, which is no key.
impl<V: Copy + Default, const PLACES: usize> Default for Cache<V, PLACES> {
    fn default() -> Self {
        Cache { places: vec![(Key(0), V::default()); PLACES].into_boxed_slice() }
    }
}
