//! The report of every feature that the evaluation counts.
//!
//! The evaluation reports its features to a [`Trace`]. While playing that is `()`, whose methods are empty, and the
//! compiler removes them. The tuner and [`explain`](mod@crate::explain) run the same function with [`FeatureCounts`], so they
//! cannot disagree with the engine that plays.

use types::{Bitboard, ByColor, Color};

use crate::tapered::{Scale, Tapered};
use crate::term::EvalFeature;
use crate::terms::{FEATURES, WEIGHTS};

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
    /// All counts are 0.
    pub fn new() -> FeatureCounts {
        FeatureCounts(ByColor([[0; FEATURES]; Color::COUNT]))
    }

    /// Weight times count, summed over some features of one side.
    pub fn sum(&self, color: Color, features: std::ops::Range<usize>) -> Tapered {
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
