//! The entry of a position, and its form in one 64-bit word.
//!
//! ```text
//!   63 … 59   58       57 56   55 … 48      47 … 32       31 … 16   15 … 0
//!   age       was-PV   bound   depth + 10   evaluation    score     move
//! ```
//!
//! One word is read and written by one instruction, so its fields always belong together. A bound of
//! zero marks a slot that was never written: zeroed memory is an empty table.
//!
//! # Mate scores
//!
//! The search counts a mate from its root: "mate at ply 12" holds for one line to a position. The table counts it from the
//! node: "mate 5 plies from here" holds for the position, whichever moves lead there. So a mate score is moved away
//! from zero by the node's ply when it is stored, and back towards zero when it is read. A tablebase win is treated the
//! same way, because its score contains the ply at which the tables were reached. Evaluations are not changed.
//!
//! Two cases at the ends of the range: a score that claims a win *before* the node (as the bounds of mate-distance
//! pruning do) is stored as a win *at* the node, the highest score that is possible. And a win that is read beyond
//! the last ply of a search falls into the tablebase range (a proven win of no known length) but
//! never below it: a win stays a win.

use std::hint::cold_path;

use types::{Bound, Depth, Move, Ply, Score};

/// The result of a search of one position, by value: a copy on its way out of the table or into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that cut. Storing `None` keeps the move the table has.
    pub mv: Option<Move>,
    /// The result of the search, counted from the root as everywhere outside the table.
    pub score: Score,
    /// The static evaluation; `None` if there is none, as in check. Storing `None` keeps what the table
    /// has. Clamped to the range of evaluations.
    pub eval: Option<Score>,
    /// The depth of the search, between [`Entry::UNSEARCHED`] and [`Depth::MAX`]; clamped.
    pub depth: Depth,
    /// The relation of the score to the true value.
    pub bound: Bound,
    /// True if the position is or was on a principal variation.
    pub was_pv: bool,
}

impl Entry {
    /// The depth of an entry without a search. Every search is deeper, quiescence too.
    pub const UNSEARCHED: Depth = Depth(-10);

    /// An entry that holds the static evaluation and claims nothing else.
    ///
    /// Its score, being mated as a lower bound, is always true and never causes a cutoff. It never replaces the
    /// result of a search of the same position.
    pub const fn unsearched(eval: Option<Score>, was_pv: bool) -> Entry {
        let score = Score(-Score::MATE.0);
        Entry { mv: None, score, eval, depth: Self::UNSEARCHED, bound: Bound::Lower, was_pv }
    }
}

/// The search that an entry comes from, counted modulo 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Age(u8);

impl Age {
    /// Searches until an entry's age comes round again.
    pub(crate) const CYCLE: u8 = 32;

    /// The age of the search with this number. 256 is a multiple of the cycle, so the number may wrap.
    pub(crate) const fn of_search(number: u8) -> Age {
        Age(number % Self::CYCLE)
    }

    /// The number of searches since `older`, 0 to 31.
    pub(crate) const fn searches_since(self, older: Age) -> i32 {
        (self.0.wrapping_sub(older.0) % Self::CYCLE) as i32
    }
}

/// An [`Entry`] and its [`Age`] in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PackedEntry(pub(crate) u64);

/// The lowest bit of each field; that of the move is 0.
const SCORE: u32 = 16;
const EVAL: u32 = 32;
const DEPTH: u32 = 48;
const BOUND: u32 = 56;
const WAS_PV: u32 = 58;
const AGE: u32 = 59;

/// The 16 bits that stand for no evaluation.
const NO_EVAL: u16 = i16::MIN as u16;

const _: () = assert!(-Score::MAX_EVAL.0 > i16::MIN as i32 && Score::MATE.0 <= i16::MAX as i32);
const _: () = assert!(Depth::MAX.0 - Entry::UNSEARCHED.0 <= u8::MAX as i32);
const _: () = assert!(u8::MAX % Age::CYCLE == Age::CYCLE - 1);

impl PackedEntry {
    /// Packs the result of a search at `ply` from the root.
    pub(crate) fn new(entry: Entry, ply: Ply, age: Age) -> PackedEntry {
        let mv = entry.mv.map_or(0, Move::bits);
        let score = from_node(entry.score, ply).0 as u16;
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval.clamp_to_eval().0 as u16);
        let depth = entry.depth.clamp(Entry::UNSEARCHED, Depth::MAX) - Entry::UNSEARCHED;
        PackedEntry(
            u64::from(mv)
                | u64::from(score) << SCORE
                | u64::from(eval) << EVAL
                | (depth.0 as u64) << DEPTH
                | (entry.bound as u64) << BOUND
                | u64::from(entry.was_pv) << WAS_PV
                | u64::from(age.0) << AGE,
        )
    }

    /// The entry as it is true at `ply` from the root; `None` if the slot is empty.
    pub(crate) fn entry(self, ply: Ply) -> Option<Entry> {
        Some(Entry {
            mv: self.mv(),
            score: from_root(Score(i32::from((self.0 >> SCORE) as i16)), ply),
            eval: self.eval(),
            depth: self.depth(),
            bound: self.bound()?,
            was_pv: self.was_pv(),
        })
    }

    pub(crate) const fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }

    pub(crate) fn eval(self) -> Option<Score> {
        let bits = (self.0 >> EVAL) as u16;
        (bits != NO_EVAL).then_some(Score(i32::from(bits as i16)))
    }

    pub(crate) fn depth(self) -> Depth {
        Depth(i32::from((self.0 >> DEPTH) as u8)) + Entry::UNSEARCHED
    }

    /// `None` if the slot is empty.
    pub(crate) const fn bound(self) -> Option<Bound> {
        /// A table, since a `match` becomes a jump that is guessed wrong as often as bounds alternate.
        const BOUNDS: [Option<Bound>; 4] = [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];
        BOUNDS[(self.0 >> BOUND & 3) as usize]
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 >> BOUND & 3 == 0
    }

    pub(crate) const fn was_pv(self) -> bool {
        self.0 >> WAS_PV & 1 != 0
    }

    pub(crate) const fn age(self) -> Age {
        Age((self.0 >> AGE) as u8)
    }

    pub(crate) const fn with_move_of(self, other: PackedEntry) -> PackedEntry {
        self.with_bits_of(other, u16::MAX as u64)
    }

    pub(crate) const fn with_eval_of(self, other: PackedEntry) -> PackedEntry {
        self.with_bits_of(other, (u16::MAX as u64) << EVAL)
    }

    const fn with_bits_of(self, other: PackedEntry, mask: u64) -> PackedEntry {
        PackedEntry(self.0 & !mask | other.0 & mask)
    }
}

/// A score of a node at `ply`, counted from the node instead of the root. At most [`Score::MATE`] either way.
pub fn from_node(score: Score, ply: Ply) -> Score {
    if is_evaluation(score) {
        return score;
    }
    cold_path();
    let soonest = if score.is_mate() { Score::MATE } else { Score::TABLEBASE_WIN };
    let size = (score.0.abs() + i32::from(ply.0)).min(soonest.0);
    Score(score.0.signum() * size)
}

/// A score of a node that is now at `ply`, counted from the root instead of the node.
fn from_root(score: Score, ply: Ply) -> Score {
    if is_evaluation(score) {
        return score;
    }
    cold_path();
    let latest = Score::MAX_EVAL + Score(1);
    let size = (score.0.abs() - i32::from(ply.0)).max(latest.0);
    Score(score.0.signum() * size)
}

/// As `!score.is_decisive()`, without a branch on the sign, which would be guessed wrong every other time.
const fn is_evaluation(score: Score) -> bool {
    (score.0 + Score::MAX_EVAL.0) as u32 <= 2 * Score::MAX_EVAL.0 as u32
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// At any depth: a lower bound ends a search only if it reaches beta.
    #[test]
    fn an_unsearched_entry_cuts_nowhere() {
        let entry = Entry::unsearched(Some(Score(17)), true);
        assert_eq!(entry.bound, Bound::Lower);
        assert!(entry.score <= Score::mated_in(Ply::ROOT), "no score of a position is worse");
        assert!(entry.depth < Depth::ZERO);
    }

    fn scores() -> impl Strategy<Value = Score> {
        (-Score::MAX_EVAL.0..=Score::MAX_EVAL.0).prop_map(Score)
    }

    /// Any entry that a search could hand in, but for mate and tablebase scores.
    pub(crate) fn entries() -> impl Strategy<Value = Entry> {
        let bound = prop_oneof![Just(Bound::Upper), Just(Bound::Lower), Just(Bound::Exact)];
        let depth = (Entry::UNSEARCHED.0..=Depth::MAX.0).prop_map(Depth);
        let mv = any::<u16>().prop_map(Move::from_bits);
        (mv, scores(), proptest::option::of(scores()), depth, bound, any::<bool>()).prop_map(
            |(mv, score, eval, depth, bound, was_pv)| Entry { mv, score, eval, depth, bound, was_pv },
        )
    }

    proptest! {
        #[test]
        fn packed_entries_are_unpacked_unchanged(entry in entries(), age: u8) {
            let packed = PackedEntry::new(entry, Ply::ROOT, Age::of_search(age));
            prop_assert_eq!(packed.entry(Ply::ROOT), Some(entry));
            prop_assert_eq!(packed.age(), Age::of_search(age));
        }

        #[test]
        fn a_changed_field_changes_nothing_else(entry in entries(), other in entries(), age: u8) {
            let pack = |entry| PackedEntry::new(entry, Ply::ROOT, Age::of_search(age));
            let with_move = Entry { mv: other.mv, ..entry };
            prop_assert_eq!(pack(entry).with_move_of(pack(other)), pack(with_move));
            let with_eval = Entry { eval: other.eval, ..entry };
            prop_assert_eq!(pack(entry).with_eval_of(pack(other)), pack(with_eval));
        }
    }

    #[test]
    fn every_move_depth_and_score_has_its_own_code() {
        let plain = Entry::unsearched(None, false);
        let moves = (0..=u16::MAX).map(|bits| Entry { mv: Move::from_bits(bits), ..plain });
        let depths = (Entry::UNSEARCHED.0..=Depth::MAX.0).map(|depth| Entry { depth: Depth(depth), ..plain });
        let scores = (-Score::MATE.0..=Score::MATE.0).map(Score);
        let scores = scores.map(|score| Entry { score, eval: Some(score.clamp_to_eval()), ..plain });
        for entry in moves.chain(depths).chain(scores) {
            assert_eq!(PackedEntry::new(entry, Ply::ROOT, Age::of_search(31)).entry(Ply::ROOT), Some(entry));
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
        let clamped = Entry { depth: Depth::MAX, score: Score::MATE, eval: Some(Score::MAX_EVAL), ..deep };
        let shallow = Entry { depth: Depth(-1000), score: -Score::INFINITE, ..deep };
        let clamped_shallow = Entry { depth: Entry::UNSEARCHED, score: -Score::MATE, ..clamped };
        for (entry, clamped) in [(deep, clamped), (shallow, clamped_shallow)] {
            let packed = PackedEntry::new(entry, Ply::ROOT, Age::of_search(0));
            assert_eq!(packed.entry(Ply::ROOT), Some(clamped));
        }
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

    fn plies() -> impl Iterator<Item = Ply> + Clone {
        (0..=Ply::MAX.0).map(Ply)
    }

    fn tablebase_win(ply: Ply) -> Score {
        Score::TABLEBASE_WIN - Score(i32::from(ply.0))
    }

    /// For every pair of a node's ply and the ply of a mate, or of a tablebase win, at or below it.
    #[test]
    fn a_win_keeps_its_distance_from_the_node_at_every_other_ply() {
        for (node, event) in
            plies().flat_map(|node| (node.0..=Ply::MAX.0).map(move |event| (node, Ply(event))))
        {
            let distance = event.0 - node.0;
            for win_at in [Score::mate_in, tablebase_win] {
                let (win, loss) = (from_node(win_at(event), node), from_node(-win_at(event), node));
                for other in (0..=Ply::MAX.0 - distance).map(Ply) {
                    let there = win_at(Ply(other.0 + distance));
                    assert_eq!((from_root(win, other), from_root(loss, other)), (there, -there));
                }
            }
        }
    }

    #[test]
    fn evaluations_are_the_same_at_every_ply() {
        for score in (-Score::MAX_EVAL.0..=Score::MAX_EVAL.0).map(Score) {
            for ply in [Ply::ROOT, Ply(1), Ply(100), Ply::MAX] {
                assert_eq!((from_node(score, ply), from_root(score, ply)), (score, score));
            }
        }
    }

    #[test]
    fn no_win_is_sooner_than_its_node_and_none_is_ever_lost() {
        for node in plies() {
            for score in (Score::MAX_EVAL.0 + 1..=Score::INFINITE.0).map(Score) {
                let (won, lost) = (from_node(score, node), from_node(-score, node));
                let here = from_root(won, node);
                assert!(here <= Score::mate_in(node));
                assert!(score.is_mate() || here <= tablebase_win(node).max(Score(31_500)));
                for other in [Ply::ROOT, node, Ply::MAX] {
                    assert!(from_root(won, other).is_decisive() && from_root(won, other) > Score::DRAW);
                    assert_eq!(from_root(lost, other), -from_root(won, other));
                }
            }
        }
    }

    #[test]
    fn coming_out_keeps_the_order_of_scores() {
        for ply in plies() {
            assert!((-Score::MATE.0..=Score::MATE.0).map(|score| from_root(Score(score), ply)).is_sorted());
        }
    }
}
