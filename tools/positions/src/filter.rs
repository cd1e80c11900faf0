//! Conditions that select records.
//!
//! A static evaluation can only be compared with the results of quiet positions: no check, and the best move is
//! neither a capture nor a promotion. The first plies were random, and decided positions carry no information about
//! undecided ones.

use types::Score;

use crate::Record;

/// Reason why a record is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Too few plies into the game.
    Early,
    /// In check, or with a best move that takes or promotes.
    Noisy,
    /// A score too far from equality.
    Decided,
    /// Too few pieces on the board.
    FewPieces,
}

impl Refusal {
    /// Number of reasons.
    pub const COUNT: usize = 4;
}

/// Conditions that a record must meet. The default takes everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Only positions not in check whose best move is neither a capture nor a promotion.
    pub quiet: bool,
    /// Only positions at least this many plies into their game.
    pub min_ply: u32,
    /// Only scores that are at most this far from equality. Records without a score pass.
    pub max_score: Option<Score>,
    /// Only positions with at least this many pieces and pawns.
    pub min_pieces: u32,
}

impl Filter {
    /// The usual filter for tuning a static evaluation: quiet positions from ply 16 on, within ±2000.
    pub const TUNING: Filter =
        Filter { quiet: true, min_ply: 16, max_score: Some(Score(2000)), min_pieces: 0 };

    /// Returns `true` if a record passes.
    pub fn accepts(&self, record: &Record) -> bool {
        self.refusal(record).is_none()
    }

    /// The first reason why a record is rejected, if any.
    pub fn refusal(&self, record: &Record) -> Option<Refusal> {
        let is_decided = |limit: Score| record.white_score().is_some_and(|score| score.0.abs() > limit.0);
        if record.ply() < self.min_ply {
            Some(Refusal::Early)
        } else if self.quiet && (record.is_in_check() || record.has_noisy_move()) {
            Some(Refusal::Noisy)
        } else if self.max_score.is_some_and(is_decided) {
            Some(Refusal::Decided)
        } else if record.pieces() < self.min_pieces {
            Some(Refusal::FewPieces)
        } else {
            None
        }
    }
}
