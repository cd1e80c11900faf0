//! The question that a search asks of a node, and the kind of answer that its score gives.
//!
//! ```text
//!          upper bound        exact        lower bound
//!   ─────────────────────┼────────────┼─────────────────────▶ score
//!                        α            β
//! ```
//!
//! A fail-soft score inside the window is the value. At or below alpha it is an upper bound of the value, at or
//! above beta a lower bound.

use crate::{Ply, Score};

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
    /// The value is at most the score: no move reached alpha.
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
