//! The seam to endgame tablebases: what a search may ask, and how it is to ask.
//!
//! Tablebases know the value of every position with few pieces. Who reads them, and in which format, is no
//! business of the search: it sees a [`Tablebase`]. There are two questions, since the rules count moves:
//!
//! - *Win, draw or loss* ([`Wdl`]), if a capture or pawn move was just made. With up to a hundred half-moves to go,
//!   this tells how the game ends. It is cheap enough to be asked inside the tree.
//! - *Distance to zeroing* ([`Dtz`]): how many half-moves until the next capture or pawn move, which starts the count
//!   anew. Asked at the root alone, to see which moves keep the value while the count runs.
//!
//! A win that takes more than a hundred half-moves is *cursed*, the loss of the other side *blessed*: under the
//! 50-move rule both are draws.

use std::ops::Neg;
use std::sync::Arc;

use movegen::Position;
use tt::Bound;
use types::{Depth, Ply, Score};

/// Where the values of endgames come from. All threads of a search ask at once.
pub trait Tablebase: Send + Sync {
    /// The most pieces, kings included, that a position may have to be found.
    fn max_pieces(&self) -> u32;

    /// How a position ends with best play if its half-move clock is 0, for the side to move. `None` if it is not
    /// known, as with castling rights.
    fn wdl(&self, position: &Position) -> Option<Wdl>;

    /// How far a position is from its next capture or pawn move; `None` if that is not known.
    fn dtz(&self, position: &Position) -> Option<Dtz>;
}

/// How a game ends for the side to move, with a half-move clock of 0. The worst comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but saved by the 50-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the 50-move rule.
    CursedWin,
    /// Won.
    Win,
}

impl Neg for Wdl {
    type Output = Wdl;

    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// Half-moves until the next capture or pawn move (or mate) with best play, for the side to move: positive if it
/// wins, negative if it loses, 0 in a draw. Beyond ±100 the win is cursed: it takes that long, or what comes after the
/// capture or pawn move does, and then 100 is added.
///
/// Tables may round: the truth can be one further from 0, but not where a phase takes exactly a hundred.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dtz(pub i32);

impl Dtz {
    /// The distance of a position in which the best move is a capture or pawn move.
    pub const fn before_zeroing(wdl: Wdl) -> Dtz {
        match wdl {
            Wdl::Loss => Dtz(-1),
            Wdl::BlessedLoss => Dtz(-101),
            Wdl::Draw => Dtz(0),
            Wdl::CursedWin => Dtz(101),
            Wdl::Win => Dtz(1),
        }
    }

    /// Seen by the opponent, one half-move earlier.
    #[must_use]
    pub const fn one_earlier(self) -> Dtz {
        Dtz(-(self.0 + self.0.signum()))
    }
}

/// A tablebase and how to use it.
#[derive(Clone)]
pub struct Tablebases {
    /// Where the values come from.
    pub source: Arc<dyn Tablebase>,
    /// Nodes with less left to search are not looked up: reading may take longer than searching.
    pub min_depth: Depth,
    /// Positions with more pieces are not looked up.
    pub max_pieces: u32,
    /// Whether the 50-move rule counts: if not, cursed wins are wins.
    pub fifty_move_rule: bool,
}

impl Tablebases {
    /// The most pieces with which a position is looked up.
    pub(crate) fn max_tablebase_pieces(&self) -> u32 {
        self.max_pieces.min(self.source.max_pieces())
    }

    /// What a result is worth at a ply, and whether it is that much exactly: a win may be a mate that is better still.
    pub(crate) fn score(&self, wdl: Wdl, ply: Ply) -> (Score, Bound) {
        let win = Score::TABLEBASE_WIN - Score(i32::from(ply.0));
        match wdl {
            Wdl::Win => (win, Bound::Lower),
            Wdl::Loss => (-win, Bound::Upper),
            Wdl::CursedWin if !self.fifty_move_rule => (win, Bound::Lower),
            Wdl::BlessedLoss if !self.fifty_move_rule => (-win, Bound::Upper),
            Wdl::CursedWin => (CURSED, Bound::Exact),
            Wdl::BlessedLoss => (-CURSED, Bound::Exact),
            Wdl::Draw => (Score::DRAW, Bound::Exact),
        }
    }
}

/// A win that the 50-move rule takes away is a draw, but the better one to have: the opponent may go wrong.
pub(crate) const CURSED: Score = Score(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_grow_away_from_zero_and_change_sides() {
        assert_eq!(Dtz(-3).one_earlier(), Dtz(4));
        assert_eq!(Dtz(3).one_earlier(), Dtz(-4));
        assert_eq!(Dtz(0).one_earlier(), Dtz(0));
        for wdl in [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win] {
            assert_eq!(Dtz::before_zeroing(-wdl).0, -Dtz::before_zeroing(wdl).0);
            assert_eq!(-(-wdl), wdl);
        }
    }
}
