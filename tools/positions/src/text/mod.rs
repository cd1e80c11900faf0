//! Records as lines of text.
//!
//! | format | a line |
//! |---|---|
//! | [`Bars`](LineFormat::Bars) | `FEN \| score \| result`, score and result for White: `… \| 35 \| 1.0` |
//! | [`Brackets`](LineFormat::Brackets) | `FEN [result] score`, also for White; more may follow: `… [0.5] -18 29`; the score may be missing |
//! | [`Epd`](LineFormat::Epd) | EPD with the result as `c9` and, for the side to move, the score as `ce`, the move as `bm` |
//!
//! Scores are whole units of the evaluation, not centipawns. A position that belongs to no game has the result `*`.
//! Lines do not mark the start of a game; [`GameSplitter`] infers it from the order of lines.

mod columns;
mod epd;
mod error;

pub use error::LineError;

use crate::Record;

/// Format of a record as a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineFormat {
    /// `FEN | score | result`
    Bars,
    /// `FEN [result] score`, or `FEN [result]`
    Brackets,
    /// `position ce …; bm …; c9 "result";`
    Epd,
}

impl LineFormat {
    /// Reads a line.
    ///
    /// # Errors
    /// If the line does not have this format, or its position is invalid.
    pub fn parse(self, line: &str) -> Result<Record, LineError> {
        match self {
            LineFormat::Bars => columns::parse_bars(line),
            LineFormat::Brackets => columns::parse_brackets(line),
            LineFormat::Epd => epd::parse(line),
        }
    }

    /// Writes a record, without the end of the line.
    ///
    /// # Errors
    /// If the record is damaged, or has no score in a format that needs one.
    pub fn write(self, record: &Record) -> Result<String, LineError> {
        match self {
            LineFormat::Bars => columns::write_bars(record),
            LineFormat::Brackets => columns::write_brackets(record),
            LineFormat::Epd => epd::write(record),
        }
    }
}

/// Finds the start of games in a sequence of records: a game continues as long as the ply increases and the result is
/// the same. Two games are merged if the second starts at a later ply than the first ended and has the same result.
///
/// Records without a result belong to the game before them, up to a limit. Without a game before them, each counts as
/// a game of its own.
#[derive(Clone, Debug, Default)]
pub struct GameSplitter {
    last: Option<Record>,
    leaves: usize,
}

/// Maximum number of records without a result in a game: far more than occur, and few enough to fit a block.
const MAX_LEAVES: usize = 1 << 14;

impl GameSplitter {
    /// Returns `true` if the next record is the first of a game.
    pub fn is_new(&mut self, record: &Record) -> bool {
        let is_leaf = record.result().is_none();
        let is_of_game = self.last.is_some_and(|last| last.result().is_some()) && self.leaves < MAX_LEAVES;
        if is_leaf && is_of_game {
            self.leaves += 1;
            return false;
        }
        let goes_on = |last: &Record| record.ply() > last.ply() && record.result() == last.result();
        let is_new = is_leaf || !self.last.as_ref().is_some_and(goes_on);
        if is_new {
            self.leaves = 0;
        }
        self.last = Some(*record);
        is_new
    }
}
