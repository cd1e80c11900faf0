//! Counts of the methods against known values.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use indicatif::ProgressBar;
use movegen::{Position, perft};
use node_savings::meter::{Measurement, SearchLimits, SearchTask};
use node_savings::methods::{self, Family, MINIMAX, Method};
use node_savings::minimax_size;
use search::Game;
use search::techniques::Technique;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const NO_CAPS: SearchLimits = SearchLimits { nodes: u64::MAX, time: Duration::MAX };

fn measure(method: &Method, fen: &str, depth: u32, limits: SearchLimits) -> Measurement {
    let game = Game::new(fen.parse().unwrap());
    let (interrupted, bar) = (AtomicBool::new(false), ProgressBar::hidden());
    method.search.run(&SearchTask { game: &game, depth, limits, interrupted: &interrupted, bar: &bar })
}

fn method(name: &str) -> Method {
    methods::all().into_iter().find(|method| method.name.ends_with(name)).unwrap_or_else(|| panic!("{name}"))
}

/// Kiwipete's perft counts are 48, 2039 and 97862.
#[test]
fn minimax_visits_the_tree_that_perft_counts() {
    let counts = measure(&method(MINIMAX), KIWIPETE, 3, NO_CAPS).counts;
    assert_eq!((counts.nodes, counts.leaves), (48 + 2039 + 97862, 97862));
    let position: Position = KIWIPETE.parse().unwrap();
    let size_of_two = |interrupted| {
        minimax_size::of(&[position.clone(), position.clone()], 3, &AtomicBool::new(interrupted))
    };
    assert_eq!(size_of_two(false), Some(2 * counts.nodes));
    assert_eq!(size_of_two(true), None);
    assert_eq!(perft::bulk(&position, 3), counts.leaves);
}

#[test]
fn each_order_saves_more_than_the_one_before_and_the_value_stays() {
    let rows: Vec<Measurement> = methods::all()
        .iter()
        .filter(|method| method.family == Family::Evaluation)
        .map(|method| measure(method, KIWIPETE, 3, NO_CAPS))
        .collect();
    assert!(rows.iter().all(|row| row.score.is_some() && row.score == rows[0].score));
    let nodes: Vec<u64> = rows.iter().map(|row| row.counts.nodes).collect();
    let [minimax, worst, random, generated, captures, killers, ..] = nodes[..] else { panic!("{nodes:?}") };
    assert!(minimax > worst && worst > random && random > captures, "{nodes:?}");
    assert!(worst > generated && generated > captures && captures >= killers, "{nodes:?}");
    assert!(nodes.iter().skip(1).all(|&nodes| nodes < minimax));
    assert!(rows.iter().all(|row| 0 < row.counts.leaves && row.counts.leaves <= row.counts.nodes));
}

/// In Kiwipete captures decide, and killers and history save nothing; in the start position they save most.
#[test]
fn killers_and_history_save_where_quiet_moves_cut() {
    let nodes = |name| measure(&method(name), START, 4, NO_CAPS).counts.nodes;
    let (captures, killers) = (nodes("captures first"), nodes("killers and history"));
    assert!(2 * killers < captures, "{killers} of {captures}");
}

#[test]
fn the_rows_of_the_engine_are_its_techniques_and_the_last_of_them_is_the_full_engine() {
    let rows = methods::all();
    let engine: Vec<&Method> =
        rows.iter().skip_while(|method| !method.name.starts_with("engine without")).collect();
    assert_eq!(engine.len(), 1 + Technique::ALL.len() + 1);
    for (row, &technique) in engine[1..].iter().zip(Technique::ALL) {
        assert!(row.name.ends_with(&methods::words(technique)), "{}", row.name);
    }
    let [.., last, full] = engine[..] else { panic!() };
    let (last, full) = (measure(last, KIWIPETE, 4, NO_CAPS), measure(full, KIWIPETE, 4, NO_CAPS));
    assert_eq!((last.counts, last.score), (full.counts, full.score));
    assert_eq!(methods::words(Technique::LateMovePruning), "late move pruning");
}

#[test]
fn a_cap_ends_a_search_at_that_very_node_and_without_a_value() {
    for method in methods::all() {
        let free = measure(&method, KIWIPETE, 2, NO_CAPS);
        assert!(free.score.is_some(), "{}", method.name);
        let capped = measure(&method, KIWIPETE, 2, SearchLimits { nodes: free.counts.nodes / 2, ..NO_CAPS });
        assert_eq!(capped.score, None, "{}", method.name);
        assert_eq!(capped.counts.nodes, free.counts.nodes / 2, "{}", method.name);
        let exact = measure(&method, KIWIPETE, 2, SearchLimits { nodes: free.counts.nodes, ..NO_CAPS });
        assert_eq!((exact.counts, exact.score), (free.counts, free.score), "{}", method.name);
    }
}

#[test]
fn an_interruption_ends_a_search() {
    let game = Game::new(KIWIPETE.parse().unwrap());
    let (interrupted, bar) = (AtomicBool::new(true), ProgressBar::hidden());
    for name in [MINIMAX, "PVS + quiescence", "engine without techniques"] {
        let task =
            SearchTask { game: &game, depth: 30, limits: NO_CAPS, interrupted: &interrupted, bar: &bar };
        assert_eq!(method(name).search.run(&task).score, None, "{name}");
    }
}
