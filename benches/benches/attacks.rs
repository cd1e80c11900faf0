//! Slider lookups, over the occupancies of many positions: the innermost work of move generation.
//!
//! Every square is looked up in every occupancy, so that the tables compete for the cache as in a search.

use std::hint::black_box;

use benches::positions::from_random_play;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use movegen::attacks;
use types::{Bitboard, Square};

const OCCUPANCIES: usize = 256;

fn sliders(criterion: &mut Criterion) {
    let occupancies: Vec<Bitboard> =
        from_random_play(OCCUPANCIES).iter().map(|position| position.occupied()).collect();
    let mut group = criterion.benchmark_group("attacks");
    group.throughput(Throughput::Elements((OCCUPANCIES * Square::COUNT) as u64));
    bench(&mut group, "bishop", &occupancies, attacks::bishop);
    bench(&mut group, "rook", &occupancies, attacks::rook);
    bench(&mut group, "queen", &occupancies, attacks::queen);
}

/// The lookup is a type parameter, so it is inlined as it is in the generator.
fn bench(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    occupancies: &[Bitboard],
    lookup: impl Fn(Square, Bitboard) -> Bitboard,
) {
    let on_all_squares = |&occupied: &Bitboard| {
        Square::ALL.into_iter().fold(Bitboard::EMPTY, |sum, square| sum ^ lookup(square, occupied))
    };
    group.bench_function(name, |bencher| {
        bencher
            .iter(|| black_box(occupancies).iter().map(on_all_squares).fold(Bitboard::EMPTY, |a, b| a ^ b));
    });
}

criterion_group!(benches, sliders);
criterion_main!(benches);
