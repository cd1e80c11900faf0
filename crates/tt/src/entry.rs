//! The entry of a position, and the bounds of scores.

use types::{Bound, Depth, Move, Score};

/// One position's entry, by value: a copy on its way out of the table or into it.
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
        Entry {
            mv: None,
            score: Score(-Score::MATE.0),
            eval,
            depth: Self::UNSEARCHED,
            bound: Bound::Lower,
            was_pv,
        }
    }
}

#[cfg(test)]
mod tests {
    use types::Ply;

    use super::*;

    /// At any depth: a lower bound ends a search only if it reaches beta.
    #[test]
    fn an_unsearched_entry_cuts_nowhere() {
        let entry = Entry::unsearched(Some(Score(17)), true);
        assert_eq!(entry.bound, Bound::Lower);
        assert!(entry.score <= Score::mated_in(Ply::ROOT), "no score of a position is worse");
        assert!(entry.depth < Depth::ZERO);
    }
}
