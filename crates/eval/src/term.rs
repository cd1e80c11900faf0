//! What a term of the evaluation is, and how the list of them ([`terms`](crate::terms)) becomes weights.
//!
//! A term has a name, a shape and weights. The shape is how many *features* it has: one for "a pair of
//! bishops", 32 for "a knight on this square". All features stand in one row, term after term, and a feature
//! is its place in that row:
//!
//! ```text
//!   MATERIAL[5]          PAWN_SQUARES[32]              ...     TEMPO[1]
//!   0   1   2   3   4    5   6   7   ...            36 ...     n
//! ```
//!
//! Some terms are worth another amount to the side that is to move: a threat that can be carried out at once, and one that
//! can still be parried. They have two tables, and so two runs of features, first those of the side that waits:
//!
//! ```text
//!   ...   CONTESTED[1], moving   ...
//!         n  n+1
//! ```
//!
//! The evaluation says which feature fired and how often; the sum of weight times count is the score. Who
//! wants to know more than the sum listens through a [`Trace`](crate::trace::Trace).

use std::ops::Range;

use crate::tapered::Tapered;
use crate::terms::{FEATURES, TERMS, WEIGHTS};

/// One place in the row of all features.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Feature(u16);

impl Feature {
    /// The place, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The feature that stands for this one if its side is to move: itself, unless its term has a table for that.
    #[inline]
    pub(crate) fn moving(self) -> Feature {
        Feature(MOVING[self.index()])
    }
}

static MOVING: [u16; FEATURES] = moving_features();

const fn moving_features() -> [u16; FEATURES] {
    let mut features = [0; FEATURES];
    let mut term = 0;
    while term < TERMS.len() {
        let TermInfo { first, len, is_by_turn, .. } = TERMS[term];
        let mut index = first;
        while index < first + len {
            let is_waiting = is_by_turn && index < first + len / 2;
            features[index] = (if is_waiting { index + len / 2 } else { index }) as u16;
            index += 1;
        }
        term += 1;
    }
    features
}

/// The weight of each feature for the side that is to move.
pub(crate) static MOVING_WEIGHTS: [Tapered; FEATURES] = moving_weights();

const fn moving_weights() -> [Tapered; FEATURES] {
    let features = moving_features();
    let mut weights = [Tapered::ZERO; FEATURES];
    let mut index = 0;
    while index < FEATURES {
        weights[index] = WEIGHTS[features[index] as usize];
        index += 1;
    }
    weights
}

/// A term of `N` features.
#[derive(Clone, Copy, Debug)]
pub struct Term<const N: usize> {
    first: u16,
}

impl<const N: usize> Term<N> {
    pub(crate) const fn starting_at(first: usize) -> Term<N> {
        assert!(first + N <= u16::MAX as usize);
        Term { first: first as u16 }
    }

    /// The feature of this term with an index less than `N`.
    ///
    /// # Panics
    /// If the index is not less than `N`.
    #[inline]
    pub const fn at(self, index: usize) -> Feature {
        assert!(index < N);
        Feature(self.first + index as u16)
    }
}

impl From<Term<1>> for Feature {
    #[inline]
    fn from(term: Term<1>) -> Feature {
        term.at(0)
    }
}

/// How the sum of a group's features enters the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// It is added as it is.
    Linear,
    /// It is the danger of a king, which grows faster than the sum.
    Danger,
}

/// What the list says about a term.
#[derive(Clone, Copy, Debug)]
pub struct TermInfo {
    /// Its name in the list.
    pub name: &'static str,
    /// The group it is listed in.
    pub group: &'static str,
    /// How its group enters the score.
    pub form: Form,
    /// Its first feature.
    pub first: usize,
    /// How many features it has, those of both tables together.
    pub len: usize,
    /// Whether it has a second table for the side that is to move.
    pub is_by_turn: bool,
}

impl TermInfo {
    /// Its features, as places in the row of all.
    pub const fn range(&self) -> Range<usize> {
        self.first..self.first + self.len
    }

    /// The same, table by table: the one, or that of the side that waits and that of the side to move.
    pub fn tables(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let (first, count) = (self.first, if self.is_by_turn { 2 } else { 1 });
        let len = self.len / count;
        (0..count).map(move |table| first + table * len..first + (table + 1) * len)
    }
}

/// The sum of the first `count` lengths.
pub(crate) const fn sum_of_first(lengths: &[usize], count: usize) -> usize {
    let (mut index, mut sum) = (0, 0);
    while index < count {
        sum += lengths[index];
        index += 1;
    }
    sum
}

/// The tables of weights, one after the other.
pub(crate) const fn row_of<const N: usize>(tables: &[&[(i16, i16)]]) -> [Tapered; N] {
    let mut row = [Tapered::ZERO; N];
    let (mut table, mut next) = (0, 0);
    while table < tables.len() {
        let mut index = 0;
        while index < tables[table].len() {
            let (middlegame, endgame) = tables[table][index];
            row[next] = Tapered::new(middlegame, endgame);
            index += 1;
            next += 1;
        }
        table += 1;
    }
    row
}

/// Declares every term: `NAME[features] = [(middlegame, endgame), ...];`, in groups. With `, moving [...]` before the
/// semicolon it has a second table, for the side that is to move.
///
/// It makes a constant [`Term`] of each, the table `TERMS` of what they are called, and the row `WEIGHTS`.
/// A table of weights whose length is not the declared one does not compile.
macro_rules! terms {
    ($($form:ident $group:literal {
        $($(#[$doc:meta])* $name:ident[$len:literal] = $weights:expr $(, moving $moving:expr)?;)*
    })*) => {
        /// The terms, numbered in the order of the list.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($($name,)*)* }

        /// How many tables each term has.
        const TABLES_OF: &[usize] = &[$($({
            const MOVING: &[&[(i16, i16); $len]] = &[$(&$moving)?];
            1 + MOVING.len()
        },)*)*];

        const LENGTHS: &[usize] = &[$($($len * TABLES_OF[Number::$name as usize],)*)*];

        const TABLES: &[&[(i16, i16)]] = &[$($({
            const TABLE: &[(i16, i16); $len] = &$weights;
            TABLE
        }, $({
            const TABLE: &[(i16, i16); $len] = &$moving;
            TABLE
        },)?)*)*];

        /// How many features all terms have together.
        pub const FEATURES: usize = $crate::term::sum_of_first(LENGTHS, LENGTHS.len());

        /// The weight of each feature.
        pub static WEIGHTS: [$crate::tapered::Tapered; FEATURES] = $crate::term::row_of(TABLES);

        /// What the terms are called, in the order of the list.
        pub static TERMS: [$crate::term::TermInfo; LENGTHS.len()] = [$($($crate::term::TermInfo {
            name: stringify!($name),
            group: $group,
            form: $crate::term::Form::$form,
            first: $crate::term::sum_of_first(LENGTHS, Number::$name as usize),
            len: LENGTHS[Number::$name as usize],
            is_by_turn: TABLES_OF[Number::$name as usize] > 1,
        },)*)*];

        $($(
            $(#[$doc])*
            pub const $name: $crate::term::Term<$len> =
                $crate::term::Term::starting_at($crate::term::sum_of_first(LENGTHS, Number::$name as usize));
        )*)*
    };
}

pub(crate) use terms;
