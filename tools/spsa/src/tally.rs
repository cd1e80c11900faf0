//! Counts of results.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Results of games from the view of θ+.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct GameCounts {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// Games among these that were lost on time.
    #[serde(default)]
    pub(crate) time_losses: u64,
}

impl GameCounts {
    /// Adds a pair of games: 1 for a win, 0 for a draw, −1 for a loss.
    pub(crate) fn add(&mut self, points: [i32; 2]) {
        for point in points {
            match point.signum() {
                1 => self.wins += 1,
                0 => self.draws += 1,
                _ => self.losses += 1,
            }
        }
    }
}

impl fmt::Display for GameCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}
