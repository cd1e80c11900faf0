//! Counts of a run.

use positions::GameResult;

use crate::self_player::PlayedGame;
use toolkit::referee::GameEnding;

/// Counts of games and positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunCounts {
    /// Games played.
    pub games: u64,
    /// Positions searched.
    pub searched: u64,
    /// Positions written: those that were new.
    pub written: u64,
    /// Nodes of all searches.
    pub nodes: u64,
    results: [u64; GameResult::ALL.len()],
    endings: [u64; GameEnding::COUNT],
}

impl RunCounts {
    /// Counts a game, of which `written` positions were written.
    pub fn add(&mut self, game: &PlayedGame, written: usize) {
        self.games += 1;
        self.searched += game.positions() as u64;
        self.written += written as u64;
        self.nodes += game.nodes;
        self.results[game.result as usize] += 1;
        self.endings[game.ending as usize] += 1;
    }

    /// Number of games with this result.
    pub fn results(&self, result: GameResult) -> u64 {
        self.results[result as usize]
    }

    /// Number of games that ended in this way.
    pub fn endings(&self, ending: GameEnding) -> u64 {
        self.endings[ending as usize]
    }

    /// Positions that were not written because they were in the file already.
    pub fn duplicates(&self) -> u64 {
        self.searched - self.written
    }
}
