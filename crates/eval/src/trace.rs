//! The report of every feature that the evaluation counts, and the look-up of its weight.
//!
//! The evaluation reports its features to a [`Trace`]. While playing that is `()`, whose methods are empty, and the
//! compiler removes them. The tuner and [`explain`](mod@crate::explain) run the same function with another one, so they
//! cannot disagree with the engine that plays.

use std::hint::select_unpredictable;
use std::marker::PhantomData;
use std::ops::Range;

use movegen::Position;
use types::{Bitboard, ByColor, Color, Side, Square};

use crate::tapered::{Scale, Tapered};
use crate::term::{EvalFeature, TermInfo};
use crate::terms::{FEATURES, TERMS, WEIGHTS};

/// Receives the features of an evaluation, with side and count, and the scale of the sum.
pub trait Trace {
    /// True if anything is recorded. Only then are incremental sums taken apart into features.
    const ACTIVE: bool = true;

    /// Records that `feature` occurs `count` times for `color`. Reports of the same feature add up.
    fn count(&mut self, color: Color, feature: EvalFeature, count: i32);

    /// Records that `feature` occurs `times` times for `color` for each of some pieces of either side: a mobile knight, a
    /// threatened pawn.
    fn count_each(&mut self, color: Color, feature: EvalFeature, times: i32, pieces: Bitboard) {
        self.count(color, feature, times * pieces.count() as i32);
    }

    /// Records the scale of the sum if `better` is the side that stands better. Which side that is depends on the
    /// weights, so a tuner needs both scales.
    fn scale(&mut self, _better: Color, _scale: Scale) {}
}

/// The null trace, which records nothing.
impl Trace for () {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn count(&mut self, _: Color, _: EvalFeature, _: i32) {}

    #[inline(always)]
    fn count_each(&mut self, _: Color, _: EvalFeature, _: i32, _: Bitboard) {}
}

/// The count of each feature for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureCounts(pub ByColor<[i16; FEATURES]>);

impl FeatureCounts {
    pub fn new() -> FeatureCounts {
        FeatureCounts(ByColor([[0; FEATURES]; Color::COUNT]))
    }

    /// Weight times count, summed over some features of one side.
    pub fn sum(&self, color: Color, features: Range<usize>) -> Tapered {
        let counts = &self.0[color][features.clone()];
        WEIGHTS[features].iter().zip(counts).map(|(&weight, &count)| weight * i32::from(count)).sum()
    }
}

impl Default for FeatureCounts {
    fn default() -> FeatureCounts {
        FeatureCounts::new()
    }
}

impl Trace for FeatureCounts {
    fn count(&mut self, color: Color, feature: EvalFeature, count: i32) {
        self.0[color][feature.index()] += count as i16;
    }
}

/// Scores the features of side `S`.
pub(crate) struct Scorer<'a, S, T> {
    trace: &'a mut T,
    weights: &'static [Tapered; FEATURES],
    /// True if the side is to move; `None` if the scores must not depend on it.
    is_moving: Option<bool>,
    side: PhantomData<S>,
}

impl<'a, S: Side, T: Trace> Scorer<'a, S, T> {
    pub(crate) fn new(position: &Position, trace: &'a mut T) -> Self {
        let is_moving = position.side_to_move() == S::COLOR;
        let weights = &WEIGHTS_BY_TURN[usize::from(is_moving)];
        Scorer { trace, weights, is_moving: Some(is_moving), side: PhantomData }
    }

    /// A scorer of features that count the same whichever side is to move. It must not be used for terms with a second
    /// table.
    ///
    /// Their sum can be cached. And the other scorers read these weights from a table for each turn, of which an evaluation
    /// needs both: one for either turn reads half as many lines of the data cache.
    pub(crate) fn for_either_turn(trace: &'a mut T) -> Self {
        Scorer { trace, weights: &WEIGHTS, is_moving: None, side: PhantomData }
    }

    /// The score of a feature that occurs `count` times and belongs to no single piece.
    pub(crate) fn score(&mut self, feature: impl Into<EvalFeature>, count: u32) -> Tapered {
        let feature = feature.into();
        self.trace.count(S::COLOR, self.in_turn(feature), count as i32);
        self.weight(feature) * count as i32
    }

    /// The score of a feature that occurs `times` times for each of some pieces.
    pub(crate) fn score_each(
        &mut self,
        pieces: impl Into<Bitboard>,
        feature: impl Into<EvalFeature>,
        times: u32,
    ) -> Tapered {
        let (feature, pieces) = (feature.into(), pieces.into());
        self.trace.count_each(S::COLOR, self.in_turn(feature), times as i32, pieces);
        self.weight(feature) * (times * pieces.count()) as i32
    }

    /// The score of a feature of a piece that has it or not, without a branch. For conditions that are hard to predict.
    pub(crate) fn score_if(&mut self, condition: bool, piece: Square, feature: EvalFeature) -> Tapered {
        let pieces = if condition { piece.bitboard() } else { Bitboard::EMPTY };
        self.trace.count_each(S::COLOR, self.in_turn(feature), 1, pieces);
        select_unpredictable(condition, self.weight(feature), Tapered::ZERO)
    }

    fn weight(&self, feature: EvalFeature) -> Tapered {
        debug_assert!(
            self.is_moving.is_some() || MOVING[feature.index()] == feature,
            "the term depends on the turn"
        );
        self.weights[feature.index()]
    }

    /// The feature that is reported: that of the table for the side to move, if it is this side.
    fn in_turn(&self, feature: EvalFeature) -> EvalFeature {
        if self.is_moving == Some(true) { MOVING[feature.index()] } else { feature }
    }
}

/// For each feature the one that replaces it for the side to move: itself, unless its term has a second table.
static MOVING: [EvalFeature; FEATURES] = moving_features();

const fn moving_features() -> [EvalFeature; FEATURES] {
    let mut features = [EvalFeature::new(0); FEATURES];
    let mut term = 0;
    while term < TERMS.len() {
        let TermInfo { first, len, is_by_turn, .. } = TERMS[term];
        let mut index = first;
        while index < first + len {
            let is_waiting = is_by_turn && index < first + len / 2;
            features[index] = EvalFeature::new(if is_waiting { index + len / 2 } else { index });
            index += 1;
        }
        term += 1;
    }
    features
}

/// The weights of all features, first for the side that is not to move, then for the side to move.
///
/// They stand in one table, so that the compiler adds an offset once. Of two tables it would load each weight from both
/// and choose, which takes four instructions instead of one.
static WEIGHTS_BY_TURN: [[Tapered; FEATURES]; 2] = weights_by_turn();

const fn weights_by_turn() -> [[Tapered; FEATURES]; 2] {
    let features = moving_features();
    let mut weights = [WEIGHTS; 2];
    let mut index = 0;
    while index < FEATURES {
        weights[1][index] = WEIGHTS[features[index].index()];
        index += 1;
    }
    weights
}
