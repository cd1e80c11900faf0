//! Chess as a game tree.
//!
//! The rules of draws are those of the engine's search: a position that occurred since the root is drawn at its second
//! occurrence, one from before the root at its third. Fifty moves without progress and material that cannot mate are
//! draws as well. The root itself is always searched.
//!
//! Positions are evaluated from scratch and kept in a list, so the tree shares no incremental sums and no tables with
//! the engine's search, and none of their faults.

use movegen::generate::{Captures, MoveList};
use movegen::{KeyHistory, Masks, Position};
use types::{Color, Key, Move, Ply, Role, Score};

use super::quiescence::{Forcing, ForcingTree};
use super::transposition::KeyedTree;
use super::tree::{GameTree, Player};

/// The game tree below a position. White is Max.
#[derive(Clone, Debug)]
pub struct Chess<E> {
    root: Position,
    /// The positions after each move of the line from the root.
    line: Vec<Position>,
    keys: KeyHistory,
    ignores_repetitions: bool,
    evaluator: E,
}

impl<E: FnMut(&Position) -> Score> Chess<E> {
    /// The tree below a position without earlier ones. The evaluator returns scores from the view of the side to
    /// move, as `eval::evaluate` does.
    pub fn new(root: Position, evaluator: E) -> Chess<E> {
        Chess::after(root, KeyHistory::new(), evaluator)
    }

    /// The tree below a position of a game, with the keys of the game's earlier positions.
    pub fn after(root: Position, earlier: KeyHistory, evaluator: E) -> Chess<E> {
        Chess { root, line: Vec::new(), keys: earlier, ignores_repetitions: false, evaluator }
    }

    /// The same tree in which no position is drawn by repetition. If its value is another one, repetitions decide.
    #[must_use]
    pub fn ignoring_repetitions(self) -> Chess<E> {
        Chess { ignores_repetitions: true, ..self }
    }

    /// The position at the current node.
    pub fn position(&self) -> &Position {
        self.line.last().unwrap_or(&self.root)
    }

    /// The number of moves from the root to the current node.
    pub fn ply(&self) -> Ply {
        Ply(self.line.len() as u16)
    }

    fn is_drawn(&self) -> bool {
        let none = KeyHistory::new();
        let earlier = if self.ignores_repetitions { &none } else { &self.keys };
        self.ply() > Ply::ROOT && self.position().is_drawn(earlier, self.ply())
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

    /// Passes unless in check. A side that has only its king and pawns may be in zugzwang.
    fn pass(&mut self, even_in_zugzwang: bool) -> bool {
        let position = self.position();
        let us = position.side_to_move();
        let movable = position.color(us) & !position.role(Role::King) & !position.role(Role::Pawn);
        if position.in_check() || movable.is_empty() && !even_in_zugzwang {
            return false;
        }
        let mut passed = position.clone();
        passed.play_null();
        self.keys.push_null(self.position().key());
        self.line.push(passed);
        true
    }

    fn take_back_pass(&mut self) {
        self.take_back();
    }

    fn is_forced(&self) -> bool {
        self.position().in_check()
    }
}

/// Captures and promotions are forcing, and in check every move is. Stalemate is detected only after a root move, as in
/// the engine's search: elsewhere all moves would have to be generated for it.
impl<E: FnMut(&Position) -> Score> ForcingTree for Chess<E> {
    fn forcing(&mut self) -> Result<Forcing<Move>, Score> {
        if self.is_drawn() || self.ply() == Ply(1) && self.position().is_stalemate() {
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

/// The ply is part of the key because mate scores count from the root.
impl<E: FnMut(&Position) -> Score> KeyedTree for Chess<E> {
    type Key = (Key, Ply);

    fn key(&self) -> (Key, Ply) {
        (self.position().key(), self.ply())
    }
}
