//! Perft of the six published positions, with the last ply counted, listed and made.
//!
//! The figure to read is elements (leaves) per second. `benches/comparison` measures other libraries beside it.

use std::time::Duration;

use benches::positions::PERFT_POSITIONS;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use movegen::{Position, perft};

type Count = fn(&Position, u32) -> u64;

const LEAF_MODES: [(&str, Count); 3] = [("bulk", perft::bulk), ("list", perft::list), ("make", perft::make)];

fn count(criterion: &mut Criterion) {
    for (name, count) in LEAF_MODES {
        let mut group = criterion.benchmark_group(format!("perft {name}"));
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(300))
            .measurement_time(Duration::from_secs(1));
        for position in PERFT_POSITIONS {
            group.throughput(Throughput::Elements(position.leaves[0]));
            let root: Position = position.fen.parse().expect("a legal position");
            let id = BenchmarkId::from_parameter(position.name);
            group.bench_function(id, |bencher| bencher.iter(|| count(&root, position.depth)));
        }
    }
}

criterion_group!(benches, count);
criterion_main!(benches);
