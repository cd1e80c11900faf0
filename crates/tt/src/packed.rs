//! An entry in one 64-bit word.
//!
//! ```text
//!   63 … 59   58       57 56   55 … 48      47 … 32       31 … 16   15 … 0
//!   age       was-PV   bound   depth + 10   evaluation    score     move
//! ```
//!
//! One word is read and written by one instruction, so its fields always belong together. A bound of
//! zero marks a slot that was never written: zeroed memory is an empty table.

use types::{Depth, Move, Ply, Score};

use crate::relative::NodeScore;
use crate::{Bound, Entry};

/// The search that an entry comes from, counted modulo 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Age(u8);

impl Age {
    /// Searches until an entry's age comes round again.
    pub(crate) const CYCLE: u8 = 32;

    /// The age of the search with this number. 256 is a multiple of the cycle, so the number may wrap.
    #[inline]
    pub(crate) const fn of_search(number: u8) -> Age {
        Age(number % Self::CYCLE)
    }

    /// The number of searches since `older`, 0 to 31.
    #[inline]
    pub(crate) const fn searches_since(self, older: Age) -> i32 {
        (self.0.wrapping_sub(older.0) % Self::CYCLE) as i32
    }
}

/// An [`Entry`] and its [`Age`], with the score relative to the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packed(u64);

/// The lowest bit of each field.
mod at {
    pub(super) const MOVE: u32 = 0;
    pub(super) const SCORE: u32 = 16;
    pub(super) const EVAL: u32 = 32;
    pub(super) const DEPTH: u32 = 48;
    pub(super) const BOUND: u32 = 56;
    pub(super) const WAS_PV: u32 = 58;
    pub(super) const AGE: u32 = 59;
}

/// The 16 bits that stand for no evaluation.
const NO_EVAL: u16 = i16::MIN as u16;

const _: () = assert!(-Score::MAX_EVAL.0 > i16::MIN as i32);
const _: () = assert!(Depth::MAX.0 - Entry::UNSEARCHED.0 <= u8::MAX as i32);
const _: () = assert!(u8::MAX % Age::CYCLE == Age::CYCLE - 1);

impl Packed {
    /// Packs the result of a search at `ply` from the root.
    #[inline]
    pub(crate) fn new(entry: Entry, ply: Ply, age: Age) -> Packed {
        let depth = entry.depth.clamp(Entry::UNSEARCHED, Depth::MAX) - Entry::UNSEARCHED;
        Packed(
            u64::from(move_bits(entry.mv)) << at::MOVE
                | u64::from(NodeScore::new(entry.score, ply).bits()) << at::SCORE
                | u64::from(eval_bits(entry.eval)) << at::EVAL
                | (depth.0 as u64) << at::DEPTH
                | (entry.bound as u64) << at::BOUND
                | u64::from(entry.was_pv) << at::WAS_PV
                | u64::from(age.0) << at::AGE,
        )
    }

    /// The entry as it is true at `ply` from the root; `None` if the slot is empty.
    #[inline]
    pub(crate) fn entry(self, ply: Ply) -> Option<Entry> {
        Some(Entry {
            mv: self.mv(),
            score: NodeScore::from_bits((self.0 >> at::SCORE) as u16).at(ply),
            eval: self.eval(),
            depth: self.depth(),
            bound: self.bound()?,
            was_pv: self.was_pv(),
        })
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Packed {
        Packed(bits)
    }

    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    #[inline]
    pub(crate) const fn mv(self) -> Option<Move> {
        Move::from_bits((self.0 >> at::MOVE) as u16)
    }

    #[inline]
    pub(crate) fn eval(self) -> Option<Score> {
        let bits = (self.0 >> at::EVAL) as u16;
        (bits != NO_EVAL).then_some(Score(i32::from(bits as i16)))
    }

    #[inline]
    pub(crate) fn depth(self) -> Depth {
        Depth(i32::from((self.0 >> at::DEPTH) as u8)) + Entry::UNSEARCHED
    }

    /// `None` if the slot is empty.
    #[inline]
    pub(crate) const fn bound(self) -> Option<Bound> {
        /// A table, since a `match` becomes a jump that is guessed wrong as often as bounds alternate.
        const BOUNDS: [Option<Bound>; 4] = [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];
        BOUNDS[(self.0 >> at::BOUND & 3) as usize]
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 >> at::BOUND & 3 == 0
    }

    #[inline]
    pub(crate) const fn was_pv(self) -> bool {
        self.0 >> at::WAS_PV & 1 != 0
    }

    #[inline]
    pub(crate) const fn age(self) -> Age {
        Age((self.0 >> at::AGE) as u8)
    }

    /// The same with the move of another.
    #[inline]
    pub(crate) const fn with_move_of(self, other: Packed) -> Packed {
        self.with_bits_of(other, (u16::MAX as u64) << at::MOVE)
    }

    /// The same with the evaluation of another.
    #[inline]
    pub(crate) const fn with_eval_of(self, other: Packed) -> Packed {
        self.with_bits_of(other, (u16::MAX as u64) << at::EVAL)
    }

    #[inline]
    const fn with_bits_of(self, other: Packed, mask: u64) -> Packed {
        Packed(self.0 & !mask | other.0 & mask)
    }
}

#[inline]
fn move_bits(mv: Option<Move>) -> u16 {
    mv.map_or(0, Move::bits)
}

#[inline]
fn eval_bits(eval: Option<Score>) -> u16 {
    eval.map_or(NO_EVAL, |eval| eval.clamp_to_eval().0 as u16)
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scores() -> impl Strategy<Value = Score> {
        (-Score::MAX_EVAL.0..=Score::MAX_EVAL.0).prop_map(Score)
    }

    /// Any entry that a search could hand in, but for mate and tablebase scores.
    pub(crate) fn entries() -> impl Strategy<Value = Entry> {
        let bound = prop_oneof![Just(Bound::Upper), Just(Bound::Lower), Just(Bound::Exact)];
        let depth = Entry::UNSEARCHED.0..=Depth::MAX.0;
        (any::<u16>(), scores(), proptest::option::of(scores()), depth, bound, any::<bool>()).prop_map(
            |(mv, score, eval, depth, bound, was_pv)| Entry {
                mv: Move::from_bits(mv),
                score,
                eval,
                depth: Depth(depth),
                bound,
                was_pv,
            },
        )
    }

    fn ages() -> impl Strategy<Value = Age> {
        any::<u8>().prop_map(Age::of_search)
    }

    proptest! {
        #[test]
        fn packed_records_are_unpacked_unchanged(entry in entries(), age in ages()) {
            let packed = Packed::new(entry, Ply::ROOT, age);
            prop_assert_eq!(packed.entry(Ply::ROOT), Some(entry));
            prop_assert_eq!(packed.age(), age);
        }

        #[test]
        fn a_changed_field_changes_nothing_else(entry in entries(), other in entries(), age in ages()) {
            let pack = |entry| Packed::new(entry, Ply::ROOT, age);
            let with_move = Entry { mv: other.mv, ..entry };
            prop_assert_eq!(pack(entry).with_move_of(pack(other)), pack(with_move));
            let with_eval = Entry { eval: other.eval, ..entry };
            prop_assert_eq!(pack(entry).with_eval_of(pack(other)), pack(with_eval));
        }
    }

    #[test]
    fn every_move_depth_and_score_has_its_own_code() {
        let plain = Entry::unsearched(None, false);
        let round_trip = |entry| Packed::new(entry, Ply::ROOT, Age::of_search(31)).entry(Ply::ROOT);
        for bits in 0..=u16::MAX {
            let entry = Entry { mv: Move::from_bits(bits), ..plain };
            assert_eq!(round_trip(entry), Some(entry));
        }
        for depth in (Entry::UNSEARCHED.0..=Depth::MAX.0).map(Depth) {
            let entry = Entry { depth, ..plain };
            assert_eq!(round_trip(entry), Some(entry));
        }
        for score in (-Score::MATE.0..=Score::MATE.0).map(Score) {
            let entry = Entry { score, eval: Some(score.clamp_to_eval()), ..plain };
            assert_eq!(round_trip(entry), Some(entry));
        }
    }

    #[test]
    fn values_out_of_range_are_clamped() {
        let deep = Entry {
            depth: Depth(1000),
            score: Score::INFINITE,
            eval: Some(Score::INFINITE),
            ..Entry::unsearched(None, true)
        };
        let packed = Packed::new(deep, Ply::ROOT, Age::of_search(0)).entry(Ply::ROOT);
        let clamped = Entry { depth: Depth::MAX, score: Score::MATE, eval: Some(Score::MAX_EVAL), ..deep };
        assert_eq!(packed, Some(clamped));

        let shallow = Entry { depth: Depth(-1000), score: -Score::INFINITE, ..deep };
        let packed = Packed::new(shallow, Ply::ROOT, Age::of_search(0)).entry(Ply::ROOT);
        let clamped = Entry { depth: Entry::UNSEARCHED, score: -Score::MATE, ..clamped };
        assert_eq!(packed, Some(clamped));
    }

    #[test]
    fn zeroed_memory_is_empty() {
        assert_eq!(Packed::from_bits(0).entry(Ply::ROOT), None);
    }

    #[test]
    fn ages_count_searches_round_the_cycle() {
        for start in 0..=u8::MAX {
            for searches in 0..Age::CYCLE {
                let now = Age::of_search(start.wrapping_add(searches));
                assert_eq!(now.searches_since(Age::of_search(start)), i32::from(searches));
            }
        }
    }
}
