//! Replacement: the entry that makes room for another, and the merging of two entries of one position.
//!
//! A deep entry took long to compute and saves as much when it is hit; an entry of an earlier search is less
//! likely to be hit again. So the worth of an entry is its depth, less some plies for every search since, and
//! in a full cluster the entry with the least worth is replaced. A new entry is always stored, because the
//! positions that were searched last are those that come up again soonest.
//!
//! An update of the same position is different: only one result can stay, and a much deeper result of the same
//! search is worth more than a new shallow one. The old move and the old evaluation stay if the new entry has
//! none.

use types::Depth;

use crate::packed::{Age, Packed};
use crate::{Bound, Entry};

/// The plies of depth that each later search takes from the worth of an entry.
const WORTH_OF_A_SEARCH: Depth = Depth(8);

/// A result may be this much shallower than the one it replaces: the deeper one did not cut the node off, or the
/// position would not have been searched again.
const FRESHNESS: Depth = Depth(3);

/// The same on top of it for an entry of a principal variation.
const PV_FRESHNESS: Depth = Depth(2);

/// Less than the worth of any entry.
const NOTHING: Depth = Depth(i32::MIN);

/// The worth of an entry in plies of depth. The entry with the least worth is replaced.
#[inline]
pub(crate) fn worth(packed: Packed, now: Age) -> Depth {
    let loss = Depth(WORTH_OF_A_SEARCH.0 * now.searches_since(packed.age()));
    if packed.is_empty() { NOTHING } else { packed.depth() - loss }
}

/// The entry to keep of two for the same position.
#[inline]
pub(crate) fn update(old: Packed, new: Packed) -> Packed {
    let result = if supersedes(new, old) { new } else { old };
    let with_move = if new.mv().is_some() { new } else { old };
    let with_eval = if new.eval().is_some() { new } else { old };
    result.with_move_of(with_move).with_eval_of(with_eval)
}

#[inline]
fn supersedes(new: Packed, old: Packed) -> bool {
    let freshness = if new.was_pv() { FRESHNESS + PV_FRESHNESS } else { FRESHNESS };
    let is_searched = new.depth() > Entry::UNSEARCHED;
    is_searched
        && (new.bound() == Some(Bound::Exact)
            || new.age() != old.age()
            || new.depth() + freshness >= old.depth())
}

#[cfg(test)]
mod tests {
    use types::{Move, Ply, Score, Square};

    use super::*;

    const NOW: Age = Age::of_search(7);
    const BEFORE: Age = Age::of_search(6);

    fn result(depth: i32) -> Entry {
        Entry {
            mv: Some(Move::normal(Square::E2, Square::E4)),
            score: Score(depth),
            eval: Some(Score(17)),
            depth: Depth(depth),
            bound: Bound::Lower,
            was_pv: false,
        }
    }

    fn updated(old: (Entry, Age), new: Entry) -> Entry {
        let pack = |entry, age| Packed::new(entry, Ply::ROOT, age);
        update(pack(old.0, old.1), pack(new, NOW)).entry(Ply::ROOT).expect("an update is never empty")
    }

    #[test]
    fn worth_grows_with_depth_and_falls_with_age() {
        let worth = |depth, searches| {
            let age = Age::of_search(100 - searches);
            worth(Packed::new(result(depth), Ply::ROOT, age), Age::of_search(100))
        };
        for searches in 0..Age::CYCLE {
            for depth in 1..Depth::MAX.0 {
                assert!(worth(depth, searches) < worth(depth + 1, searches));
                assert!(searches == 0 || worth(depth, searches) < worth(depth, searches - 1));
            }
        }
        // A search's end takes eight plies, no more and no less.
        assert!(worth(11, 1) == worth(3, 0) && worth(19, 2) == worth(3, 0));
        // The last search's entries go before this one's, unless they are much deeper.
        assert!(worth(10, 1) < worth(3, 0));
        assert!(worth(20, 1) > worth(3, 0));
    }

    #[test]
    fn an_empty_slot_is_worth_less_than_any_entry() {
        let least = Packed::new(Entry::unsearched(None, false), Ply::ROOT, Age::of_search(0));
        assert!(worth(Packed::from_bits(0), Age::of_search(31)) < worth(least, Age::of_search(31)));
    }

    #[test]
    fn a_deeper_or_slightly_shallower_result_supersedes() {
        for depth in 7..=12 {
            assert_eq!(updated((result(10), NOW), result(depth)), result(depth));
        }
    }

    #[test]
    fn a_much_shallower_result_of_the_same_search_gives_only_its_move() {
        let other = Some(Move::normal(Square::D2, Square::D4));
        let kept = updated((result(10), NOW), Entry { mv: other, ..result(2) });
        assert_eq!(kept, Entry { mv: other, ..result(10) });
    }

    #[test]
    fn a_variation_s_result_may_be_shallower_still() {
        let pv = Entry { was_pv: true, ..result(5) };
        assert_eq!(updated((result(10), NOW), pv), pv);
        assert_eq!(updated((result(10), NOW), result(5)), result(10));
    }

    #[test]
    fn a_result_is_too_shallow_right_below_the_limit() {
        let pv = |depth| Entry { was_pv: true, ..result(depth) };
        let (limit, pv_limit) = (10 - FRESHNESS.0, 10 - FRESHNESS.0 - PV_FRESHNESS.0);
        assert_eq!((limit, pv_limit), (7, 5));
        for (old, new, kept) in [
            (result(10), result(limit), result(limit)),
            (result(10), result(limit - 1), result(10)),
            (result(10), pv(pv_limit), pv(pv_limit)),
            (result(10), pv(pv_limit - 1), result(10)),
            // It is the newcomer's variation that matters.
            (pv(10), result(limit - 1), pv(10)),
        ] {
            assert_eq!(updated((old, NOW), new), kept, "{new:?}");
        }
    }

    #[test]
    fn exact_results_and_those_of_a_new_search_always_supersede() {
        let exact = Entry { bound: Bound::Exact, ..result(1) };
        assert_eq!(updated((result(30), NOW), exact), exact);
        assert_eq!(updated((result(30), BEFORE), result(1)), result(1));
    }

    #[test]
    fn move_and_evaluation_outlive_a_result_without_them() {
        let blank = Entry { mv: None, eval: None, ..result(12) };
        for age in [NOW, BEFORE] {
            assert_eq!(updated((result(10), age), blank), result(12));
        }
    }

    #[test]
    fn an_unsearched_entry_displaces_no_result_but_adds_its_evaluation() {
        let checked = Entry { eval: None, ..result(0) };
        for age in [NOW, BEFORE] {
            let kept = updated((checked, age), Entry::unsearched(Some(Score(17)), true));
            assert_eq!(kept, result(0));
        }
    }
}
