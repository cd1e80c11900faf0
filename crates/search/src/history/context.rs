//! The facts about a node that order its moves, computed once for all moves.

use movegen::{Checks, Masks};
use types::{Bitboard, Piece, Square};

use crate::search_position::SearchPosition;

/// A move made earlier on the line, as an index of continuation histories: its piece and target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// The number of indices, one of which stands for no move.
    pub(super) const COUNT: usize = 1 + Piece::COUNT * Square::COUNT;

    #[inline]
    pub(crate) fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((1 + piece.index() * Square::COUNT + to.index()) as u16)
    }

    #[inline]
    pub(super) fn piece_and_target(self) -> Option<(Piece, Square)> {
        let index = self.index().checked_sub(1)?;
        Some((Piece::ALL[index / Square::COUNT], Square::ALL[index % Square::COUNT]))
    }

    /// Returns true for no move: a null move, or a ply before the root.
    #[inline]
    pub(super) fn is_none(self) -> bool {
        self == PieceTo::default()
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0.into()
    }
}

/// The moves before a node that index its continuation histories, the last first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PriorMoves(pub(super) [PieceTo; PriorMoves::PLIES.len()]);

impl PriorMoves {
    /// The distances of these moves from the node, in plies.
    pub(super) const PLIES: [usize; 4] = [1, 2, 4, 6];

    /// Collects the moves by a function from the number of plies before the node to the move.
    #[inline]
    pub(crate) fn new(before: impl FnMut(usize) -> PieceTo) -> PriorMoves {
        PriorMoves(PriorMoves::PLIES.map(before))
    }

    /// The last move.
    #[inline]
    pub(super) fn last(&self) -> PieceTo {
        self.0[0]
    }

    /// The move before the last.
    #[inline]
    pub(super) fn before_last(&self) -> PieceTo {
        self.0[1]
    }
}

/// The facts about a node that the move picker and the histories use.
#[derive(Clone, Copy)]
pub(crate) struct MoveContext<'a> {
    pub(crate) board: &'a SearchPosition,
    pub(crate) masks: &'a Masks,
    pub(crate) prior: &'a PriorMoves,
    /// The squares from which each piece gives check; `None` if quiet moves are not ordered by that.
    pub(crate) checks: Option<&'a Checks>,
    /// The squares that the enemy attacks.
    pub(crate) threats: Bitboard,
}

impl<'a> MoveContext<'a> {
    #[inline]
    pub(crate) fn new(
        board: &'a SearchPosition,
        masks: &'a Masks,
        checks: &'a Checks,
        prior: &'a PriorMoves,
    ) -> MoveContext<'a> {
        let threats = board.position.attacked_by(!board.position.side_to_move());
        MoveContext { board, masks, prior, checks: Some(checks), threats }
    }

    /// A context that is sufficient for captures, and for evasions in quiescence.
    #[inline]
    pub(crate) fn of_captures(
        board: &'a SearchPosition,
        masks: &'a Masks,
        prior: &'a PriorMoves,
    ) -> MoveContext<'a> {
        let enemy = !board.position.side_to_move();
        let threats = if masks.in_check() { board.position.attacked_by(enemy) } else { Bitboard::EMPTY };
        MoveContext { board, masks, prior, checks: None, threats }
    }
}
