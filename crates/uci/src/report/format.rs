//! The ways to write the report of a search.

use search::{CurrentMove, PvLine};
use types::Move;

/// A way to write the report of a search.
pub(crate) trait ReportFormat: Send {
    /// Writes a line with its score.
    fn line(&mut self, line: &PvLine);

    /// Writes the root move that is being searched.
    fn current_move(&mut self, current: CurrentMove);

    /// Writes the end: the move that is played, and the answer that is expected.
    fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>);
}
