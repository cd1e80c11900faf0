//! The seam between the evaluation and whoever wants to know why it says what it says.
//!
//! The evaluation reports each feature that fires to a [`Trace`]. While playing that is `()`, whose methods
//! are empty, and the compiler leaves nothing of them. A tuner and [`explain`](mod@crate::explain) run the very
//! same function with [`Counts`], so they cannot disagree with the engine that plays.

use types::{Bitboard, ByColor, Color};

use crate::tapered::{Scale, Tapered};
use crate::term::Feature;
use crate::terms::{FEATURES, WEIGHTS};

/// Hears which feature fired, for whom and how often, and what became of the sum.
pub trait Trace {
    /// Whether anybody listens. Sums kept incrementally are taken apart again only then.
    const ACTIVE: bool = true;

    /// `feature` counts `count` times for `color`. Reports of the same feature add up.
    fn count(&mut self, color: Color, feature: Feature, count: i32);

    /// `feature` counts `times` times for `color` for each of some men, of either side, whose matter it is: a
    /// knight that is mobile, a pawn that is threatened.
    fn count_each(&mut self, color: Color, feature: Feature, times: i32, men: Bitboard) {
        self.count(color, feature, times * men.count() as i32);
    }

    /// How much of the sum counts if `better` is the side that stands better. Which one that is depends on the
    /// weights; whoever tries other weights must know both.
    fn scale(&mut self, _better: Color, _scale: Scale) {}
}

/// Nobody listens.
impl Trace for () {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn count(&mut self, _: Color, _: Feature, _: i32) {}

    #[inline(always)]
    fn count_each(&mut self, _: Color, _: Feature, _: i32, _: Bitboard) {}
}

/// How often each feature fired for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts(pub ByColor<[i16; FEATURES]>);

impl Counts {
    /// Nothing fired yet.
    pub fn new() -> Counts {
        Counts(ByColor([[0; FEATURES]; Color::COUNT]))
    }

    /// Weight times count, summed over some features of one side.
    pub fn sum(&self, color: Color, features: std::ops::Range<usize>) -> Tapered {
        let counts = &self.0[color][features.clone()];
        WEIGHTS[features].iter().zip(counts).map(|(&weight, &count)| weight * i32::from(count)).sum()
    }
}

impl Default for Counts {
    fn default() -> Counts {
        Counts::new()
    }
}

impl Trace for Counts {
    fn count(&mut self, color: Color, feature: Feature, count: i32) {
        self.0[color][feature.index()] += count as i16;
    }
}
