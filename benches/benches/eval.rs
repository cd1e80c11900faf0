//! The cost of an evaluation, in the order in which a search meets positions.
//!
//! `tree` walks every position two plies below the six perft positions, so that neighbours share their pawns
//! as they do in a search; `from scratch` is the same without a pawn cache; `accumulator` is what keeping
//! the incremental sums adds to playing the moves.

use std::hint::black_box;

use benches::positions::PERFT_POSITIONS;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eval::{Accumulator, Evaluator};
use movegen::Position;
use types::Move;

/// Every position two plies below the roots, in tree order, with its sums.
fn tree() -> Vec<(Position, Accumulator)> {
    let roots = PERFT_POSITIONS.iter().map(|entry| entry.fen.parse().expect("the positions are legal"));
    roots
        .flat_map(|root: Position| successors(&root))
        .flat_map(|child| successors(&child))
        .map(with_sums)
        .collect()
}

fn with_sums(position: Position) -> (Position, Accumulator) {
    let sums = Accumulator::of(&position);
    (position, sums)
}

fn successors(position: &Position) -> Vec<Position> {
    position.legal_moves().into_iter().map(|mv| position.after(mv)).collect()
}

fn evaluations(criterion: &mut Criterion) {
    let tree = tree();
    let mut group = criterion.benchmark_group("eval");
    group.throughput(Throughput::Elements(tree.len() as u64));
    group.bench_function("tree", |bencher| {
        let mut evaluator = Evaluator::new();
        bencher.iter(|| {
            tree.iter()
                .map(|(position, sums)| i64::from(evaluator.evaluate(black_box(position), sums).0))
                .sum::<i64>()
        });
    });
    group.bench_function("from scratch", |bencher| {
        bencher.iter(|| {
            tree.iter().map(|(position, _)| i64::from(eval::evaluate(black_box(position)).0)).sum::<i64>()
        });
    });
    group.finish();
}

fn accumulation(criterion: &mut Criterion) {
    let moves: Vec<(Position, Accumulator, Vec<Move>)> = tree()
        .into_iter()
        .step_by(10)
        .map(|(position, sums)| {
            let moves = position.legal_moves().to_vec();
            (position, sums, moves)
        })
        .collect();
    let mut group = criterion.benchmark_group("play");
    group.throughput(Throughput::Elements(moves.iter().map(|(.., moves)| moves.len() as u64).sum()));
    group.bench_function("moves", |bencher| {
        bencher.iter(|| {
            for (position, _, moves) in &moves {
                for &mv in moves {
                    black_box(position.after(mv));
                }
            }
        });
    });
    group.bench_function("moves and accumulator", |bencher| {
        bencher.iter(|| {
            for (position, sums, moves) in &moves {
                for &mv in moves {
                    let (mut next, mut sums) = (position.clone(), sums.clone());
                    next.play_observed(mv, &mut sums);
                    black_box((next, sums));
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, evaluations, accumulation);
criterion_main!(benches);
