//! How long a search may take, as pure functions of its limits.

use std::time::Duration;

use types::Color;

use crate::Limits;

/// The two ends of the time for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    /// No iteration is begun after this time.
    pub(crate) soft: Option<Duration>,
    /// The search is stopped at this time, wherever it is.
    pub(crate) hard: Option<Duration>,
}

impl Budget {
    /// What a side may spend on a move.
    pub(crate) fn of(limits: &Limits, side: Color) -> Budget {
        let movetime = limits.movetime.map(|time| time.saturating_sub(limits.overhead));
        let Some(left) = limits.clock[side] else {
            return Budget { soft: None, hard: movetime };
        };
        let left = left.saturating_sub(limits.overhead);
        let moves = limits.moves_to_go.map_or(30, |moves| moves.get().min(30));
        let share = left / moves + limits.increment[side] * 3 / 4;
        let hard = left.min(share * 3);
        let hard = movetime.map_or(hard, |movetime| hard.min(movetime));
        Budget { soft: Some(hard.min(share)), hard: Some(hard) }
    }
}
