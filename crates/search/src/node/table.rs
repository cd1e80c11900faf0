//! Scores from the transposition table and from endgame tablebases.
//!
//! An entry of the transposition table cuts if its depth is sufficient and its bound decides. It does not cut PV
//! nodes, whose line would end there. A singular search leaves out one move, so its entries have keys of their own.
//!
//! Tablebases are probed only right after a capture or pawn move: at other clocks the 50-move rule may change the
//! result. All nodes with fewer pieces come after such a move anyway. A win is a lower bound,
//! as there may be a mate, which is worth more; a loss is an upper one. Where the bound does not decide the node (a
//! principal variation on its way to a mate), it still limits the result.
//!
//! Source: <https://www.chessprogramming.org/Syzygy_Bases>; the order of steps is the usual one.

use std::ops::ControlFlow;

use tt::{Bound, Entry};
use types::{Depth, Key, Ply, Score, Window};

use super::{Node, NodeKind};
use crate::history::{self, PieceTo};
use crate::observer::Cut;
use crate::search_position::{self, SearchPosition};
use crate::search_thread::SearchThread;
use crate::techniques::Technique;
use crate::{SearchObserver, Tablebases};

/// The extra depth of an entry with a tablebase result. The result holds at every depth, so the entry should outlive
/// those of somewhat deeper searches.
const DEPTH_BONUS: Depth = Depth(6);

impl<O: SearchObserver> SearchThread<'_, O> {
    /// The table key of a node. In a singular search it includes the excluded move.
    #[inline]
    fn key_at(&self, board: &SearchPosition, ply: Ply) -> Key {
        board.table_key() ^ self.stack[ply].excluded.map_or(Key(0), search_position::key_without)
    }

    /// The table entry of a node.
    #[inline]
    pub(super) fn probe_table(&mut self, board: &SearchPosition, ply: Ply) -> Option<Entry> {
        if !self.uses(Technique::Table) {
            return None;
        }
        let entry = self.shared.table.probe(self.key_at(board, ply), ply)?;
        self.observer.table_hit(ply, &entry);
        Some(entry)
    }

    /// The score of an entry, if it decides the node.
    #[inline]
    pub(super) fn table_cut<N: NodeKind>(&self, node: &Node, entry: Option<&Entry>) -> Option<Score> {
        let entry = entry?;
        let is_deep_enough = if self.uses(Technique::DeeperEntries) {
            entry.depth >= node.depth
        } else {
            entry.depth == node.depth
        };
        (!N::PV && is_deep_enough && entry.bound.answers(entry.score, node.window)).then_some(entry.score)
    }

    /// Gives the table move a bonus if it is quiet and would cut, so that it is tried earlier elsewhere. If the entry
    /// belongs to another position with the same key, the move may start from an empty square.
    #[inline]
    pub(super) fn update_history_of_table_move(
        &mut self,
        board: &SearchPosition,
        node: &Node,
        entry: Option<&Entry>,
    ) {
        let Some(mv) = entry.filter(|entry| entry.score >= node.window.beta).and_then(|entry| entry.mv)
        else {
            return;
        };
        let Some(mover) = board.position.piece_at(mv.from()) else { return };
        if board.is_quiet(mv) {
            let prior = self.stack.prior_moves(node.ply);
            let piece_to = PieceTo::new(mover, mv.to());
            self.histories.update_continuations(piece_to, &prior, history::bonus(node.depth));
        }
    }

    /// Stores an entry for a node.
    #[inline]
    pub(super) fn store(&mut self, board: &SearchPosition, ply: Ply, entry: Entry) {
        if self.uses(Technique::Table) {
            self.observer.table_store(ply, &entry);
            self.shared.table.store(self.key_at(board, ply), ply, entry);
        }
    }

    /// Looks a node up in the tablebases: `Break` with its score, or `Continue` with the window that holds its value.
    #[inline]
    pub(super) fn probe_tablebases<N: NodeKind>(
        &mut self,
        board: &SearchPosition,
        node: &Node,
    ) -> ControlFlow<Score, Window> {
        match self.tablebases {
            Some(tablebases) if !N::ROOT && self.may_probe(board, node, tablebases) => {
                self.probe_node::<N>(board, node, tablebases)
            }
            _ => ControlFlow::Continue(Window::FULL),
        }
    }

    /// Returns true if the tablebases may be probed in a node.
    #[inline]
    fn may_probe(&self, board: &SearchPosition, node: &Node, tablebases: &Tablebases) -> bool {
        let position = &board.position;
        position.halfmove_clock() == 0
            && position.occupied().count() <= self.max_tablebase_pieces
            && node.depth >= tablebases.min_depth
            && position.castling().is_empty()
            && self.stack[node.ply].excluded.is_none()
    }

    #[cold]
    fn probe_node<N: NodeKind>(
        &mut self,
        board: &SearchPosition,
        node: &Node,
        tablebases: &Tablebases,
    ) -> ControlFlow<Score, Window> {
        let wdl = tablebases.source.wdl(&board.position);
        self.poll_soon();
        let Some(wdl) = wdl else {
            return ControlFlow::Continue(Window::FULL);
        };
        self.shared.add_tablebase_hits(1);
        let (score, bound) = tablebases.score(wdl, node.ply);
        let entry = Entry {
            mv: None,
            score,
            eval: None,
            depth: (node.depth + DEPTH_BONUS).min(Depth::MAX),
            bound,
            was_pv: N::PV,
        };
        if bound.answers(score, node.window) {
            self.store(board, node.ply, entry);
            self.observer.cut(node.ply, Cut::Tablebase);
            return ControlFlow::Break(score);
        }
        ControlFlow::Continue(match bound {
            Bound::Lower => Window { alpha: score, ..Window::FULL },
            Bound::Upper => Window { beta: score, ..Window::FULL },
            Bound::Exact => Window::FULL,
        })
    }
}
