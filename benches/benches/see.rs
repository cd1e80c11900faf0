//! Static exchange evaluation, of the captures and of the quiet moves of many positions.
//!
//! Quiescence uses it for captures, pruning for quiet moves. The threshold decides how often the answer is
//! known before any recapture.

use std::hint::black_box;

use benches::positions::from_random_play;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use movegen::generate::{Captures, GenerationType, Quiets};
use movegen::{Masks, MoveList, Position};
use types::{Move, Score};

const POSITIONS: usize = 1024;

fn see(criterion: &mut Criterion) {
    let positions = from_random_play(POSITIONS);
    let mut group = criterion.benchmark_group("see");
    for (name, moves) in
        [("captures", moves::<Captures>(&positions)), ("quiets", moves::<Quiets>(&positions))]
    {
        group.throughput(Throughput::Elements(moves.len() as u64));
        for threshold in [Score(-100), Score(0), Score(100)] {
            group.bench_function(BenchmarkId::new(name, threshold.0), |bencher| {
                bencher.iter(|| {
                    moves.iter().filter(|(position, mv)| position.see(*mv, black_box(threshold))).count()
                });
            });
        }
    }
}

fn moves<G: GenerationType>(positions: &[Position]) -> Vec<(&Position, Move)> {
    let of_one = |position| {
        let mut moves = MoveList::new();
        Position::generate::<G, _>(position, &Masks::of(position), &mut moves);
        moves.into_iter().map(move |mv| (position, mv))
    };
    positions.iter().flat_map(of_one).collect()
}

criterion_group!(benches, see);
criterion_main!(benches);
