//! Counts of wins, draws and losses by score and material, which are the input of the fit.

use std::collections::BTreeMap;

use anyhow::Result;
use eval::wdl::{MAX_MATERIAL, Material};
use pgn::GameResult;
use types::{Color, Score};

use crate::Record;

/// Losses, draws and wins of the side to move: indexed by the result as if that were White.
pub type Counts = [u64; 3];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell {
    /// As [`Material`] counts it, within the bounds of the table.
    pub material: u32,
    /// From the view of the side to move, in units of the engine.
    pub score: i32,
}

/// Outcomes of the positions of some games.
pub struct ResultTable {
    /// Less material counts as this much, since such positions are too few to distinguish.
    pub least_material: u32,
    /// Scores further from equality are left out, because such games are decided.
    pub max_score: i32,
    /// Positions without a score, or with one beyond the bounds.
    pub left_out: u64,
    cells: BTreeMap<Cell, Counts>,
    /// The positions of each game with a result, for the errors of a fit: those of one game share its result. A game may
    /// have no position with a score within the bounds.
    games: Vec<Vec<(Cell, GameResult)>>,
}

impl ResultTable {
    pub fn new(least_material: u32, max_score: i32) -> ResultTable {
        ResultTable { least_material, max_score, left_out: 0, cells: BTreeMap::new(), games: Vec::new() }
    }

    /// Starts a game with a result; the next positions belong to it.
    pub fn begin_game(&mut self) {
        self.games.push(Vec::new());
    }

    /// Number of games with a result.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Adds the positions of a game that have a result; those from inside searches have none.
    pub fn add_game(&mut self, game: &[Record]) -> Result<()> {
        if game.iter().any(|record| record.result().is_some()) {
            self.begin_game();
        }
        for record in game {
            if let Some(result) = record.result() {
                self.add(record.side_to_move(), Material::of(&record.position()?).0, record.score(), result);
            }
        }
        Ok(())
    }

    /// Adds a position of the last game: its side to move, material and score, and the result of the game.
    pub fn add(&mut self, side: Color, material: u32, score: Option<Score>, result: GameResult) {
        let is_within = |score: &Score| (-self.max_score..=self.max_score).contains(&score.0);
        let Some(score) = score.filter(is_within) else {
            self.left_out += 1;
            return;
        };
        let result = match side {
            Color::White => result,
            Color::Black => GameResult::ALL[2 - result as usize],
        };
        let cell = Cell { material: material.clamp(self.least_material, MAX_MATERIAL), score: score.0 };
        self.cells.entry(cell).or_default()[result as usize] += 1;
        self.games.last_mut().expect("a game has begun").push((cell, result));
    }

    /// The positions of each game, with their results.
    pub fn by_game(&self) -> impl Iterator<Item = impl Iterator<Item = (Cell, Counts)>> {
        let counts = |result| GameResult::ALL.map(|other| u64::from(other == result));
        self.games.iter().map(move |game| game.iter().map(move |&(cell, result)| (cell, counts(result))))
    }

    pub fn cells(&self) -> impl Iterator<Item = (Cell, Counts)> + '_ {
        self.cells.iter().map(|(&cell, &counts)| (cell, counts))
    }

    pub fn total(&self) -> Counts {
        self.cells.values().fold([0; 3], |sum, counts| [0, 1, 2].map(|result| sum[result] + counts[result]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_seen_by_the_side_to_move_and_the_bounds_hold() {
        let mut tally = ResultTable::new(10, 500);
        tally.begin_game();
        tally.add(Color::White, 40, Some(Score(500)), GameResult::WhiteWins);
        tally.add(Color::Black, 40, Some(Score(500)), GameResult::WhiteWins);
        tally.add(Color::Black, 3, Some(Score(0)), GameResult::Draw);
        tally.add(Color::Black, 90, Some(Score(0)), GameResult::BlackWins);
        tally.add(Color::White, 40, Some(Score(501)), GameResult::WhiteWins);
        tally.add(Color::White, 40, Some(Score(-501)), GameResult::BlackWins);
        tally.add(Color::White, 40, None, GameResult::WhiteWins);
        let cells: Vec<_> = tally.cells().map(|(cell, counts)| (cell.material, cell.score, counts)).collect();
        assert_eq!(cells, [(10, 0, [0, 1, 0]), (40, 500, [1, 0, 1]), (78, 0, [0, 0, 1])]);
        assert_eq!((tally.left_out, tally.total()), (3, [1, 1, 2]));
    }
}
