//! The evaluation itself: the visible sum of all terms, White's minus Black's, then scaled and tapered.

use movegen::Position;
use types::{Black, ByColor, Color, Score, Side, White};

use crate::accumulator::Accumulator;
use crate::context::EvalContext;
use crate::king_safety::king_attack;
use crate::material_entry::{MaterialCache, MaterialEntry};
use crate::mop_up::mop_up;
use crate::passed::passed_pawns;
use crate::pawn_entry::{PawnCache, PawnEntry, pawn_king_key};
use crate::piece_squares::{KingWings, material_feature, opposite_feature, square_feature};
use crate::pieces::{PieceScore, pieces, space};
use crate::scaling::{ordinary_scale, scale};
use crate::scorer::Scorer;
use crate::tapered::{Phase, Scale, Tapered};
use crate::terms::{self, WEIGHTS};
use crate::threats::threats;
use crate::trace::Trace;

/// Evaluates positions with caches for pawns and material. Every search thread has its own.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    pawns: PawnCache,
    material: MaterialCache,
}

impl Evaluator {
    /// An evaluator with empty caches.
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// The score of a position for the side to move, within ±[`Score::MAX_EVAL`].
    ///
    /// `accumulator` holds the sums of this position. The score depends on the position alone, not on the way to it nor
    /// on what was evaluated before.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, accumulator: &Accumulator) -> Score {
        let key = pawn_king_key(position);
        let pawns = self.pawns.get_or_insert_with(key, || PawnEntry::of(position, &mut ()));
        let key = position.material_key();
        let material = self.material.get_or_insert_with(key, || MaterialEntry::of(position, &mut ()));
        Evaluation::sum_up(position, accumulator, pawns, material, &mut ()).score(position.side_to_move())
    }
}

/// The score of a position for the side to move, without caches.
pub fn evaluate(position: &Position) -> Score {
    Evaluation::of(position, &Accumulator::of(position), &mut ()).score(position.side_to_move())
}

/// The evaluation of a position before its last step, as seen by White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The sum of all terms.
    pub sum: Tapered,
    /// The mixture of the halves of the sum.
    pub phase: Phase,
    /// The share of the sum that counts.
    pub scale: Scale,
}

impl Evaluation {
    /// The evaluation of a position without caches. All features are reported to a trace.
    pub fn of<T: Trace>(position: &Position, accumulator: &Accumulator, trace: &mut T) -> Evaluation {
        if T::ACTIVE {
            trace_accumulated(position, trace);
        }
        let pawns = PawnEntry::of(position, trace);
        let material = MaterialEntry::of(position, trace);
        Self::sum_up(position, accumulator, pawns, material, trace)
    }

    /// The sum of all terms and its scale.
    #[inline]
    fn sum_up<T: Trace>(
        position: &Position,
        accumulator: &Accumulator,
        pawns: PawnEntry,
        material: MaterialEntry,
        trace: &mut T,
    ) -> Evaluation {
        debug_assert_eq!(*accumulator, Accumulator::of(position), "the sums belong to another position");
        let mut piece_attacks = ByColor::default();
        let context = EvalContext::new(position, pawns, &mut piece_attacks);
        let white = pieces::<White, T>(&context, trace);
        let black = pieces::<Black, T>(&context, trace);
        let mut sum = accumulator.score(position) + pawns.sum + material.imbalance + tempo(position, trace);
        sum += white.sum - black.sum;
        sum += passed_pawns::<White, T>(&context, trace) - passed_pawns::<Black, T>(&context, trace);
        sum += threats::<White, T>(&context, trace) - threats::<Black, T>(&context, trace);
        sum += castling::<White, T>(&context, trace) - castling::<Black, T>(&context, trace);
        sum += space::<White, T>(&context, trace) - space::<Black, T>(&context, trace);
        sum += attack::<White, T>(&context, &white, trace) - attack::<Black, T>(&context, &black, trace);
        sum += mop_up::<White, T>(&context, trace) - mop_up::<Black, T>(&context, trace);
        if T::ACTIVE {
            trace.scale(Color::White, scale::<White>(&context));
            trace.scale(Color::Black, scale::<Black>(&context));
        }
        Evaluation { sum, phase: accumulator.phase(), scale: scale_of(sum, &context, &material) }
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

/// Reports the features whose sums the accumulator holds.
fn trace_accumulated<T: Trace>(position: &Position, trace: &mut T) {
    let wings = KingWings::of(position);
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            let features = [material_feature(piece.role()), opposite_feature(piece, square, wings)];
            for feature in features.into_iter().flatten().chain([square_feature(piece, square, wings)]) {
                trace.count_each(piece.color(), feature, 1, square.bitboard());
            }
        }
    }
}

/// The bonus of the side to move, White's minus Black's.
fn tempo<T: Trace>(position: &Position, trace: &mut T) -> Tapered {
    let feature = terms::TEMPO.into();
    trace.count(position.side_to_move(), feature, 1);
    match position.side_to_move() {
        Color::White => WEIGHTS[feature.index()],
        Color::Black => -WEIGHTS[feature.index()],
    }
}

/// The castling rights of a side: its king may still find another shelter.
#[inline]
fn castling<S: Side, T: Trace>(context: &EvalContext<'_>, trace: &mut T) -> Tapered {
    let rooks = context.position.castling() & context.position.color(S::COLOR);
    let king = context.side::<S>().king;
    Scorer::<S, T>::new(context.position, trace).score_each(king, terms::CASTLING_RIGHT, rooks.count())
}

/// The attack of a side on the enemy king, with the danger that its pawns and pieces add.
#[inline]
fn attack<S: Side, T: Trace>(context: &EvalContext<'_>, pieces: &PieceScore, trace: &mut T) -> Tapered {
    king_attack::<S, T>(context, context.pawns.danger[S::COLOR] + pieces.danger, trace)
}

/// The scale for the side that stands better in the endgame, or if neither does, in the middlegame.
#[inline]
fn scale_of(sum: Tapered, context: &EvalContext<'_>, material: &MaterialEntry) -> Scale {
    if (sum.endgame(), sum.middlegame()) > (0, 0) {
        scale_for::<White>(context, material)
    } else {
        scale_for::<Black>(context, material)
    }
}

/// The scale if a side stands better. Nearly all endgames are ordinary, and their scale is cheap.
#[inline]
fn scale_for<S: Side>(context: &EvalContext<'_>, material: &MaterialEntry) -> Scale {
    match material.shares[S::COLOR] {
        Some(share) => {
            let scale = ordinary_scale(context.position, share);
            debug_assert_eq!(scale, self::scale::<S>(context));
            scale
        }
        None => self::scale::<S>(context),
    }
}
