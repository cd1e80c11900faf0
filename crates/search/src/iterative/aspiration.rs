//! Aspiration windows around the last score.
//!
//! A score seldom changes much from one iteration to the next. So the root is searched with a narrow window around
//! its last score, which cuts more. If the score falls outside, the window is widened on that side, more with each
//! failure, until the score lies inside.
//!
//! ```text
//!   last score            ────┤ · ├────
//!   failed low      ──┤       · ├──────       beta comes down to the middle, alpha goes further
//!   failed high     ────┤     ·          ├──
//! ```
//!
//! A move that fails high is nearly always the best one. Only its score is missing, and for that a search one ply
//! less deep is enough, as the next iteration searches the full depth. A fail-low ends this reduction, since then the
//! best move may be another.

use tt::Bound;
use types::{Depth, Ply, Score, Window};

use crate::SearchObserver;
use crate::node::{Node, Root};
use crate::params;
use crate::search_position::SearchPosition;
use crate::search_thread::{SearchThread, Stopped};
use crate::techniques::Technique;

/// The first depth with a narrow window. Earlier iterations are quick, and their scores change much.
const FIRST_NARROW: Depth = Depth(4);

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Searches the root to a depth until the best candidate has an exact score. `expected` is its score in the last
    /// iteration.
    pub(crate) fn aspiration_search(
        &mut self,
        root: &SearchPosition,
        depth: Depth,
        expected: Score,
    ) -> Result<(), Stopped> {
        let mut width = first_width(expected);
        let mut window = self.first_window(depth, expected, width);
        let mut reduction = Depth::ZERO;
        loop {
            self.root.begin_search();
            let reduced = (depth - reduction).max(Depth::ONE);
            let node = Node { ply: Ply::ROOT, depth: reduced, window, cut: false };
            let score = self.search::<Root>(root, node)?;
            self.root.sort_candidates();
            let bound = if score <= window.alpha {
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                window.alpha = score - Score(width);
                reduction = Depth::ZERO;
                Bound::Upper
            } else if score >= window.beta {
                window.beta = score + Score(width);
                reduction += self.root_fail_high_reduction();
                Bound::Lower
            } else {
                return Ok(());
            };
            self.report_failed_window(score, bound);
            width += width * params::aspiration_growth() / 100;
            window = opened_for_mates(window);
        }
    }

    /// The reduction of the root after each fail-high.
    fn root_fail_high_reduction(&self) -> Depth {
        if self.uses(Technique::RootFailHighReduction) { Depth::ONE } else { Depth::ZERO }
    }

    fn first_window(&self, depth: Depth, expected: Score, width: i32) -> Window {
        let is_narrow =
            self.uses(Technique::AspirationWindows) && depth >= FIRST_NARROW && !expected.is_decisive();
        if is_narrow {
            Window { alpha: expected - Score(width), beta: expected + Score(width) }
        } else {
            Window::FULL
        }
    }
}

/// Half the width of the first window. The further a score is from 0, the more it changes.
fn first_width(expected: Score) -> i32 {
    const LEAP: i32 = 50_000;
    params::aspiration_delta() + expected.0 * expected.0 / LEAP
}

/// Opens a window to infinity on a side that is far from 0, where scores change too much for a narrow window.
fn opened_for_mates(Window { alpha, beta }: Window) -> Window {
    const FAR: Score = Score(3_000);
    Window {
        alpha: if alpha < -FAR { Window::FULL.alpha } else { alpha },
        beta: if beta > FAR { Window::FULL.beta } else { beta },
    }
}
