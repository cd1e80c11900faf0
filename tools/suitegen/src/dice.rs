//! Reproducible chance.
//!
//! The committed suites must come out the same on every machine and after every update of `rand`. So the
//! generator is a named algorithm (xoshiro256++, not "the standard one"), and the few things drawn from its
//! 64-bit stream are computed here instead of by `rand`'s own distributions, whose values may change between
//! releases.
//!
//! Every consumer rolls its own dice, seeded by the run's seed and a label: adding a motif to one suite
//! leaves all others as they were.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use shakmaty::{Bitboard, Square};

/// What a whole run follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of the committed suites.
    pub const COMMITTED: Seed = Seed(2026);
}

/// One labelled stream of random numbers.
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The stream that belongs to this seed and label.
    pub fn new(seed: Seed, label: &str) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed.0 ^ fnv1a(label)))
    }

    /// A number in `0..bound`; `bound` must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half of a 128-bit product: a bias of less than 2^-50 at our bounds, and no retry loop.
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A number in `low..=high`.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of `items`, or `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// One square of the set, or `None` if it is empty.
    pub fn square_of(&mut self, set: Bitboard) -> Option<Square> {
        if set.is_empty() { None } else { set.into_iter().nth(self.below(set.count())) }
    }

    /// The position in `weights` that a draw in proportion to them hits; `None` if all are 0.
    pub fn weighted(&mut self, weights: &[usize]) -> Option<usize> {
        let total: usize = weights.iter().sum();
        if total == 0 {
            return None;
        }
        let mut rest = self.below(total);
        weights.iter().position(|&weight| match rest.checked_sub(weight) {
            Some(left) => {
                rest = left;
                false
            }
            None => true,
        })
    }
}

/// FNV-1a, to turn a label into a number that is the same everywhere (unlike `std`'s hasher).
fn fnv1a(label: &str) -> u64 {
    label
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If these numbers changed, so would every suite. They were computed a second time by a few lines of
    /// Python: FNV-1a of the label, SplitMix64 for the state, xoshiro256++, high half of the product.
    #[test]
    fn the_stream_is_pinned() {
        let mut dice = Dice::new(Seed(1), "label");
        let drawn: Vec<usize> = (0..8).map(|_| dice.below(1000)).collect();
        assert_eq!(drawn, [672, 374, 739, 375, 432, 435, 555, 194]);
    }

    #[test]
    fn weights_of_nothing_are_never_drawn() {
        let mut dice = Dice::new(Seed(1), "weights");
        let mut hits = [0; 3];
        for _ in 0..3000 {
            hits[dice.weighted(&[1, 0, 2]).unwrap()] += 1;
        }
        assert_eq!(hits[1], 0);
        assert!((800..1200).contains(&hits[0]), "{hits:?}");
        assert_eq!(dice.weighted(&[0, 0]), None);
    }

    #[test]
    fn labels_part_the_streams() {
        let (mut a, mut b) = (Dice::new(Seed(1), "a"), Dice::new(Seed(1), "b"));
        assert!((0..8).any(|_| a.below(1 << 30) != b.below(1 << 30)));
    }
}
