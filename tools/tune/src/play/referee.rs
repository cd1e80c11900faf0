//! The end of a game: by the rules, or by adjudication.
//!
//! Playing on in a decided game costs time and gives useless positions. A game is adjudicated as won when the scores
//! of several plies in a row, from both sides, agree on the winner. It is adjudicated as drawn when both sides report
//! equality for many plies, late in the game.

use std::fmt;

use movegen::{KeyHistory, Outcome, Position};
use pgn::GameResult;
use types::{Color, Score};

/// Limits for the adjudication of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// A win needs at least this score ...
    pub win_score: Score,
    /// ... for this many plies in a row, by both sides.
    pub win_plies: u32,
    /// A draw needs a score of at most this for either side ...
    pub draw_score: Score,
    /// ... for this many plies in a row ...
    pub draw_plies: u32,
    /// ... from this move number on.
    pub draw_from_move: u16,
}

/// The limits of self-play.
impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication {
            win_score: Score(2000),
            win_plies: 5,
            draw_score: Score(8),
            draw_plies: 12,
            draw_from_move: 40,
        }
    }
}

/// As the note of a file has it.
impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Adjudication { win_score, win_plies, draw_score, draw_plies, draw_from_move } = self;
        write!(f, "win={}/{win_plies} draw={}/{draw_plies}/{draw_from_move}", win_score.0, draw_score.0)
    }
}

/// The way a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum GameEnding {
    /// Mate on the board.
    Checkmate,
    /// No legal move, no check.
    Stalemate,
    /// The third occurrence of a position.
    Repetition,
    /// Fifty moves without progress.
    FiftyMoves,
    /// Insufficient material.
    Material,
    /// Both sides' scores agreed on the winner.
    AdjudicatedWin,
    /// Both sides' scores were equal for long.
    AdjudicatedDraw,
}

impl GameEnding {
    /// Plain names, in the order of the ways.
    pub const NAMES: [&str; 7] = [
        "checkmate",
        "stalemate",
        "repetition",
        "fifty moves",
        "too little material",
        "adjudicated as won",
        "adjudicated as drawn",
    ];

    /// Plain name.
    pub const fn name(self) -> &'static str {
        GameEnding::NAMES[self as usize]
    }
}

/// The ending by the rules, if the game is over in this position.
pub fn end_by_rules(position: &Position, earlier: &KeyHistory) -> Option<(GameResult, GameEnding)> {
    let outcome = position.outcome_with_claims(earlier)?;
    let ending = match outcome {
        Outcome::Checkmate { .. } => GameEnding::Checkmate,
        Outcome::Stalemate => GameEnding::Stalemate,
        Outcome::InsufficientMaterial => GameEnding::Material,
        Outcome::FiftyMoves | Outcome::SeventyFiveMoves => GameEnding::FiftyMoves,
        Outcome::ThreefoldRepetition | Outcome::FivefoldRepetition => GameEnding::Repetition,
    };
    Some((outcome.winner().map_or(GameResult::Draw, GameResult::win_of), ending))
}

/// Adjudicates one game by its scores.
#[derive(Clone, Debug)]
pub struct Referee {
    rules: Adjudication,
    /// Number of plies in a row whose scores are a win for White, a win for Black, and a draw.
    white_wins: u32,
    black_wins: u32,
    draw: u32,
}

impl Referee {
    /// A referee for a new game.
    pub fn new(rules: Adjudication) -> Referee {
        Referee { rules, white_wins: 0, black_wins: 0, draw: 0 }
    }

    /// Adds the score that the side to move reports, and decides.
    pub fn decide(&mut self, position: &Position, score: Score) -> Option<(GameResult, GameEnding)> {
        let white_score = if position.side_to_move() == Color::White { score } else { -score };
        let Adjudication { win_score, win_plies, draw_score, draw_plies, draw_from_move } = self.rules;
        let is_late = position.fullmove_number() >= draw_from_move;
        count(&mut self.white_wins, white_score >= win_score);
        count(&mut self.black_wins, white_score <= -win_score);
        count(&mut self.draw, is_late && white_score.0.abs() <= draw_score.0);
        if self.white_wins >= win_plies {
            Some((GameResult::WhiteWins, GameEnding::AdjudicatedWin))
        } else if self.black_wins >= win_plies {
            Some((GameResult::BlackWins, GameEnding::AdjudicatedWin))
        } else if self.draw >= draw_plies {
            Some((GameResult::Draw, GameEnding::AdjudicatedDraw))
        } else {
            None
        }
    }
}

fn count(streak: &mut u32, goes_on: bool) {
    *streak = if goes_on { *streak + 1 } else { 0 };
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Adjudication = Adjudication {
        win_score: Score(1000),
        win_plies: 3,
        draw_score: Score(5),
        draw_plies: 4,
        draw_from_move: 40,
    };

    /// Feeds scores of White's view to alternating sides; the decision and after how many scores it came.
    fn decision(number: u16, white_scores: &[i32]) -> Option<(usize, GameResult, GameEnding)> {
        let mut referee = Referee::new(RULES);
        white_scores.iter().enumerate().find_map(|(index, &score)| {
            let (side, score) = if index % 2 == 0 { ("w", score) } else { ("b", -score) };
            let position: Position = format!("4k3/8/8/8/8/8/8/R3K3 {side} - - 0 {number}").parse().unwrap();
            let (result, ending) = referee.decide(&position, Score(score))?;
            Some((index + 1, result, ending))
        })
    }

    #[test]
    fn a_win_needs_the_word_of_both_sides_in_a_row() {
        let won = |plies, result| Some((plies, result, GameEnding::AdjudicatedWin));
        assert_eq!(decision(10, &[1000, 2000, 31_990, 0]), won(3, GameResult::WhiteWins));
        assert_eq!(decision(10, &[0, -1000, -1500, -1000]), won(4, GameResult::BlackWins));
        assert_eq!(decision(10, &[1000, 999, 1000, 999, 1000]), None);
        assert_eq!(decision(10, &[1000, 1000, -1000, -1000]), None);
    }

    #[test]
    fn a_draw_needs_time_and_equal_scores() {
        let equal = [5, -5, 0, 3];
        assert_eq!(decision(40, &equal), Some((4, GameResult::Draw, GameEnding::AdjudicatedDraw)));
        assert_eq!(decision(39, &equal), None);
        assert_eq!(decision(40, &[5, -5, 6, 0, 0, 0]), None);
    }
}
