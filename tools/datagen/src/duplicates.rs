//! Positions that were written already.
//!
//! Openings transpose, and drawn endgames walk in circles. A position that stands in the data a thousand times has
//! a thousand votes, so only its first occurrence is kept. A table of fixed size remembers the keys, each in the one
//! slot that its low bits name; a later key takes the slot over. What is forgotten that way may come again: that is
//! the price for memory that does not grow with the data.

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
    /// Remembers at most so many keys, rounded up to a power of two.
    pub fn with_slots(slots: usize) -> Duplicates {
        // No position has the key of its slot's emptiness but by an accident of 2⁻⁶⁴.
        Duplicates { slots: vec![Key::default(); slots.next_power_of_two()] }
    }

    /// Remembers a key. Whether it is new, as far as is remembered.
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
