//! The side whose terms are summed, as a type: each side gets its own code without a test of colour in it.

use std::marker::PhantomData;

use movegen::{Position, attacks};
use types::{Bitboard, Color, Rank, Square};

use crate::tapered::Tapered;
use crate::term::{Feature, MOVING_WEIGHTS};
use crate::terms::{FEATURES, WEIGHTS};
use crate::trace::Trace;

/// A colour known at compile time.
pub(crate) trait Side {
    /// The opponent.
    type Other: Side;
    /// The colour.
    const COLOR: Color;

    /// The set one rank ahead.
    #[inline]
    fn forward(set: Bitboard) -> Bitboard {
        set.forward(Self::COLOR)
    }

    /// All squares ahead of the set on its files, the set itself left out.
    #[inline]
    fn ahead(set: Bitboard) -> Bitboard {
        let mut fill = Self::forward(set);
        fill |= Self::forward(fill);
        fill |= Self::forward(Self::forward(fill));
        fill | Self::forward(Self::forward(Self::forward(Self::forward(fill))))
    }

    /// What a set of pawns attacks.
    #[inline]
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        attacks::pawns(Self::COLOR, pawns)
    }

    /// The rank of a square, counted from this side.
    #[inline]
    fn rank(square: Square) -> Rank {
        square.rank().relative_to(Self::COLOR)
    }

    /// The square where a pawn of this side promotes.
    #[inline]
    fn goal(pawn: Square) -> Square {
        Square::new(pawn.file(), Self::Other::COLOR.back_rank())
    }

    /// The squares of a rank that is counted from this side.
    #[inline]
    fn rank_set(rank: Rank) -> Bitboard {
        rank.relative_to(Self::COLOR).bitboard()
    }

    /// The square of a non-empty set that is nearest to this side.
    #[inline]
    fn nearest(set: Bitboard) -> Option<Square> {
        match Self::COLOR {
            Color::White => set.first(),
            Color::Black => set.last(),
        }
    }
}

/// White's terms.
pub(crate) struct White;
/// Black's terms.
pub(crate) struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
}

/// Weighs the features of a side, and tells the trace.
pub(crate) struct Weigher<'a, S, T> {
    trace: &'a mut T,
    weights: &'static [Tapered; FEATURES],
    /// Whether the side is to move; `None` if it does not matter.
    turn: Option<bool>,
    side: PhantomData<S>,
}

impl<'a, S: Side, T: Trace> Weigher<'a, S, T> {
    /// A weigher in a position.
    #[inline]
    pub(crate) fn new(position: &Position, trace: &'a mut T) -> Self {
        let is_moving = position.side_to_move() == S::COLOR;
        let weights = if is_moving { &MOVING_WEIGHTS } else { &WEIGHTS };
        Weigher { trace, weights, turn: Some(is_moving), side: PhantomData }
    }

    /// A weigher of what is the same whoever is to move, and so may be kept for other positions. Terms by turn are not
    /// for it.
    #[inline]
    pub(crate) fn for_either_turn(trace: &'a mut T) -> Self {
        Weigher { trace, weights: &WEIGHTS, turn: None, side: PhantomData }
    }

    #[inline]
    fn weight(&self, feature: Feature) -> Tapered {
        debug_assert!(self.turn.is_some() || feature.moving() == feature, "it matters whose turn it is");
        self.weights[feature.index()]
    }

    /// What the trace is told of.
    #[inline]
    fn told(&self, feature: Feature) -> Feature {
        if self.turn == Some(true) { feature.moving() } else { feature }
    }

    /// What it is worth that a feature counts so often, which is the matter of no single man.
    #[inline]
    pub(crate) fn weigh(&mut self, feature: impl Into<Feature>, count: u32) -> Tapered {
        let feature = feature.into();
        self.trace.count(S::COLOR, self.told(feature), count as i32);
        self.weight(feature) * count as i32
    }

    /// What it is worth that a feature is there, which is the matter of no single man.
    #[inline]
    pub(crate) fn weigh_one(&mut self, feature: impl Into<Feature>) -> Tapered {
        let feature = feature.into();
        self.trace.count(S::COLOR, self.told(feature), 1);
        self.weight(feature)
    }

    /// What it is worth that a feature counts so often for the man on a square.
    #[inline]
    pub(crate) fn weigh_at(&mut self, man: Square, feature: impl Into<Feature>, count: u32) -> Tapered {
        let feature = feature.into();
        self.trace.count_each(S::COLOR, self.told(feature), count as i32, man.bitboard());
        self.weight(feature) * count as i32
    }

    /// What it is worth that a feature is there for the man on a square.
    #[inline]
    pub(crate) fn weigh_one_at(&mut self, man: Square, feature: impl Into<Feature>) -> Tapered {
        let feature = feature.into();
        self.trace.count_each(S::COLOR, self.told(feature), 1, man.bitboard());
        self.weight(feature)
    }

    /// What it is worth that a feature counts once for each of some men.
    #[inline]
    pub(crate) fn weigh_men(&mut self, men: Bitboard, feature: impl Into<Feature>) -> Tapered {
        self.weigh_each(men, feature, 1)
    }

    /// What it is worth that a feature counts so often for each of some men.
    #[inline]
    pub(crate) fn weigh_each(&mut self, men: Bitboard, feature: impl Into<Feature>, times: u32) -> Tapered {
        let feature = feature.into();
        self.trace.count_each(S::COLOR, self.told(feature), times as i32, men);
        self.weight(feature) * (times * men.count()) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ahead_is_every_square_further_up_the_file() {
        for square in Square::ALL {
            let on_file = |is_ahead: fn(Square, Square) -> bool| {
                let file = square.file().bitboard().into_iter();
                file.filter(|&other| is_ahead(other, square)).collect::<Bitboard>()
            };
            assert_eq!(White::ahead(square.bitboard()), on_file(|other, square| other > square));
            assert_eq!(Black::ahead(square.bitboard()), on_file(|other, square| other < square));
        }
    }
}
