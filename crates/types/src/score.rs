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
//!
//! A search asks with a [`Window`] of scores, and the answer is a [`Bound`]:
//!
//! ```text
//!          upper bound        exact        lower bound
//!   ─────────────────────┼────────────┼─────────────────────▶ score
//!                        α            β
//! ```
//!
//! A fail-soft score inside the window is the value. At or below alpha it is an upper bound of the value, at or
//! above beta a lower bound.

use core::fmt;
use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};

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

    /// The mate distance in moves of the side that mates, signed like [`mate_plies`](Score::mate_plies).
    ///
    /// That side makes the last move, so of an odd number of plies it makes one more than the other.
    pub const fn mate_moves(self) -> Option<i32> {
        match self.mate_plies() {
            Some(plies) => Some((plies + plies.signum()) / 2),
            None => None,
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

/// The number of plies left to search. Zero or less means quiescence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(transparent)]
pub struct Depth(pub i32);

impl Depth {
    /// The horizon.
    pub const ZERO: Depth = Depth(0);
    /// One ply.
    pub const ONE: Depth = Depth(1);
    /// The deepest iteration a search may start.
    pub const MAX: Depth = Depth(Ply::MAX.0 as i32 - 1);

    /// The number of whole plies.
    #[inline]
    pub const fn plies(self) -> i32 {
        self.0
    }
}

/// The distance from the root in half-moves: 0 at the root, never above [`Ply::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(transparent)]
pub struct Ply(pub u16);

impl Ply {
    /// The root.
    pub const ROOT: Ply = Ply(0);
    /// No line is searched beyond this ply.
    pub const MAX: Ply = Ply(246);

    /// The ply as an index of a stack.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// One ply further from the root.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Ply {
        Ply(self.0 + 1)
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Sums and differences of a number with a unit, and its text.
macro_rules! number {
    ($($type:ident)*) => {$(
        impl Add for $type {
            type Output = $type;

            #[inline]
            fn add(self, other: $type) -> $type {
                $type(self.0 + other.0)
            }
        }

        impl Sub for $type {
            type Output = $type;

            #[inline]
            fn sub(self, other: $type) -> $type {
                $type(self.0 - other.0)
            }
        }

        impl AddAssign for $type {
            #[inline]
            fn add_assign(&mut self, other: $type) {
                self.0 += other.0;
            }
        }

        impl SubAssign for $type {
            #[inline]
            fn sub_assign(&mut self, other: $type) {
                self.0 -= other.0;
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

number! { Score Depth }

/// The open interval of scores that a search distinguishes: all values at or below `alpha` are the same to it, and so
/// are all values at or above `beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The score that the side to move has already.
    pub alpha: Score,
    /// The score from which on the opponent avoids the node.
    pub beta: Score,
}

impl Window {
    /// All scores.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The window without a score in it, which asks only if the value is above `alpha`.
    #[inline]
    pub fn zero(alpha: Score) -> Window {
        Window { alpha, beta: alpha + Score(1) }
    }

    /// Returns true if beta does not lie above alpha.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// The part of the window in which a node at this ply can have its value: the side to move can neither be mated
    /// already nor mate sooner than by its next move (mate-distance pruning).
    #[inline]
    #[must_use]
    pub fn within_mates(self, ply: Ply) -> Window {
        Window {
            alpha: self.alpha.max(Score::mated_in(ply)),
            beta: self.beta.min(Score::mate_in(ply.next())),
        }
    }

    /// The same window from the opponent's view.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The bound that a fail-soft score is, returned by a search with this window.
    #[inline]
    pub fn bound_of(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// The relation of a score to the value of the position at that depth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The value is at most the score: no move exceeded alpha.
    Upper = 1,
    /// The value is at least the score: a move reached beta.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// Returns true if a score with this bound answers the window: it is the value, or it shows that the value lies
    /// outside.
    #[inline]
    pub fn answers(self, score: Score, window: Window) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        }
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

    #[test]
    fn mate_distances_count_the_moves_of_the_side_that_mates() {
        for plies in 0..=Ply::MAX.0 {
            let is_by_the_mating_side = |ply: &u16| (plies - ply).is_multiple_of(2);
            let moves = (1..=plies).filter(is_by_the_mating_side).count() as i32;
            assert_eq!(Score::mate_in(Ply(plies)).mate_moves(), Some(moves));
            assert_eq!(Score::mated_in(Ply(plies)).mate_moves(), Some(-moves));
        }
        assert_eq!(Score::MAX_EVAL.mate_moves(), None);
    }

    const WINDOW: Window = Window { alpha: Score(10), beta: Score(20) };

    #[test]
    fn a_score_is_exact_between_alpha_and_beta() {
        let bounds = [9, 10, 11, 19, 20, 21].map(|score| WINDOW.bound_of(Score(score)));
        let (upper, exact, lower) = (Bound::Upper, Bound::Exact, Bound::Lower);
        assert_eq!(bounds, [upper, upper, exact, exact, lower, lower]);
    }

    #[test]
    fn a_bound_answers_outside_of_the_window_on_its_side() {
        let answering = |bound: Bound| [10, 15, 20].map(|score| bound.answers(Score(score), WINDOW));
        assert_eq!(answering(Bound::Upper), [true, false, false]);
        assert_eq!(answering(Bound::Lower), [false, false, true]);
        assert_eq!(answering(Bound::Exact), [true, true, true]);
    }
}
