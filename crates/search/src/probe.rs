//! Tablebases inside the tree: a node whose value is known needs no search.
//!
//! Asked only right after a capture or pawn move: elsewhere win, draw or loss alone does not tell whether the
//! 50-move rule leaves enough time. All later nodes of a line lie behind such a move anyway.
//!
//! A win is a lower bound, for there may be a mate that is worth more, and a loss an upper one. Where the bound does
//! not decide the node (a principal variation on its way to a mate), it still limits what the search may claim.
//!
//! Source: <https://www.chessprogramming.org/Syzygy_Bases>; the order of steps follows what engines have settled on.

use std::ops::ControlFlow;

use tt::{Bound, Entry};
use types::{Depth, Score, Window};

use crate::board::Board;
use crate::node::{Node, NodeKind};
use crate::observer::Cut;
use crate::techniques::Techniques;
use crate::worker::Worker;
use crate::{SearchObserver, Tablebases};

/// What tablebases say is true at every depth, so it outlives deeper searches in the table.
const DEPTH_BONUS: Depth = Depth(6);

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// What the tablebases know of a node: `Break` with its score, or `Continue` with the window that holds its value.
    #[inline]
    pub(crate) fn probe<N: NodeKind>(&mut self, board: &Board, node: &Node) -> ControlFlow<Score, Window> {
        match self.tablebases {
            Some(tablebases) if !N::ROOT && is_known(board, node, tablebases, self.reach) => {
                self.ask::<N>(board, node, tablebases)
            }
            _ => ControlFlow::Continue(Window::FULL),
        }
    }

    #[cold]
    fn ask<N: NodeKind>(
        &mut self,
        board: &Board,
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
        if entry.bound.answers(entry.score, node.window) {
            self.remember(board, node.ply, entry);
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

/// Whether a node is one that the tablebases may be asked for.
#[inline]
fn is_known(board: &Board, node: &Node, tablebases: &Tablebases, reach: u32) -> bool {
    let position = &board.position;
    position.halfmove_clock() == 0
        && position.occupied().count() <= reach
        && node.depth >= tablebases.min_depth
        && position.castling().is_empty()
}
