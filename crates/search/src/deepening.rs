//! Iterative deepening: depth 1, depth 2, and so on until a limit is reached.
//!
//! A shallower search before a deeper one costs little, since it leaves the best moves in the table, to be tried
//! first. It also provides a move to play at any moment.
//!
//! *Aspiration windows.* A score seldom changes much from one iteration to the next. So the root is searched with a narrow window around
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
use types::{Depth, Move, Ply, Score, Window};

use crate::node::{Node, Root};
use crate::position::SearchPosition;
use crate::report::PvLine;
use crate::techniques::Technique;
use crate::thread::{SearchThread, Stopped};
use crate::time::Confidence;
use crate::{SearchObserver, params};

/// The best move and its score over the last iterations.
#[derive(Default)]
struct Trend {
    best: Option<Move>,
    stable_iterations: u32,
    /// The scores of the last iterations, the latest first.
    scores: [Option<Score>; 3],
}

impl Trend {
    fn record(&mut self, found: &PvLine) {
        let is_same = self.best == found.best_move();
        self.stable_iterations = if is_same { self.stable_iterations + 1 } else { 0 };
        self.best = found.best_move();
        let [last, before, _] = self.scores;
        self.scores = [Some(found.searched_score), last, before];
    }

    fn score_drop(&self) -> Score {
        match self.scores {
            [Some(now), _, Some(then)] => then - now,
            _ => Score(0),
        }
    }
}

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Searches deeper and deeper, reports every iteration, and returns the best lines, the best first. There is at
    /// least one line, as the root has a move.
    pub(crate) fn iterate(&mut self, root: &SearchPosition) -> Vec<PvLine> {
        if let Some(main) = &mut self.main {
            main.time.begin();
        }
        let lines = self.shared.limits.multi_pv.get().min(self.root.all().len());
        let last = self.shared.limits.depth.unwrap_or(Depth::MAX).clamp(Depth::ONE, Depth::MAX);
        let mut found = Vec::new();
        let mut trend = Trend::default();
        while self.iteration < last {
            self.iteration += Depth::ONE;
            if self.run_iteration(root, &found, lines).is_err() {
                self.use_interrupted(root, &mut found, lines);
                break;
            }
            self.restore_mates(&found);
            let newest = self.root.all()[..lines].iter().map(|mv| PvLine::of(mv, self.iteration));
            found = newest.map(|line| line.completed_from(&found)).collect();
            self.report_lines(&found);
            trend.record(&found[0]);
            if self.is_enough(&trend) {
                break;
            }
        }
        self.publish_nodes();
        found
    }

    /// Runs one iteration: it searches the best line, then the best of the remaining moves, and so on.
    fn run_iteration(
        &mut self,
        root: &SearchPosition,
        before: &[PvLine],
        lines: usize,
    ) -> Result<(), Stopped> {
        self.root.begin_iteration();
        for index in 0..lines {
            self.seldepth = Ply::ROOT;
            let expected = before.get(index).map_or(Score::DRAW, |found| found.searched_score);
            self.aspiration_search(root, self.iteration, expected)?;
            self.root.accept();
        }
        Ok(())
    }

    /// Restores mates found by earlier iterations. A deeper iteration may miss them, as it may reduce their moves
    /// more.
    fn restore_mates(&mut self, before: &[PvLine]) {
        for mate in before.iter().filter(|found| found.is_better_mate_than(Score::DRAW)) {
            self.root.restore(mate);
        }
    }

    /// Returns true if the search should not begin another iteration.
    fn is_enough(&mut self, trend: &Trend) -> bool {
        let nodes = self.nodes();
        let Some(main) = &mut self.main else { return false };
        let front = &self.root.all()[0];
        let confidence = Confidence {
            stable_iterations: trend.stable_iterations,
            node_share: front.nodes as f64 / nodes.max(1) as f64,
            score_drop: trend.score_drop(),
            is_forced: self.root.is_forced(),
        };
        main.time.should_stop_deepening(self.shared.nodes(), &confidence)
    }
}

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
            let node = Node { ply: Ply::ROOT, depth: reduced, window, is_cut: false };
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
