//! The evaluation itself: a visible sum of terms, White's minus Black's, tapered and scaled.

use movegen::Position;
use types::{Color, Score};

use crate::accumulator::Accumulator;
use crate::balance::{Balance, BalanceCache};
use crate::facts::Facts;
use crate::king_safety::king_attack;
use crate::lone_king::lone_king;
use crate::passed::passed;
use crate::pawn_cache::{PawnCache, key_of};
use crate::pawns::Skeleton;
use crate::pieces::pieces;
use crate::queen_hits::queen_hits;
use crate::scaling::{ordinary_scale, scale};
use crate::shelter::castling;
use crate::side::{Black, Side, White};
use crate::space::space;
use crate::squares::{KingWings, apart_feature, material_feature, square_feature};
use crate::tapered::{Phase, Scale, Tapered};
use crate::terms::{self, WEIGHTS};
use crate::threats::threats;
use crate::trace::Trace;

/// Evaluates positions. Every search thread has its own.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    skeletons: PawnCache,
    balances: BalanceCache,
}

impl Evaluator {
    /// An evaluator.
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// What a position is worth to the side to move, within ±[`Score::MAX_EVAL`].
    ///
    /// `accumulator` holds the sums of this position. The answer depends on the position alone, not on how
    /// it came about nor on what was evaluated before.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, accumulator: &Accumulator) -> Score {
        let skeleton = |facts: &Facts<'_>, nobody: &mut ()| {
            self.skeletons.get_or_insert_with(key_of(position), || Skeleton::of(facts, nobody))
        };
        let balance = |facts: &Facts<'_>, nobody: &mut ()| {
            self.balances.get_or_insert_with(position.material_key(), || Balance::of(facts, nobody))
        };
        Evaluation::with(position, accumulator, &mut (), skeleton, balance).score(position.side_to_move())
    }
}

/// What a position is worth to the side to move, from scratch.
pub fn evaluate(position: &Position) -> Score {
    Evaluation::of(position, &Accumulator::of(position), &mut ()).score(position.side_to_move())
}

/// The evaluation of a position before its last step, as seen by White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The sum of all terms.
    pub sum: Tapered,
    /// How the halves of the sum are mixed.
    pub phase: Phase,
    /// How much of it counts.
    pub scale: Scale,
}

impl Evaluation {
    /// Sums all terms, and tells a trace which of them fired.
    pub fn of<T: Trace>(position: &Position, accumulator: &Accumulator, trace: &mut T) -> Evaluation {
        if T::ACTIVE {
            trace_accumulated(position, trace);
        }
        Self::with(position, accumulator, trace, Skeleton::of, Balance::of)
    }

    /// The same, with the pawn skeleton and the balance of material from wherever the caller gets them.
    #[inline]
    fn with<T: Trace>(
        position: &Position,
        accumulator: &Accumulator,
        trace: &mut T,
        skeleton: impl FnOnce(&Facts<'_>, &mut T) -> Skeleton,
        balance: impl FnOnce(&Facts<'_>, &mut T) -> Balance,
    ) -> Evaluation {
        debug_assert_eq!(*accumulator, Accumulator::of(position), "the sums belong to another position");
        let mut facts = Facts::of(position);
        let skeleton = skeleton(&facts, trace);
        facts.passed = skeleton.passed;
        facts.pawn_files = skeleton.files;
        facts.army_mut::<White>().danger = skeleton.danger[Color::White];
        facts.army_mut::<Black>().danger = skeleton.danger[Color::Black];
        let balance = balance(&facts, trace);
        let mut sum = accumulator.score(position) + skeleton.sum + tempo(position, trace) + balance.imbalance;
        sum += pieces::<White, T>(&mut facts, trace) - pieces::<Black, T>(&mut facts, trace);
        sum += passed::<White, T>(&facts, trace) - passed::<Black, T>(&facts, trace);
        sum += threats::<White, T>(&facts, trace) - threats::<Black, T>(&facts, trace);
        sum += queen_hits::<White, T>(&facts, trace) - queen_hits::<Black, T>(&facts, trace);
        sum += castling::<White, T>(&facts, trace) - castling::<Black, T>(&facts, trace);
        sum += space::<White, T>(&facts, trace) - space::<Black, T>(&facts, trace);
        sum += king_attack::<White, T>(&facts, trace) - king_attack::<Black, T>(&facts, trace);
        sum += lone_king::<White, T>(&facts, trace) - lone_king::<Black, T>(&facts, trace);
        if T::ACTIVE {
            trace.scale(Color::White, scale::<White>(&facts));
            trace.scale(Color::Black, scale::<Black>(&facts));
        }
        Evaluation { sum, phase: accumulator.phase(), scale: scale_of(sum, &facts, &balance) }
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
    let wings = KingWings::of(position);
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            let features = [material_feature(piece.role()), apart_feature(piece, square, wings)];
            for feature in features.into_iter().flatten().chain([square_feature(piece, square, wings)]) {
                trace.count_each(piece.color(), feature, 1, square.bitboard());
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
fn scale_of(sum: Tapered, facts: &Facts<'_>, balance: &Balance) -> Scale {
    if (sum.endgame(), sum.middlegame()) > (0, 0) {
        scale_for::<White>(facts, balance)
    } else {
        scale_for::<Black>(facts, balance)
    }
}

/// The scale if a side stands better. Nearly all endgames are ordinary, and their scale needs few questions.
#[inline]
fn scale_for<S: Side>(facts: &Facts<'_>, balance: &Balance) -> Scale {
    match balance.shares[S::COLOR] {
        Some(share) => {
            let scale = ordinary_scale(facts, share);
            debug_assert_eq!(scale, self::scale::<S>(facts));
            scale
        }
        None => self::scale::<S>(facts),
    }
}
