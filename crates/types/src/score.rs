//! The value of a position to the side to move.
//!
//! A score is an `i32` in evaluation units (84 are shown as a pawn) with three ranges:
//!
//! ```text
//!   -32000 … -31754   mated in 0 … 246 plies
//!   -31753 … -31500   lost by the tablebases
//!   -31499 …  31499   evaluations
//!    31500 …  31753   won by the tablebases
//!    31754 …  32000   mate in 246 … 0 plies
//! ```
//!
//! All of them fit 16 bits, which is how the transposition table keeps them.

use core::fmt;
use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use crate::Ply;

/// A score from the view of the side to move. Greater is better for it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(transparent)]
pub struct Score(pub i32);

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score(0);
    /// Beyond every score a position can have.
    pub const INFINITE: Score = Score(32_001);
    /// Mate on the board, seen by the side that gave it.
    pub const MATE: Score = Score(32_000);
    /// The slowest mate that a search can see.
    pub const MIN_MATE: Score = Score(Self::MATE.0 - Ply::MAX.0 as i32);
    /// A tablebase win at the root.
    pub const TABLEBASE_WIN: Score = Score(Self::MIN_MATE.0 - 1);
    /// The greatest score that an evaluation may return.
    pub const MAX_EVAL: Score = Score(31_499);

    /// Mate that will be on the board `ply` half-moves from the root.
    #[inline]
    pub const fn mate_in(ply: Ply) -> Score {
        Score(Self::MATE.0 - ply.0 as i32)
    }

    /// Being mated `ply` half-moves from the root.
    #[inline]
    pub const fn mated_in(ply: Ply) -> Score {
        Score(ply.0 as i32 - Self::MATE.0)
    }

    /// True if this score announces a mate for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MIN_MATE.0
    }

    /// True if this score is a proven win or loss: mate or tablebase, for either side.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() > Self::MAX_EVAL.0
    }

    /// True if this score is a proven loss of the side to move.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_EVAL.0
    }

    /// The mate distance in plies: positive if the side to move mates, negative if it is mated.
    ///
    /// Mated now is `Some(0)`. `None` if this is no mate score.
    pub const fn mate_plies(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some(Self::MATE.0 - self.0)
        } else {
            Some(-Self::MATE.0 - self.0)
        }
    }

    /// The evaluation part: a score that is no claim of mate or of a tablebase result.
    #[inline]
    #[must_use]
    pub fn clamp_to_eval(self) -> Score {
        Score(self.0.clamp(-Self::MAX_EVAL.0, Self::MAX_EVAL.0))
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add for Score {
    type Output = Score;

    #[inline]
    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Score;

    #[inline]
    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Score) {
        self.0 += other.0;
    }
}

impl SubAssign for Score {
    #[inline]
    fn sub_assign(&mut self, other: Score) {
        self.0 -= other.0;
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_are_those_of_the_picture() {
        assert_eq!(Score::MIN_MATE, Score(31_754));
        assert_eq!(Score::TABLEBASE_WIN, Score(31_753));
        assert!(!Score::MAX_EVAL.is_decisive() && (Score::MAX_EVAL + Score(1)).is_decisive());
        assert!(!Score::TABLEBASE_WIN.is_mate() && Score::TABLEBASE_WIN.is_decisive());
    }

    #[test]
    fn mate_distances_count_plies_for_both_sides() {
        for ply in (0..=Ply::MAX.0).map(Ply) {
            let plies = i32::from(ply.0);
            assert_eq!(Score::mate_in(ply).mate_plies(), Some(plies));
            assert_eq!(Score::mated_in(ply).mate_plies(), Some(-plies));
            assert_eq!(-Score::mate_in(ply), Score::mated_in(ply));
        }
        assert_eq!(Score::TABLEBASE_WIN.mate_plies(), None);
    }
}
