//! Several threads: legal results, and the properties of a search with one thread.

use search::Limits;

use crate::support::{POSITIONS, count, depth, engine, game, nodes, search};

#[test]
fn many_threads_give_legal_results() {
    let mut engine = engine();
    for (index, fen) in POSITIONS.into_iter().enumerate() {
        engine.set_threads(count(1 + index % 5));
        search(&mut engine, &game(fen), &nodes(30_000));
        search(&mut engine, &game(fen), &Limits { nodes: Some(40_000), ..depth(7) });
        search(&mut engine, &game(fen), &Limits { infinite: true, ..Limits::default() });
    }
}

#[test]
fn several_threads_together_keep_a_node_limit() {
    /// The largest number of nodes that a thread is granted at once, and may leave when the main thread has ended.
    const GRANT: u64 = 256;
    let mut engine = engine();
    for threads in [2, 4, 8] {
        engine.set_threads(count(threads));
        for limit in [0, 1, 3, 100, 1_000, 5_000, 50_000] {
            let (outcome, _) = search(&mut engine, &game(POSITIONS[5]), &nodes(limit));
            let least = limit.saturating_sub(threads as u64 * GRANT);
            assert!(
                (least..=limit).contains(&outcome.nodes),
                "{threads} threads: {} of {limit}",
                outcome.nodes
            );
            assert!(limit == 0 || outcome.nodes > 0, "the main thread gets none of {limit}");
        }
    }
}

#[test]
fn threads_find_mates_too() {
    let mut engine = engine();
    engine.set_threads(count(3));
    let limits = Limits { mate: std::num::NonZeroU16::new(2), ..Limits::default() };
    let (outcome, _) = search(&mut engine, &game("7k/6pp/8/8/8/7q/1Q6/K7 w - - 0 1"), &limits);
    assert_eq!(outcome.score.mate_plies(), Some(3));
}

#[test]
fn one_thread_after_many_is_deterministic_again() {
    let mut engine = engine();
    let mut run = |threads| {
        engine.set_threads(count(threads));
        engine.new_game();
        search(&mut engine, &game(POSITIONS[1]), &nodes(20_000)).0
    };
    let alone = run(1);
    run(4);
    assert_eq!(run(1), alone);
}
