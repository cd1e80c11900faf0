//! Counts of wins, draws and losses by score and material, which are the input of the fit.

use std::collections::BTreeMap;

use anyhow::Result;
use eval::wdl::Material;
use pgn::GameResult;
use types::Color;

use crate::Record;

/// Numbers of games by result, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResultCounts {
    /// Won by the side to move.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Lost by the side to move.
    pub losses: u64,
}

impl ResultCounts {
    /// Number of games.
    pub fn count(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same from the view of the other side.
    #[must_use]
    pub fn mirrored(self) -> ResultCounts {
        ResultCounts { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// One game with this result for the side to move, as if that were White.
    fn of(result: GameResult) -> ResultCounts {
        let count = |other| u64::from(result == other);
        let [losses, draws, wins] = GameResult::ALL.map(count);
        ResultCounts { wins, draws, losses }
    }

    /// Adds other counts.
    pub fn add(&mut self, other: ResultCounts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// A position that was added, kept small because there may be millions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TalliedPosition {
    score: i16,
    material: u8,
    /// Of the game, for the side to move.
    result: GameResult,
    starts_game: bool,
}

/// Key of a cell of the tally.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell {
    /// As [`Material`](eval::wdl::Material) counts it, within the bounds of the tally.
    pub material: u32,
    /// From the view of the side to move, in units of the engine.
    pub score: i32,
}

/// Bounds of the positions that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TallyBounds {
    /// Less material counts as this much, since such positions are too few to distinguish.
    pub least_material: u32,
    /// Scores further from equality are left out, because such games are decided.
    pub max_score: i32,
}

impl TallyBounds {
    /// Without `abs`, which overflows for the minimum.
    fn allow(self, score: i32) -> bool {
        (-self.max_score..=self.max_score).contains(&score)
    }
}

/// Outcomes of the positions of some games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultTable {
    bounds: TallyBounds,
    cells: BTreeMap<Cell, ResultCounts>,
    /// All positions in their order, for the errors of a fit: those of one game share its result.
    sequence: Vec<TalliedPosition>,
    starts_game: bool,
    /// Games with a result, those included of which no position has a score within the bounds.
    pub games: u64,
    /// Positions without a score, or with a mate or another score beyond the bounds.
    pub left_out: u64,
}

impl ResultTable {
    /// An empty table.
    pub fn new(bounds: TallyBounds) -> ResultTable {
        ResultTable {
            bounds,
            cells: BTreeMap::new(),
            sequence: Vec::new(),
            starts_game: true,
            games: 0,
            left_out: 0,
        }
    }

    /// Bounds of the positions that count.
    pub fn bounds(&self) -> TallyBounds {
        self.bounds
    }

    /// Starts a game with a result; the next positions belong to it.
    pub fn begin_game(&mut self) {
        self.games += 1;
        self.starts_game = true;
    }

    /// Adds the positions of a game that have a result; those from inside searches have none.
    ///
    /// # Errors
    /// If a record is no legal position.
    pub fn add_game(&mut self, game: &[Record]) -> Result<()> {
        if game.iter().any(|record| record.result().is_some()) {
            self.begin_game();
        }
        for record in game {
            if let Some(result) = record.result() {
                let (material, score) =
                    (Material::of(&record.position()?).0, record.score().map(|score| score.0));
                self.add(record.side_to_move(), material, score, result);
            }
        }
        Ok(())
    }

    /// Adds a position: its side to move, material and score, and the result of the game.
    pub fn add(&mut self, side: Color, material: u32, score: Option<i32>, result: GameResult) {
        let Some(score) = score.filter(|&score| self.bounds.allow(score)) else {
            self.left_out += 1;
            return;
        };
        let result = match result {
            GameResult::Draw => GameResult::Draw,
            won if won == GameResult::win_of(side) => GameResult::WhiteWins,
            _ => GameResult::BlackWins,
        };
        let material = material.clamp(self.bounds.least_material, eval::wdl::FULL_MATERIAL);
        self.cells.entry(Cell { material, score }).or_default().add(ResultCounts::of(result));
        let starts_game = std::mem::take(&mut self.starts_game);
        self.sequence.push(TalliedPosition {
            score: score as i16,
            material: material as u8,
            result,
            starts_game,
        });
    }

    /// The positions of each game, with their results.
    pub fn by_game(&self) -> impl Iterator<Item = impl Iterator<Item = (Cell, ResultCounts)>> {
        let games = self.sequence.chunk_by(|_, next| !next.starts_game);
        games.map(|game| {
            game.iter().map(|&TalliedPosition { score, material, result, .. }| {
                (Cell { material: material.into(), score: score.into() }, ResultCounts::of(result))
            })
        })
    }

    /// All cells with their counts.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, ResultCounts)> + '_ {
        self.cells.iter().map(|(&cell, &outcomes)| (cell, outcomes))
    }

    /// The sum of all counts.
    pub fn total(&self) -> ResultCounts {
        let mut total = ResultCounts::default();
        self.cells.values().for_each(|&outcomes| total.add(outcomes));
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_seen_by_the_side_to_move_and_the_bounds_hold() {
        let mut tally = ResultTable::new(TallyBounds { least_material: 10, max_score: 500 });
        tally.add(Color::White, 40, Some(500), GameResult::WhiteWins);
        tally.add(Color::Black, 40, Some(500), GameResult::WhiteWins);
        tally.add(Color::Black, 3, Some(0), GameResult::Draw);
        tally.add(Color::Black, 90, Some(0), GameResult::BlackWins);
        tally.add(Color::White, 40, Some(501), GameResult::WhiteWins);
        // A score of -1e300 pawns saturates to this.
        tally.add(Color::White, 40, Some(i32::MIN), GameResult::BlackWins);
        tally.add(Color::White, 40, None, GameResult::WhiteWins);
        let cells: Vec<_> = tally.cells().map(|(cell, o)| (cell.material, cell.score, o)).collect();
        let outcomes = |wins, draws, losses| ResultCounts { wins, draws, losses };
        let expected = [(10, 0, outcomes(0, 1, 0)), (40, 500, outcomes(1, 0, 1)), (78, 0, outcomes(1, 0, 0))];
        assert_eq!(cells, expected);
        assert_eq!((tally.left_out, tally.total().count()), (3, 4));
    }
}
