//! Wherever a search is interrupted, a finished search of its move found the score of its last line.

use std::collections::HashSet;
use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use search::observer::Entered;
use search::{Bound, Engine, Game, Limits, Mebibytes, PvLine, SearchObserver, Window};
use types::{Move, Ply, Score};

use crate::support::{
    LineRecorder, NodeClock, POSITIONS, Ticker, count, engine, game, nodes, search, search_with, with_lines,
};

/// Positions of games in which one side plays well for the most part and the other at random.
fn positions(seed: u64) -> impl Iterator<Item = Game> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..).map(move |number| {
        let mut game = game(POSITIONS[number % POSITIONS.len()]);
        for _ in 0..rng.random_range(0..30) {
            let legal = game.position().legal_moves();
            let Some(&any) = legal.choose(&mut rng) else { break };
            let good = search(&mut engine(), &game, &nodes(300)).0.best_move();
            game.play(if rng.random_bool(0.6) { good.unwrap_or(any) } else { any });
        }
        game
    })
}

fn has_moves(game: &Game) -> bool {
    !game.position().legal_moves().is_empty()
}

/// Records the exact scores of finished searches of root moves, and counts those of the root.
#[derive(Default)]
struct Finished {
    open: Vec<(Ply, Window, Option<Move>)>,
    iterations: usize,
    exact: HashSet<(Move, Score)>,
}

impl SearchObserver for Finished {
    fn enter(&mut self, node: &Entered) {
        self.open.push((node.ply, node.window, node.mv));
    }

    fn leave(&mut self, ply: Ply, score: Option<Score>) {
        let (entered, window, mv) = self.open.pop().expect("nodes nest");
        assert_eq!(entered, ply);
        let Some(score) = score.filter(|&score| window.alpha < score && score < window.beta) else { return };
        if let (Ply(1), Some(mv)) = (ply, mv) {
            self.exact.insert((mv, -score));
        }
        self.iterations += usize::from(ply == Ply::ROOT);
    }
}

/// The line of the last finished iteration, if the search was interrupted in the next.
fn last_finished<'a>(recorder: &'a LineRecorder, finished: &Finished) -> Option<&'a PvLine> {
    let is_interrupted = finished.iterations < recorder.lines.len();
    recorder.lines.get(finished.iterations.checked_sub(1)?).filter(|_| is_interrupted)
}

fn check(game: &Game, limit: u64, outcome: &PvLine, recorder: &LineRecorder, finished: &Finished) {
    let last = recorder.lines.last().expect("every search reports a line");
    let context = format!("{:?} at {limit} nodes: {last:?}", game.position());
    assert_eq!((last.bound, outcome.nodes), (Bound::Exact, limit), "{context}");
    let Some(before) = last_finished(recorder, finished) else { return };
    assert!(finished.exact.contains(&(last.pv[0], last.score)), "not proven: {context}");
    let mates = last.score.is_mate() && last.score > Score::DRAW;
    if last.pv[0] == before.pv[0] && !mates {
        let parts = |line: &PvLine| (line.depth, line.score, line.pv.clone());
        assert_eq!(parts(last), parts(before), "{context}");
    }
    let is_reported = recorder.lines[..recorder.lines.len() - 1]
        .iter()
        .any(|line| (&line.pv, line.score) == (&last.pv, last.score));
    assert!(is_reported || last.score >= before.score || !last.score.is_mate(), "a mate in doubt: {context}");
}

#[test]
fn a_node_limit_leaves_a_proven_line() {
    let (mut searches, mut better) = (0, 0);
    for (game, seed) in positions(1).filter(has_moves).zip(0..150_u64) {
        for step in 0..4 {
            let limit = 200 + 37 * seed + 911 * step;
            let mut finished = Finished::default();
            let limits = nodes(limit);
            let (outcome, recorder) = search_with(&mut engine(), &game, &limits, &mut finished);
            if outcome.nodes < limit {
                // Nothing was left to search.
                continue;
            }
            check(&game, limit, &outcome, &recorder, &finished);
            searches += 1;
            let before = last_finished(&recorder, &finished).and_then(|line| line.pv.first().copied());
            better += u32::from(before.is_some() && before != outcome.best_move());
        }
    }
    assert!(searches > 400 && better > 0, "{better} of {searches} had found something better");
}

#[test]
fn every_count_of_nodes_of_one_search_leaves_a_proven_line() {
    for fen in ["8/4RK1k/4N1p1/4pN1p/6n1/8/5P1P/5r1r b - - 0 1", "5K2/8/8/8/2N5/1pp5/1R6/kN6 b - - 0 1"] {
        for limit in (300..2_500).step_by(7) {
            let mut finished = Finished::default();
            let limits = nodes(limit);
            let (outcome, recorder) = search_with(&mut engine(), &game(fen), &limits, &mut finished);
            check(&game(fen), limit, &outcome, &recorder, &finished);
        }
    }
}

/// Interrupts a search where the first move leads to being mated and others are not searched.
#[test]
fn a_first_move_that_falls_into_a_mate_does_not_make_the_position_lost() {
    let fen = "5K2/8/8/8/2N5/1pp5/1R6/kN6 b - - 0 1";
    for limit in [90_000, 100_000, 110_000] {
        let (outcome, _) =
            search(&mut Engine::new(Mebibytes(16)).expect("little"), &game(fen), &nodes(limit));
        // The true mate takes six moves.
        assert!(outcome.score.mate_plies().is_none_or(|plies| plies <= -12), "{outcome:?}");
    }
}

#[test]
fn time_several_lines_and_threads_leave_exact_lines_with_final_numbers() {
    // `search` checks the last line, all lines, and the numbers.
    for (game, seed) in positions(2).filter(has_moves).zip(0..60_u64) {
        for lines in [2, 4] {
            search(&mut engine(), &game, &with_lines(lines, nodes(300 + 97 * seed)));
        }
        let clock = NodeClock::leaked();
        let mut ticker = Ticker { clock, time_per_node: Duration::from_micros(50) };
        let mut timed = Engine::with_clock(clock, Mebibytes(4)).expect("so little memory is always there");
        let limits = Limits { movetime: Some(Duration::from_millis(20 + seed)), ..Limits::default() };
        search_with(&mut timed, &game, &limits, &mut ticker);
        let mut threads = engine();
        threads.set_threads(count(3));
        search(&mut threads, &game, &nodes(3_000));
    }
}
