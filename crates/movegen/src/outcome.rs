//! The end of a game by the laws of chess: mate, stalemate, and draws with and without a claim.
//!
//! A search has a notion of its own, [`Position::is_drawn`]: it takes what can be claimed for drawn, and inside the
//! searched line the second occurrence of a position for the third.

use core::fmt;

use types::Color;

use crate::{FIFTY_MOVES, KeyHistory, Position};

/// The rule by which a game has ended.
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
    /// Each side has made 75 moves without a capture or a pawn move.
    SeventyFiveMoves,
    /// The position has occurred for the fifth time.
    FivefoldRepetition,
    /// Each side has made 50 moves without a capture or a pawn move, and a player claims the draw.
    FiftyMoves,
    /// The position has occurred for the third time, and a player claims the draw.
    ThreefoldRepetition,
}

impl Outcome {
    /// The side that won; `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// The rule in words, such as `checkmate`.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Checkmate { .. } => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::InsufficientMaterial => "insufficient material",
            Outcome::SeventyFiveMoves => "the 75-move rule",
            Outcome::FivefoldRepetition => "fivefold repetition",
            Outcome::FiftyMoves => "the fifty-move rule",
            Outcome::ThreefoldRepetition => "threefold repetition",
        }
    }
}

/// As [`name`](Outcome::name).
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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

    /// The rule by which the game is over in this position even if nobody claims a draw; `None` if it goes on. `earlier` are
    /// the positions before.
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
        let by_moves = (FIFTY_MOVES / 2 * 3, Outcome::SeventyFiveMoves);
        self.outcome_by(earlier, by_moves, (5, Outcome::FivefoldRepetition))
    }

    /// The same, but a draw that a player may claim ends the game too. Programs claim every one.
    pub fn outcome_with_claims(&self, earlier: &KeyHistory) -> Option<Outcome> {
        self.outcome_by(earlier, (FIFTY_MOVES, Outcome::FiftyMoves), (3, Outcome::ThreefoldRepetition))
    }

    /// The outcome with these limits for plies without a capture or a pawn move, and for occurrences of the position.
    fn outcome_by(
        &self,
        earlier: &KeyHistory,
        (plies, by_moves): (u16, Outcome),
        (occurrences, by_repetition): (usize, Outcome),
    ) -> Option<Outcome> {
        if self.count_legal_moves() == 0 {
            let winner = !self.side_to_move();
            Some(if self.in_check() { Outcome::Checkmate { winner } } else { Outcome::Stalemate })
        } else if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.halfmove_clock() >= plies {
            Some(by_moves)
        } else {
            (earlier.count(self) + 1 >= occurrences).then_some(by_repetition)
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
                let on_board = match () {
                    () if is_stuck && position.in_check() => {
                        Some(Outcome::Checkmate { winner: !position.side_to_move() })
                    }
                    () if is_stuck => Some(Outcome::Stalemate),
                    () if position.is_insufficient_material() => Some(Outcome::InsufficientMaterial),
                    () => None,
                };
                let end = |plies, by_moves, times, by_repetition| match () {
                    () if on_board.is_some() => on_board,
                    () if position.halfmove_clock() >= plies => Some(by_moves),
                    () if occurrences >= times => Some(by_repetition),
                    () => None,
                };
                let (outcome, claimed) = (position.outcome(&earlier), position.outcome_with_claims(&earlier));
                let expected = end(150, Outcome::SeventyFiveMoves, 5, Outcome::FivefoldRepetition);
                assert_eq!(outcome, expected, "{position}");
                let expected = end(100, Outcome::FiftyMoves, 3, Outcome::ThreefoldRepetition);
                assert_eq!(claimed, expected, "{position}");
                mates += u32::from(outcome.and_then(Outcome::winner).is_some());
                stalemates += u32::from(outcome == Some(Outcome::Stalemate));
                dead += u32::from(outcome == Some(Outcome::InsufficientMaterial));
                fifth += u32::from(outcome == Some(Outcome::FivefoldRepetition));
                third += u32::from(claimed == Some(Outcome::ThreefoldRepetition));
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
            (position.outcome(&KeyHistory::new()), position.outcome_with_claims(&KeyHistory::new()))
        };
        let (fifty, seventy_five) = (Some(Outcome::FiftyMoves), Some(Outcome::SeventyFiveMoves));
        assert_eq!(end("4k3/8/8/8/8/8/8/R3K3 w - - 99 90"), (None, None));
        assert_eq!(end("4k3/8/8/8/8/8/8/R3K3 w - - 100 90"), (None, fifty));
        assert_eq!(end("4k3/8/8/8/8/8/8/R3K3 w - - 150 90"), (seventy_five, fifty));
        // Mate comes first.
        let mate = Some(Outcome::Checkmate { winner: Color::White });
        assert_eq!(end("R3k3/8/4K3/8/8/8/8/8 b - - 150 90"), (mate, mate));
    }
}
