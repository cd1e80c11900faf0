//! Iterative deepening: depth 1, depth 2, and so on until a limit is reached.
//!
//! A shallower search before a deeper one costs little, since it leaves the best moves in the table, to be tried
//! first. It also provides a move to play at any moment.
//!
//! *Aspiration windows.* A score seldom changes much from one iteration to the next. So the root is searched with a
//! narrow window around its last score, which cuts more. If the score falls outside, the window is widened on that side,
//! more with each failure, until the score lies inside.
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
//!
//! Source: the windows and how they widen have the shape and the starting values of Stockfish 15.1's.

use tt::Bound;
use types::{Depth, Move, Ply, Score, Window};

use crate::position::SearchPosition;
use crate::report::PvLine;
use crate::techniques::Technique;
use crate::time::Confidence;
use crate::worker::{MainThread, Stopped, Worker};
use crate::worker::{Node, Root};
use crate::{SearchObserver, params};

/// The first depth with a narrow window. Earlier iterations are quick, and their scores change much.
const FIRST_NARROW: Depth = Depth(4);
/// The first window is wider by the square of the score over this, since large scores change more.
const WIDTH_DIVISOR: i32 = 6_000;
/// Beyond this score a window is open to infinity, since scores change too much for a narrow one.
const MAX_NARROW: Score = Score(3_000);

/// The best move and its score over the last iterations.
#[derive(Default)]
struct Trend {
    best: Option<Move>,
    stable_iterations: u32,
    /// The scores of the last iterations, the latest first.
    scores: [Option<Score>; 3],
}

impl<O: SearchObserver> Worker<'_, O> {
    /// Searches deeper and deeper, reports every iteration, and returns the best lines, the best first. There is at
    /// least one line, as the root has a move.
    pub(crate) fn iterate(&mut self, root: &SearchPosition) -> Vec<PvLine> {
        if let Some(main) = &mut self.main {
            main.time.begin();
        }
        let wanted = self.shared.limits.multi_pv.get().min(self.root.all().len());
        let last = self.shared.limits.depth.unwrap_or(Depth::MAX).clamp(Depth::ONE, Depth::MAX);
        let mut lines: Vec<PvLine> = Vec::new();
        let mut trend = Trend::default();
        while self.iteration < last {
            self.iteration += Depth::ONE;
            // The best line, then the best of the remaining moves, and so on.
            self.root.begin_iteration();
            let finished = (0..wanted).try_for_each(|index| {
                let expected = lines.get(index).map_or(Score::DRAW, |line| line.searched_score);
                // The later lines get no time that the best line would not get alone.
                let is_late = |main: &mut MainThread<'_>| main.time.is_past_scaled_limit();
                if index > 0 && self.main.as_mut().is_some_and(is_late) {
                    return Err(Stopped);
                }
                self.aspiration_search(root, expected)?;
                self.root.accept();
                Ok::<(), Stopped>(())
            });
            if finished.is_err() {
                lines = self.interrupted_lines(root, lines, wanted);
                break;
            }
            // A deeper iteration may miss a mate that an earlier one has found, as it may reduce its moves more.
            for mate in lines.iter().filter(|line| line.is_better_mate_than(Score::DRAW)) {
                self.root.restore(mate);
            }
            let newest = self.root.all()[..wanted].iter().map(|mv| PvLine::of(mv, self.iteration));
            lines = newest.map(|line| line.completed_from(&lines)).collect();
            self.cut_lines(root, &mut lines);
            self.report_lines(&lines);
            if self.is_enough(&mut trend, &lines[0]) {
                break;
            }
        }
        self.publish_nodes();
        lines
    }

    /// Records the best line of an iteration, and returns true if the search should not begin another.
    fn is_enough(&mut self, trend: &mut Trend, line: &PvLine) -> bool {
        let is_same = trend.best == line.best_move();
        trend.stable_iterations = if is_same { trend.stable_iterations + 1 } else { 0 };
        trend.best = line.best_move();
        let [last, second, _] = trend.scores;
        trend.scores = [Some(line.searched_score), last, second];
        let score_drop = match trend.scores {
            [Some(now), _, Some(then)] => then - now,
            _ => Score(0),
        };

        let Some(main) = &mut self.main else { return false };
        let nodes: u64 = self.root.all().iter().map(|root_move| root_move.nodes).sum();
        let confidence = Confidence {
            stable_iterations: trend.stable_iterations,
            node_share: self.root.all()[0].nodes as f64 / nodes.max(1) as f64,
            score_drop,
            is_forced: self.root.is_forced(),
        };
        main.time.should_stop_deepening(self.shared.nodes(), &confidence)
    }

    /// Searches the root to the depth of the iteration until the best candidate has an exact score. `expected` is its
    /// score in the last iteration.
    fn aspiration_search(&mut self, root: &SearchPosition, expected: Score) -> Result<(), Stopped> {
        self.seldepth = Ply::ROOT;
        let mut width = params::aspiration_delta() + expected.0 * expected.0 / WIDTH_DIVISOR;
        let is_narrow = self.iteration >= FIRST_NARROW
            && !expected.is_decisive()
            && self.uses(Technique::AspirationWindows);
        let mut window = if is_narrow {
            Window { alpha: expected - Score(width), beta: expected + Score(width) }
        } else {
            Window::FULL
        };
        let mut reduction = Depth::ZERO;
        loop {
            self.root.begin_search();
            let depth = (self.iteration - reduction).max(Depth::ONE);
            let score = self.search::<Root>(root, Node { ply: Ply::ROOT, depth, window, is_cut: false })?;
            self.root.sort_candidates();
            let bound = if score <= window.alpha {
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                window.alpha = score - Score(width);
                reduction = Depth::ZERO;
                Bound::Upper
            } else if score >= window.beta {
                window.beta = score + Score(width);
                reduction += Depth(i32::from(self.uses(Technique::RootFailHighReduction)));
                Bound::Lower
            } else {
                return Ok(());
            };
            self.report_failed_window(score, bound);
            width += width * params::aspiration_growth() / 100 + 1;
            if window.alpha < -MAX_NARROW {
                window.alpha = Window::FULL.alpha;
            }
            if window.beta > MAX_NARROW {
                window.beta = Window::FULL.beta;
            }
        }
    }
}
