//! The evaluation itself: a visible sum of terms, White's minus Black's, tapered and scaled.

use movegen::Position;
use types::{Color, Score};

use crate::accumulator::{Accumulator, Phase, material_feature, square_feature};
use crate::facts::Facts;
use crate::king_safety::{king_attack, shelter};
use crate::lone_king::lone_king;
use crate::passed::passed;
use crate::pawns::pawns;
use crate::pieces::pieces;
use crate::scaling::{Scale, scale};
use crate::side::{Black, White};
use crate::tapered::Tapered;
use crate::terms::{self, WEIGHTS};
use crate::threats::threats;
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
        let mut facts = Facts::of(position);
        let mut sum = accumulator.score() + tempo(position, trace);
        sum += pieces::<White, T>(&mut facts, trace) - pieces::<Black, T>(&mut facts, trace);
        sum += pawns::<White, T>(&mut facts, trace) - pawns::<Black, T>(&mut facts, trace);
        sum += passed::<White, T>(&facts, trace) - passed::<Black, T>(&facts, trace);
        sum += threats::<White, T>(&facts, trace) - threats::<Black, T>(&facts, trace);
        sum += shelter::<White, T>(&facts, trace) - shelter::<Black, T>(&facts, trace);
        sum += king_attack::<White, T>(&facts, trace) - king_attack::<Black, T>(&facts, trace);
        sum += lone_king::<White, T>(&facts, trace) - lone_king::<Black, T>(&facts, trace);
        Verdict { sum, phase: accumulator.phase(), scale: scale_of(sum, &facts) }
    }

    /// The final score, as seen by a side.
    #[inline]
    pub fn score(&self, side: Color) -> Score {
        let middlegame = self.sum.middlegame() * self.scale.middlegame / Scale::ONE;
        let endgame = self.sum.endgame() * self.scale.endgame / Scale::ONE;
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

/// The scale for the side that stands better in the endgame, or if none does, in the middlegame.
#[inline]
fn scale_of(sum: Tapered, facts: &Facts<'_>) -> Scale {
    if (sum.endgame(), sum.middlegame()) > (0, 0) { scale::<White>(facts) } else { scale::<Black>(facts) }
}
