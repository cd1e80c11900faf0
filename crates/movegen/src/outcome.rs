//! The end of a game by the laws of chess: mate, stalemate, and draws with and without a claim.
//!
//! A search has a notion of its own, [`Position::is_drawn`]: it takes what can be claimed for drawn, and inside the
//! searched line the second occurrence of a position for the third.

use core::fmt;

use types::{Color, Ply};

use crate::{FIFTY_MOVES, KeyHistory, Position};

/// How a game has ended, without a claim by a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// See [`Position::is_insufficient_material`].
    InsufficientMaterial,
    /// The position has occurred for the fifth time.
    FivefoldRepetition,
    /// Each side has made 75 moves without a capture or a pawn move.
    SeventyFiveMoves,
}

impl Outcome {
    /// The side that won; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

/// In words, such as `checkmate`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "insufficient material",
            Outcome::FivefoldRepetition => "fivefold repetition",
            Outcome::SeventyFiveMoves => "the 75-move rule",
        })
    }
}

/// Why a player may claim a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawClaim {
    /// The position has occurred for the third time.
    ThreefoldRepetition,
    /// Each side has made 50 moves without a capture or a pawn move.
    FiftyMoves,
}

/// In words, such as `threefold repetition`.
impl fmt::Display for DrawClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawClaim::ThreefoldRepetition => "threefold repetition",
            DrawClaim::FiftyMoves => "the 50-move rule",
        })
    }
}

impl Position {
    /// True if the side to move is mated.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && self.count_legal_moves() == 0
    }

    /// True if the side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && self.count_legal_moves() == 0
    }

    /// How the game has ended here, or `None` if it goes on. `earlier` are the positions before this one.
    ///
    /// ```
    /// use coppice_chess::{Color, KeyHistory, Outcome, Position};
    ///
    /// let mut position = Position::startpos();
    /// let mut earlier = KeyHistory::new();
    /// for text in ["f3", "e5", "g4", "Qh4"] {
    ///     assert_eq!(position.outcome(&earlier), None);
    ///     let mv = position.parse_san(text)?;
    ///     earlier.push(position.key());
    ///     position.play(mv);
    /// }
    /// assert_eq!(position.outcome(&earlier), Some(Outcome::Checkmate { winner: Color::Black }));
    /// # Ok::<(), coppice_chess::text::SanError>(())
    /// ```
    pub fn outcome(&self, earlier: &KeyHistory) -> Option<Outcome> {
        if self.count_legal_moves() == 0 {
            let winner = !self.side_to_move();
            Some(if self.in_check() { Outcome::Checkmate { winner } } else { Outcome::Stalemate })
        } else if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if earlier.count(self) >= 4 {
            Some(Outcome::FivefoldRepetition)
        } else if self.halfmove_clock() >= FIFTY_MOVES / 2 * 3 {
            Some(Outcome::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// The draw that a player may claim here. `None` also where the game has ended, see [`outcome`](Position::outcome).
    pub fn draw_claim(&self, earlier: &KeyHistory) -> Option<DrawClaim> {
        if self.outcome(earlier).is_some() {
            None
        } else if earlier.is_repetition(self, Ply::ROOT) {
            Some(DrawClaim::ThreefoldRepetition)
        } else {
            (self.halfmove_clock() >= FIFTY_MOVES).then_some(DrawClaim::FiftyMoves)
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// Random games, most of which end, beside a plain list of their positions.
    #[test]
    fn random_games_end_as_the_laws_say() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let (mut mates, mut stalemates, mut dead, mut fifth, mut third) = (0, 0, 0, 0, 0);
        let starts = ["7k/5Q2/8/8/8/8/r7/3K4 b - - 0 1", "7k/5K2/8/8/8/8/1p5P/8 w - - 90 80"];
        for game in 0..1500 {
            let mut position: Position = starts[game % 2].parse().unwrap();
            let (mut earlier, mut keys) = (KeyHistory::new(), alloc::vec::Vec::new());
            for _ in 0..60 {
                let is_stuck = position.legal_moves().is_empty();
                let occurrences = 1 + keys.iter().filter(|&&key| key == position.key()).count();
                let outcome = position.outcome(&earlier);
                let expected = if is_stuck && position.in_check() {
                    Some(Outcome::Checkmate { winner: !position.side_to_move() })
                } else if is_stuck {
                    Some(Outcome::Stalemate)
                } else if position.is_insufficient_material() {
                    Some(Outcome::InsufficientMaterial)
                } else if occurrences >= 5 {
                    Some(Outcome::FivefoldRepetition)
                } else if position.halfmove_clock() >= 150 {
                    Some(Outcome::SeventyFiveMoves)
                } else {
                    None
                };
                assert_eq!(outcome, expected, "{position}");
                let claim = match () {
                    () if outcome.is_some() => None,
                    () if occurrences >= 3 => Some(DrawClaim::ThreefoldRepetition),
                    () if position.halfmove_clock() >= 100 => Some(DrawClaim::FiftyMoves),
                    () => None,
                };
                assert_eq!(position.draw_claim(&earlier), claim, "{position}");
                mates += u32::from(outcome.and_then(Outcome::winner).is_some());
                stalemates += u32::from(outcome == Some(Outcome::Stalemate));
                dead += u32::from(outcome == Some(Outcome::InsufficientMaterial));
                fifth += u32::from(outcome == Some(Outcome::FivefoldRepetition));
                third += u32::from(claim == Some(DrawClaim::ThreefoldRepetition));
                let moves = position.legal_moves();
                // Random play repeats seldom: prefer to go back.
                let back = moves.iter().find(|&&mv| keys.contains(&position.after(mv).key()));
                let back = back.filter(|_| game % 3 == 0 && rng.random_bool(0.9));
                let Some(&mv) = back.or_else(|| moves.choose(&mut rng)) else { break };
                earlier.push(position.key());
                keys.push(position.key());
                position.play(mv);
            }
        }
        let seen = [mates, stalemates, dead, fifth, third];
        assert!(seen.iter().all(|&count| count >= 5), "mates, stalemates, dead, fifth, third: {seen:?}");
    }

    #[test]
    fn fifty_moves_are_a_claim_and_seventy_five_the_end() {
        let end = |fen: &str| {
            let position: Position = fen.parse().unwrap();
            (position.outcome(&KeyHistory::new()), position.draw_claim(&KeyHistory::new()))
        };
        assert_eq!(end("4k3/8/8/8/8/8/8/R3K3 w - - 99 90"), (None, None));
        assert_eq!(end("4k3/8/8/8/8/8/8/R3K3 w - - 100 90"), (None, Some(DrawClaim::FiftyMoves)));
        assert_eq!(end("4k3/8/8/8/8/8/8/R3K3 w - - 150 90"), (Some(Outcome::SeventyFiveMoves), None));
        // Mate comes first.
        let mate = Outcome::Checkmate { winner: Color::White };
        assert_eq!(end("R3k3/8/4K3/8/8/8/8/8 b - - 150 90"), (Some(mate), None));
    }
}
