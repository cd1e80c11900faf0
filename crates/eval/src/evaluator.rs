//! The evaluation itself: a visible sum of terms, White's minus Black's, tapered and scaled.

use movegen::Position;
use types::{Color, Score};

use crate::accumulator::{Accumulator, Phase, material_feature, square_feature};
use crate::scaling::Scale;
use crate::tapered::Tapered;
use crate::terms::{self, WEIGHTS};
use crate::trace::Trace;

/// Evaluates positions. Every search thread has its own.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {}

impl Evaluator {
    /// An evaluator.
    pub fn new() -> Evaluator {
        Evaluator {}
    }

    /// What a position is worth to the side to move, within ±[`Score::MAX_EVAL`].
    ///
    /// `accumulator` holds the sums of this position. The answer depends on the position alone, not on how
    /// it came about nor on what was evaluated before.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, accumulator: &Accumulator) -> Score {
        Verdict::of(position, accumulator, &mut ()).score(position.side_to_move())
    }
}

/// What a position is worth to the side to move, from scratch.
pub fn evaluate(position: &Position) -> Score {
    Evaluator::new().evaluate(position, &Accumulator::of(position))
}

/// The evaluation of a position before its last step, as seen by White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The sum of all terms.
    pub sum: Tapered,
    /// How the halves of the sum are mixed.
    pub phase: Phase,
    /// How much of it counts.
    pub scale: Scale,
}

impl Verdict {
    /// Sums all terms, and tells a trace which of them fired.
    pub fn of<T: Trace>(position: &Position, accumulator: &Accumulator, trace: &mut T) -> Verdict {
        debug_assert_eq!(*accumulator, Accumulator::of(position), "the sums belong to another position");
        if T::ACTIVE {
            trace_accumulated(position, trace);
        }
        let sum = accumulator.score() + tempo(position, trace);
        Verdict { sum, phase: accumulator.phase(), scale: Scale::NORMAL }
    }

    /// The final score, as seen by a side.
    #[inline]
    pub fn score(&self, side: Color) -> Score {
        let middlegame = self.scale.middlegame(self.sum.middlegame());
        let endgame = self.scale.endgame(self.sum.endgame());
        let score = Score(self.phase.taper(middlegame, endgame)).clamp_to_eval();
        match side {
            Color::White => score,
            Color::Black => -score,
        }
    }
}

/// Takes the incremental sums apart again.
fn trace_accumulated<T: Trace>(position: &Position, trace: &mut T) {
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            trace.count(piece.color(), square_feature(piece, square), 1);
            if let Some(feature) = material_feature(piece.role()) {
                trace.count(piece.color(), feature, 1);
            }
        }
    }
}

fn tempo<T: Trace>(position: &Position, trace: &mut T) -> Tapered {
    let feature = terms::TEMPO.into();
    trace.count(position.side_to_move(), feature, 1);
    match position.side_to_move() {
        Color::White => WEIGHTS[feature.index()],
        Color::Black => -WEIGHTS[feature.index()],
    }
}
