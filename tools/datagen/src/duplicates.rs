//! Detection of positions that were already written.
//!
//! Openings transpose, and drawn endgames repeat positions. A position that occurs a thousand times would have a
//! thousand times the weight, so only its first occurrence is kept. A table of fixed size holds the keys, each in the
//! slot given by its low bits; a later key replaces an earlier one. Positions whose keys were replaced may be written
//! again; in return memory does not grow with the data.

use types::Key;

/// Four million keys: 32 MiB.
const SLOTS: usize = 1 << 22;

/// A bounded set of keys.
#[derive(Clone, Debug)]
pub struct Duplicates {
    slots: Vec<Key>,
}

impl Default for Duplicates {
    fn default() -> Duplicates {
        Duplicates::with_slots(SLOTS)
    }
}

impl Duplicates {
    /// Creates a set of at most this many keys, rounded up to a power of two.
    pub fn with_slots(slots: usize) -> Duplicates {
        // The value of an empty slot is a position's key only with probability 2⁻⁶⁴.
        Duplicates { slots: vec![Key::default(); slots.next_power_of_two()] }
    }

    /// Inserts a key. Returns `true` if it was not in the set.
    pub fn insert(&mut self, key: Key) -> bool {
        let index = key.0 as usize & (self.slots.len() - 1);
        std::mem::replace(&mut self.slots[index], key) != key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_new_once_until_another_takes_its_slot() {
        let mut seen = Duplicates::with_slots(3);
        let [first, second, rival] = [Key(1), Key(2), Key(5)];
        assert_eq!([first, second, first, second].map(|key| seen.insert(key)), [true, true, false, false]);
        assert_eq!([rival, first, second].map(|key| seen.insert(key)), [true, true, false]);
    }
}
