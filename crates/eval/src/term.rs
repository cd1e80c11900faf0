//! Terms and features, and the macro that turns the list of terms ([`terms`](crate::terms)) into weights.
//!
//! A term has a name, a number of *features*, and a weight for each feature. The bishop pair is one feature; a knight on
//! a square is 64. All features stand in one row, term after term, and a feature is its index in that row:
//!
//! ```text
//!   MATERIAL[5]          PAWN_SQUARES[64]              ...     TEMPO[1]
//!   0   1   2   3   4    5   6   7   ...            68 ...     n
//! ```
//!
//! Some terms have another weight for the side to move: a threat can be carried out at once, or can still be parried.
//! They have two tables, and so two runs of features, first those of the side that is not to move:
//!
//! ```text
//!   ...   RESTRICTED[1], moving   ...
//!         n  n+1
//! ```
//!
//! The evaluation determines how often each feature occurs; the sum of weight times count is the score. A
//! [`Trace`](crate::trace::Trace) receives the features and counts themselves.

use std::ops::Range;

use crate::tapered::Tapered;

/// An index in the row of all features.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct EvalFeature(u16);

impl EvalFeature {
    pub(crate) const fn new(index: usize) -> EvalFeature {
        assert!(index <= u16::MAX as usize);
        EvalFeature(index as u16)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }
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
    /// Only builds with assertions check the index. A wrong one is the feature of another term, or one that the row of
    /// weights does not have, which is refused there. The compiler can mostly prove the latter impossible, since a count of
    /// squares is at most 64, so the check of the row costs nothing.
    pub const fn at(self, index: usize) -> EvalFeature {
        debug_assert!(index < N);
        EvalFeature(self.first + index as u16)
    }
}

impl From<Term<1>> for EvalFeature {
    fn from(term: Term<1>) -> EvalFeature {
        term.at(0)
    }
}

/// The way in which the sum of a group's features enters the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermForm {
    /// The sum is added as it is.
    Linear,
    /// The sum is the danger of a king, whose score grows with its square.
    Danger,
}

/// The entry of a term in the list.
#[derive(Clone, Copy, Debug)]
pub struct TermInfo {
    pub name: &'static str,
    pub group: &'static str,
    pub form: TermForm,
    pub first: usize,
    /// The number of its features, those of both tables together.
    pub len: usize,
    /// True if it has a second table for the side to move.
    pub is_by_turn: bool,
}

impl TermInfo {
    /// Its features, as indices in the row of all.
    pub const fn range(&self) -> Range<usize> {
        self.first..self.first + self.len
    }

    /// The same by table: the only one, or that of the side not to move and that of the side to move.
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
/// semicolon it has a second table, for the side to move.
///
/// It makes a constant [`Term`] of each, the table `TERMS` of their names and shapes, and the row `WEIGHTS`.
/// A table of weights whose length is not the declared one does not compile.
macro_rules! terms {
    ($($form:ident $group:literal {
        $($(#[$doc:meta])* $name:ident[$len:literal] = $weights:expr $(, moving $moving:expr)?;)*
    })*) => {
        /// The terms, numbered in the order of the list.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum TermNumber { $($($name,)*)* }

        /// The number of tables of each term.
        const TABLES_OF: &[usize] = &[$($({
            const MOVING: &[&[(i16, i16); $len]] = &[$(&$moving)?];
            1 + MOVING.len()
        },)*)*];

        const LENGTHS: &[usize] = &[$($($len * TABLES_OF[TermNumber::$name as usize],)*)*];

        const TABLES: &[&[(i16, i16)]] = &[$($({
            const TABLE: &[(i16, i16); $len] = &$weights;
            TABLE
        }, $({
            const TABLE: &[(i16, i16); $len] = &$moving;
            TABLE
        },)?)*)*];

        /// The number of features of all terms together.
        pub const FEATURES: usize = $crate::term::sum_of_first(LENGTHS, LENGTHS.len());

        /// The weight of each feature.
        pub static WEIGHTS: [$crate::tapered::Tapered; FEATURES] = $crate::term::row_of(TABLES);

        /// The entries of all terms, in the order of the list.
        pub static TERMS: [$crate::term::TermInfo; LENGTHS.len()] = [$($($crate::term::TermInfo {
            name: stringify!($name),
            group: $group,
            form: $crate::term::TermForm::$form,
            first: $crate::term::sum_of_first(LENGTHS, TermNumber::$name as usize),
            len: LENGTHS[TermNumber::$name as usize],
            is_by_turn: TABLES_OF[TermNumber::$name as usize] > 1,
        },)*)*];

        $($(
            $(#[$doc])*
            pub const $name: $crate::term::Term<$len> =
                $crate::term::Term::starting_at($crate::term::sum_of_first(LENGTHS, TermNumber::$name as usize));
        )*)*
    };
}

pub(crate) use terms;
