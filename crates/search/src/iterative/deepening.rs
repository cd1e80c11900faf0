//! Iterative deepening: depth 1, depth 2, and so on until a limit is reached.
//!
//! A shallower search before a deeper one costs little, since it leaves the best moves in the table, to be tried
//! first. It also provides a move to play at any moment.

use types::{Depth, Move, Ply, Score};

use crate::SearchObserver;
use crate::report::PvLine;
use crate::search_position::SearchPosition;
use crate::search_thread::{SearchThread, Stopped};
use crate::time::Confidence;

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
