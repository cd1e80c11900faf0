//! The evaluation itself: the visible sum of all terms, White's minus Black's, then scaled and tapered.

use movegen::{Position, zobrist};
use types::{Black, BySquare, Color, Key, Piece, Role, Score, White};

use crate::accumulator::{self, Accumulator};
use crate::context::EvalContext;
use crate::endgames::{mop_up, scale};
use crate::king_safety::{castling, king_attack};
use crate::material::MaterialEntry;
use crate::passed::passed_pawns;
use crate::pawns::PawnEntry;
use crate::pieces::{pieces, space};
use crate::tapered::{Phase, Scale, Tapered};
use crate::terms::{self, WEIGHTS};
use crate::threats::threats;
use crate::trace::Trace;

/// Evaluates positions with caches for what pawns and kings, or material alone, decide. Every search thread has its own.
///
/// Few moves of a search change a pawn or move a king, so four of five look-ups find their pawn entry. Only captures and
/// promotions change the material.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    /// 128 KiB, which leaves room in the faster caches.
    pawns: Cache<PawnEntry, 4096>,
    /// 16 KiB.
    material: Cache<MaterialEntry, 1024>,
}

const _: () = assert!(size_of::<(Key, PawnEntry)>() == 32);
const _: () = assert!(size_of::<(Key, MaterialEntry)>() == 16);

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// The score of a position for the side to move, within ±[`Score::MAX_EVAL`].
    ///
    /// `accumulator` holds the sums of this position. The score depends on the position alone, not on the way to it nor
    /// on what was evaluated before.
    pub fn evaluate(&mut self, position: &Position, accumulator: &Accumulator) -> Score {
        let king = |color| zobrist::piece(Piece::new(color, Role::King), position.king(color));
        let key = position.pawn_key() ^ king(Color::White) ^ king(Color::Black);
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
            accumulator::trace_features(position, trace);
        }
        let pawns = PawnEntry::of(position, trace);
        let material = MaterialEntry::of(position, trace);
        Self::sum_up(position, accumulator, &pawns, &material, trace)
    }

    /// The sum of all terms and its scale.
    fn sum_up<T: Trace>(
        position: &Position,
        accumulator: &Accumulator,
        pawns: &PawnEntry,
        material: &MaterialEntry,
        trace: &mut T,
    ) -> Evaluation {
        debug_assert_eq!(*accumulator, Accumulator::of(position), "the sums belong to another position");
        let mut piece_attacks = BySquare::default();
        let context = EvalContext::new(position, pawns, &mut piece_attacks);
        let white = pieces::<White, T>(&context, trace);
        let black = pieces::<Black, T>(&context, trace);
        let mut sum = accumulator.score(position) + pawns.sum + material.imbalance + tempo(position, trace);
        sum += white.sum - black.sum;
        sum += passed_pawns::<White, T>(&context, trace) - passed_pawns::<Black, T>(&context, trace);
        sum += threats::<White, T>(&context, trace) - threats::<Black, T>(&context, trace);
        sum += castling::<White, T>(&context, trace) - castling::<Black, T>(&context, trace);
        sum += space::<White, T>(&context, trace) - space::<Black, T>(&context, trace);
        sum += king_attack::<White, T>(&context, white.danger, trace)
            - king_attack::<Black, T>(&context, black.danger, trace);
        sum += mop_up::<White, T>(position, trace) - mop_up::<Black, T>(position, trace);
        let shares = &material.ordinary_shares;
        let white_scale = || scale::<White>(position, context.passed::<White>(), shares[Color::White]);
        let black_scale = || scale::<Black>(position, context.passed::<Black>(), shares[Color::Black]);
        if T::ACTIVE {
            trace.scale(Color::White, white_scale());
            trace.scale(Color::Black, black_scale());
        }
        // The side that stands better in the endgame, or if neither does, in the middlegame.
        let is_white_better = (sum.endgame(), sum.middlegame()) > (0, 0);
        let scale = if is_white_better { white_scale() } else { black_scale() };
        Evaluation { sum, phase: accumulator.phase(), scale }
    }

    /// The final score, as seen by a side.
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

/// The bonus of the side to move, White's minus Black's.
fn tempo<T: Trace>(position: &Position, trace: &mut T) -> Tapered {
    let feature = terms::TEMPO.into();
    trace.count(position.side_to_move(), feature, 1);
    match position.side_to_move() {
        Color::White => WEIGHTS[feature.index()],
        Color::Black => -WEIGHTS[feature.index()],
    }
}

/// A cache for scores of a part of the position that most moves do not change.
///
/// Each slot holds the last entry stored there. An entry is a function of the part that its key describes, so the cache
/// changes no score. (Two parts with the same 64-bit key would be confused; the odds are negligible.) A power of two is a
/// cheap number of slots to index.
#[derive(Clone, Debug)]
struct Cache<E, const SLOTS: usize> {
    slots: Box<[(Key, E)]>,
}

impl<E: Copy, const SLOTS: usize> Cache<E, SLOTS> {
    /// The entry of a key, computed and stored only if the cache lacks it.
    fn get_or_insert_with(&mut self, key: Key, compute: impl FnOnce() -> E) -> &E {
        let (stored, entry) = &mut self.slots[key.0 as usize % SLOTS];
        if *stored != key {
            (*stored, *entry) = (key, compute());
        }
        entry
    }
}

/// An empty cache: all slots hold the default entry under the key 0. That some pawns and kings have this key is as unlikely as
/// a confusion of two keys; the only material that has it is eleven white pawns.
impl<E: Copy + Default, const SLOTS: usize> Default for Cache<E, SLOTS> {
    fn default() -> Self {
        Cache { slots: vec![(Key(0), E::default()); SLOTS].into_boxed_slice() }
    }
}
