//! The positions of a search: the game that it begins with, and the position of a node with its evaluation sums.

use eval::{Accumulator, Evaluator};
use movegen::{KeyHistory, Position};
use types::{Color, Key, Move, MoveKind, Piece, Role, Score, Square};

/// A position with the positions before it.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    earlier: KeyHistory,
}

impl Game {
    /// A game that begins with this position.
    pub fn new(position: Position) -> Game {
        Game { position, earlier: KeyHistory::new() }
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic if the move is not legal.
    pub fn play(&mut self, mv: Move) {
        self.earlier.push(self.position.key());
        self.position.play(mv);
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn earlier(&self) -> &KeyHistory {
        &self.earlier
    }
}

/// A game that begins with the start position.
impl Default for Game {
    fn default() -> Game {
        Game::new(Position::startpos())
    }
}

/// From this many plies without progress on, the table key depends on their number.
const LATE_HALFMOVES: u16 = 80;
/// An odd random number. Its multiples differ in all bits of a key.
const HASH_MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The position of a node. Children are copies, so no move is ever unmade.
#[derive(Clone)]
pub(crate) struct SearchPosition {
    pub(crate) position: Position,
    sums: Accumulator,
    /// The key of the position. Kept here because the position computes it anew for each call.
    key: Key,
}

impl SearchPosition {
    pub(crate) fn of(position: &Position) -> SearchPosition {
        SearchPosition { position: position.clone(), sums: Accumulator::of(position), key: position.key() }
    }

    /// A copy without the key, for a move to be played on, which sets it. A whole copy would be a call of `memcpy`: this one
    /// takes a third of the instructions.
    pub(crate) fn copy_without_key(&self) -> SearchPosition {
        SearchPosition { position: self.position.clone(), sums: self.sums.clone(), key: Key(0) }
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Move) {
        self.position.play_observed(mv, &mut self.sums);
        self.key = self.position.key();
    }

    /// Plays a null move. Only while not in check.
    pub(crate) fn play_null(&mut self) {
        self.position.play_null();
        self.key = self.position.key();
    }

    pub(crate) fn key(&self) -> Key {
        self.key
    }

    /// The key of the position in the transposition table. Near the end of the fifty moves it includes the half-move
    /// clock, since the value depends on it then.
    pub(crate) fn table_key(&self) -> Key {
        table_key(self.key, &self.position)
    }

    pub(crate) fn evaluate(&self, evaluator: &mut Evaluator) -> Score {
        evaluator.evaluate(&self.position, &self.sums)
    }

    /// Returns true if a side has more than king and pawns.
    pub(crate) fn has_pieces(&self, color: Color) -> bool {
        let rest = self.position.role(Role::Pawn) | self.position.role(Role::King);
        (self.position.color(color) - rest).any()
    }

    /// The piece that makes a legal move.
    pub(crate) fn mover(&self, mv: Move) -> Piece {
        self.piece_on(mv.from())
    }

    /// The piece on a square from which a legal move starts.
    pub(crate) fn piece_on(&self, from: Square) -> Piece {
        // The default is never seen.
        let pawn = Piece::new(self.position.side_to_move(), Role::Pawn);
        self.position.piece_at(from).unwrap_or(pawn)
    }

    /// Returns true if a legal move is quiet: no capture and no promotion.
    pub(crate) fn is_quiet(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Normal => self.position.piece_at(mv.to()).is_none(),
            MoveKind::Castle => true,
            MoveKind::EnPassant | MoveKind::Promotion(_) => false,
        }
    }
}

/// The key of a position in the transposition table, from its Zobrist key.
pub(crate) fn table_key(key: Key, position: &Position) -> Key {
    let halfmoves = position.halfmove_clock();
    key ^ Key(if halfmoves < LATE_HALFMOVES { 0 } else { HASH_MULTIPLIER.wrapping_mul(halfmoves.into()) })
}
