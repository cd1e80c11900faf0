//! When a game is as good as over.
//!
//! Moves that cannot change a result cost as much as those that can. A game counts as won if both engines have
//! said so for some moves, and as drawn if both see nothing in it for long. The bounds are near those with which
//! engine testers play.

use types::Color;

use crate::engine::Centipawns;

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Won(Color),
    Drawn,
}

/// Both sides see at least this much for the same side ...
const WIN_SCORE: i32 = 600;
/// ... in so many half-moves in a row.
const WIN_PLIES: u32 = 6;
/// Neither side sees more than this ...
const DRAW_SCORE: i32 = 10;
/// ... in so many half-moves in a row ...
const DRAW_PLIES: u32 = 16;
/// ... after so many.
const DRAW_AFTER: u32 = 60;
/// A game that still goes on then is drawn.
const LONGEST: u32 = 500;

/// Watches the scores of one game.
#[derive(Default)]
pub(crate) struct Adjudicator {
    plies: u32,
    /// For how many half-moves White has been winning, Black has, and nobody.
    white: u32,
    black: u32,
    level: u32,
}

impl Adjudicator {
    /// Hears what the side that has just moved thinks.
    pub(crate) fn hear(&mut self, side: Color, score: Centipawns) -> Option<Outcome> {
        let for_white = if side == Color::White { score.0 } else { -score.0 };
        let count = |so_far: u32, goes_on: bool| if goes_on { so_far + 1 } else { 0 };
        self.plies += 1;
        self.white = count(self.white, for_white >= WIN_SCORE);
        self.black = count(self.black, for_white <= -WIN_SCORE);
        self.level = count(self.level, for_white.abs() <= DRAW_SCORE);
        if self.white >= WIN_PLIES {
            Some(Outcome::Won(Color::White))
        } else if self.black >= WIN_PLIES {
            Some(Outcome::Won(Color::Black))
        } else if self.plies >= LONGEST || self.plies > DRAW_AFTER && self.level >= DRAW_PLIES {
            Some(Outcome::Drawn)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of the half-move that ends a game in which White always sees `white` and Black `black`.
    fn end(white: i32, black: i32) -> (u32, Outcome) {
        let mut adjudicator = Adjudicator::default();
        let sides = [(Color::White, white), (Color::Black, black)].into_iter().cycle();
        (1..)
            .zip(sides)
            .find_map(|(ply, (side, score))| Some((ply, adjudicator.hear(side, Centipawns(score))?)))
            .unwrap()
    }

    #[test]
    fn games_end_when_both_sides_agree() {
        assert_eq!(end(600, -600), (WIN_PLIES, Outcome::Won(Color::White)));
        assert_eq!(end(-900, 30_000), (WIN_PLIES, Outcome::Won(Color::Black)));
        assert_eq!(end(10, 10), (DRAW_AFTER + 1, Outcome::Drawn));
    }

    #[test]
    fn games_go_on_while_sides_disagree_or_something_is_left() {
        for (white, black) in [(600, -599), (600, 600), (11, 0), (0, -11)] {
            assert_eq!(end(white, black), (LONGEST, Outcome::Drawn), "{white} {black}");
        }
    }

    #[test]
    fn one_doubt_starts_the_count_again() {
        let mut adjudicator = Adjudicator::default();
        let scores = [900, 900, 900, 900, 900, 599, 900, 900, 900, 900, 900, 900];
        let ends: Vec<_> = scores.map(|score| adjudicator.hear(Color::White, Centipawns(score))).to_vec();
        assert!(ends[..11].iter().all(Option::is_none));
        assert_eq!(ends[11], Some(Outcome::Won(Color::White)));
    }
}
