//! Random numbers, for openings and limited strength.

/// SplitMix64 (Steele, Lea and Flood, 2014): small, seeded, good enough to shuffle chess moves.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Numbers that are different every time.
    pub(crate) fn from_time() -> Rng {
        Rng(nanoseconds())
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, which is not 0, each as likely as the others to within 2⁻³².
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }

    /// An element of a slice; `None` if it is empty.
    pub(crate) fn choose<'a, T>(&mut self, slice: &'a [T]) -> Option<&'a T> {
        let length = u32::try_from(slice.len()).unwrap_or(u32::MAX);
        slice.get(self.below(length) as usize)
    }
}

/// The time since a moment in the past, which differs with every call.
fn nanoseconds() -> u64 {
    #[cfg(not(target_family = "wasm"))]
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    // The clock of the host counts from 1970.
    #[cfg(target_family = "wasm")]
    let now = search::Clock::now(&search::SystemClock);
    now.as_nanos() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_bound_reach_all_of_them_about_equally() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 7];
        for _ in 0..7000 {
            counts[rng.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (850..=1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn nothing_is_chosen_from_nothing() {
        assert_eq!(Rng::new(1).choose::<u8>(&[]), None);
    }
}
