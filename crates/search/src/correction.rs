//! Correction history: the errors of the static evaluation that searches found.
//!
//! The evaluation makes similar errors in similar positions, like those with the same pawn structure. So after a
//! search the difference between its score and the static evaluation is stored by several properties of the position,
//! and added to the evaluation of other positions that share them:
//!
//! | table | index |
//! |---|---|
//! | pawns | pawn key |
//! | pieces | a colour's non-pawn key, for each colour |
//! | minors, majors | their keys |
//! | line | the last two moves |
//!
//! The values have gravity, so recent differences count most. Every table stores the whole difference, and a weighted
//! sum of the tables is the correction.
//!
//! Source: the idea is from Caissa (M. Witanowski, 2023) and was widely extended later.

use tt::prefetch;
use types::{ByColor, Color, Depth, Score};

use crate::history::{Gravity, PieceTo, PriorMoves};
use crate::params;
use crate::position::SearchPosition;

/// The number of slots of a table that is indexed by a key.
const SLOTS: usize = 1 << 14;

/// A stored error, between ±1024 units.
type CorrectionValue = Gravity<1024>;
type CorrectionTable = Box<[ByColor<CorrectionValue>; SLOTS]>;

/// The number of units of the weighted sum in one unit of the evaluation.
const UNITS: i32 = 4096;

/// The depth of a search whose error counts once. The error of a deeper search counts more, in proportion.
const PLIES_OF_ONE_ERROR: i32 = 8;
/// The largest change of a value by a single search.
const MAX_STEP: i32 = CorrectionValue::MAX / 4;

/// The tables of one thread.
pub(crate) struct Corrections {
    pawns: CorrectionTable,
    pieces: ByColor<CorrectionTable>,
    minors: CorrectionTable,
    majors: CorrectionTable,
    /// By the move before the last, then the last.
    line: Box<[CorrectionValue]>,
}

/// The indices of a position's errors in the tables.
struct Slots {
    side: Color,
    pawns: usize,
    pieces: ByColor<usize>,
    minors: usize,
    majors: usize,
    line: usize,
}

impl Slots {
    fn of(board: &SearchPosition, prior: &PriorMoves) -> Slots {
        let position = &board.position;
        let [last, second, ..] = prior.0;
        let slot = |key: types::Key| key.0 as usize % SLOTS;
        Slots {
            side: position.side_to_move(),
            pawns: slot(position.pawn_key()),
            pieces: ByColor(Color::ALL.map(|color| slot(position.non_pawn_key(color)))),
            minors: slot(position.minor_key()),
            majors: slot(position.major_key()),
            line: second.of_any_kind() * PieceTo::OF_ANY_KIND + last.of_any_kind(),
        }
    }
}

impl Corrections {
    pub(crate) fn new() -> Corrections {
        let table = || Box::new([ByColor::default(); SLOTS]);
        Corrections {
            pawns: table(),
            pieces: ByColor([table(), table()]),
            minors: table(),
            majors: table(),
            line: vec![CorrectionValue::default(); PieceTo::OF_ANY_KIND * PieceTo::OF_ANY_KIND]
                .into_boxed_slice(),
        }
    }

    pub(crate) fn clear(&mut self) {
        let [white, black] = &mut self.pieces.0;
        for table in [&mut self.pawns, white, black, &mut self.minors, &mut self.majors] {
            table.fill(ByColor::default());
        }
        self.line.fill(CorrectionValue::default());
    }

    /// The correction of a position's static evaluation, to be added to it.
    pub(crate) fn of(&self, board: &SearchPosition, prior: &PriorMoves) -> Score {
        let slots = Slots::of(board, prior);
        let side = slots.side;
        let pieces: i32 =
            Color::ALL.iter().map(|&color| self.pieces[color][slots.pieces[color]][side].get()).sum();
        let sum = params::correction_pawns() * self.pawns[slots.pawns][side].get()
            + params::correction_pieces() * pieces
            + params::correction_minors() * self.minors[slots.minors][side].get()
            + params::correction_majors() * self.majors[slots.majors][side].get()
            + params::correction_line() * self.line[slots.line].get();
        Score(sum / UNITS)
    }

    /// Prefetches the values that [`of`](Corrections::of) is going to read, since the tables do not fit into the
    /// faster caches.
    pub(crate) fn prefetch(&self, board: &SearchPosition, prior: &PriorMoves) {
        let slots = Slots::of(board, prior);
        prefetch(&self.pawns[slots.pawns]);
        Color::ALL.iter().for_each(|&color| prefetch(&self.pieces[color][slots.pieces[color]]));
        prefetch(&self.minors[slots.minors]);
        prefetch(&self.majors[slots.majors]);
        prefetch(&self.line[slots.line]);
    }

    /// Stores the error that a search found: its score less the static evaluation.
    pub(crate) fn learn(&mut self, board: &SearchPosition, prior: &PriorMoves, depth: Depth, error: Score) {
        let slots = Slots::of(board, prior);
        let side = slots.side;
        let bonus = (error.0 * depth.plies() / PLIES_OF_ONE_ERROR).clamp(-MAX_STEP, MAX_STEP);
        self.pawns[slots.pawns][side].update(bonus);
        for color in Color::ALL {
            self.pieces[color][slots.pieces[color]][side].update(bonus);
        }
        self.minors[slots.minors][side].update(bonus);
        self.majors[slots.majors][side].update(bonus);
        self.line[slots.line].update(bonus);
    }
}
