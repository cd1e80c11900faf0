//! A move that is about to be searched, and the best of a node so far.

use movegen::Checks;
use types::{Move, Ply, Score};

use crate::SearchObserver;
use crate::techniques::Techniques;
use crate::view::View;
use crate::worker::Worker;

/// A move that is about to be searched.
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    /// Which move of the node it is, counted from 1.
    pub(crate) number: u32,
    pub(crate) is_quiet: bool,
    pub(crate) gives_check: bool,
    /// How well it did in the past.
    pub(crate) history: i32,
    /// Whether it refuted something lately: a killer or counter move.
    pub(crate) is_refutation: bool,
    /// Whether it is a quiet move that the enemy cannot answer by a capture on its square.
    pub(crate) is_unopposed: bool,
}

/// The best of a node so far.
pub(crate) struct Best {
    pub(crate) score: Score,
    /// The best move that was searched, whether or not it raised alpha.
    pub(crate) mv: Option<Move>,
    /// What the next move has to beat.
    pub(crate) alpha: Score,
}

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// What is known of a move before it is searched.
    #[inline]
    pub(crate) fn candidate(
        &self,
        view: View<'_>,
        checks: &Checks,
        ply: Ply,
        mv: Move,
        number: u32,
    ) -> Candidate {
        let is_quiet = view.board.is_quiet(mv);
        let history =
            if is_quiet { self.histories.quiet(view, mv) } else { self.histories.capture(view.board, mv) };
        let is_refutation =
            self.stack[ply].killers.contains(&Some(mv)) || self.histories.counter(view.past) == Some(mv);
        let gives_check = view.board.position.gives_check(checks, mv);
        // What attacks its square only once the move is made looks through the square that it leaves.
        let is_unopposed = is_quiet && !view.threats.intersects(mv.from().bitboard() | mv.to());
        Candidate { mv, number, is_quiet, gives_check, history, is_refutation, is_unopposed }
    }
}
