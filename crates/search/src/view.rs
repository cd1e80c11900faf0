//! What ordering moves takes: the node's position, and what is found out about it once for all its moves.

use movegen::{Checks, Masks};
use types::Bitboard;

use crate::board::Board;
use crate::history::Past;

/// What the picker and the histories need to see of a node.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) board: &'a Board,
    pub(crate) masks: &'a Masks,
    pub(crate) past: &'a Past,
    /// What gives check, if quiet moves are to be told apart by that.
    pub(crate) checks: Option<&'a Checks>,
    /// What the enemy attacks.
    pub(crate) threats: Bitboard,
}

impl<'a> View<'a> {
    #[inline]
    pub(crate) fn of(board: &'a Board, masks: &'a Masks, checks: &'a Checks, past: &'a Past) -> View<'a> {
        let threats = board.position.attacked_by(!board.position.side_to_move());
        View { board, masks, past, checks: Some(checks), threats }
    }

    /// What is enough for captures, and for evasions in quiescence.
    #[inline]
    pub(crate) fn of_captures(board: &'a Board, masks: &'a Masks, past: &'a Past) -> View<'a> {
        let enemy = !board.position.side_to_move();
        let threats = if masks.in_check() { board.position.attacked_by(enemy) } else { Bitboard::EMPTY };
        View { board, masks, past, checks: None, threats }
    }
}
