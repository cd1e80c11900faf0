//! What a node teaches: the histories hear which move decided it.
//!
//! | what happened | who learns |
//! |---|---|
//! | a move reached beta | it gains; the moves tried before it in vain lose |
//! | the table's move would reach beta | it gains where it follows the same moves |
//! | no move raised alpha | the opponent's last move gains: it was the refutation |

use arrayvec::ArrayVec;
use tt::Entry;
use types::Move;

use crate::SearchObserver;
use crate::board::Board;
use crate::candidate::Candidate;
use crate::history::{self, Continuation, Past};
use crate::node::Node;
use crate::techniques::Techniques;
use crate::view::View;
use crate::worker::Worker;

/// Moves that were searched and did not cut.
#[derive(Default)]
pub(crate) struct Failed {
    quiets: ArrayVec<Move, { Self::QUIETS }>,
    captures: ArrayVec<Move, { Self::CAPTURES }>,
}

impl Failed {
    /// Moves that come later than these are not blamed.
    const QUIETS: usize = 48;
    const CAPTURES: usize = 24;

    pub(crate) fn note(&mut self, candidate: &Candidate) {
        // A full list keeps what it has.
        let _ = if candidate.is_quiet {
            self.quiets.try_push(candidate.mv)
        } else {
            self.captures.try_push(candidate.mv)
        };
    }
}

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// A move cut: it is to be tried earlier elsewhere, and those tried in vain later.
    pub(crate) fn reward(&mut self, view: View<'_>, node: &Node, candidate: &Candidate, failed: &Failed) {
        let (bonus, malus) = (history::bonus(node.depth), history::malus(node.depth));
        let View { board, past, .. } = view;
        if candidate.is_quiet {
            let killers = &mut self.stack[node.ply].killers;
            if killers[0] != Some(candidate.mv) {
                *killers = [Some(candidate.mv), killers[0]];
            }
            self.histories.set_counter(past, candidate.mv);
            self.histories.update_quiet(view, candidate.mv, bonus);
            for &mv in &failed.quiets {
                self.histories.update_quiet(view, mv, -malus);
            }
        } else {
            self.histories.update_capture(board, candidate.mv, bonus);
        }
        for &mv in &failed.captures {
            self.histories.update_capture(board, mv, -malus);
        }
    }

    /// A quiet move from the table cuts again: it is to be tried earlier elsewhere. By chance the entry is one of another
    /// position, and the move moves nothing here.
    #[inline]
    pub(crate) fn credit_table_move(&mut self, board: &Board, node: &Node, entry: Option<&Entry>) {
        let Some(mv) = entry.filter(|entry| entry.score >= node.window.beta).and_then(|entry| entry.mv)
        else {
            return;
        };
        let Some(mover) = board.position.piece_at(mv.from()) else { return };
        if board.is_quiet(mv) {
            let mv = Continuation::of(mover, mv.to());
            self.histories.credit(mv, &Past::of(self.stack, node.ply), history::bonus(node.depth));
        }
    }

    /// All moves failed, so the opponent's last was good: it is to be tried earlier elsewhere.
    #[inline]
    pub(crate) fn credit_last_move(&mut self, node: &Node) {
        let last = self.stack.before(node.ply, 1);
        if last.is_quiet {
            let past = Past::before_last_move(self.stack, node.ply);
            self.histories.credit(last.continuation, &past, history::bonus(node.depth));
        }
    }
}
