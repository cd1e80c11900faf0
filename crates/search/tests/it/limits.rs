//! Limits hold exactly, and only the wanted moves are searched.

use search::observer::Entered;
use search::{Engine, Limits, Mebibytes, SearchObserver};
use types::{Depth, Ply};

use crate::support::{NodeClock, POSITIONS, depth, engine, game, nodes, search, search_with, with_lines};

#[test]
fn a_node_limit_is_kept_to_the_node() {
    for fen in &POSITIONS[..8] {
        for limit in [0, 1, 2, 10, 255, 256, 257, 1000, 1023, 5000, 12_345] {
            let (outcome, _) = search(&mut engine(), &game(fen), &nodes(limit));
            assert_eq!(outcome.nodes, limit, "{fen}");
        }
    }
}

#[test]
fn a_soft_node_limit_ends_with_the_first_iteration_beyond_it() {
    for fen in &POSITIONS[..8] {
        for limit in [1, 500, 5000, 50_000] {
            let soft = Limits { soft_nodes: Some(limit), ..Limits::default() };
            let (outcome, recorder) = search(&mut engine(), &game(fen), &soft);
            let (last, earlier) = recorder.lines.split_last().expect("every search has a line");
            assert!(last.nodes >= limit && last.nodes == outcome.nodes, "{fen}");
            assert!(earlier.iter().all(|line| line.nodes < limit), "{fen}");
            let same_depth = search(&mut engine(), &game(fen), &depth(outcome.depth.plies())).0;
            assert_eq!(outcome, same_depth, "{fen}");
        }
    }
}

#[test]
fn the_same_search_after_a_new_game_is_the_same() {
    // The clock stands still, because a long search reports more.
    let clock = NodeClock::leaked();
    let mut engine = Engine::with_clock(clock, Mebibytes(4)).expect("so little memory is always there");
    for fen in POSITIONS {
        for limits in [nodes(20_000), depth(8)] {
            let limits = Limits { nodes: limits.nodes.or(Some(200_000)), ..limits };
            let mut run = || {
                engine.new_game();
                let (outcome, recorder) = search(&mut engine, &game(fen), &limits);
                // Everything but the time.
                let lines =
                    recorder.lines.into_iter().map(|line| (line.depth, line.score, line.nodes, line.pv));
                (outcome, lines.collect::<Vec<_>>())
            };
            let first = run();
            assert_eq!(run(), first, "{fen}");
        }
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    for fen in &POSITIONS[..10] {
        let game = game(fen);
        let legal = game.position().legal_moves();
        let wanted: Vec<_> = legal.iter().copied().step_by(5).collect();
        let limits = Limits { search_moves: wanted.clone(), ..depth(5) };
        let (outcome, recorder) = search(&mut engine(), &game, &limits);
        assert!(wanted.contains(&outcome.best_move().expect("there are moves")), "{fen}");
        assert!(recorder.lines.iter().all(|line| wanted.contains(&line.pv[0])), "{fen}");
    }
}

#[test]
fn wanted_moves_that_are_not_legal_do_not_count() {
    let foreign = game(POSITIONS[2]).position().legal_moves().to_vec();
    let limits = Limits { search_moves: foreign, ..depth(3) };
    search(&mut engine(), &game(POSITIONS[15]), &limits);
}

/// Checks that the first root move is searched one ply less deep than the root.
#[derive(Default)]
struct Deep {
    root: Option<Depth>,
    roots: usize,
}

impl SearchObserver for Deep {
    fn enter(&mut self, entered: &Entered) {
        if entered.ply == Ply::ROOT {
            self.root = Some(entered.depth);
        } else if let Some(root) = self.root.take() {
            assert_eq!(entered.depth, root - Depth::ONE);
            self.roots += 1;
        }
    }
}

/// Checks the depth where only some of the root moves are searched, so that the root has no table entry.
#[test]
fn parts_of_the_root_are_searched_to_the_full_depth() {
    for fen in &POSITIONS[..8] {
        let game = game(fen);
        let all = game.position().legal_moves().to_vec();
        for limits in [depth(7), Limits { search_moves: all, ..depth(7) }, with_lines(3, depth(7))] {
            let mut deep = Deep::default();
            search_with(&mut engine(), &game, &limits, &mut deep);
            assert!(deep.roots >= 7, "{fen}");
        }
    }
}
