//! What the transposition table knows of a node, and what the node tells it.
//!
//! An entry cuts if it was searched as deep as is asked now and its bound answers the question. Not on the
//! principal variation, whose line would end there. When the 50-move rule draws near, the same men with another count of
//! moves are another position. So are those of which one move is left out, to see whether it is singular: a test of
//! that finds in the table what the last one found.

use movegen::Position;
use tt::Entry;
use types::{Key, Move, Ply, Score};

use crate::SearchObserver;
use crate::board::Board;
use crate::node::{Node, NodeKind};
use crate::techniques::{Technique, Techniques};
use crate::worker::Worker;

/// From this many plies without progress on, what a position is worth depends on how many there are left.
const LATE_HALFMOVES: u16 = 80;
/// An odd number without a pattern: what it multiplies differs in all bits of a key.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// The table key of a node, of which one move may be left out: the value of the others has an entry of its own.
    #[inline]
    fn key_at(&self, board: &Board, ply: Ply) -> Key {
        key_of(board.key(), &board.position) ^ self.stack[ply].excluded.map_or(Key(0), without)
    }

    /// What the table knows of a position.
    #[inline]
    pub(crate) fn look_up(&mut self, board: &Board, ply: Ply) -> Option<Entry> {
        if !Self::uses(Technique::Table) {
            return None;
        }
        let entry = self.shared.table.probe(self.key_at(board, ply), ply)?;
        self.observer.table_hit(ply, &entry);
        Some(entry)
    }

    /// The score of an entry that answers what is asked.
    #[inline]
    pub(crate) fn table_cut<N: NodeKind>(&self, node: &Node, entry: Option<&Entry>) -> Option<Score> {
        let entry = entry?;
        let is_deep_enough = if Self::uses(Technique::DeeperEntries) {
            entry.depth >= node.depth
        } else {
            entry.depth == node.depth
        };
        let is_answer = !N::PV && is_deep_enough && entry.bound.answers(entry.score, node.window);
        is_answer.then_some(entry.score)
    }

    /// Tells the table what a search found out.
    #[inline]
    pub(crate) fn remember(&mut self, board: &Board, ply: Ply, entry: Entry) {
        if Self::uses(Technique::Table) {
            self.observer.table_store(ply, &entry);
            self.shared.table.store(self.key_at(board, ply), ply, entry);
        }
    }
}

/// The table key of a position with this key.
#[inline]
pub(crate) fn key_of(key: Key, position: &Position) -> Key {
    key ^ late_count(position.halfmove_clock())
}

/// What tells positions late in the fifty moves apart by their count. Lines that meet again in a search have the same.
#[inline]
fn late_count(halfmoves: u16) -> Key {
    Key(if halfmoves < LATE_HALFMOVES { 0 } else { SPREAD.wrapping_mul(halfmoves.into()) })
}

/// What tells the tests of whether a move is singular apart from the search of its position, and from each other.
#[inline]
fn without(mv: Move) -> Key {
    // Inverted it is no count of moves that the 50-move rule knows.
    Key(SPREAD.wrapping_mul(!u64::from(mv.bits())))
}
