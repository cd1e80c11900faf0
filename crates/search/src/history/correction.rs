//! What searches found out about the static evaluation's mistakes.
//!
//! An evaluation that misjudges a pawn structure once misjudges it wherever that structure stands. So after a
//! search the difference between its score and the static evaluation is remembered by features of the position
//! that are likely to be the cause, and added to the evaluation of other positions that share them:
//!
//! | table | index |
//! |---|---|
//! | pawns | pawn key |
//! | pieces | a colour's non-pawn key, for each colour |
//! | minors, majors | their keys |
//! | line | the last two moves |
//!
//! The differences are held by gravity, so late ones count most. Every table is told of the whole
//! difference, and their sum, each with its weight, is believed in part.
//!
//! Source: the idea is from Caissa (M. Witanowski, 2023) and was widely extended since.

use tt::prefetch;
use types::{ByColor, Color, Depth, Score};

use super::gravity::Gravity;
use super::{Continuation, Past};
use crate::board::Board;
use crate::params;

/// Slots of a table that is indexed by a key.
const SLOTS: usize = 1 << 14;

/// Values range over ± this many units.
type Error = Gravity<1024>;
type Table = Box<[ByColor<Error>]>;

/// Units of the weighted sum in one of the evaluation.
const UNITS: i32 = 4096;

/// The error that a search of so many plies found counts once; that of a deeper one more, in proportion.
const PLIES_OF_ONE_ERROR: i32 = 8;
/// No single search moves a value by more than this share of its range.
const GREATEST_STEP: i32 = Error::MAX / 4;

/// The tables of one thread.
pub(crate) struct Corrections {
    pawns: Table,
    pieces: ByColor<Table>,
    minors: Table,
    majors: Table,
    /// By the move before the last, then the last.
    line: Box<[Error]>,
}

/// Where the errors of a position are kept.
struct Slots {
    side: Color,
    pawns: usize,
    pieces: ByColor<usize>,
    minors: usize,
    majors: usize,
    line: usize,
}

impl Slots {
    #[inline]
    fn of(board: &Board, past: &Past) -> Slots {
        let position = &board.position;
        let slot = |key: types::Key| key.0 as usize % SLOTS;
        Slots {
            side: position.side_to_move(),
            pawns: slot(position.pawn_key()),
            pieces: ByColor(Color::ALL.map(|color| slot(position.non_pawn_key(color)))),
            minors: slot(position.minor_key()),
            majors: slot(position.major_key()),
            line: past.before_last().index() * Continuation::COUNT + past.last().index(),
        }
    }
}

impl Corrections {
    pub(crate) fn new() -> Corrections {
        let table = || vec![ByColor::default(); SLOTS].into_boxed_slice();
        Corrections {
            pawns: table(),
            pieces: ByColor([table(), table()]),
            minors: table(),
            majors: table(),
            line: vec![Error::default(); Continuation::COUNT * Continuation::COUNT].into_boxed_slice(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let [white, black] = &mut self.pieces.0;
        for table in [&mut self.pawns, white, black, &mut self.minors, &mut self.majors] {
            table.fill(ByColor::default());
        }
        self.line.fill(Error::default());
    }

    /// What to add to the static evaluation of a position.
    #[inline]
    pub(crate) fn of(&self, board: &Board, past: &Past) -> Score {
        let slots = Slots::of(board, past);
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

    /// Has fetched what [`of`](Corrections::of) is going to read. The tables do not fit the faster caches.
    #[inline]
    pub(crate) fn prefetch(&self, board: &Board, past: &Past) {
        let slots = Slots::of(board, past);
        prefetch(&self.pawns[slots.pawns]);
        Color::ALL.iter().for_each(|&color| prefetch(&self.pieces[color][slots.pieces[color]]));
        prefetch(&self.minors[slots.minors]);
        prefetch(&self.majors[slots.majors]);
        prefetch(&self.line[slots.line]);
    }

    /// Learns from a search: its score was that much above the static evaluation.
    pub(crate) fn learn(&mut self, board: &Board, past: &Past, depth: Depth, error: Score) {
        let slots = Slots::of(board, past);
        let side = slots.side;
        let bonus = (error.0 * depth.plies() / PLIES_OF_ONE_ERROR).clamp(-GREATEST_STEP, GREATEST_STEP);
        self.pawns[slots.pawns][side].update(bonus);
        for color in Color::ALL {
            self.pieces[color][slots.pieces[color]][side].update(bonus);
        }
        self.minors[slots.minors][side].update(bonus);
        self.majors[slots.majors][side].update(bonus);
        self.line[slots.line].update(bonus);
    }
}
