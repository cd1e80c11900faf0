//! Chess as a tree.
//!
//! Draws are those of the playing search: a position that came before on the line counts as drawn at its second
//! occurrence, what came before the root at its third; and so do fifty moves without progress and material
//! that cannot mate. The root itself is always searched.
//!
//! Positions are evaluated from scratch and kept in a list, so that nothing here can share a mistake with the
//! sums and the tables of the playing search.

use movegen::generate::{Captures, MoveList};
use movegen::{KeyHistory, Masks, Position};
use types::{Color, Key, Move, Ply, Score};

use super::memory::KeyedTree;
use super::quiescence::{Forcing, ForcingTree};
use super::tree::{GameTree, Player};
use crate::Game;

/// A position with all that can be played from it. White is Max.
#[derive(Clone, Debug)]
pub struct Chess<E> {
    root: Position,
    /// The positions after each move of the line from the root.
    line: Vec<Position>,
    keys: KeyHistory,
    evaluator: E,
}

impl<E: FnMut(&Position) -> Score> Chess<E> {
    /// The tree of a game. The evaluator sees positions as the side to move does; `eval::evaluate` is one.
    pub fn new(game: &Game, evaluator: E) -> Chess<E> {
        Chess { root: game.position().clone(), line: Vec::new(), keys: game.earlier().clone(), evaluator }
    }

    /// The position that the tree stands on.
    pub fn position(&self) -> &Position {
        self.line.last().unwrap_or(&self.root)
    }

    /// How many moves led there from the root.
    pub fn ply(&self) -> Ply {
        Ply(self.line.len() as u16)
    }

    fn is_drawn(&self) -> bool {
        self.ply() > Ply::ROOT && self.position().is_drawn(&self.keys, self.ply())
    }

    fn mated(&self) -> Score {
        Score::mated_in(self.ply())
    }
}

impl<E: FnMut(&Position) -> Score> GameTree for Chess<E> {
    type Move = Move;

    fn player(&self) -> Player {
        match self.position().side_to_move() {
            Color::White => Player::Max,
            Color::Black => Player::Min,
        }
    }

    fn outcome(&mut self) -> Option<Score> {
        if self.is_drawn() {
            return Some(Score::DRAW);
        }
        let is_over = self.position().count_legal_moves() == 0;
        is_over.then(|| if self.position().in_check() { self.mated() } else { Score::DRAW })
    }

    fn evaluate(&mut self) -> Score {
        (self.evaluator)(self.line.last().unwrap_or(&self.root))
    }

    fn moves(&mut self) -> Vec<Move> {
        self.position().legal_moves().to_vec()
    }

    fn play(&mut self, mv: Move) {
        self.keys.push(self.position().key());
        self.line.push(self.position().after(mv));
    }

    fn take_back(&mut self) {
        self.keys.pop();
        self.line.pop();
    }
}

/// Captures and promotions are forcing, and in check every move is. Stalemate is not looked for: that would
/// need all moves, where quiescence wants to look at few.
impl<E: FnMut(&Position) -> Score> ForcingTree for Chess<E> {
    fn forcing(&mut self) -> Result<Forcing<Move>, Score> {
        if self.is_drawn() {
            return Err(Score::DRAW);
        }
        if self.position().in_check() {
            let moves = self.moves();
            return if moves.is_empty() { Err(self.mated()) } else { Ok(Forcing { stand_pat: None, moves }) };
        }
        let mut captures = MoveList::new();
        self.position().generate::<Captures, _>(&Masks::of(self.position()), &mut captures);
        Ok(Forcing { stand_pat: Some(self.evaluate()), moves: captures.to_vec() })
    }
}

/// The same position at another ply is another node: mates are counted from the root.
impl<E: FnMut(&Position) -> Score> KeyedTree for Chess<E> {
    type Key = (Key, Ply);

    fn key(&self) -> (Key, Ply) {
        (self.position().key(), self.ply())
    }
}
