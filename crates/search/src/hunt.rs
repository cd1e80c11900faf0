//! `go mate`: whether there is a mate in so many moves, asked anew with every iteration.
//!
//! A search of what is best need not see it. Where everything wins, the quiet move that mates is one of many, searched
//! late and not deep. So each iteration begins with a search whose window holds nothing but the mates that are
//! wanted:
//!
//! ```text
//!   ├──────────── no mate, or too late ────────────┤ mate in n ··· mate in 1 ┤
//!                                                  alpha
//! ```
//!
//! With such a window nothing is bet on an evaluation, and mate-distance pruning ends every line that is too long to
//! hold a mate in time.

use std::num::NonZeroU16;

use types::{Depth, Ply, Score};

use crate::SearchObserver;
use crate::board::Board;
use crate::node::{Node, Root, Window};
use crate::techniques::Techniques;
use crate::worker::{Stopped, Worker};

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// Searches the root for a mate in at most so many moves. If there is one it stands in front, with its line.
    pub(crate) fn hunt(&mut self, root: &Board, depth: Depth, moves: NonZeroU16) -> Result<bool, Stopped> {
        self.root.begin_search();
        let window = window_of_mates(moves);
        let score = self.search::<Root>(root, Node { ply: Ply::ROOT, depth, window, cut: false })?;
        let is_found = score > window.alpha;
        if is_found {
            self.root.sort_candidates();
        }
        Ok(is_found)
    }
}

/// The scores of mates in at most so many moves, for the side that mates.
fn window_of_mates(moves: NonZeroU16) -> Window {
    let plies = moves.get().saturating_mul(2).min(Ply::MAX.0) - 1;
    Window { alpha: Score::mate_in(Ply(plies)) - Score(1), beta: Score::INFINITE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_holds_the_mates_that_are_wanted_and_no_other_score() {
        let moves = |moves| NonZeroU16::new(moves).expect("not zero");
        let Window { alpha, beta } = window_of_mates(moves(3));
        assert!(Score::mate_in(Ply(5)) > alpha && Score::mate_in(Ply(1)) < beta);
        assert!(Score::mate_in(Ply(7)) <= alpha && Score::MAX_EVAL <= alpha);
        assert!(window_of_mates(moves(u16::MAX)).alpha > Score::MAX_EVAL);
    }
}
