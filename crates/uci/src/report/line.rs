//! A reported line that outlives its report.

use search::{Bound, Line};
use types::{Move, Score};

/// A [`Line`] that owns its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OwnedLine {
    pub(crate) multipv: usize,
    pub(crate) score: Score,
    pub(crate) pv: Vec<Move>,
    /// Everything else. Its moves and rank are not used.
    pub(super) rest: Line<'static>,
}

impl OwnedLine {
    pub(crate) fn of(line: &Line<'_>) -> OwnedLine {
        let rest = Line { pv: &[], multipv: 1, ..*line };
        OwnedLine { multipv: line.multipv, score: line.score, pv: line.pv.to_vec(), rest }
    }

    /// Returns true if its score is exact, and no bound.
    pub(crate) fn is_exact(&self) -> bool {
        self.rest.bound == Bound::Exact
    }

    /// The line as it was reported.
    pub(crate) fn borrowed(&self) -> Line<'_> {
        Line { pv: &self.pv, multipv: self.multipv, ..self.rest }
    }
}
