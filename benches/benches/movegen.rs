//! The work of the rules at a node of a search, each part by itself, over many positions.
//!
//! - `masks`: checkers, check mask and pins, per position;
//! - `list`, `captures`, `quiets`, `count`: generation from given masks, per move that comes out;
//! - `make`: the position after a move, per move;
//! - `legal`: the test of a move that is legal here, and of one from another position, per move.

use std::hint::black_box;

use benches::positions::from_random_play;
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use movegen::generate::{All, Captures, GenerationType, MoveCount, Quiets};
use movegen::{Masks, MoveList, Position};
use types::Move;

const POSITIONS: usize = 256;

/// A position with the input of the generator and of the legality test.
struct Sample {
    position: Position,
    masks: Masks,
    moves: MoveList,
}

fn samples() -> Vec<Sample> {
    let sample =
        |position: Position| Sample { masks: Masks::of(&position), moves: position.legal_moves(), position };
    from_random_play(POSITIONS).into_iter().map(sample).collect()
}

fn masks(criterion: &mut Criterion) {
    let positions = from_random_play(POSITIONS);
    let mut group = criterion.benchmark_group("movegen");
    group.throughput(Throughput::Elements(POSITIONS as u64));
    group.bench_function("masks", |bencher| {
        bencher.iter(|| {
            for position in &positions {
                black_box(Masks::of(black_box(position)));
            }
        });
    });
}

fn generate(criterion: &mut Criterion) {
    let samples = samples();
    let mut group = criterion.benchmark_group("movegen");
    bench_list::<All>(&mut group, "list", &samples);
    bench_list::<Captures>(&mut group, "captures", &samples);
    bench_list::<Quiets>(&mut group, "quiets", &samples);
    group.throughput(Throughput::Elements(samples.iter().map(|sample| sample.moves.len() as u64).sum()));
    group.bench_function("count", |bencher| {
        bencher.iter(|| {
            let mut count = MoveCount::default();
            for sample in &samples {
                sample.position.generate::<All, _>(black_box(&sample.masks), &mut count);
            }
            count
        });
    });
}

fn bench_list<G: GenerationType>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, samples: &[Sample]) {
    let list = |sample: &Sample| {
        let mut moves = MoveList::new();
        sample.position.generate::<G, _>(black_box(&sample.masks), &mut moves);
        black_box(&moves).len() as u64
    };
    group.throughput(Throughput::Elements(samples.iter().map(list).sum()));
    group.bench_function(name, |bencher| bencher.iter(|| samples.iter().map(list).sum::<u64>()));
}

fn make(criterion: &mut Criterion) {
    let samples = samples();
    let mut group = criterion.benchmark_group("movegen");
    group.throughput(Throughput::Elements(samples.iter().map(|sample| sample.moves.len() as u64).sum()));
    group.bench_function("make", |bencher| {
        bencher.iter(|| {
            for sample in &samples {
                for &mv in &sample.moves {
                    let mut next = sample.position.clone();
                    next.play(mv);
                    black_box(&next);
                }
            }
        });
    });
}

fn legality(criterion: &mut Criterion) {
    let samples = samples();
    let own: Vec<&MoveList> = samples.iter().map(|sample| &sample.moves).collect();
    // What a transposition table gives when two positions share an entry: moves of another position.
    let foreign: Vec<&MoveList> = own[1..].iter().chain(&own[..1]).copied().collect();
    let mut group = criterion.benchmark_group("movegen");
    for (name, lists) in [("legal, own moves", own), ("legal, foreign moves", foreign)] {
        group.throughput(Throughput::Elements(lists.iter().map(|moves| moves.len() as u64).sum()));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                samples.iter().zip(&lists).map(|(sample, moves)| count_legal(sample, moves)).sum::<usize>()
            });
        });
    }
}

fn count_legal(sample: &Sample, moves: &[Move]) -> usize {
    moves.iter().filter(|&&mv| sample.position.is_legal(&sample.masks, black_box(mv))).count()
}

criterion_group!(benches, masks, generate, make, legality);
criterion_main!(benches);
