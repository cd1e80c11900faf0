//! What the table remembers of a position.

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
    /// How deep the position was searched, between [`Entry::UNSEARCHED`] and [`Depth::MAX`]; clamped.
    pub depth: Depth,
    /// What the score means.
    pub bound: Bound,
    /// Whether the position is or was on a principal variation.
    pub was_pv: bool,
}

impl Entry {
    /// The depth of an entry that no search stands behind. Every search is deeper, quiescence too.
    pub const UNSEARCHED: Depth = Depth(-10);

    /// An entry that saves others the static evaluation and claims nothing else.
    ///
    /// Its score is a truth that cuts nowhere: being mated is the worst that can happen. It never
    /// displaces the result of a search of the same position.
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

    /// Whatever depth is asked for: what a score is at least ends a search only if that reaches beta.
    #[test]
    fn an_unsearched_entry_cuts_nowhere() {
        let entry = Entry::unsearched(Some(Score(17)), true);
        assert_eq!(entry.bound, Bound::Lower);
        assert!(entry.score <= Score::mated_in(Ply::ROOT), "no score of a position is worse");
        assert!(entry.depth < Depth::ZERO);
    }
}
