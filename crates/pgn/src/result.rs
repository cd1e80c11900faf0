//! The result of a game.

use std::fmt;

use types::Color;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum GameResult {
    BlackWins,
    Draw,
    WhiteWins,
}

impl GameResult {
    /// All results, the best for Black first.
    pub const ALL: [GameResult; 3] = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];

    /// The game that this side won.
    pub const fn win_of(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }

    /// White's points: 0, ½ or 1.
    pub const fn white_points(self) -> f64 {
        self as u8 as f64 / 2.0
    }

    /// The result in PGN: `1-0`, `1/2-1/2` or `0-1`.
    pub const fn pgn(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::BlackWins => "0-1",
        }
    }

    /// White's points as text: `1.0`, `0.5` or `0.0`.
    pub const fn points_text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1.0",
            GameResult::Draw => "0.5",
            GameResult::BlackWins => "0.0",
        }
    }

    /// Parses a result: White's points or PGN, also with `½`.
    pub fn from_text(text: &str) -> Option<GameResult> {
        match &*text.trim().replace('½', "1/2") {
            "1.0" | "1" | "1-0" => Some(GameResult::WhiteWins),
            "0.5" | "1/2" | "1/2-1/2" => Some(GameResult::Draw),
            "0.0" | "0" | "0-1" => Some(GameResult::BlackWins),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pgn())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_texts_of_a_result_are_read_back() {
        for result in GameResult::ALL {
            assert_eq!(GameResult::from_text(result.pgn()), Some(result));
            assert_eq!(GameResult::from_text(result.points_text()), Some(result));
            assert_eq!(result.points_text().parse(), Ok(result.white_points()));
        }
        assert_eq!(GameResult::from_text("½-½"), Some(GameResult::Draw));
        assert_eq!(GameResult::from_text("*"), None);
    }
}
