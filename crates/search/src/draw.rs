//! Draws inside the tree, and where else a line ends.
//!
//! A position that came before on the searched line counts as drawn at its second occurrence: if one side
//! could do better it would have done so the first time. What happened before the root must come a third time,
//! as the rules say. Mate on the hundredth half-move without progress is mate.

use movegen::Position;
use types::{Ply, Score};

use crate::SearchObserver;
use crate::board::Board;
use crate::observer::Cut;
use crate::techniques::Techniques;
use crate::worker::Worker;

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// Whether the node is drawn, whatever is played. Stalemate is looked for after the moves of the root alone: elsewhere
    /// pruning and quiescence may overlook it, but a move that is played must score what it is.
    #[inline]
    pub(crate) fn is_draw(&self, board: &Board, ply: Ply) -> bool {
        board.position.is_drawn(&self.keys, ply) || ply == Ply(1) && is_stalemate(&board.position)
    }

    /// The score of a node that no move follows: drawn, or as deep as a line may get.
    #[inline]
    pub(crate) fn ended(&mut self, board: &Board, ply: Ply) -> Option<Score> {
        if self.is_draw(board, ply) {
            self.observer.cut(ply, Cut::Draw);
            return Some(DRAW);
        }
        if ply >= Ply::MAX {
            self.observer.cut(ply, Cut::Horizon);
            return Some(board.evaluate(self.evaluator));
        }
        None
    }

    /// Whether the side to move can repeat a position of the searched line, and so has at least a draw.
    #[inline]
    pub(crate) fn can_draw(&self, board: &Board, ply: Ply) -> bool {
        self.keys.upcoming_repetition(&board.position, ply)
    }
}

fn is_stalemate(position: &Position) -> bool {
    !position.in_check() && position.count_legal_moves() == 0
}

/// The score of a draw.
pub(crate) const DRAW: Score = Score::DRAW;
