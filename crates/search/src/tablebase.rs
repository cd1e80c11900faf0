//! The interface to endgame tablebases.
//!
//! Tablebases hold the value of every position with few pieces. The search does not depend on their format: it uses
//! the trait [`Tablebase`]. There are two queries, because of the 50-move rule:
//!
//! - *Win, draw or loss* ([`Wdl`]), right after a capture or pawn move. The half-move clock is zero then, so this is
//!   the result of the game. It is cheap enough for nodes of the tree.
//! - *Distance to zeroing* ([`Dtz`]): the number of half-moves until the next capture or pawn move, which resets the
//!   clock. It is used at the root only, to find the moves that keep the value at any clock.
//!
//! A win that takes more than a hundred half-moves is *cursed*, the loss of the other side *blessed*: under the
//! 50-move rule both are draws.

use std::ops::Neg;
use std::sync::Arc;

use movegen::Position;
use movegen::position::setup::Setup;
use tt::Bound;
use types::{BySquare, Depth, Ply, Score};

/// A source of endgame values. All threads of a search use it at once.
pub trait Tablebase: Send + Sync {
    /// The largest number of pieces, kings included, of the positions that it holds.
    fn max_pieces(&self) -> u32;

    /// The result of a position with best play for the side to move, if its half-move clock is 0. `None` if it is not
    /// known, as with castling rights.
    fn wdl(&self, position: &Position) -> Option<Wdl>;

    /// The distance of a position to zeroing; `None` if it is not known.
    fn dtz(&self, position: &Position) -> Option<Dtz>;

    /// The faults since the last call, such as missing files, in words.
    fn take_faults(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The result of a game for the side to move, with a half-move clock of 0. The order is from worst to best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    Loss,
    /// Lost, but drawn by the 50-move rule.
    BlessedLoss,
    Draw,
    /// Won, but drawn by the 50-move rule.
    CursedWin,
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

/// The distance to zeroing: half-moves until the next capture or pawn move (or mate) with best play. It is positive
/// if the side to move wins, negative if it loses, 0 in a draw. Beyond ±100 the win is cursed. If only a later phase
/// takes more than 100 half-moves, 100 is added.
///
/// Tables may round: the true distance can be one further from 0, but not where a phase takes exactly 100.
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

    /// The distance one half-move earlier, for the other side.
    #[must_use]
    pub const fn one_earlier(self) -> Dtz {
        Dtz(-(self.0 + self.0.signum()))
    }
}

/// A tablebase and the settings for its use.
#[derive(Clone)]
pub struct Tablebases {
    pub source: Arc<dyn Tablebase>,
    /// Nodes with less depth are not looked up, as reading may take longer than searching.
    pub min_depth: Depth,
    /// Positions with more pieces are not looked up.
    pub max_pieces: u32,
    /// True if the 50-move rule holds. If not, cursed wins are wins.
    pub fifty_move_rule: bool,
}

impl Tablebases {
    /// The largest number of pieces with which a position is looked up.
    pub(crate) fn max_tablebase_pieces(&self) -> u32 {
        self.max_pieces.min(self.source.max_pieces())
    }

    /// The result of a position with a half-move clock of 0 for the side to move, if it is looked up and found.
    pub(crate) fn result(&self, position: &Position) -> Option<Score> {
        if position.occupied().count() > self.max_tablebase_pieces() || !position.castling().is_empty() {
            return None;
        }
        let setup = Setup {
            board: BySquare::from_fn(|square| position.piece_at(square)),
            side_to_move: position.side_to_move(),
            castling: position.castling(),
            en_passant: position.en_passant(),
            halfmove_clock: 0,
            fullmove_number: position.fullmove_number(),
        };
        let wdl = self.source.wdl(&setup.into_position().ok()?)?;
        Some(self.score(wdl, Ply::ROOT).0)
    }

    /// The score of a result at a ply, with its bound: a win may be a mate, which scores more.
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

/// The score of a cursed win: a little above a draw, as the opponent may make a mistake.
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
