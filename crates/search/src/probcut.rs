//! ProbCut: a capture that a shallow search finds far above beta will hardly fall below it in a deep one.
//!
//! ```text
//!   beta ───┬────────────────┬──── raised beta
//!           └──── margin ────┘     a good capture, first by quiescence, then some plies less deep,
//!                                  still lies above: cut
//! ```
//!
//! Source: M. Buro, *ProbCut: an effective selective extension of the alpha-beta algorithm*, 1995.

use tt::{Bound, Entry};
use types::{Depth, Move, Score, Window};

use crate::SearchObserver;
use crate::board::Board;
use crate::history::Past;
use crate::node::{Node, NonPv};
use crate::observer::Cut;
use crate::params;
use crate::pick::Picker;
use crate::sight::Sight;
use crate::techniques::{Technique, Techniques};
use crate::view::View;
use crate::worker::{Searched, Stopped, Worker};

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// The score of a node in which a capture is so good that it will cut. The side to move is not in check.
    #[inline]
    pub(crate) fn probcut(
        &mut self,
        board: &Board,
        node: &Node,
        sight: &Sight,
    ) -> Result<Option<Score>, Stopped> {
        let Window { beta, .. } = node.window;
        if !Self::uses(Technique::ProbCut) || beta.is_decisive() {
            return Ok(None);
        }
        let raised = beta + probcut_margin(sight.improving);
        let depth = node.depth - Depth(params::probcut_reduction());
        let is_hopeless = |entry: &Entry| entry.depth >= depth && entry.score < raised;
        if node.depth.plies() < params::probcut_depth() || sight.entry.as_ref().is_some_and(is_hopeless) {
            return Ok(None);
        }
        self.try_captures(board, node, sight, raised, depth)
    }

    /// Looks for a capture that holds the raised beta; `depth` is that of its reply.
    #[inline(never)] // Its list of moves must not grow the stack of every node.
    fn try_captures(
        &mut self,
        board: &Board,
        node: &Node,
        sight: &Sight,
        raised: Score,
        depth: Depth,
    ) -> Result<Option<Score>, Stopped> {
        // What the capture must win to come that far.
        let threshold = raised - sight.eval;
        let table_move =
            sight.table_move.filter(|&mv| sight.table_captures && board.position.see(mv, threshold));
        let past = Past::of(self.stack, node.ply);
        let view = View::of_captures(board, &sight.masks, &past);
        let mut picker = Picker::captures_that_win(table_move, threshold);
        while let Some(mv) = picker.next(view, self.histories) {
            let score = self.search_capture(board, node, mv, raised, depth)?;
            if score >= raised && !score.is_decisive() {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    eval: sight.raw_eval,
                    depth: depth + Depth::ONE,
                    bound: Bound::Lower,
                    was_pv: sight.was_pv,
                };
                self.remember(board, node.ply, entry);
                self.observer.cut(node.ply, Cut::By(Technique::ProbCut));
                return Ok(Some(score - (raised - node.window.beta)));
            }
        }
        Ok(None)
    }

    /// Quiescence first, which refutes most, then the search itself.
    fn search_capture(
        &mut self,
        board: &Board,
        node: &Node,
        mv: Move,
        raised: Score,
        depth: Depth,
    ) -> Searched {
        self.foresee(board, mv);
        let mut next = board.clone();
        self.play(&mut next, mv, node.ply)?;
        let window = Window::zero(raised - Score(1)).flipped();
        let quick = Node { ply: node.ply.next(), depth: Depth::ZERO, window, cut: !node.cut };
        let mut score = -self.search::<NonPv>(&next, quick)?;
        if score >= raised && depth > Depth::ZERO {
            score = -self.search::<NonPv>(&next, Node { depth, ..quick })?;
        }
        self.take_back();
        Ok(score)
    }
}

/// How far above beta the capture must lie.
fn probcut_margin(improving: bool) -> Score {
    let relief = if improving { params::probcut_improving() } else { 0 };
    Score(params::probcut_margin() - relief)
}
